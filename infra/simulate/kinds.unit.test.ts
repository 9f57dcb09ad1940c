import type { MessageView } from '@prosa/contracts';
import { extraAfter, lineOf } from './kinds.ts';

const turns = Array.from({ length: 1_000 }, (_, n) => [n % 40, Math.floor(n / 40)] as const);
const extras = (ratio: number) => turns.map(([conversation, turn]) => extraAfter(conversation, turn, ratio));

test('the given share of turns is followed by something, the same each time, and all kinds occur', () => {
  expect(extras(0).every((one) => one === null)).toBe(true);
  const some = extras(0.2).filter((one) => one !== null).length;
  expect(some).toBeGreaterThan(120);
  expect(some).toBeLessThan(280);
  expect(extras(1)).toEqual(extras(1));
  const types = extras(1).flatMap((one) => [one!.event.type, one!.after?.type]);
  for (const type of ['location', 'contact', 'call', 'choice', 'edited', 'deleted', 'reaction']) expect(types).toContain(type);
});

test('a message is compared by its text and its kind', () => {
  const plain = {
    body: 'Oi',
    isDeleted: false,
    place: null,
    contacts: null,
    call: null,
    choice: null,
    reactions: [],
    editedAt: null,
  };
  const line = (more: object) => lineOf({ ...plain, ...more } as unknown as MessageView);
  expect(line({})).toBe('Oi');
  expect(line({ editedAt: '2026-01-01T00:00:00Z' })).toBe('[edited] Oi');
  expect(line({ body: '', isDeleted: true })).toBe('[deleted] ');
  expect(line({ reactions: [{ emoji: '👍' }] })).toBe('[👍] Oi');
  expect(line({ body: '', call: { kind: 'voice' } })).toBe('[voice-call] ');
  expect(line({ choice: { id: '1', title: 'Oi' } })).toBe('[choice] Oi');
});
