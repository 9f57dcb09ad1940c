/** The words by which a conversation was found, kept with the entry of the browser's history. */
export const hitState = (words: string): object => ({ hitWords: words });

/** The words of an entry's state; null if it was not opened from a search. */
export const hitWordsOf = (state: unknown): string | null => {
  const words = (state as { hitWords?: unknown } | null)?.hitWords;
  return typeof words === 'string' && words !== '' ? words : null;
};

/** The state of the entry once its search is left. */
export const withoutHits = (state: unknown): object => ({ ...(state as object | null), hitWords: null });
