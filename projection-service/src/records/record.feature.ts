import { type ErrorCode, type EventType, limits, type PushChannel, Refused, type RouteDefinition } from '@prosa/contracts';
import { z } from 'zod';
import { type Column, flag, integer, snake, text, time, uuid } from '../kernel/columns.ts';
import { type Db, sql } from '../kernel/db.ts';
import { type Feature, readRoute } from '../kernel/feature.ts';
import { contains, pageOf } from '../kernel/paging.ts';
import { definePush } from '../kernel/push.ts';
import { type AnyRow, defineRows, type Rows } from '../kernel/rows.ts';

/** What the read side needs of a record's definition (`record()`), whatever its name, fields and address. */
type AnyRecord = {
  name: string;
  fields: z.ZodObject;
  view: z.ZodObject;
  missing: ErrorCode;
  calls: { listAs: string; searchIn: readonly string[] };
  events: Record<'created' | 'changed' | 'deleted', EventType>;
  routes: Record<'list' | 'listAll' | 'show', RouteDefinition>;
};

/** The read side of a plain record, made of its definition: its table, its list by page and whole, one by id, its pushes. */
export const recordFeature = (definition: AnyRecord, channel: PushChannel): Feature & { rows: Rows<AnyRow> } => {
  const { calls, missing } = definition;
  const { routes } = definition;
  const fields = Object.entries(definition.fields.shape as Record<string, z.ZodType>);
  const rows = rowsOf(definition, fields);
  const columns = sql.join(
    ['id', ...fields.map(([field]) => field), 'createdAt', 'updatedAt'].map(
      (field) => sql.fragment`${sql.identifier([snake(field)])} as ${sql.identifier([field])}`,
    ),
    sql.fragment`, `,
  );
  const Row = z.object({ ...definition.view.shape, createdAt: z.date(), updatedAt: z.date() });
  type Row = { id: string; createdAt: Date; updatedAt: Date };
  const read = async (db: Db, rest: ReturnType<typeof sql.fragment>) => {
    const found = (await db.many(sql.type(Row)`
      select ${columns} from ${db.table(rows)} where company_id = ${db.companyId} and not deleted ${rest}`)) as Row[];
    return found.map((row) => ({ ...row, createdAt: row.createdAt.toISOString(), updatedAt: row.updatedAt.toISOString() }));
  };
  const byIds = async (db: Db, ids: readonly string[]) =>
    new Map((await read(db, sql.fragment`and id = any(${sql.array(ids, 'uuid')})`)).map((one) => [one.id, one]));
  const matching = (searchParam: string) =>
    searchParam === ''
      ? sql.fragment``
      : sql.fragment`and (${sql.join(
          calls.searchIn.map((field) => contains(sql.fragment`${sql.identifier([snake(field)])}`, searchParam)),
          sql.fragment` or `,
        )})`;
  return {
    name: calls.listAs,
    rows,
    tables: [rows],
    pushes: [
      definePush(rows, { channel, rooms: (row) => (row.deleted ? [] : [`company:${row.companyId as string}`]), records: byIds }),
    ],
    routes: (app, reader) => {
      readRoute(app, reader, routes.list, async ({ db, query }) => {
        const { searchParam, pageNumber } = query as { searchParam: string; pageNumber: number };
        const offset = (pageNumber - 1) * limits.pageSize;
        const found = await read(
          db,
          sql.fragment`${matching(searchParam)} order by name, id limit ${limits.pageSize + 1} offset ${offset}`,
        );
        const { count } = await db.one(sql.type(z.object({ count: z.number() }))`
          select count(*)::int as count from ${db.table(rows)} where company_id = ${db.companyId} and not deleted ${matching(searchParam)}`);
        const { records, hasMore } = pageOf(found, limits.pageSize);
        return { [calls.listAs]: records, count, hasMore };
      });
      readRoute(app, reader, routes.listAll, async ({ db, query }) => {
        const records = await read(
          db,
          sql.fragment`${matching((query as { searchParam: string }).searchParam)} order by name, id`,
        );
        return { [calls.listAs]: records, count: records.length, hasMore: false };
      });
      readRoute(app, reader, routes.show, async ({ db, params }) => {
        const { id } = params as { id: string };
        const one = (await byIds(db, [id])).get(id);
        if (!one) throw new Refused(missing);
        return one;
      });
    },
  };
};

const rowsOf = ({ name, events }: AnyRecord, fields: [string, z.ZodType][]): Rows<AnyRow> =>
  defineRows({
    table: name,
    version: 1,
    events,
    columns: {
      id: uuid(),
      companyId: uuid(),
      ...Object.fromEntries(fields.map(([field, schema]) => [field, columnOf(schema)])),
      deleted: flag(),
      createdAt: time(),
      updatedAt: time(),
    } as { companyId: Column<string> } & Record<string, Column<unknown>>,
    indexes: ['(company_id)'],
    ignores: [],
    key: ({ data }: { data: AnyRow }) => data.id,
    begins: {
      [events.created.type]: ({ data, meta }: { data: AnyRow; meta: { companyId: string; at: Date } }) => ({
        ...data,
        companyId: meta.companyId,
        deleted: false,
        createdAt: meta.at,
        updatedAt: meta.at,
      }),
    },
    changes: {
      [events.changed.type]: (row: AnyRow, { data, meta }: { data: AnyRow; meta: { at: Date } }) => ({
        ...row,
        ...data,
        updatedAt: meta.at,
      }),
      [events.deleted.type]: (row: AnyRow, { meta }: { meta: { at: Date } }) => ({ ...row, deleted: true, updatedAt: meta.at }),
    },
  } as unknown as Parameters<typeof defineRows>[0]) as unknown as Rows<AnyRow>;

/** The column that holds a field: numbers and booleans as such, all else as text. */
const columnOf = (schema: z.ZodType): Column<unknown> => {
  const sample = schema instanceof z.ZodDefault ? schema.def.defaultValue : undefined;
  return typeof sample === 'number' ? integer() : typeof sample === 'boolean' ? flag() : text();
};
