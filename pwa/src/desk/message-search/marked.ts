import { searchable } from '../../kernel/i18n/searchable.ts';

export type Part = { text: string; isSought: boolean };

/** Number of characters kept before the first match if more precede it. */
const BEFORE = 48;

/** Splits a text into parts and marks those that match a search for `words`, ignoring case and accents as the search does. */
export const marked = (text: string, words: string): Part[] => {
  const sought = searchable(words.trim());
  const { folded, places } = foldedOf(text);
  const parts: Part[] = [];
  let from = 0;
  for (let at = sought === '' ? -1 : folded.indexOf(sought); at !== -1; at = folded.indexOf(sought, at + sought.length)) {
    const [start, end] = [places[at]!, places[at + sought.length] ?? text.length];
    if (start > from) parts.push({ text: text.slice(from, start), isSought: false });
    parts.push({ text: text.slice(start, end), isSought: true });
    from = end;
  }
  if (from < text.length) parts.push({ text: text.slice(from), isSought: false });
  return parts;
};

/** Like `marked`, but starts shortly before the first match. */
export const excerpt = (text: string, words: string, before = BEFORE): Part[] => {
  const parts = marked(text, words);
  const [first, ...rest] = parts;
  if (!first || first.isSought || rest.length === 0 || first.text.length <= before) return parts;
  const near = first.text.slice(-before);
  return [{ text: `…${near.slice(near.search(/\s/) + 1)}`, isSought: false }, ...rest];
};

/**
 * Returns a text folded for searching, and for each folded letter (and the end) its index in the original text. Some letters vanish in
 * folding, others become several, and a run of white space becomes one blank.
 */
const foldedOf = (text: string): { folded: string; places: number[] } => {
  const places: number[] = [];
  let folded = '';
  let at = 0;
  for (const letter of text) {
    const plain = /\s/.test(letter) ? (folded.endsWith(' ') ? '' : ' ') : searchable(letter);
    folded += plain;
    for (let n = 0; n < plain.length; n += 1) places.push(at);
    at += letter.length;
  }
  places.push(text.length);
  return { folded, places };
};
