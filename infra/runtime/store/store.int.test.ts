import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { foreignStore } from '../../testing/foreign-store.ts';
import { type EventCodec, eventCodec, UnknownEvent } from '../events/codec.ts';
import { keysOf, runtimeDatabase, someMeta, storeUnderTest, testEvents, until } from '../runtime.fixture.ts';
import { cancel, StoreClient } from './client.ts';
import { AppendOutcomeUnknown, AppendTooLarge, StoreUnavailable, WrongRevision } from './errors.ts';
import { connectStore, type Store } from './store.ts';

let database: Awaited<ReturnType<typeof runtimeDatabase>>;
let server: Awaited<ReturnType<typeof storeUnderTest>>;
let codec: EventCodec;
let store: Store;
beforeAll(async () => {
  database = await runtimeDatabase();
  server = await storeUnderTest();
  codec = eventCodec({ events: testEvents, keys: keysOf(database.pool) });
  store = connectStore(server.url, codec, { timeoutMs: 20_000 });
});
afterAll(async () => {
  await store.close();
  await server.close();
  await database.close();
});

const counted = (...numbers: number[]) =>
  codec.encodeAll(
    numbers.map((n) => ({ type: 'Counted', data: { n } })),
    someMeta(),
  );
const numbersOf = (facts: { data: unknown }[]) => facts.map(({ data }) => (data as { n: number }).n);
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

test('an append tells revision and position of its last event, and reads give them back', async () => {
  const stream = `test-${randomUUID()}`;
  const first = await store.append(stream, await counted(1), 'no_stream');
  const second = await store.append(stream, await counted(2, 3), first.revision);
  expect([first.revision, second.revision]).toEqual([0n, 2n]);
  const facts = await store.load(stream);
  expect(numbersOf(facts)).toEqual([1, 2, 3]);
  expect(facts.map(({ meta }) => meta.revision)).toEqual([0n, 1n, 2n]);
  expect(facts.at(-1)?.meta).toMatchObject({ position: second.position, stream });
  expect(facts[0]!.meta.position < facts[1]!.meta.position && facts[1]!.meta.position < facts[2]!.meta.position).toBe(true);
  expect(await store.head()).toBeGreaterThanOrEqual(second.position);
});

test('an append at a revision that is not the end is refused with the true end', async () => {
  const stream = `test-${randomUUID()}`;
  await expect(store.append(stream, await counted(1), 3n)).rejects.toMatchObject({ stream, actual: 'no_stream' });
  await store.append(stream, await counted(1, 2), 'no_stream');
  await expect(store.append(stream, await counted(3), 'no_stream')).rejects.toThrow(WrongRevision);
  await expect(store.append(stream, await counted(3), 0n)).rejects.toMatchObject({ actual: 1n });
  await expect(store.append(stream, await counted(3), 9n)).rejects.toMatchObject({ actual: 1n });
  expect(numbersOf(await store.load(stream))).toEqual([1, 2]);
});

test('of appends at one revision at once one wins', async () => {
  const stream = `test-${randomUUID()}`;
  const { revision } = await store.append(stream, await counted(0), 'no_stream');
  const results = await Promise.allSettled(range(1, 20).map(async (n) => store.append(stream, await counted(n), revision)));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const reasons = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.constructor] : []));
  expect(new Set(reasons)).toEqual(new Set([WrongRevision]));
});

test('of many appends at once each is told its own place, and one that is too large hurts no other', async () => {
  const patient = connectStore(server.url, codec);
  const streams = range(1, 200).map(() => `test-${randomUUID()}`);
  const huge = (await counted(0)).map((event) => ({ ...event, data: { padding: 'x'.repeat(1_100_000) } }) as typeof event);
  const [refused, ...told] = await Promise.all([
    patient.append(`test-${randomUUID()}`, huge, 'no_stream').catch((error: unknown) => error),
    ...streams.map(async (stream, n) => patient.append(stream, await counted(n, n), 'no_stream')),
  ]);
  await patient.close();
  expect(refused).toBeInstanceOf(AppendTooLarge);
  const last = await Promise.all(streams.map((stream) => store.load(stream, { direction: 'backwards', max: 1 })));
  expect(last.map(([fact]) => [fact?.data, fact?.meta.revision, fact?.meta.position])).toEqual(
    told.map(({ position }, n) => [{ n }, 1n, position]),
  );
});

const whenItStops = async () => {
  const streams = range(1, 50).map(() => `test-${randomUUID()}`);
  const ready = await Promise.all(streams.map((_, n) => counted(n)));
  const going = streams.map((stream, n) => store.append(stream, ready[n]!, 'no_stream').catch((error: unknown) => error));
  await server.stop();
  const told = await Promise.all(going);
  await server.start();
  for (const [n, answer] of told.entries()) {
    if (answer instanceof AppendOutcomeUnknown) continue;
    expect((answer as { revision: bigint }).revision).toBe(0n);
    const facts = await until(() => store.load(streams[n]!).catch(() => null));
    expect(numbersOf(facts ?? [])).toEqual([n]);
  }
};

test('a stream is read from anywhere, in both directions, in chunks, and only as far as wanted', async () => {
  const stream = `test-${randomUUID()}`;
  await store.append(stream, await counted(...range(0, 1199)), 'no_stream');
  expect(numbersOf(await store.load(stream))).toEqual(range(0, 1199));
  expect(numbersOf(await store.load(stream, { from: 1190n, max: 3 }))).toEqual([1190, 1191, 1192]);
  expect(numbersOf(await store.load(stream, { direction: 'backwards', max: 2 }))).toEqual([1199, 1198]);
  expect(numbersOf(await store.load(stream, { direction: 'backwards', from: 1n }))).toEqual([1, 0]);
  const some: number[] = [];
  for await (const { data } of store.read(stream)) if (some.push((data as { n: number }).n) === 3) break;
  expect(some).toEqual([0, 1, 2]);
});

test('a stream that is not there has no facts', async () => {
  expect(await store.load(`test-${randomUUID()}`)).toEqual([]);
  expect(await store.load(`test-${randomUUID()}`, { direction: 'backwards', max: 1 })).toEqual([]);
});

test('a client closes although a read was left before its end that the store had already answered completely', async () => {
  const stream = `test-${randomUUID()}`;
  await store.append(stream, await counted(1, 2, 3), 'no_stream');
  const client = StoreClient.at(server.url);
  const answers = await client.readOf(stream, 'start', false);
  answers.on('error', () => undefined).on('data', () => answers.pause());
  await once(answers, 'status');
  cancel(answers);
  await client.dispose();
}, 10_000);

test('an event of newer code stops a command that reads it, and is kept for who asks', async () => {
  const stream = `test-${randomUUID()}`;
  await store.append(stream, await counted(1), 'no_stream');
  const newer = jsonEvent({ type: 'Invented', data: { n: 2 }, metadata: {} });
  const client = EventStoreDBClient.connectionString(server.url);
  await client.appendToStream(stream, newer);
  await client.dispose();
  await expect(store.load(stream)).rejects.toThrow(UnknownEvent);
  expect((await store.load(stream, { faults: 'keep' })).map(({ fault }) => fault?.constructor)).toEqual([
    undefined,
    UnknownEvent,
  ]);
});

const whileItIsAway = async () => {
  const stream = `test-${randomUUID()}`;
  const events = await counted(1);
  await server.stop();
  await expect(store.append(stream, events, 'no_stream')).rejects.toThrow(AppendOutcomeUnknown);
  await expect(store.load(stream)).rejects.toThrow(StoreUnavailable);
  await server.start();
  let written = false;
  for (let tries = 0; !written && tries < 50; tries += 1) {
    written = await store.append(stream, await counted(1), 'no_stream').then(
      () => true,
      (error: unknown) => {
        if (!(error instanceof AppendOutcomeUnknown)) throw error;
        return false;
      },
    );
  }
  expect(numbersOf(await store.load(stream))).toEqual([1]);
};

if (foreignStore === undefined) {
  test('an append on its way when the store stops is answered or unclear, and what reading shows of it is true', whenItStops);
  test('a store that is away: appends are unclear, reads say so, and both work again when it is back', whileItIsAway);
}
