import { z } from 'zod';
import { type EventType, type RouteDefinition, route } from './contract.ts';
import * as f from './fields.ts';
import type { Holders, PushAction, Refusal } from './manifest.ts';
import type { Reach } from './platform.ts';
import { type AuthorOf, authored, changesOf, eventsOf, madeBy, type Upcasters } from './record.events.ts';
import { type FileEvent, type FileRoutes, fileRoutes, type RecordFile, recordFile, shownFile } from './record-file.ts';

/**
 * Where the records of a kind are stored: a stream `{kind}-{id}` each, or all of a company's records in one stream, if rules cover all of
 * them.
 */
export type RecordPlace = { set: string | null; idField: string };
/** No two records have the same value in this field, ignoring case; otherwise the command is refused with `code`. Needs a set. */
export type Unique = { field: string; code: string };

export { changesOf } from './record.events.ts';

type Described<Fields extends z.ZodObject> = {
  /** The feature's name, such as `tags`. */
  name: string;
  /** The key of its lists in answers; default: the name. */
  listAs?: string;
  /** The name of one record, such as `tag`: used for its table, its streams and ids, and its push channel unless `channel` is given. */
  kind: string;
  /** The fields that clients send. */
  fields: Fields;
  /** Further fields that Prosa sets and shows. */
  kept?: z.ZodObject;
  /** A record has one file at most: attached and removed by calls of its own, named by the event `{kind}.filed`. */
  file?: RecordFile;
  /** Fields that are read from other tables: lists, GET and pushes include them, answers of commands do not. */
  counted?: z.ZodObject;
  /** The refusal for an unknown id. */
  missing: string;
  may: { read: string; write: string };
  /** Auditors may read them too, although `may.read` is a permission to write. */
  auditors?: true;
  base: `/${string}`;
  /** Fields that lists are ordered by; ties are broken by id. */
  orderBy: readonly (keyof z.output<Fields> & string)[];
  searchIn?: readonly (keyof z.output<Fields> & string)[];
  channel?: string;
  /** Changing and deleting accept the record's id in the body as well as in the address. */
  idInBody?: true;
  /** Codes with which creating and changing may be refused. */
  refuses?: readonly string[];
  unique?: readonly { field: keyof z.output<Fields> & string; code: string }[];
  /** The field (an id or null) with the user who owns the record; null: it belongs to everybody. Without this option all records do. */
  owner?: keyof z.output<Fields> & string;
  /**
   * A further field that names the user who created the record, fixed at creation; null: Prosa did. An administrator may name somebody
   * else.
   */
  author?: string;
  /** The table's version: raise it with every change of the content of a row; default 1. */
  version?: number;
  /** The stream's prefix, if all of a company's records are in one stream. */
  set?: string;
  /** The table's reach. With `platform` its calls change PLATFORM's records, so only platform-level users may hold `may.write`. */
  reach?: Reach;
  permissions?: Record<string, Holders>;
  errors?: Record<string, Refusal>;
};
type EventsOf = Record<'created' | 'changed' | 'deleted', EventType>;

/**
 * Builds a record's feature except its lists: its events, view, and calls by id. `stored` holds the events of a kind that existed before
 * this definition, and the field with the record's id in them; `filed` is the event of its file, if it has one.
 */
export const recordOf = <
  const Definition extends Described<Fields>,
  Fields extends z.ZodObject,
  const Stored extends { idField: string; events: EventsOf; filed?: FileEvent<string> },
>(
  definition: Definition & { fields: Fields },
  stored: Stored,
) => {
  const { name, kind, fields, missing, may, base, channel = kind, refuses = [], unique = [], set = null } = definition;
  const { owner = null, author = null, version = 1, permissions = {}, errors = {}, orderBy, searchIn = [] } = definition;
  const { listAs = name } = definition;
  const { file } = definition;
  const shown = (definition.kept ?? z.object({})).extend(authored(author, madeBy));
  const kept = shown.extend(file ? recordFile : {});
  const { reach = 'company' } = definition;
  if (unique.length > 0 && set === null) throw new Error(`${name}: only among the records of a set something is unique.`);
  const codes = [...refuses, ...unique.map(({ code }) => code)];
  // For generic fields, the type that `extend` returns is looser than for each concrete record.
  const own = fields.extend(shown.shape).extend(stamps) as unknown as RecordView<Fields, KeptOf<Definition>>;
  const view = own.extend(definition.counted?.shape ?? {}).extend(file ? shownFile : {}) as unknown as ViewOf<Definition, Fields>;
  const one = { params: f.idParam, missing } as const;
  const readBy: Pick<RouteDefinition, 'auditors'> = definition.auditors ? { auditors: true } : {};
  const of: Pick<RouteDefinition, 'company'> = reach === 'platform' ? { company: 'platform' } : {};
  const files = file ? fileRoutes({ base, may: may.write, missing, file }, of) : {};
  const named = {
    changeNamed: route({
      ...of,
      call: `PUT ${base}`,
      may: may.write,
      summary: `Changes the ${kind} that the body names.`,
      body: changesOf(fields).extend({ id: f.id }),
      refuses: [...codes, missing],
      reply: own,
    }),
    deleteNamed: route({
      ...of,
      call: `DELETE ${base}`,
      may: may.write,
      summary: `Deletes the ${kind} that the body names.`,
      body: f.idParam,
      refuses: [missing],
      reply: z.null(),
    }),
  };
  return {
    name,
    listAs,
    kind,
    fields,
    kept,
    view,
    missing,
    may,
    orderBy: orderBy as readonly string[],
    searchIn: searchIn as readonly string[],
    unique: unique as readonly Unique[],
    owner: owner as string | null,
    author: author as string | null,
    version,
    reach: reach as Reach,
    place: { set, idField: stored.idField } as RecordPlace,
    recordEvents: stored.events as EventsOf,
    filed: (stored.filed ?? null) as FileEvent<string> | null,
    accepts: (file?.accepts ?? null) as readonly string[] | null,
    events: stored.events as Stored['events'],
    channel: channel as string,
    pushes: { [channel]: ['create', 'update', 'delete'] } as unknown as PushesOf<Definition>,
    permissions: permissions as Definition extends { permissions: infer P } ? P : object,
    errors: errors as Definition extends { errors: infer E } ? E : object,
    routes: {
      show: route({
        ...one,
        ...readBy,
        call: `GET ${base}/:id`,
        may: may.read,
        summary: `One ${kind}.`,
        query: f.after,
        reply: view,
      }),
      create: route({
        ...of,
        call: `POST ${base}`,
        may: may.write,
        summary: `Creates a ${kind}.`,
        body: fields.extend(authored(author, f.id.nullish())) as unknown as BodyOf<Definition, Fields>,
        refuses: codes,
        reply: own,
        status: 201,
      }),
      change: route({
        ...one,
        ...of,
        call: `PUT ${base}/:id`,
        may: may.write,
        summary: `Changes a ${kind}.`,
        body: changesOf(fields),
        refuses: codes,
        reply: own,
      }),
      delete: route({
        ...one,
        ...of,
        call: `DELETE ${base}/:id`,
        may: may.write,
        summary: `Deletes a ${kind}.`,
        reply: z.null(),
      }),
      ...((definition.idInBody ? named : {}) as Partial<typeof named>),
      ...(files as Definition extends { file: RecordFile } ? FileRoutes : object),
    },
  };
};

/**
 * Defines a plain record (tag, sector, plan, ...): its events, calls, decider, table, lists, pushes and manifest are all derived from this
 * definition.
 */
export const record = <const Definition extends Described<Fields> & { upcasters?: Upcasters }, Fields extends z.ZodObject>(
  definition: Definition & { fields: Fields },
) => {
  const {
    name,
    kind,
    fields,
    base,
    may,
    auditors,
    author = null,
    file,
    upcasters = {},
  } = definition as Definition & { fields: Fields };
  const { listAs = name } = definition as Definition & { fields: Fields };
  const all = eventsOf<Definition['kind'], Fields, AuthorOf<Definition>>(kind, fields, author as never, !!file, upcasters);
  type Events = Definition extends { file: RecordFile } ? Required<typeof all> : Omit<typeof all, 'filed'>;
  const events = all as Events;
  const stored = { idField: 'id', events, ...(all.filed && { filed: all.filed }) } as const;
  const made = recordOf<Definition, Fields, { idField: 'id'; events: Events; filed?: FileEvent<string> }>(definition, stored);
  const list = z.object({ [listAs]: z.array(made.view), count: z.number(), hasMore: z.boolean() }) as unknown as Listed<
    Definition extends { listAs: infer Key extends string } ? Key : Definition['name'],
    ViewOf<Definition, Fields>
  >;
  return {
    ...made,
    isPlain: true as const,
    routes: {
      ...listRoutes({ name, base, may, ...(auditors && { auditors }) }, list),
      ...made.routes,
    },
  };
};

/** The calls that list records of a kind, by page and unpaged. */
export const listRoutes = <Reply extends z.ZodType>(
  { name, base, may, ...readBy }: Pick<Described<z.ZodObject>, 'name' | 'base' | 'may' | 'auditors'>,
  reply: Reply,
) => ({
  list: route({
    ...readBy,
    call: `GET ${base}/`,
    may: may.read,
    summary: `A page of ${name}.`,
    query: f.page.extend(f.after.shape),
    reply,
  }),
  listAll: route({
    ...readBy,
    call: `GET ${base}/list`,
    may: may.read,
    summary: `All ${name}, unpaged.`,
    query: f.after.extend({ searchParam: f.search }),
    reply,
  }),
});

/** The part of a record's definition that both sides need, whatever its fields. */
export type AnyRecord = {
  name: string;
  listAs: string;
  kind: string;
  fields: z.ZodObject;
  kept: z.ZodObject;
  view: z.ZodObject;
  missing: string;
  orderBy: readonly string[];
  searchIn: readonly string[];
  unique: readonly Unique[];
  owner: string | null;
  author: string | null;
  version: number;
  reach: Reach;
  place: RecordPlace;
  recordEvents: EventsOf;
  filed: FileEvent<string> | null;
  accepts: readonly string[] | null;
  channel: string;
  routes: Record<'show' | 'create' | 'change' | 'delete', RouteDefinition> &
    Partial<Record<'changeNamed' | 'deleteNamed', RouteDefinition>> &
    Partial<FileRoutes>;
};
/** A record that is a complete feature: with paged and unpaged lists. */
export type PlainRecord = AnyRecord & { isPlain: true; routes: Record<'list' | 'listAll', RouteDefinition> };

const stamps = { id: f.id, companyId: f.id, createdAt: f.at, updatedAt: f.at };
type BodyOf<Definition, Fields extends z.ZodObject> = z.ZodObject<
  Fields['shape'] & { [Name in AuthorOf<Definition>]: z.ZodOptional<typeof madeBy> }
>;
type KeptOf<Definition> = (Definition extends { kept: z.ZodObject<infer Shape> } ? Shape : object) & {
  [Name in AuthorOf<Definition>]: typeof madeBy;
};
export type RecordView<Fields extends z.ZodObject, Kept = object> = z.ZodObject<Fields['shape'] & Kept & typeof stamps>;
type ViewOf<Definition, Fields extends z.ZodObject> = RecordView<
  Fields,
  KeptOf<Definition> &
    (Definition extends { counted: z.ZodObject<infer Shape> } ? Shape : object) &
    (Definition extends { file: RecordFile } ? typeof shownFile : object)
>;
type PushesOf<Definition> = Definition extends { channel: infer Channel extends string }
  ? Record<Channel, readonly PushAction[]>
  : Definition extends { kind: infer Kind extends string }
    ? Record<Kind, readonly PushAction[]>
    : never;
type Listed<ListAs extends string, Item extends z.ZodType> = z.ZodObject<
  { [Key in ListAs]: z.ZodArray<Item> } & { count: z.ZodNumber; hasMore: z.ZodBoolean }
>;
