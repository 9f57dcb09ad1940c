/** Digits of a piece: those of a Brazilian number without its area are the fewest that somebody types to find one contact. */
const LENGTH = 8;
/** One piece begins at each digit that has enough after it. */
const PIECE = new RegExp(`(?=(\\d{${LENGTH}}))`, 'g');

/**
 * The pieces of eight digits that are in a text, each once. A text that contains another has all of its pieces, so that an index on them finds
 * a number by any part of it.
 */
export const digitsIn = (text: string): string[] => [...new Set(Array.from(text.matchAll(PIECE), ([, piece]) => piece!))];
