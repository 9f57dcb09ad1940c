import { backOff, retried, waitAfter } from './retry.ts';

const waits = { firstMs: 1, mostMs: 4 };
/** Fails `times` times, then succeeds. */
const failing = (times: number, error: unknown = new Error('away')) => {
  const tries = { count: 0 };
  const work = async () => {
    tries.count += 1;
    if (tries.count <= times) throw error;
    return 'done';
  };
  return { tries, work };
};

test.each([
  ['an error', new Error('away')],
  ['a TypeError', new TypeError('Cannot read properties of null')],
  ['what is no error', 'away'],
])('it is retried until it succeeds, whatever the error: %s', async (_, error) => {
  const { tries, work } = failing(5, error);
  const failures: unknown[] = [];
  expect(await retried(work, { ...waits, failed: (err) => failures.push(err) })).toBe('done');
  expect([tries.count, failures]).toEqual([6, Array(5).fill(error)]);
});

test('an error that must not be retried rejects at once, and is not reported as a transient failure', async () => {
  const refused = new TypeError('no');
  const failures: unknown[] = [];
  const { tries, work } = failing(1, refused);
  const answer = retried(work, { ...waits, again: (error) => error !== refused, failed: (err) => failures.push(err) });
  await expect(answer).rejects.toBe(refused);
  expect([tries.count, failures]).toEqual([1, []]);
});

test('after its time limit it is not retried', async () => {
  const away = new Error('away');
  await expect(retried(failing(1_000_000, away).work, { ...waits, withinMs: 50 })).rejects.toBe(away);
});

test('the signal ends a wait early, and does not discard a result', async () => {
  const ending = new AbortController();
  const long = { firstMs: 60_000, mostMs: 60_000, signal: ending.signal };
  const { tries, work } = failing(1);
  const waiting = retried(work, { ...long, failed: () => setImmediate(() => ending.abort(new Error('the end'))) });
  await expect(waiting).rejects.toThrow('the end');
  await expect(retried(work, long)).rejects.toThrow('the end');
  expect(tries.count).toBe(1);

  const late = new AbortController();
  const done = retried(
    async () => {
      late.abort();
      return 'done';
    },
    { ...long, signal: late.signal },
  );
  expect(await done).toBe('done');
});

test('each wait is longer than half the previous one, up to the maximum, and starts again after a success', async () => {
  const { signal } = new AbortController();
  const waiting = backOff({ firstMs: 8, mostMs: 32 });
  const took = async () => {
    const begun = performance.now();
    await waiting.wait(signal);
    return performance.now() - begun;
  };
  for (const least of [4, 8, 16, 16]) expect(await took()).toBeGreaterThan(least - 1.5);
  waiting.reset();
  const ending = new AbortController();
  ending.abort();
  const endless = backOff({ firstMs: 60_000, mostMs: 60_000 });
  await endless.wait(ending.signal);
});

test('the wait of work whose tries are counted doubles up to its maximum, however many there were', () => {
  const waits = [0, 1, 3, 4, 2_000].map((attempts) => waitAfter(attempts, { firstMs: 1_000, mostMs: 10_000 }));
  expect(waits).toEqual([1_000, 2_000, 8_000, 10_000, 10_000]);
});
