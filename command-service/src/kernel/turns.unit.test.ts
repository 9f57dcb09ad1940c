import { projectorLag } from './projector-lag.ts';
import { BEHIND_MS, commandTurns, inBulk, places } from './turns.ts';

const { bulk } = places.bounds;
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Turns with a clock of their own, and bulk work that counts how many pieces run at once. */
const scene = () => {
  const clock = { now: 0 };
  const lag = projectorLag(() => clock.now);
  const turns = commandTurns(lag.ms);
  const running = new Map<string, number>();
  const most = { all: 0, each: 0 };
  const piece = (company: string, work: () => Promise<void> = settle as () => Promise<void>) =>
    turns.run('bulk', company, async () => {
      running.set(company, (running.get(company) ?? 0) + 1);
      const all = running.values().reduce((sum, one) => sum + one, 0);
      most.all = Math.max(most.all, all);
      most.each = Math.max(most.each, running.get(company)!);
      await work();
      running.set(company, running.get(company)! - 1);
    });
  return { clock, lag, turns, most, piece };
};

test('2,000 pieces of one company do not delay another company’s single one', async () => {
  const { turns, most, piece } = scene();
  let done = 0;
  const all = Array.from({ length: 2_000 }, () => piece('a').then(() => (done += 1)));
  await piece('b');
  expect(done).toBeLessThan(20);
  expect(turns.waiting('bulk')).toBeGreaterThan(1_900);
  await Promise.all(all);
  expect(done).toBe(2_000);
  expect(most.each).toBe(bulk.each);
});

test('the limit of concurrent pieces holds over all companies', async () => {
  const { most, piece } = scene();
  await Promise.all(Array.from({ length: 200 }, (_, n) => piece(`c${n % 10}`)));
  expect(most.all).toBe(bulk.atOnce);
});

test('while the projector is over 2 s behind nothing starts; once it has caught up work continues', async () => {
  const { clock, lag, turns, piece } = scene();
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
  turns.look();
  await settle();
  expect([done, turns.waiting('bulk')]).toEqual([['in time'], 1]);
  lag.committed(11n);
  turns.look();
  await settle();
  expect([done, turns.waiting('bulk')]).toEqual([['in time', 'late'], 0]);
});

test('a person and a customer wait for no bulk work, however much of it there is', async () => {
  const { clock, lag, turns, piece } = scene();
  const hung = Promise.withResolvers<void>();
  for (let n = 0; n < 100; n += 1) void piece(`c${n}`, () => hung.promise);
  lag.committed(1n);
  lag.appended(2n);
  clock.now = BEHIND_MS + 1;
  expect(await turns.run('person', 'a', () => 'answered')).toBe('answered');
  expect(await turns.run('customer', 'a', () => 'carried out')).toBe('carried out');
  hung.resolve();
});

test('bulk work goes on, one piece at a time, while people take all places', async () => {
  const { turns, most, piece } = scene();
  const hung = Promise.withResolvers<void>();
  for (let n = 0; n < places.atOnce; n += 1) void turns.run('person', `c${n}`, () => hung.promise);
  await Promise.all(Array.from({ length: 10 }, () => piece('a')));
  expect(most.all).toBe(1);
  hung.resolve();
});

test('each of many items is handled once, with few of them waiting at a time; the first failure ends it', async () => {
  const { turns } = scene();
  const done: number[] = [];
  let waiting = 0;
  const items = Array.from({ length: 300 }, (_, n) => n);
  await inBulk(turns, 'a', items, async (n) => {
    waiting = Math.max(waiting, turns.waiting('bulk'));
    await settle();
    done.push(n);
  });
  expect(done.sort((a, b) => a - b)).toEqual(items);
  expect(waiting).toBeLessThan(bulk.each);
  let tried = 0;
  const failing = inBulk(turns, 'a', items, async () => {
    tried += 1;
    if (tried === 10) throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(tried).toBeLessThan(20);
});
