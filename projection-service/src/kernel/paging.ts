import { sql } from './db.ts';

type Fragment = ReturnType<typeof sql.fragment>;

/** A page of one row more than it holds: that one tells that there is another page. `size` null: all. */
export const pageOf = <Row>(rows: Row[], size: number | null): { records: Row[]; hasMore: boolean } => ({
  records: size === null ? rows : rows.slice(0, size),
  hasMore: size !== null && rows.length > size,
});

/** A pattern of `like` for texts that contain this one, whatever wildcards are in it. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/**
 * Whether a column contains a text, whatever the case and accents of both. It reads every row: for kinds of few; a table of many
 * keeps a column of `searchable` texts.
 */
export const contains = (column: Fragment, text: string): Fragment =>
  sql.fragment`${unaccented(column)} like ${unaccented(sql.fragment`${containing(text)}`)}`;
const unaccented = (value: Fragment): Fragment =>
  sql.fragment`regexp_replace(lower(normalize(${value}::text, nfd)), '[\\u0300-\\u036f]', '', 'g')`;

/** A text as it is searched: without accents, in lower case. */
export const searchable = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
