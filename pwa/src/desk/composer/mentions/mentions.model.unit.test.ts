import { expect, test } from '@jest/globals';
import type { Mentionable } from './mentions.model.ts';
import { meantBy, mentionsIn, namedAt } from './mentions.model.ts';

const person = (id: string, name: string): Mentionable => ({
  id,
  name,
  profilePicUrl: null,
  online: true,
  availability: 'available',
});
const people = [person('b', 'Bruno Lima'), person('y', 'Beatriz Yamamoto'), person('x', 'Bruno'), person('o', 'Bruno Lima')];

test.each([
  ['Quem leva é o @b', 'b'],
  ['@', ''],
  ['(@Bruno Li', 'Bruno Li'],
  ['fim.\n@be', 'be'],
])('a name is typed behind an @: %s', (text, query) => {
  expect(namedAt(text, text.length)).toEqual({ from: text.indexOf('@'), to: text.length, query });
});

test.each([
  ['an address', 'ana@prosa'],
  ['an @ alone', 'às 14h @ casa'],
  ['another line', '@Bruno\nliga'],
  ['a long text', `@${'a'.repeat(41)}`],
  ['no @', 'Bruno'],
])('nobody is named by %s', (_, text) => expect(namedAt(text, text.length)).toBeNull());

test('only what stands before the caret is the query', () => {
  expect(namedAt('@bruno leva', 3)).toEqual({ from: 0, to: 3, query: 'br' });
});

test('people are found by the beginnings of their names, until one is written whole', () => {
  const ids = (query: string) => meantBy(people, query).map(({ id }) => id);
  expect(ids('')).toEqual(['b', 'y', 'x', 'o']);
  expect(ids('yam')).toEqual(['y']);
  expect(ids('bruno l')).toEqual(['b', 'o']);
  expect(ids('Beatriz Yamamoto ')).toEqual([]);
});

test('a text names people by their whole names, the longest first, and of two of the same name who was chosen', () => {
  const text = '@Bruno Lima e @Bruno, avisem a @Beatriz Yamamoto. ana@Bruno @Brunoso @Beatriz';
  expect(mentionsIn(text, people, new Map())).toEqual([
    { userId: 'b', at: 0, length: 11 },
    { userId: 'x', at: 14, length: 6 },
    { userId: 'y', at: 31, length: 17 },
  ]);
  expect(mentionsIn('@Bruno Lima', people, new Map([['Bruno Lima', 'o']]))).toEqual([{ userId: 'o', at: 0, length: 11 }]);
  expect(mentionsIn('@Bruno '.repeat(30), people, new Map())).toHaveLength(20);
});
