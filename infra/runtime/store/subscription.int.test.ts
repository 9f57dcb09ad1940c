import { randomUUID } from 'node:crypto';
import { foreignStore } from '../../testing/foreign-store.ts';
import { type Decoded, type EventCodec, eventCodec } from '../events/codec.ts';
import { keysOf, runtimeDatabase, someMeta, storeUnderTest, testEvents, until } from '../runtime.fixture.ts';
import { connectStore, type RawEvent, type Store } from './store.ts';

let database: Awaited<ReturnType<typeof runtimeDatabase>>;
let server: Awaited<ReturnType<typeof storeUnderTest>>;
let codec: EventCodec;
let store: Store;
let ending: AbortController;
let running: Promise<void>[];
/** Each test's streams begin with it. */
let word: string;
/** All events of a test. */
let whole: { from: bigint | 'start'; prefixes?: string[] } = { from: 'start' };
beforeAll(async () => {
  database = await runtimeDatabase();
  codec = eventCodec({ events: testEvents, keys: keysOf(database.pool) });
});
beforeEach(async () => {
  server = await storeUnderTest();
  store = connectStore(server.url, codec, { timeoutMs: 20_000 });
  word = randomUUID();
  // A foreign store holds others' events: what is followed begins here, and with this test's word.
  if (foreignStore !== undefined) whole = { from: (await store.head()) || 'start', prefixes: [word] };
  ending = new AbortController();
  running = [];
});
afterEach(async () => {
  ending.abort();
  await Promise.all(running);
  await store.close();
  await server.close();
});
afterAll(() => database.close());

const write = async (name: string, ...numbers: number[]): Promise<bigint> => {
  const stream = `${word}-${name}`;
  const events = await codec.encodeAll(
    numbers.map((n) => ({ type: 'Counted', data: { n } })),
    someMeta(),
  );
  const at = (await store.load(stream, { direction: 'backwards', max: 1 }))[0]?.meta.revision;
  return (await store.append(stream, events, at ?? 'no_stream')).position;
};
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
const numbersOf = (facts: Decoded[]) => facts.map(({ data }) => (data as { n: number }).n);

/** Subscribes and records everything that the subscription reports. */
const follow = (options: Partial<Parameters<Store['subscribeAll']>[0]> = {}) => {
  const told = { batches: [] as number[][], position: -1n, positions: [] as bigint[], live: 0, gaps: 0 };
  const subscription = store.subscribeAll({
    ...whole,
    signal: ending.signal,
    onBatch: (facts, position) => {
      told.batches.push(numbersOf(facts));
      told.positions.push(position);
      told.position = position;
    },
    onLive: () => {
      told.live += 1;
    },
    onGap: () => {
      told.gaps += 1;
    },
    ...options,
  });
  running.push(subscription);
  return told;
};

test('history arrives in batches, then it is live, then new events arrive; positions increase', async () => {
  await write('test-a', ...range(1, 250));
  const told = follow({ batchSize: 100 });
  await until(() => told.live === 1);
  expect(told.batches.flat()).toEqual(range(1, 250));
  expect(Math.max(...told.batches.map((batch) => batch.length))).toBeLessThanOrEqual(100);
  const position = await write('test-b', 251);
  await until(() => told.position === position);
  expect(told.batches.flat()).toEqual(range(1, 251));
  expect(told.positions).toEqual([...told.positions].sort((a, b) => (a < b ? -1 : 1)));
  expect(await store.head()).toBeGreaterThanOrEqual(position);
});

test('a full reader gets full batches, the rest when there are no more, and then new events', async () => {
  for (const part of range(0, 3)) await write('test-w', ...range(part * 250, part * 250 + 249));
  const told = follow({ batchSize: 300, whole: true });
  await until(() => told.live === 1);
  const sizes = told.batches.map((batch) => batch.length).filter((size) => size > 0);
  expect(sizes).toHaveLength(4);
  expect(Math.max(...sizes)).toBe(300);
  expect(told.batches.flat()).toEqual(range(0, 999));
  await write('test-w', 1000);
  await until(() => told.batches.flat().length === 1001);
});

test('a slow batch delays the next one, which then contains everything that has arrived', async () => {
  let inside = 0;
  let most = 0;
  let first = true;
  const sizes: number[] = [];
  let resume: () => void = () => undefined;
  const told = follow({
    onBatch: async (facts) => {
      inside += 1;
      most = Math.max(most, inside);
      sizes.push(facts.length);
      if (first) {
        first = false;
        await new Promise<void>((resolve) => {
          resume = resolve;
          ending.signal.addEventListener('abort', () => resolve());
        });
      }
      inside -= 1;
    },
  });
  await until(() => told.live === 1);
  for (const n of range(1, 6)) await write('test-slow', n);
  await until(() => sizes.length === 1);
  resume();
  await until(() => sizes.reduce((sum, size) => sum + size, 0) === 6);
  expect([most, sizes.length <= 3]).toEqual([1, true]);
});

test('while a batch is handled only a few are read ahead', async () => {
  for (const part of range(0, 9)) await write('test-many', ...range(part * 1000, part * 1000 + 999));
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
    ending.signal.addEventListener('abort', () => resolve());
  });
  let decoded = 0;
  const counting: EventCodec = {
    ...codec,
    decode: (events) => {
      decoded += events.length;
      return codec.decode(events);
    },
  };
  const other = connectStore(server.url, counting);
  const seen: number[] = [];
  running.push(
    other.subscribeAll({
      ...whole,
      batchSize: 100,
      signal: ending.signal,
      onBatch: async (facts) => {
        await held;
        seen.push(...numbersOf(facts));
      },
    }),
  );
  await until(() => decoded > 0);
  await write('test-many', 10_000);
  expect(decoded).toBeLessThanOrEqual(100);
  release();
  await until(() => seen.length === 10_001);
  expect(seen).toEqual(range(0, 10_000));
  ending.abort();
  await Promise.all(running.splice(0));
  await other.close();
});

const afterRestart = async () => {
  await write('test-r', ...range(1, 300));
  const told = follow({ batchSize: 50 });
  await until(() => told.batches.length > 2);
  await server.stop();
  await until(() => told.gaps > 0);
  await server.start();
  await until(() => told.live >= 1 && told.batches.flat().length === 300);
  await until(() => write('test-r', 301).catch(() => 0n));
  await until(() => told.batches.flat().includes(301));
  expect(told.batches.flat()).toEqual(range(1, 301));
};

test('a failed batch is delivered again, completely', async () => {
  await write('test-f', ...range(1, 40));
  const done: number[] = [];
  let failures = 0;
  const told = follow({
    batchSize: 10,
    onBatch: (facts) => {
      if (done.length === 20 && failures < 2) {
        failures += 1;
        throw new Error('the database is away');
      }
      done.push(...numbersOf(facts));
    },
  });
  await until(() => done.length === 40);
  expect([done, told.gaps]).toEqual([range(1, 40), 2]);
});

test('the caller’s checkpoint is read at each subscription', async () => {
  await write('test-c', ...range(1, 20));
  const done: number[] = [];
  let checkpoint = whole.from;
  let lied = false;
  follow({
    batchSize: 5,
    from: async () => checkpoint,
    onBatch: (facts, position) => {
      done.push(...numbersOf(facts));
      checkpoint = position;
      if (done.length === 10 && !lied) {
        lied = true;
        throw new Error('committed, but the connection broke before the answer');
      }
    },
  });
  await until(() => done.length >= 20);
  expect(done).toEqual(range(1, 20));
});

const fromTheEnd = async () => {
  await write('test-e', 1, 2, 3);
  const told = follow({ from: 'end' });
  await until(() => told.live === 1);
  expect(told.batches).toEqual([]);
  await server.stop();
  await until(() => told.gaps > 0);
  await server.start();
  await until(() => write('test-e', 4).catch(() => 0n));
  await until(() => told.batches.length > 0);
  expect(told.batches.flat()).toEqual([4]);
};

test('for other streams only the position is reported, so that a long range of them is not read twice', async () => {
  await write('queues-1', 1);
  for (const part of range(0, 3)) await write('noise-1', ...range(part * 500, part * 500 + 499));
  await write('users-1', 2);
  const last = await write('noise-1', ...range(2000, 3500));
  const told = follow({ prefixes: [`${word}-queues-`, `${word}-users-`] });
  await until(() => told.live === 1 && told.position > last - 1_000_000n && told.batches.flat().length === 2);
  expect(told.batches.flat()).toEqual([1, 2]);
  await until(() => told.batches.some((batch) => batch.length === 0));
  expect(told.positions).toEqual([...told.positions].sort((a, b) => (a < b ? -1 : 1)));
  const live = await write('users-1', 3);
  await until(() => told.position === live);
});

test('it ends on request, after the current batch', async () => {
  await write('test', 1);
  let finished = false;
  let entered = false;
  follow({
    onBatch: async () => {
      entered = true;
      await new Promise((resolve) => setTimeout(resolve, 100));
      finished = true;
    },
  });
  await until(() => entered);
  ending.abort();
  await Promise.all(running);
  expect(finished).toBe(true);
});

if (foreignStore === undefined) {
  test('after a restart of the server it continues without a gap or a duplicate', afterRestart);
  test('from the end only later events are delivered, even if the connection breaks before the first one', fromTheEnd);
}

test('the stored bytes are followed, and read from a stream, as they were written', async () => {
  const written = await codec.encodeAll([{ type: 'Counted', data: { n: 1 } }], someMeta());
  await store.append(`${word}-raw`, written, 'no_stream');
  await write('raw', 2, 3);
  const arrived: RawEvent[] = [];
  const following = store.subscribeRaw({
    ...whole,
    signal: ending.signal,
    onBatch: (events) => {
      arrived.push(...events);
    },
  });
  running.push(following);
  await until(() => arrived.length === 3);
  const [first] = arrived;
  expect(first).toMatchObject({ stream: `${word}-raw`, revision: 0n, id: written[0]!.id, type: 'Counted' });
  expect(Buffer.from(first!.data).toString()).toBe(JSON.stringify(written[0]!.data));
  expect(Buffer.from(first!.metadata).toString()).toBe(JSON.stringify(written[0]!.metadata));
  const read = [];
  for await (const event of store.readRaw(`${word}-raw`, { from: 1n })) read.push(event);
  expect(read).toEqual(arrived.slice(1));
  for await (const _ of store.readRaw(`${word}-nothing`)) throw new Error('There is no such stream.');
});
