import { z } from 'zod';
import { type Db, sql } from './db.ts';
import { type Direction, readByText } from './keyset.ts';
import { byText } from './order.ts';
import { type Counted, type Sought, search } from './search.ts';
import type { Table } from './table.ts';

type Fragment = ReturnType<typeof sql.fragment>;

/** A search of a table whose rows are listed by a text (ADR 242). */
export type SoughtByText = {
  rows: Table;
  /** The table's alias in the conditions. */
  of: string;
  field: string;
  /** The condition for the rows of the list. */
  listed: Fragment;
  /** The condition of the search. */
  fits: Fragment;
};
/** A part of such a list: `offset` rows after `from` (null: its beginning) are left out. */
export type PartByText = {
  direction: Direction;
  from: { text: string | null; id: string } | null;
  offset: number;
  size: number;
};

const Found = z.object({ id: z.string() });
export const Looked = z.object({ looked: z.number(), fitting: z.number() });

/** How such a search looks at the beginning of the list, and collects what it finds. */
export const lookingByText = (
  db: Db,
  { rows, of, field, listed, fits }: SoughtByText,
): Pick<Sought<unknown>, 'look' | 'collect'> => {
  const source = sql.fragment`${db.table(rows)} ${sql.identifier([of])}`;
  const id = sql.identifier([of, 'id']);
  return {
    look: (most) =>
      db.one(sql.type(Looked)`
        select count(*)::int as looked, count(*) filter (where l.fits)::int as fitting
        from (select ${fits} as fits from ${source} where ${listed} order by ${byText(field, of)}, ${id} limit ${most}) l`),
    collect: async (most) =>
      (await db.many(sql.type(Found)`select ${id} from ${source} where ${listed} and ${fits} limit ${most}`)).map(({ id }) => id),
  };
};

/** Returns the ids of a part of such a list, and the number of results. */
export const searchByText = async (db: Db, sought: SoughtByText, part: PartByText): Promise<{ ids: string[] } & Counted> => {
  const { rows: table, of, field, listed, fits } = sought;
  const { direction, from, offset, size } = part;
  const source = sql.fragment`${db.table(table)} ${sql.identifier([of])}`;
  const id = sql.identifier([of, 'id']);
  const among = (ids: string[], where: Fragment, order: Fragment, limit: number) =>
    db.many(sql.type(Found)`
      select ${id} from ${source} where ${listed} and ${id} = any(${sql.array(ids, 'uuid')}) and ${where} order by ${order} limit ${limit}`);
  // The limit, or `offset 0`, keeps the search out of the inner query, which could otherwise be planned by an index that reads all results.
  const along = (where: Fragment, order: Fragment, limit: number, end: Fragment) =>
    db.many(sql.type(Found)`
      select ${id} from (
        select ${sql.identifier([of])}.* from ${source} where ${listed} and ${where} order by ${order} ${end}
      ) ${sql.identifier([of])} where ${fits} order by ${order} limit ${limit}`);
  const sorted = (where: Fragment, order: Fragment, limit: number) =>
    db.many(sql.type(Found)`
      with ${sql.identifier([of])} as materialized (select ${sql.identifier([of])}.* from ${source} where ${listed} and ${fits})
      select ${id} from ${sql.identifier([of])} where ${where} order by ${order} limit ${limit}`);
  const read = async (by: (where: Fragment, order: Fragment, limit: number) => Promise<readonly z.output<typeof Found>[]>) => {
    const found = await readByText({ field, of, direction, from, size: offset + size }, async ({ where, order, limit }) => [
      ...(await by(where, order, limit)),
    ]);
    return found.slice(offset);
  };
  const { rows, ...counted } = await search(db, {
    ...lookingByText(db, sought),
    page: (ids, most) =>
      read((where, order, limit) =>
        ids
          ? among(ids, where, order, limit)
          : along(where, order, limit, most === undefined ? sql.fragment`offset 0` : sql.fragment`limit ${most}`),
      ),
    sorted: () => read(sorted),
    size,
  });
  return { ids: rows.map(({ id }) => id), ...counted };
};
