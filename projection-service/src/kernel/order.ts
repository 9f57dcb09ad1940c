import { orderKey } from '@prosa/contracts';
import { snake } from './columns.ts';
import { sql } from './db.ts';

type Fragment = ReturnType<typeof sql.fragment>;

/** The field that holds the sort key of a text by which a table's rows are ordered. */
export const orderField = (field: string): string => `${field}Order`;

/** The value of that field; null for a forgotten person's text. */
export const orderOf = (text: string | null): string | null => (text === null ? null : orderKey(text));

/**
 * The columns for ordering rows by a text, matching `inOrder` of the contracts; `of` is the table's alias in the query. Rows without the
 * text are last in both directions.
 */
export const byText = (field: string, of: string, direction: 'asc' | 'desc' = 'asc'): Fragment => {
  const column = (name: string) => sql.identifier([of, snake(name)]);
  const to = direction === 'asc' ? sql.fragment`` : sql.fragment`desc nulls last`;
  return sql.fragment`${column(orderField(field))} collate "C" ${to}, ${column(field)} collate "C" ${to}`;
};
