import { newId } from '@prosa/contracts';
import { olderCommands } from './older-commands.ts';

test('of a hundred thousand commands each is found at its revision, and other ids hardly ever match', () => {
  const older = olderCommands();
  const ids = Array.from({ length: 100_000 }, () => newId());
  for (const [revision, id] of ids.entries()) older.add(id, BigInt(revision));
  expect(older.size).toBe(100_000);
  expect(ids.filter((id, revision) => !older.placesOf(id).includes(BigInt(revision)))).toEqual([]);
  expect(ids.filter((id) => older.placesOf(id).length > 1).length).toBeLessThan(20);
  // With 32 bits each, two or three of as many other ids collide.
  expect(Array.from({ length: 100_000 }, () => older.placesOf(newId())).flat().length).toBeLessThan(20);
});

test('an empty table finds nothing', () => {
  expect(olderCommands().placesOf('x')).toEqual([]);
});

test('an id that was added twice has both revisions', () => {
  const older = olderCommands();
  older.add('x', 0n);
  older.add('x', 7n);
  expect(older.placesOf('x')).toEqual([0n, 7n]);
});
