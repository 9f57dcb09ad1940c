import { advisoryLocks } from './advisory-locks.ts';

test('each purpose has a key of its own', () => {
  const keys = Object.values(advisoryLocks);
  expect(new Set<number>(keys).size).toBe(keys.length);
});
