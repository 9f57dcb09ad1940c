/** The text in the form used for searching: without accents, in lower case. */
export const searchable = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
