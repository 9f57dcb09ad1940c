import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { remember } from '../../kernel/device/storage.ts';
import { anOutgoing } from '../../testing/records.ts';
import { memory } from './outbox.memory.ts';
import { outbox } from './outbox.ts';

const ME = 'me';
const token = `h.${btoa(JSON.stringify({ sub: ME, version: 1 }))}.s`;
const keys = (all: { key: string }[]) => all.map(({ key }) => key);

beforeEach(() => remember('token', token));
afterEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  memory.clear();
});

test('a text is noted before anything is awaited, but sent only once it is queued', async () => {
  outbox.note(ME, anOutgoing('k1'));
  expect(keys(memory.all(ME))).toEqual(['k1']);
  expect(await outbox.all(ME)).toEqual([]);
  await outbox.add(ME, anOutgoing('k1'));
  expect(keys(await outbox.all(ME))).toEqual(['k1']);
});

test('a message that was only noted is queued by the next page, once', async () => {
  memory.add(ME, anOutgoing('k1'));
  await outbox.adopt(ME);
  await outbox.adopt(ME);
  expect(keys(await outbox.all(ME))).toEqual(['k1']);
});

test('nothing is noted for a user who has signed out', () => {
  localStorage.clear();
  outbox.note(ME, anOutgoing('k1'));
  expect(memory.all(ME)).toEqual([]);
});
