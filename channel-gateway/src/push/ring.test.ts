import { type Entry, entryOf, pushRing } from './ring.ts';

const entry = (position: bigint, kilobytes = 0): Entry => ({
  position,
  companyId: 'c',
  changes: [{ channel: 'tag', id: 'x', record: Buffer.alloc(kilobytes * 1024), before: [], after: [] }],
});
const positions = (entries: Entry[] | null) => entries?.map(({ position }) => position) ?? null;

test('it begins at its first tick: what came before is not held', () => {
  const ring = pushRing();
  expect([ring.add(entry(5n), 0), ring.head(), ring.from(5n)]).toEqual([false, null, null]);
  ring.tick(5n, 0);
  expect([ring.add(entry(6n), 0), ring.head()]).toEqual([true, 6n]);
});

test('the asked position is included, as its batch may have been cut; at the beginning nothing is sure', () => {
  const ring = pushRing();
  ring.tick(5n, 0);
  for (const position of [6n, 7n, 7n, 8n]) ring.add(entry(position), 0);
  expect([ring.from(5n), ring.from(6n), ring.from(7n), ring.from(9n)].map(positions)).toEqual([
    null,
    [6n, 7n, 7n, 8n],
    [7n, 7n, 8n],
    [],
  ]);
});

test('after five minutes an entry is gone, and its position is no longer answered', () => {
  const ring = pushRing({ maxMs: 300_000 });
  ring.tick(1n, 0);
  ring.add(entry(2n), 0);
  ring.add(entry(3n), 200_000);
  ring.tick(3n, 300_001);
  expect([ring.from(2n), ring.from(3n)].map(positions)).toEqual([null, [3n]]);
});

test('it holds no more than its bytes', () => {
  const ring = pushRing({ maxBytes: 1024 * 1024 });
  ring.tick(0n, 0);
  for (let position = 1n; position <= 5_000n; position += 1n) ring.add(entry(position, 10), 0);
  expect(ring.bytes()).toBeLessThanOrEqual(1024 * 1024);
  expect(positions(ring.from(5_000n))).toEqual([5_000n]);
  expect(ring.from(4_000n)).toBeNull();
});

test('emptied, it knows no position', () => {
  const ring = pushRing();
  ring.tick(5n, 0);
  ring.add(entry(6n), 0);
  ring.clear();
  expect([ring.head(), ring.from(6n), ring.bytes(), ring.after(0n)]).toEqual([null, null, 0, []]);
});

test('a tick is no entry', () => {
  expect(entryOf({ kind: 'tick', position: '1' })).toBeNull();
});
