import { searchWords, soughtNumbers } from '@prosa/contracts';
import { type Db, sql } from '../../kernel/db.ts';
import { beginning, containing, containsWords, searchable } from '../../kernel/paging.ts';
import { either, type FoundByIndex } from '../../kernel/search.text.ts';
import { digitsIn } from './contacts.digits.ts';
import { contactRows } from './contacts.rows.ts';

type Fragment = ReturnType<typeof sql.fragment>;

/** Selects the ids of the contacts whose name, number (in any format) or e-mail contains a text. */
export const contactsMatching = (db: Db, text: string): Fragment => sql.fragment`
  select c.id from ${db.table(contactRows)} c where c.company_id = ${db.companyId} and ${findsContacts(text)}`;

/** The condition for contacts `c` that are found by their indexes. */
export const findsContacts = (text: string): Fragment => either(foundContacts(text));

/** Whether the search text of the contact named `of` contains a text. */
export const matchesContact = (text: string, of = 'c'): Fragment =>
  anyOf([...spellings(text).map((text) => contain([of, 'search'], text)), ...named(text, of)]);

/** The condition that a name has all of several words, in any order; of one word, and of a number, its search text tells. */
const named = (text: string, of = 'c'): Fragment[] =>
  searchWords(text).length < 2 || soughtNumbers(text).length > 0
    ? []
    : [containsWords(sql.fragment`${sql.identifier([of, 'name_order'])}`, text)];

/**
 * Whether the contact of the ticket `t` is found, asked of each ticket on the way: of `exists` the planner could first read all contacts that
 * match.
 */
export const matchesContactOfTicket = (db: Db, text: string): Fragment => sql.fragment`
  coalesce((select ${matchesContact(text)} from ${db.table(contactRows)} c where c.id = t.contact_id), false)`;

/** The same by what the list's index holds of the contact `c`; a search text that is too long for the index is read in the row. */
export const heldContact = (db: Db, text: string): Fragment => sql.fragment`
  case when c.sought is not null then ${anyOf([...spellings(text).map((text) => contain(['c', 'sought'], text)), ...named(text)])}
    else (select ${matchesContact(text, 'long')} from ${db.table(contactRows)} long where long.id = c.id) end`;

/**
 * The same as indexes find it. A search text begins with the contact's name; where it begins with the text, the name does, or it is the text's
 * beginning, up to a blank. A long row of digits is found by its pieces: few contacts have one of these, and many have three digits of it.
 */
export const foundContacts = (text: string): FoundByIndex => {
  const texts = spellings(text);
  const inside = texts.map((text) => {
    const pieces = digitsIn(text);
    return pieces.length === 0
      ? sql.fragment`substr(c.search, 2) like ${containing(text)}`
      : sql.fragment`(c.digits @> ${sql.array(pieces, 'text')} and ${contain(['c', 'search'], text)})`;
  });
  const begins = texts
    .filter((text) => digitsIn(text).length === 0)
    .flatMap((text) => {
      const shorter = Array.from(text.matchAll(/ /g), ({ index }) => sql.fragment`${NAME} = ${text.slice(0, index)}`);
      return [...shorter, sql.fragment`${NAME} >= ${text} and ${NAME} < ${text + LAST}`].map(
        (named) => sql.fragment`(${named} and c.search like ${beginning(text)})`,
      );
    });
  const isIndexed = texts.every((text) => THREE.test(text));
  const [words] = named(text);
  if (!words) return { begins, inside: anyOf(inside), isIndexed };
  // The index has all of the search text but its first character, which is the first of one of the words at most.
  const rest = searchWords(text)
    .map((word) => word.slice(1))
    .filter((word) => THREE.test(word));
  const likely = rest.map((word) => sql.fragment`substr(c.search, 2) like ${containing(word)}`);
  inside.push(sql.fragment`(${sql.join([...likely, words], sql.fragment` and `)})`);
  return { begins, inside: anyOf(inside), isIndexed: isIndexed && rest.length > 0 };
};
const THREE = /[\p{L}\p{N}]{3}/u;

const NAME = sql.fragment`c.name_order collate "C"`;
/** Sorts after every other character. */
const LAST = '\u{10ffff}';

/** The texts that a search looks for: the text itself, and the digits of a number. */
const spellings = (text: string): string[] => [...new Set([searchable(text), ...soughtNumbers(text)])];

const contain = (column: string[], text: string): Fragment => sql.fragment`${sql.identifier(column)} like ${containing(text)}`;
const anyOf = (conditions: Fragment[]): Fragment => sql.fragment`(${sql.join(conditions, sql.fragment` or `)})`;
