import { newId } from '@prosa/contracts';
import type { Store } from '@prosa/infra/runtime';
import { type Engine, openEngine, somePad, until, writerOf } from '../engine.fixture.ts';
import { readRange } from './event-range.ts';

const BATCHES = 8;
const BATCH = 5;

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine();
  const write = writerOf(engine, newId());
  for (let n = 0; n < BATCHES; n += 1) {
    const { stream, events } = somePad(BATCH * 2);
    await write(stream, ...events.slice(0, BATCH));
  }
});
afterAll(() => engine.close());

/** Reads everything. The handler of batch `n` (from 0) waits for `during(n)`. */
const read = (during: (n: number) => Promise<void> | void, signal = new AbortController().signal) => {
  const told = { arrived: 0, mostAhead: 0, handled: [] as bigint[], mostAtOnce: 0 };
  let atOnce = 0;
  const store: Store = {
    ...engine.store,
    subscribeAll: (options) =>
      engine.store.subscribeAll({
        ...options,
        onBatch: (facts, position) => {
          told.arrived += facts.length;
          told.mostAhead = Math.max(told.mostAhead, told.arrived / BATCH - told.handled.length);
          return options.onBatch(facts, position);
        },
      }),
  };
  const done = readRange({
    store,
    from: -1n,
    batchSize: BATCH,
    signal,
    onBatch: async (_, position) => {
      told.handled.push(position);
      atOnce += 1;
      told.mostAtOnce = Math.max(told.mostAtOnce, atOnce);
      await during(told.handled.length - 1);
      atOnce -= 1;
    },
  });
  return { told, done };
};

test('while a batch is handled the next ones are read, but only so many; they are handled in order, one at a time', async () => {
  const gate = Promise.withResolvers<void>();
  const { told, done } = read((n) => (n === 0 ? gate.promise : undefined));
  await until(() => told.arrived >= 4 * BATCH);
  expect(told.handled).toHaveLength(1);
  gate.resolve();
  await done;
  expect(told.arrived).toBe(BATCHES * BATCH);
  expect(told.handled).toEqual([...told.handled].sort((a, b) => (a < b ? -1 : 1)));
  expect(new Set(told.handled).size).toBe(BATCHES);
  expect(told.mostAtOnce).toBe(1);
  expect(told.mostAhead).toBe(3);
});

test('no batch is handled after one that failed, although it was read', async () => {
  const { told, done } = read(async (n) => {
    if (n !== 1) return;
    await until(() => told.arrived > 3 * BATCH);
    throw new Error('refused');
  });
  await expect(done).rejects.toThrow('refused');
  expect(told.handled).toHaveLength(2);
});

test('no batch is handled after an abort, although it was read', async () => {
  const ending = new AbortController();
  const { told, done } = read(async () => {
    await until(() => told.arrived > 3 * BATCH);
    ending.abort();
  }, ending.signal);
  await expect(done).rejects.toThrow(/abort/i);
  expect(told.handled).toHaveLength(1);
});
