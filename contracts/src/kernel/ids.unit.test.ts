import { NIL, v5 } from 'uuid';
import { z } from 'zod';
import { hashes, portable } from './hashes.ts';
import { childId, conversationKey, conversationOf, derivedId, newId, PROSA } from './ids.ts';

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

test('derived ids are those of RFC 9562, and ids of conversations stay what they were', () => {
  expect(derivedId('6ba7b810-9dad-11d1-80b4-00c04fd430c8', 'www.example.com')).toBe('2ed6657d-e927-568b-95e1-2665a8aea6a2');
  for (const name of ['', 'ação', '👍'.repeat(50)]) expect(derivedId(NIL, name)).toBe(v5(name, NIL));
  expect(key).toBe('1b809678ed72c27');
  expect(childId(key, 'in:1')).toBe('1b809678-ed72-8c27-8f9b-3ab1a8ae6945');
});

test('a browser and a server make the same ids', () => {
  for (const text of ['', 'c1/p1', 'ação 👍', 'x'.repeat(1_000)]) {
    expect(portable.sha256(text)).toBe(hashes.sha256(text));
    const bytes = new TextEncoder().encode(text);
    expect(portable.sha1(bytes)).toBe(hashes.sha1(bytes));
  }
});
