import { z } from 'zod';
import { event, route } from './contract.ts';
import * as f from './fields.ts';
import type { Permission } from './permissions.ts';

/**
 * A plain record (tag, sector, plan, ...), one stream `{name}-{id}` each: from this one definition come its events, calls,
 * decider, table, list, pushes and client. `searchIn` names the fields that `searchParam` looks through.
 */
export const record = <
  const Name extends string,
  Fields extends z.ZodObject,
  const Base extends `/${string}`,
  const ListAs extends string,
>(definition: {
  name: Name;
  fields: Fields;
  /** The refusal for an unknown id. */
  missing: 'ERR_NO_TAG_FOUND';
  calls: { base: Base; listAs: ListAs; searchIn: readonly (keyof z.output<Fields> & string)[] };
  may: { read: Permission; write: Permission };
}) => {
  const { name, fields, calls, may, missing } = definition;
  // What `extend` gives for fields that are not known yet is looser than what it gives for each record.
  const view = fields.extend(stamps) as unknown as View<Fields>;
  const changes = z.object(
    Object.fromEntries(Object.entries(fields.shape).map(([key, field]) => [key, bare(field as z.ZodType).optional()])),
  ) as unknown as Changes<Fields>;
  const list = z.object({ [calls.listAs]: z.array(view), count: z.number(), hasMore: z.boolean() }) as unknown as Listed<
    ListAs,
    View<Fields>
  >;
  return {
    ...definition,
    view,
    events: {
      created: event(`${name}.created`, fields.extend({ id: f.id })),
      changed: event(`${name}.changed`, changes.extend({ id: f.id })),
      deleted: event(`${name}.deleted`, z.object({ id: f.id })),
    },
    routes: {
      list: route({
        call: `GET ${calls.base}/`,
        may: may.read,
        summary: `A page of ${calls.listAs}.`,
        query: f.page.extend(f.after.shape),
        reply: list,
      }),
      listAll: route({
        call: `GET ${calls.base}/list`,
        may: may.read,
        summary: `All ${calls.listAs}, unpaged.`,
        query: f.after.extend({ searchParam: f.search }),
        reply: list,
      }),
      show: route({
        call: `GET ${calls.base}/:id`,
        may: may.read,
        summary: `One ${name}.`,
        params: f.idParam,
        missing,
        query: f.after,
        reply: view,
      }),
      create: route({
        call: `POST ${calls.base}`,
        may: may.write,
        summary: `Creates a ${name}.`,
        body: fields,
        reply: view,
        status: 201,
      }),
      change: route({
        call: `PUT ${calls.base}/:id`,
        may: may.write,
        summary: `Changes a ${name}.`,
        params: f.idParam,
        missing,
        body: changes,
        reply: view,
      }),
      delete: route({
        call: `DELETE ${calls.base}/:id`,
        may: may.write,
        summary: `Deletes a ${name}.`,
        params: f.idParam,
        missing,
        reply: z.null(),
      }),
    },
  };
};

const stamps = { id: f.id, createdAt: f.at, updatedAt: f.at };
type View<Fields extends z.ZodObject> = z.ZodObject<Fields['shape'] & typeof stamps>;
type Bare<Field> = Field extends z.ZodDefault<infer Inner> ? Inner : Field;
type Changes<Fields extends z.ZodObject> = z.ZodObject<{
  [Key in keyof Fields['shape']]: z.ZodOptional<Bare<Fields['shape'][Key]>>;
}>;
type Listed<ListAs extends string, Item extends z.ZodType> = z.ZodObject<
  { [Key in ListAs]: z.ZodArray<Item> } & { count: z.ZodNumber; hasMore: z.ZodBoolean }
>;

/** A field without its default: a change names only what it changes. */
const bare = (field: z.ZodType): z.ZodType => (field instanceof z.ZodDefault ? bare(field.unwrap() as z.ZodType) : field);
