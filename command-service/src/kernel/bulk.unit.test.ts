import type pg from 'pg';
import { BEHIND_MS, BulkClosed, bulkLane, bulkSizes, inBulk } from './bulk.ts';
import { projectorLag } from './projector-lag.ts';

const pool = {} as pg.Pool;
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** A lane with its own clock, and work that counts how many pieces run at once. */
const scene = () => {
  const clock = { now: 0 };
  const lag = projectorLag(() => clock.now);
  const lane = bulkLane({ pool, behindMs: lag.ms });
  const running = new Map<string, number>();
  const most = { all: 0, each: 0 };
  const piece = (company: string, work: () => Promise<void> = settle as () => Promise<void>) =>
    lane.bulk(company, async () => {
      running.set(company, (running.get(company) ?? 0) + 1);
      const all = running.values().reduce((sum, one) => sum + one, 0);
      most.all = Math.max(most.all, all);
      most.each = Math.max(most.each, running.get(company)!);
      await work();
      running.set(company, running.get(company)! - 1);
    });
  return { clock, lag, lane, most, piece };
};

test('2,000 pieces of one company do not delay another company’s single one', async () => {
  const { lane, most, piece } = scene();
  let done = 0;
  const all = Array.from({ length: 2_000 }, () => piece('a').then(() => (done += 1)));
  await piece('b');
  expect(done).toBeLessThan(20);
  expect(lane.waiting()).toBeGreaterThan(1_900);
  await Promise.all(all);
  expect(done).toBe(2_000);
  expect(most.each).toBe(bulkSizes.perCompany);
});

test('the limit of concurrent pieces holds over all companies', async () => {
  const { most, piece } = scene();
  await Promise.all(Array.from({ length: 200 }, (_, n) => piece(`c${n % 10}`)));
  expect(most.all).toBe(bulkSizes.atOnce);
});

test('while the projector is over 2 s behind nothing starts; once it has caught up work continues', async () => {
  const { clock, lag, lane, piece } = scene();
  const done: string[] = [];
  const begin = (name: string) => void piece('a', async () => void done.push(name));
  lag.committed(10n);
  lag.appended(11n);
  clock.now = BEHIND_MS;
  begin('in time');
  await settle();
  expect(done).toEqual(['in time']);
  clock.now += 1;
  begin('late');
  await settle();
  lag.committed(10n);
  lane.look();
  await settle();
  expect([done, lane.waiting()]).toEqual([['in time'], 1]);
  lag.committed(11n);
  lane.look();
  await settle();
  expect([done, lane.waiting()]).toEqual([['in time', 'late'], 0]);
});

test('a failing piece does not affect others, and pieces not started at the end are rejected', async () => {
  const { clock, lag, lane, piece } = scene();
  await expect(piece('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await piece('a');
  lag.committed(1n);
  lag.appended(2n);
  clock.now = BEHIND_MS + 1;
  const left = piece('a');
  await Promise.all([lane.close(), expect(left).rejects.toThrow(BulkClosed)]);
  await expect(piece('a')).rejects.toThrow(BulkClosed);
});

test('each of many items is handled once, with few of them waiting at a time; the first failure ends it', async () => {
  const { lane } = scene();
  const done: number[] = [];
  let waiting = 0;
  const items = Array.from({ length: 300 }, (_, n) => n);
  await inBulk(lane.bulk, 'a', items, async (n) => {
    waiting = Math.max(waiting, lane.waiting());
    await settle();
    done.push(n);
  });
  expect(done.sort((a, b) => a - b)).toEqual(items);
  expect(waiting).toBeLessThan(bulkSizes.perCompany);
  let tried = 0;
  const failing = inBulk(lane.bulk, 'a', items, async () => {
    tried += 1;
    if (tried === 10) throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(tried).toBeLessThan(20);
});
