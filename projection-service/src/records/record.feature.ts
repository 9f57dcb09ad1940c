import {
  type AnyRecord,
  type ErrorCode,
  limits,
  overseersOf,
  type PlainRecord,
  type PushChannel,
  Refused,
} from '@prosa/contracts';
import { sql } from '../kernel/db.ts';
import { type Feature, readRoute } from '../kernel/feature.ts';
import { pageOf } from '../kernel/paging.ts';
import { type CountedIn, definePush, type NewsOf } from '../kernel/push.ts';
import { roomOfReaders } from '../kernel/reach.ts';
import { type Counted, recordQueries } from './record.queries.ts';
import { recordRows } from './record.rows.ts';

/**
 * Fields that are counts, each computed by its query, the counters that these queries read, and changes of other rows that are news of the
 * records. `isForAdmins`: only administrators and auditors hear of them.
 */
export type Counting = { counted: Counted; counters: readonly CountedIn[]; news?: readonly NewsOf[]; isForAdmins?: boolean };

/** The table and pushes of a kind of record, for a feature that answers its own calls. */
export const recordBase = (
  definition: AnyRecord,
  { counted, counters, news = [], isForAdmins = false }: Counting = { counted: {}, counters: [] },
) => {
  const { name, owner } = definition;
  const rows = recordRows(definition);
  const { byIds } = recordQueries(definition, counted);
  const push = definePush(rows, {
    channel: definition.channel as PushChannel,
    rooms: (row) => {
      if (row.deleted) return [];
      const of = owner && (row[owner] as string | null);
      if (of) return [`user:${of}`];
      const companyId = row.companyId as string;
      return isForAdmins ? overseersOf(companyId) : [roomOfReaders(rows, companyId)];
    },
    records: byIds,
    counters,
    news,
  });
  return { name, tables: [rows, ...counters.map(({ counter }) => counter)], pushes: [push] } as const;
};

/**
 * The read side of a plain record, generated from its definition: its table, its list by page and complete, one record by id, its pushes.
 * `narrowed` removes fields from the pages that their query does not ask for.
 */
export const recordFeature = (
  definition: PlainRecord,
  narrowed: (query: Record<string, unknown>) => ReturnType<typeof sql.fragment> = () => sql.fragment``,
  counting?: Counting,
): Feature => {
  const { listAs, routes } = definition;
  const { read, count, byIds, matching } = recordQueries(definition, counting?.counted);
  return {
    ...recordBase(definition, counting),
    routes: (app, reader) => {
      readRoute(app, reader, routes.list, async ({ db, query, asker }) => {
        const { searchParam, pageNumber, paginate } = query as { searchParam: string; pageNumber: number; paginate?: boolean };
        const where = sql.fragment`${matching(searchParam)} ${narrowed(query as Record<string, unknown>)}`;
        if (paginate === false) {
          const all = await read(db, asker.userId, where);
          return { [listAs]: all, count: all.length, hasMore: false };
        }
        const offset = (pageNumber - 1) * limits.pageSize;
        const page = await read(db, asker.userId, where, sql.fragment`limit ${limits.pageSize + 1} offset ${offset}`);
        const { records, hasMore } = pageOf(page, limits.pageSize);
        return { [listAs]: records, count: await count(db, asker.userId, where), hasMore };
      });
      readRoute(app, reader, routes.listAll, async ({ db, query, asker }) => {
        const records = await read(db, asker.userId, matching((query as { searchParam: string }).searchParam));
        return { [listAs]: records, count: records.length, hasMore: false };
      });
      readRoute(app, reader, routes.show, async ({ db, params, asker }) => {
        const { id } = params as { id: string };
        const one = (await byIds(db, [id], asker.userId)).get(id);
        if (!one) throw new Refused(definition.missing as ErrorCode);
        return one;
      });
    },
  };
};
