import { orderKey } from '@prosa/contracts';
import { sql } from './db.ts';

type Fragment = ReturnType<typeof sql.fragment>;

/** Takes one row more than the page holds: that row shows that there is another page. `size` null: all rows. */
export const pageOf = <Row>(rows: Row[], size: number | null): { records: Row[]; hasMore: boolean } => ({
  records: size === null ? rows : rows.slice(0, size),
  hasMore: size !== null && rows.length > size,
});

/** Returns a `like` pattern for texts that contain this one; wildcards in it are escaped. */
export const containing = (text: string): string => `%${beginning(text)}`;
/** The same for texts that begin with it. */
export const beginning = (text: string): string => `${text.replace(/[\\%_]/g, '\\$&')}%`;

/**
 * Whether a column contains a text, ignoring case and accents. It reads every row: for kinds with few records; a large table has a column
 * of `searchable` texts instead.
 */
export const contains = (column: Fragment, text: string): Fragment =>
  sql.fragment`${unaccented(column)} like ${unaccented(sql.fragment`${containing(text)}`)}`;
const unaccented = (value: Fragment): Fragment =>
  sql.fragment`regexp_replace(lower(normalize(${value}::text, nfd)), '[\\u0300-\\u036f]', '', 'g')`;

/** Normalises a text for searching, as lists order it: what begins so is one part of a list. */
export const searchable = orderKey;
