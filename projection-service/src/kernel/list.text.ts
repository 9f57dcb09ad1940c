import { fields, limits } from '@prosa/contracts';
import { z } from 'zod';
import type { Db, sql } from './db.ts';
import { type Direction, readByText, readCursor, writeCursor } from './keyset.ts';
import { pageOf } from './paging.ts';
import { type PartByText, type SoughtByText, searchByText } from './search.text.ts';
import type { Counted } from './search.ts';

type Fragment = ReturnType<typeof sql.fragment>;

/** A list of a table's rows by a text: all of them, or those that a search finds. */
export type ListByText<Item> = Omit<SoughtByText, 'fits'> & {
  /** The condition of the search; null: all rows of the list. */
  fits: Fragment | null;
  /** Reads rows of the whole list. */
  read: (part: { where: Fragment; order: Fragment; limit: number }) => Promise<Item[]>;
  /** The records of rows that were found, by id. */
  records: (ids: readonly string[]) => Promise<Map<string, Item>>;
  /** The number of all rows of the list. */
  count: () => Promise<number>;
};

/** Returns a part of such a list, and the number of its rows as `search` counts them. */
export const partByText = async <Item>(
  db: Db,
  { fits, read, records, count, ...list }: ListByText<Item>,
  part: PartByText,
): Promise<{ items: Item[] } & Counted> => {
  if (fits === null) {
    const { offset, size, ...place } = part;
    const items = await readByText({ ...place, field: list.field, of: list.of, size: offset + size }, read);
    return { items: items.slice(offset), count: await count(), atLeast: false };
  }
  const { ids, ...counted } = await searchByText(db, { ...list, fits }, part);
  const found = await records(ids);
  return { items: ids.flatMap((id) => found.get(id) ?? []), ...counted };
};

/** A page by its number, or the one that a cursor continues. */
export type AskedByText = { pageNumber: number; direction: Direction; cursor?: string | undefined };
const Cursor = z.tuple([z.string().nullable(), fields.id]);

/** Returns a page of such a list, and where the next begins. `textOf`: the text by which it is listed. Throws Refused for an invalid cursor. */
export const pageByText = async <Item extends { id: string }>(
  db: Db,
  list: ListByText<Item>,
  { pageNumber, direction, cursor }: AskedByText,
  textOf: (item: Item) => string | null,
) => {
  const key = cursor === undefined ? null : readCursor(Cursor, cursor);
  const from = key && { text: key[0], id: key[1] };
  const offset = from ? 0 : (pageNumber - 1) * limits.pageSize;
  const { items, ...counted } = await partByText(db, list, { direction, from, offset, size: limits.pageSize + 1 });
  const { records, hasMore } = pageOf(items, limits.pageSize);
  const last = records.at(-1);
  return { records, hasMore, cursor: hasMore && last ? writeCursor([textOf(last), last.id]) : null, ...counted };
};
