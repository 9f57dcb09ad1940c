import { orderKey } from '@prosa/contracts';
import { snake } from './columns.ts';
import { sql } from './db.ts';

type Fragment = ReturnType<typeof sql.fragment>;

/** The field that holds the key of a text by which a table's rows are listed (ADR 242). */
export const orderField = (field: string): string => `${field}Order`;

/** What stands in it; null of what was forgotten. */
export const orderOf = (text: string | null): string | null => (text === null ? null : orderKey(text));

/** The columns by which rows are listed where they are by a text, as `inOrder` of the contracts has them; `of` names their table in the query. */
export const byText = (field: string, of: string): Fragment => {
  const column = (name: string) => sql.identifier([of, snake(name)]);
  return sql.fragment`${column(orderField(field))} collate "C", ${column(field)} collate "C"`;
};
