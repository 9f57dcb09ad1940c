import { areMentions } from './mentions.fields.ts';
import { messageRoutes } from './messages.contract.ts';

const userId = '00000000-0000-7000-8000-000000000001';
const body = '@Ana e @Bia, liguem';
const [ana, bia] = [
  { userId, at: 0, length: 4 },
  { userId, at: 7, length: 4 },
];
const faultsOf = (more: object) => messageRoutes.send.body.safeParse({ body, ...more }).error?.issues.map(({ path }) => path[0]);

test.each([
  ['at their places', [ana, bia], true],
  ['in another order', [bia, ana], false],
  ['one within the other', [ana, { userId, at: 0, length: 2 }], false],
  ['where there is no @', [{ userId, at: 1, length: 3 }], false],
  ['beyond the end of the text', [{ userId, at: 7, length: 40 }], false],
])('names %s', (_, mentions, expected) => expect(areMentions(mentions, body)).toBe(expected));

test('only an observation names people, at places of its text, and not too many of them', () => {
  expect(faultsOf({ isObservation: true, mentions: [ana, bia] })).toBeUndefined();
  expect(faultsOf({ mentions: [ana] })).toEqual(['mentions']);
  expect(faultsOf({ isObservation: true, mentions: [bia, ana] })).toEqual(['mentions']);
  const many = Array.from({ length: 21 }, (_, n) => ({ userId, at: n * 2, length: 2 }));
  expect(faultsOf({ body: '@a'.repeat(21), isObservation: true, mentions: many })).toEqual(['mentions']);
});
