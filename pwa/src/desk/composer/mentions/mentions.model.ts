import { limits, type Mention, type MentionableView } from '@prosa/contracts';
import { hasWords } from '../../../kernel/i18n/searchable.ts';

/** A sign (`/`, `@`) and the text typed behind it: its range in the field, and the query. */
export type Typed = { from: number; to: number; query: string };

/** A colleague who can be named, by the name that is written. */
export type Mentionable = Omit<MentionableView, 'name'> & { name: string };

/** Longest query: beyond it nobody is being named. */
const QUERY_MAX = 40;
const isWord = (one: string | undefined): boolean => one !== undefined && /[\p{L}\p{N}_]/u.test(one);
/** Whether an `@` there begins a name: in an address it does not. */
const begins = (text: string, at: number): boolean => text[at] === '@' && !isWord(text[at - 1]);

/** Returns the name that is being typed behind an `@`, up to the caret; it may be empty. */
export const namedAt = (text: string, caret: number): Typed | null => {
  const before = text.slice(0, caret);
  const from = before.lastIndexOf('@');
  const query = before.slice(from + 1);
  if (from === -1 || !begins(text, from) || query.length > QUERY_MAX || /^\s|\n/.test(query)) return null;
  return { from, to: caret, query };
};

/** Who can be meant by a query, in their order. A name that is written whole, with a space behind it, asks for nobody any more. */
export const meantBy = (people: readonly Mentionable[], query: string): Mentionable[] =>
  people.filter(({ name }) => hasWords(name, query) && query !== `${name} `);

/**
 * The places where a text names these people, by their whole names. `chosen`, by name: who of several with the same name was chosen.
 */
export const mentionsIn = (
  text: string,
  people: readonly Pick<Mentionable, 'id' | 'name'>[],
  chosen: ReadonlyMap<string, string>,
): Mention[] => {
  const longestFirst = people.toSorted((a, b) => b.name.length - a.name.length);
  const found: Mention[] = [];
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    if (!begins(text, at)) continue;
    const named = longestFirst.find(
      ({ name }) => name !== '' && text.startsWith(name, at + 1) && !isWord(text[at + 1 + name.length]),
    );
    if (named) found.push({ userId: chosen.get(named.name) ?? named.id, at, length: named.name.length + 1 });
  }
  return found.slice(0, limits.mentions);
};
