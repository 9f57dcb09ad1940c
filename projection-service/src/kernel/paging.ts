/** A page of one row more than it holds: that one tells that there is another page. `size` null: all. */
export const pageOf = <Row>(rows: Row[], size: number | null): { records: Row[]; hasMore: boolean } => ({
  records: size === null ? rows : rows.slice(0, size),
  hasMore: size !== null && rows.length > size,
});

/** A pattern of `like` for texts that contain this one, whatever wildcards are in it. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** A text as it is searched: without accents, in lower case. */
export const searchable = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
