import { z } from 'zod';
import { event, type Upcast } from './contract.ts';
import * as f from './fields.ts';
import { type FileEvent, fileEvent, noFileYet } from './record-file.ts';

/** Upcasters of a record's events, the first of each for version 1: an event's current version is their number plus one. */
export type Upcasters = Partial<Record<'created' | 'changed' | 'deleted', readonly Upcast[]>>;

/**
 * The events of a record of this kind, with its id in `id`; there is one upcaster for each version but the newest. `filed` is among them
 * if the record has a file.
 */
export const eventsOf = <Kind extends string, Fields extends z.ZodObject, Author extends string>(
  kind: Kind,
  fields: Fields,
  author: Author | null,
  hasFile: boolean,
  { created = [], changed = [], deleted = [] }: Upcasters,
) => {
  const all = fields.extend(authored(author, madeBy.default(null))) as unknown as z.ZodObject<
    Fields['shape'] & { [Name in Author]: z.ZodDefault<typeof madeBy> }
  >;
  return {
    created: event(
      `${kind}.created`,
      all.extend({ id: f.id, ...((hasFile ? noFileYet : {}) as object) }),
      created.length + 1,
      created,
    ),
    changed: event(`${kind}.changed`, changesOf(fields).extend({ id: f.id }), changed.length + 1, changed),
    deleted: event(`${kind}.deleted`, z.object({ id: f.id }), deleted.length + 1, deleted),
    ...((hasFile ? { filed: fileEvent(`${kind}.filed`) } : {}) as { filed?: FileEvent<`${Kind}.filed`> }),
  };
};

export const madeBy = f.id.nullable();
export const authored = (author: string | null, field: z.ZodType) => (author === null ? {} : { [author]: field });
export type AuthorOf<Definition> = Definition extends { author: infer Name extends string } ? Name : never;

/** The schema of a change: all fields are optional and have no defaults. */
export const changesOf = <Fields extends z.ZodObject>(fields: Fields) =>
  z.object(
    Object.fromEntries(Object.entries(fields.shape).map(([key, field]) => [key, bare(field as z.ZodType).optional()])),
  ) as unknown as z.ZodObject<{ [Key in keyof Fields['shape']]: z.ZodOptional<Bare<Fields['shape'][Key]>> }>;

/** A field without its default: a change contains only what it changes. */
const bare = (field: z.ZodType): z.ZodType => (field instanceof z.ZodDefault ? bare(field.unwrap() as z.ZodType) : field);

type Bare<Field> = Field extends z.ZodDefault<infer Inner> ? Inner : Field;
