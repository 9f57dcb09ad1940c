import { z } from 'zod';
import { snake } from './columns.ts';
import { type Db, sql } from './db.ts';
import { type Direction, readByText } from './keyset.ts';
import { byText, orderField } from './order.ts';
import { type Counted, type Held, type Sought, search } from './search.ts';
import type { Table } from './table.ts';

type Fragment = ReturnType<typeof sql.fragment>;

/** A search of a table whose rows are listed by a text. */
export type SoughtByText = {
  rows: Table;
  /** The table's alias in the conditions. */
  of: string;
  field: string;
  /** The condition for the rows of the list. */
  listed: Fragment;
  /** The condition of the search, asked of a row. */
  fits: Fragment;
  /** Where indexes do more. */
  indexed?: IndexedSearch;
};
export type IndexedSearch = {
  /** The condition by what the list's index holds, so that no row is read. */
  held: Fragment;
  found: FoundByIndex;
};
/** The condition of a search as indexes find its rows. Both parts may be true of a row. */
export type FoundByIndex = {
  /** By the beginning of the text of the list: each is a part of the list without gaps. */
  begins: readonly Fragment[];
  /** By anything else. */
  inside: Fragment;
  /** Whether the text has three characters of a word, by which the index finds `inside`; otherwise that reads all rows. */
  isIndexed: boolean;
};
/** A part of such a list: `offset` rows after `from` (null: its beginning) are left out. */
export type PartByText = {
  direction: Direction;
  from: { text: string | null; id: string } | null;
  offset: number;
  size: number;
};

const Found = z.object({ id: z.string() });
const Walked = z.object({ ids: z.array(z.string()), fitting: z.number() });
const Count = z.object({ count: z.number() });
const Explained = z.object({ 'QUERY PLAN': z.tuple([z.object({ Plan: z.object({ 'Plan Rows': z.number() }) })]) });
export const Looked = z.object({ looked: z.number(), fitting: z.number(), isAll: z.boolean() });

type Found = z.output<typeof Found>;
const idsOf = (rows: readonly Found[]): string[] => rows.map(({ id }) => id);
/** A condition that an index answers for each of its parts. */
export const either = ({ begins, inside }: FoundByIndex): Fragment =>
  sql.fragment`(${sql.join([inside, ...begins], sql.fragment` or `)})`;

/** Selects what `columns` name of the list's rows. */
const selectOf = (db: Db, { rows, of, listed }: SoughtByText, columns: Fragment): Fragment =>
  sql.fragment`select ${columns} from ${db.table(rows)} ${sql.identifier([of])} where ${listed}`;
const idOf = ({ of }: SoughtByText): Fragment => sql.fragment`${sql.identifier([of, 'id'])}`;
const collected = async (db: Db, sought: SoughtByText, by: Fragment, most: number): Promise<string[]> =>
  idsOf(await db.many(sql.type(Found)`${selectOf(db, sought, idOf(sought))} and ${by} limit ${most}`));

/** How such a search looks at the beginning of the list, and collects what it finds. */
export const lookingByText = (db: Db, sought: SoughtByText): Pick<Sought<unknown>, 'look' | 'collect'> => {
  const { of, field, fits, indexed } = sought;
  return {
    look: (most) =>
      db.one(sql.type(Looked)`
        select count(*)::int as looked, count(*) filter (where l.fits)::int as fitting, count(*) < ${most} as "isAll"
        from (${selectOf(db, sought, sql.fragment`${indexed?.held ?? fits} as fits`)} order by ${byText(field, of)}, ${idOf(sought)} limit ${most}) l`),
    collect: (most) => collected(db, sought, indexed ? either(indexed.found) : fits, most),
  };
};

/** Reads a part of the list: `by` reads rows of it in order. */
type Read = (by: (where: Fragment, order: Fragment, limit: number) => Promise<readonly Found[]>) => Promise<Found[]>;
const reading =
  ({ of, field }: SoughtByText, { direction, from, offset, size }: PartByText): Read =>
  async (by) => {
    const rows = await readByText({ field, of, direction, from, size: offset + size }, async ({ where, order, limit }) => [
      ...(await by(where, order, limit)),
    ]);
    return rows.slice(offset);
  };

/** The list in its order, with whether each row fits: no condition of the search, which could be planned by an index that reads all results. */
const inOrder = (db: Db, sought: SoughtByText, where: Fragment, order: Fragment, end: Fragment): Fragment => {
  const { of, field, fits, indexed } = sought;
  const columns = ['id', orderField(field), field].map((name) => sql.identifier([of, snake(name)]));
  const each = sql.fragment`${sql.join(columns, sql.fragment`, `)}, ${indexed?.held ?? fits} as fits`;
  return sql.fragment`(${selectOf(db, sought, each)} and ${where} order by ${order} ${end})`;
};

/** Returns the ids of a part of such a list, and the number of results. */
export const searchByText = async (db: Db, sought: SoughtByText, part: PartByText): Promise<{ ids: string[] } & Counted> => {
  const { of, fits, indexed } = sought;
  const read = reading(sought, part);
  const id = idOf(sought);
  const firstOf = (by: Fragment) => (where: Fragment, order: Fragment, limit: number) =>
    db.many(sql.type(Found)`${selectOf(db, sought, id)} and ${by} and ${where} order by ${order} limit ${limit}`);
  const along = (end: Fragment) => (where: Fragment, order: Fragment, limit: number) =>
    db.many(sql.type(Found)`
      select ${id} from ${inOrder(db, sought, where, order, end)} ${sql.identifier([of])} where ${sql.identifier([of, 'fits'])}
      order by ${order} limit ${limit}`);
  const sorted = (where: Fragment, order: Fragment, limit: number) =>
    db.many(sql.type(Found)`
      with ${sql.identifier([of])} as materialized (${selectOf(db, sought, sql.fragment`${sql.identifier([of])}.*`)} and ${fits})
      select ${id} from ${sql.identifier([of])} where ${where} order by ${order} limit ${limit}`);
  const among = async (ids: string[]): Promise<Found[]> => {
    const all = [...ids];
    const whole = reading(sought, { ...part, offset: 0, size: part.offset + part.size });
    for (const beginning of indexed?.found.begins ?? []) all.push(...idsOf(await whole(firstOf(beginning))));
    return read(firstOf(sql.fragment`${id} = any(${sql.array(all, 'uuid')})`));
  };
  const { rows, ...counted } = await search(db, {
    ...lookingByText(db, sought),
    ...(indexed && {
      collect: (most) => collected(db, sought, indexed.found.inside, most),
      held: heldBy(db, sought, indexed, part),
    }),
    page: (ids, most) =>
      ids ? among(ids) : read(along(most === undefined ? sql.fragment`offset 0` : sql.fragment`limit ${most}`)),
    sorted: () => read(sorted),
    size: part.size,
  });
  return { ids: idsOf(rows), ...counted };
};

const heldBy = (db: Db, sought: SoughtByText, { found }: IndexedSearch, part: PartByText): Held<Found> => ({
  expected: async () => {
    if (!found.isIndexed) return Infinity;
    const plan = await db.one(sql.type(Explained)`
      explain (format json) ${selectOf(db, sought, sql.fragment``)} and ${found.inside}`);
    return plan['QUERY PLAN'][0].Plan['Plan Rows'];
  },
  walk: async (most) => {
    let fitting = 0;
    const read = reading(sought, part);
    const rows = await read(async (where, order, limit) => {
      const walked = await db.one(sql.type(Walked)`
        select coalesce((array_agg(l.id) filter (where l.fits))[1:${limit}::int], '{}') as ids, count(*) filter (where l.fits)::int as fitting
        from ${inOrder(db, sought, where, order, sql.fragment`limit ${most}`)} l`);
      fitting += walked.fitting;
      return walked.ids.map((id) => ({ id }));
    });
    const isCounted = part.from === null || rows.length < part.size;
    return { rows, fitting: isCounted ? fitting : (await lookingByText(db, sought).look(most)).fitting };
  },
  besides: async (most) => {
    let all = 0;
    for (const beginning of found.begins) {
      const { count } = await db.one(sql.type(Count)`
        select count(*)::int as count from (${selectOf(db, sought, sql.fragment``)} and ${beginning} and not ${found.inside} limit ${most}) f`);
      all += count;
    }
    return all;
  },
});
