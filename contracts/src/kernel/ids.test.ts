import { z } from 'zod';
import { childId, conversationKey, conversationOf, derivedId, newId, PROSA, timeOf } from './ids.ts';

const key = conversationKey('c1', 'p1');

test('a ticket id carries its conversation and is a UUID', () => {
  const id = childId(key, 'ticket:x');
  expect(z.uuid().safeParse(id).success).toBe(true);
  expect(conversationOf(id)).toBe(key);
  expect(conversationOf(id.toUpperCase())).toBe(key);
});

test('an id of another kind belongs to no conversation', () => {
  expect(conversationOf(newId())).toBeNull();
  expect(conversationOf('nonsense')).toBeNull();
});

test('the same name gives the same id, another name another', () => {
  expect(childId(key, 'in:1')).toBe(childId(key, 'in:1'));
  expect(childId(key, 'in:1')).not.toBe(childId(key, 'in:2'));
  expect(derivedId(PROSA, 'a', 'b')).toBe(derivedId(PROSA, 'a', 'b'));
});

test('a version 7 id tells its time, others none', () => {
  expect(Math.abs(timeOf(newId())! - Date.now())).toBeLessThan(5000);
  expect(timeOf(childId(key, 'in:1'))).toBeNull();
});
