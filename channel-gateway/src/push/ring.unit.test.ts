import { newId, type PushChange } from '@prosa/contracts';
import { type Entry, entryMaker } from './entry.ts';
import { pushRing } from './ring.ts';

const company = newId();
const entryOf = entryMaker();
const made = (position: bigint, changes: PushChange[], companyId = company): Entry =>
  entryOf({ kind: 'changes', companyId, position: String(position), changes })!;
const entry = (position: bigint, kilobytes = 0): Entry =>
  made(position, [{ channel: 'tag', id: 'x', record: { text: 'a'.repeat(kilobytes * 1024) }, before: [], after: [] }]);
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

describe('by ticket', () => {
  const message = (ticketId: string, after: string[]): PushChange => ({
    channel: 'appMessage',
    id: newId(),
    record: { ticketId },
    before: [],
    after,
    narrow: { ticketId },
  });
  const ticket = (id: string, before: string[], after: string[]): PushChange => ({
    channel: 'ticket',
    id,
    record: { id },
    before,
    after,
  });

  test('gives what is about one, of its own company, since a time', () => {
    const [mine, other] = [newId(), newId()];
    const ring = pushRing();
    ring.tick(1n, 0);
    for (let position = 2n; position < 200n; position += 1n)
      ring.add(made(position, [message(position % 2n ? mine : other, ['a'])]), Number(position));
    expect(positions(ring.ofTicket(mine, company, 195))).toEqual([195n, 197n, 199n]);
    expect(ring.ofTicket(mine, newId(), 0)).toEqual([]);
    expect(ring.ofTicket(newId(), company, 0)).toEqual([]);
  });

  test('forgets with the entries, all of it', () => {
    const ring = pushRing({ maxMs: 1_000 });
    ring.tick(1n, 0);
    const ids = Array.from({ length: 500 }, newId);
    for (const [n, id] of ids.entries()) ring.add(made(BigInt(n + 2), [ticket(id, [], ['a']), message(id, ['a'])]), n);
    ring.tick(600n, 1_200);
    expect(positions(ring.ofTicket(ids[199]!, company, 0))).toEqual([]);
    expect(positions(ring.ofTicket(ids[200]!, company, 0))).toEqual([202n]);
    ring.tick(601n, 5_000);
    expect(ring.bytes()).toBe(0);
  });

  test('knows who hears of it now, until something was lost', () => {
    const id = newId();
    const ring = pushRing();
    ring.tick(1n, 0);
    const said = message(id, ['queue:a']);
    ring.add(made(2n, [said]), 0);
    const { changes } = made(2n, [said]);
    const change = changes[0] as Exclude<typeof changes, string>[number];
    expect(ring.roomsNow(change)).toEqual(['queue:a']);
    ring.add(made(3n, [ticket(id, ['queue:a'], ['queue:b'])]), 0);
    expect(ring.roomsNow(change)).toEqual(['queue:b']);
    ring.add(entryOf({ kind: 'refetch', companyId: company, position: '4' })!, 0);
    expect(ring.ofTicket(id, company, 0)).toEqual([]);
  });
});
