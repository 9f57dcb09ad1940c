import { orderKey, Refused } from '@prosa/contracts';
import type { z } from 'zod';
import { snake } from './columns.ts';
import { sql } from './db.ts';
import { orderField } from './order.ts';

type Fragment = ReturnType<typeof sql.fragment>;
export type Direction = 'asc' | 'desc';

/** Where the next page of a list begins: the key of the last row of the page before. Opaque to clients. */
export const writeCursor = (key: readonly (string | null)[]): string => Buffer.from(JSON.stringify(key)).toString('base64url');

/** Throws Refused for anything that `writeCursor` did not write with a key of this form. */
export const readCursor = <Key extends z.ZodType>(form: Key, cursor: string): z.output<Key> => {
  const read = form.safeParse(parsed(Buffer.from(cursor, 'base64url').toString()));
  if (!read.success) throw new Refused('ERR_VALIDATION', { fields: { cursor: 'Invalid cursor' } });
  return read.data;
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

export const directionOf = (direction: Direction): Fragment => (direction === 'asc' ? sql.fragment`asc` : sql.fragment`desc`);

/**
 * Reads the rows that follow a key, `size` at most, in the order of a text and then of their ids. Rows without the text are last
 * in both directions, so they are read apart: no index has them at that end of a descending order. `from` null: from the beginning.
 */
export const readByText = async <Row>(
  { field, of, direction, from, size }: ByText,
  read: (part: { where: Fragment; order: Fragment; limit: number }) => Promise<Row[]>,
): Promise<Row[]> => {
  const column = (name: string) => sql.identifier([of, snake(name)]);
  const [key, text, id] = [column(orderField(field)), column(field), column('id')];
  const to = directionOf(direction);
  const withText = async (): Promise<Row[]> => {
    const after =
      from?.text == null
        ? sql.fragment``
        : sql.fragment`and (${key} collate "C", ${text} collate "C", ${id})
            ${direction === 'asc' ? sql.fragment`>` : sql.fragment`<`} (${orderKey(from.text)}, ${from.text}, ${from.id}::uuid)`;
    return read({
      where: sql.fragment`${key} is not null ${after}`,
      order: sql.fragment`${key} collate "C" ${to}, ${text} collate "C" ${to}, ${id} ${to}`,
      limit: size,
    });
  };
  const without = (limit: number): Promise<Row[]> => {
    const after = from && from.text === null ? sql.fragment`and ${id} > ${from.id}::uuid` : sql.fragment``;
    return read({ where: sql.fragment`${key} is null ${after}`, order: sql.fragment`${id}`, limit });
  };
  if (from && from.text === null) return without(size);
  const rows = await withText();
  return rows.length === size ? rows : [...rows, ...(await without(size - rows.length))];
};

type ByText = {
  field: string;
  /** The table's alias in the query. */
  of: string;
  direction: Direction;
  from: { text: string | null; id: string } | null;
  size: number;
};
