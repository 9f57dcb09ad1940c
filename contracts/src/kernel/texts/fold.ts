import { withoutUnseen } from './visible.ts';

/** Letters that Unicode does not take apart, though people write them by others. */
const LETTERS: Record<string, string> = {
  ł: 'l',
  ø: 'o',
  ß: 'ss',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ς: 'σ',
};
const LETTER = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g');
const APOSTROPHES = /[\u0060\u00b4\u02b9-\u02bf\u02c8\u2018-\u201b\u2032\u2035\u275b\u275c\uff07]/g;
const QUOTES = /[\u00ab\u00bb\u201c-\u201f\u2033\u2036\u275d\u275e\u301d\u301e\uff02]/g;
const DASHES = /[\p{Pd}\u2043\u2212]/gu;

/**
 * A text as searches compare it and lists order it: what looks the same is the same. Without accents, case and invisible characters; one
 * blank for any white space, one apostrophe, one quotation mark and one dash for all of their kind. A row stores it, so that a
 * change here is a new version of each table that does.
 */
export const fold = (text: string): string =>
  /^[\x21-\x5f\x61-\x7e]*(?: [\x21-\x5f\x61-\x7e]+)*$/.test(text) ? text.toLowerCase() : foldAny(text);

const foldAny = (text: string): string =>
  withoutUnseen(text)
    .replace(APOSTROPHES, "'")
    .replace(QUOTES, '"')
    .replace(DASHES, '-')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(LETTER, (letter) => LETTERS[letter]!)
    .replace(/[\s\u0085]+/g, ' ')
    .trim();

/** Whether a name contains all words of a search, in any order. */
export const hasWords = (name: string, words: string): boolean => {
  const folded = fold(name);
  return searchWords(words).every((word) => folded.includes(word));
};

/** The words of a text as searches compare them. */
export const searchWords = (text: string): string[] => fold(text).split(' ').filter(Boolean);
