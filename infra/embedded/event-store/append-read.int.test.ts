import {
  BACKWARDS,
  binaryEvent,
  END,
  jsonEvent,
  MaxAppendSizeExceededError,
  type Position,
  StreamNotFoundError,
} from '@eventstore/db-client';
import { status } from '@grpc/grpc-js';
import { collect, events, failureOf, fresh, numberOf, storeUnderTest, ways } from './temporary-store.ts';

let store: Awaited<ReturnType<typeof storeUnderTest>>;
beforeAll(async () => {
  store = await storeUnderTest();
});
afterAll(() => store.stop());

const revisions = async (read: AsyncIterable<{ event?: { revision: bigint } }>) =>
  (await collect(read)).map(({ event }) => Number(event?.revision));

describe('a stream', () => {
  const stream = fresh();
  let position: bigint | undefined;
  beforeAll(async () => {
    const result = await store.client().appendToStream(stream, events(1200));
    position = result.position?.commit;
    expect(result).toMatchObject({ success: true, nextExpectedRevision: 1199n });
  });

  it('is read forwards, over several pages', async () => {
    expect(await revisions(store.client().readStream(stream))).toEqual(Array.from({ length: 1200 }, (_, n) => n));
  });

  it('is read backwards from its end and from a revision', async () => {
    const all = await revisions(store.client().readStream(stream, { direction: BACKWARDS, fromRevision: END }));
    expect(all).toEqual(Array.from({ length: 1200 }, (_, n) => 1199 - n));
    expect(await revisions(store.client().readStream(stream, { direction: BACKWARDS, fromRevision: 1n }))).toEqual([1, 0]);
  });

  it('is read from a revision on (inclusive), at most as many events as requested', async () => {
    expect(await revisions(store.client().readStream(stream, { fromRevision: 700n, maxCount: 3 }))).toEqual([700, 701, 702]);
    expect(await revisions(store.client().readStream(stream, { fromRevision: 1198n }))).toEqual([1198, 1199]);
    expect(await revisions(store.client().readStream(stream, { fromRevision: 5000n }))).toEqual([]);
  });

  it('is not read forwards from its end', async () => {
    const error = await failureOf(collect(store.client().readStream(stream, { fromRevision: END })));
    expect(error).toMatchObject({ code: status.UNKNOWN });
  });

  it('reports for its last event the position that the append returned', async () => {
    const [last] = await collect(store.client().readStream(stream, { direction: BACKWARDS, fromRevision: END, maxCount: 1 }));
    expect(last?.event?.position).toEqual({ commit: position, prepare: position });
  });
});

it('returns an event as it was sent: id, type, data, metadata, time', async () => {
  const stream = fresh('café');
  const json = jsonEvent({ type: 'Olá', data: { text: 'çedilha 😀' }, metadata: { by: 'ana' } });
  const binary = binaryEvent({ type: 'bytes', data: Buffer.from([0, 255, 7]), metadata: Buffer.from([1, 200]) });
  const before = Date.now();
  await store.client().appendToStream(stream, [json, binary]);
  const [first, second] = await collect(store.client().readStream(stream));
  expect(first?.event).toMatchObject({
    id: json.id,
    type: 'Olá',
    streamId: stream,
    data: json.data,
    metadata: json.metadata,
    isJson: true,
  });
  expect(first?.event?.created.getTime()).toBeGreaterThanOrEqual(before);
  expect(first?.event?.created.getTime()).toBeLessThanOrEqual(Date.now());
  expect(second?.event).toMatchObject({ id: binary.id, isJson: false });
  expect(Buffer.from(second?.event?.data as Uint8Array)).toEqual(Buffer.from([0, 255, 7]));
  expect(Buffer.from(second?.event?.metadata as Uint8Array)).toEqual(Buffer.from([1, 200]));
});

it('is reported as not found if it has no events', async () => {
  const stream = fresh();
  const error = await failureOf(collect(store.client().readStream(stream)));
  expect(error).toBeInstanceOf(StreamNotFoundError);
});

describe('$all', () => {
  it('contains the events of all streams and system events, ordered by unique positions', async () => {
    const [one, two] = [fresh(), fresh()];
    const fromPosition = await store.mark();
    for (const stream of [one, two, one]) await store.client().appendToStream(stream, events(3));
    const all = await collect(store.client().readAll({ fromPosition }));
    const positions = all.map(({ event }) => event?.position?.commit ?? 0n);
    expect(positions.every((position, index) => index === 0 || position > (positions[index - 1] ?? 0n))).toBe(true);
    const mine = all.filter(({ event }) => event && [one, two].includes(event.streamId)).map(({ event }) => event?.streamId);
    expect(mine).toEqual([one, one, one, two, two, two, one, one, one]);
    const [first] = await collect(store.client().readAll({ maxCount: 1 }));
    expect(first?.event?.streamId).toMatch(/^\$/);
  });

  it('is read from a position on (inclusive), and backwards from before it', async () => {
    const stream = fresh();
    const positions: Position[] = [];
    for (const event of events(3)) positions.push((await store.client().appendToStream(stream, event)).position!);
    const [, second, third] = positions;
    /** The numbers of its events, up to `count` of them. */
    const numbers = async (read: ReturnType<ReturnType<typeof store.client>['readAll']>, count: number) => {
      const found: number[] = [];
      for await (const item of read) if (item.event?.streamId === stream && found.push(numberOf(item)) === count) break;
      return found;
    };
    expect(await numbers(store.client().readAll({ fromPosition: second! }), 3)).toEqual([1, 2]);
    expect(await numbers(store.client().readAll({ direction: BACKWARDS, fromPosition: third! }), 2)).toEqual([1, 0]);
    expect(await numbers(store.client().readAll({ direction: BACKWARDS, fromPosition: END }), 1)).toEqual([2]);
    expect(await collect(store.client().readAll({ fromPosition: END }))).toEqual([]);
  });

  it('is not read, or followed, from a position that is none of an event', async () => {
    const beyond = async () => {
      const [last] = await collect(store.client().readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 1 }));
      const commit = last!.event!.position!.commit + 1n;
      return { fromPosition: { commit, prepare: commit } };
    };
    for (const items of [
      async () => collect(store.client().readAll(await beyond())),
      async () => collect(store.client().readAll({ ...(await beyond()), direction: BACKWARDS })),
      async () => collect(store.client().subscribeToAll(await beyond())),
    ])
      expect(await failureOf(items())).toMatchObject({ code: status.INVALID_ARGUMENT });
  });

  it('is read to the end although its reader is slow', async () => {
    const stream = fresh();
    const fromPosition = await store.mark();
    await store.client().appendToStream(stream, events(3000));
    const seen: number[] = [];
    for await (const item of store.client().readAll({ fromPosition })) {
      if (item.event?.streamId !== stream) continue;
      if (seen.push(numberOf(item)) % 500 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    expect(seen).toEqual(Array.from({ length: 3000 }, (_, n) => n));
  });
});

describe('a large append', () => {
  it('is refused above a mebibyte, and nothing of it is written', async () => {
    const stream = fresh();
    const many = Array.from({ length: 40_000 }, (_, n) => jsonEvent({ type: 'test', data: { message: 'test', index: n } }));
    const error = await failureOf(store.client().appendToStream(stream, many, { deadline: 3_600_000 }));
    expect(error).toBeInstanceOf(MaxAppendSizeExceededError);
    expect(error).toMatchObject({ maxAppendSize: 1024 * 1024 });
    const halves = [1, 2].map(() => binaryEvent({ type: 'large', data: Buffer.alloc(512 * 1024) }));
    expect(await failureOf(store.client().appendToStream(stream, halves, ways[1]!.options))).toBeInstanceOf(
      MaxAppendSizeExceededError,
    );
    expect(await failureOf(collect(store.client().readStream(stream)))).toBeInstanceOf(StreamNotFoundError);
  });

  it('can be sent in several chunks, and is one append', async () => {
    const stream = fresh();
    const result = await store.client().appendToStream(stream, events(2000), { batchAppendSize: 10_000 });
    expect(result.nextExpectedRevision).toBe(1999n);
    expect((await collect(store.client().readStream(stream))).map(numberOf)).toEqual(Array.from({ length: 2000 }, (_, n) => n));
  });
});

it('writes appends of many clients at once, each stream in its own order', async () => {
  const streams = Array.from({ length: 32 }, () => fresh('many'));
  await Promise.all(
    streams.map(async (stream) => {
      for (const [n, event] of events(20).entries()) {
        const expectedRevision = n === 0 ? 'no_stream' : BigInt(n - 1);
        await store.client().appendToStream(stream, event, { expectedRevision });
      }
    }),
  );
  for (const stream of streams) expect(await revisions(store.client().readStream(stream))).toHaveLength(20);
});

it('lets one of fifty concurrent writers win if all expect the same revision', async () => {
  const stream = fresh();
  const tries = Array.from({ length: 50 }, () =>
    store.client().appendToStream(stream, events(1), { expectedRevision: 'no_stream' }),
  );
  const results = await Promise.allSettled(tries);
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await revisions(store.client().readStream(stream))).toEqual([0]);
});

it('is complete after a restart, and positions continue', async () => {
  const stream = fresh();
  const before = await store.client().appendToStream(stream, events(2));
  await store.restart();
  const after = await store.client().appendToStream(stream, events(1), { expectedRevision: 1n });
  expect(after.nextExpectedRevision).toBe(2n);
  expect(after.position!.commit).toBeGreaterThan(before.position!.commit);
});
