import { orderKey, searchWords } from '@prosa/contracts';
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

/** Whether a column of `searchable` texts contains a text. */
export const contains = (column: Fragment, text: string): Fragment =>
  sql.fragment`${column} like ${containing(searchable(text))}`;
/** Whether a column of `searchable` texts contains all words of a text, in any order. */
export const containsWords = (column: Fragment, text: string): Fragment => {
  const each = searchWords(text).map((word) => sql.fragment`${column} like ${containing(word)}`);
  return sql.fragment`(${sql.join([sql.fragment`true`, ...each], sql.fragment` and `)})`;
};

/** Normalises a text for searching, as lists order it: what begins so is one part of a list. */
export const searchable = orderKey;
