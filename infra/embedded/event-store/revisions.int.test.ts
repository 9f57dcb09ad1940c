import { type AppendExpectedRevision, StreamDeletedError, WrongExpectedVersionError } from '@eventstore/db-client';
import { foreignStore } from '../../testing/foreign-store.ts';
import { collect, events, failureOf, fresh, storeUnderTest, ways } from './temporary-store.ts';

let store: Awaited<ReturnType<typeof storeUnderTest>>;
beforeAll(async () => {
  store = await storeUnderTest();
});
afterAll(() => store.stop());

/** The states of a stream, and how to create each of them. */
const given = {
  missing: async () => {},
  'with three events': (stream: string) => store.client().appendToStream(stream, events(3)),
  'with metadata alone': (stream: string) => store.client().setStreamMetadata(stream, { maxCount: 10 }),
  deleted: async (stream: string) => {
    await store.client().appendToStream(stream, events(3));
    await store.client().deleteStream(stream);
  },
  tombstoned: async (stream: string) => {
    await store.client().appendToStream(stream, events(3));
    await store.client().tombstoneStream(stream);
  },
};

/** The revision that a refusal reports. */
const actual = { 'wrong, it is empty': 'no_stream', 'wrong, it is at 2': 2n };
type Row = [state: keyof typeof given, expectedRevision: AppendExpectedRevision, outcome: bigint | keyof typeof actual | 'gone'];
const table: Row[] = [
  ['missing', 'any', 0n],
  ['missing', 'no_stream', 0n],
  ['missing', 'stream_exists', 'wrong, it is empty'],
  ['missing', 0n, 'wrong, it is empty'],
  ['with three events', 'any', 3n],
  ['with three events', 'no_stream', 'wrong, it is at 2'],
  ['with three events', 'stream_exists', 3n],
  ['with three events', 2n, 3n],
  ['with three events', 1n, 'wrong, it is at 2'],
  ['with three events', 3n, 'wrong, it is at 2'],
  ['with metadata alone', 'any', 0n],
  ['with metadata alone', 'no_stream', 0n],
  ['with metadata alone', 'stream_exists', 0n],
  ['with metadata alone', 0n, 'wrong, it is empty'],
  ['deleted', 'any', 3n],
  ['deleted', 'no_stream', 3n],
  ['deleted', 'stream_exists', 'gone'],
  ['deleted', 2n, 3n],
  ['deleted', 1n, 'wrong, it is at 2'],
  ['tombstoned', 'any', 'gone'],
  ['tombstoned', 'no_stream', 'gone'],
  ['tombstoned', 'stream_exists', 'gone'],
  ['tombstoned', 2n, 'gone'],
];

describe.each(ways)('by $way', ({ options }) => {
  it.each(table)('a stream %s, written to with %s: %s', async (state, expectedRevision, outcome) => {
    const stream = fresh();
    await given[state](stream);
    const append = store.client().appendToStream(stream, events(1), { expectedRevision, ...options });
    if (typeof outcome === 'bigint') {
      expect(await append).toMatchObject({ success: true, nextExpectedRevision: outcome });
    } else if (outcome === 'gone') {
      const error = await failureOf(append);
      expect(error).toBeInstanceOf(StreamDeletedError);
      expect(error).toMatchObject({ streamName: stream });
    } else {
      const error = await failureOf(append);
      expect(error).toBeInstanceOf(WrongExpectedVersionError);
      expect(error).toMatchObject({ streamName: stream, expectedVersion: expectedRevision, actualVersion: actual[outcome] });
    }
  });

  it.each<[string, AppendExpectedRevision]>([
    ['any', 'any'],
    ['stream_exists', 'stream_exists'],
    ['the revision before', 0n],
  ])('a repeated append with %s gets the first answer, and is written once', async (_name, expectedRevision) => {
    const stream = fresh();
    const write = (batch: ReturnType<typeof events>) =>
      store.client().appendToStream(stream, batch, { expectedRevision, ...options });
    await store.client().appendToStream(stream, events(1));
    const batch = events(3);
    const first = await write(batch);
    await store.client().appendToStream(stream, events(2));
    expect(await write(batch)).toEqual(first);
    expect(await collect(store.client().readStream(stream))).toHaveLength(6);
  });

  it('a repetition of the beginning of an append is answered with the revision of that part', async () => {
    const stream = fresh();
    const batch = events(4);
    await store.client().appendToStream(stream, batch, { expectedRevision: 'no_stream' });
    const part = await store.client().appendToStream(stream, batch.slice(0, 2), { expectedRevision: 'no_stream', ...options });
    expect(part.nextExpectedRevision).toBe(1n);
  });

  it.each<AppendExpectedRevision>(['any', 'no_stream'])(
    'an append with %s that begins as one did and ends otherwise is refused',
    async (expectedRevision) => {
      const stream = fresh();
      const [one, two] = [events(1), events(2)];
      await store.client().appendToStream(stream, one, { expectedRevision: 'no_stream' });
      const error = await failureOf(store.client().appendToStream(stream, [...one, ...two], { expectedRevision, ...options }));
      expect(error).toBeInstanceOf(WrongExpectedVersionError);
      expect(await collect(store.client().readStream(stream))).toHaveLength(1);
    },
  );

  it('the same ids in another stream, or at the current revision, are new events', async () => {
    const [one, two] = [fresh(), fresh()];
    const batch = events(2);
    await store.client().appendToStream(one, batch);
    expect((await store.client().appendToStream(two, batch, options)).nextExpectedRevision).toBe(1n);
    expect((await store.client().appendToStream(one, batch, { expectedRevision: 1n, ...options })).nextExpectedRevision).toBe(3n);
  });

  it('an append without events changes nothing', async () => {
    const stream = fresh();
    await store.client().appendToStream(stream, events(2));
    expect(await store.client().appendToStream(stream, [], options)).toMatchObject({ success: true, nextExpectedRevision: 1n });
    expect(await collect(store.client().readStream(stream))).toHaveLength(2);
  });

  const afterRestart = async () => {
    const [byId, byRevision] = [fresh(), fresh()];
    const batch = events(2);
    const first = await store.client().appendToStream(byRevision, batch, { expectedRevision: 'no_stream', ...options });
    await store.client().appendToStream(byId, batch, options);
    await store.restart();
    expect((await store.client().appendToStream(byId, batch, options)).nextExpectedRevision).toBe(3n);
    expect(await store.client().appendToStream(byRevision, batch, { expectedRevision: 'no_stream', ...options })).toEqual(first);
  };
  if (foreignStore === undefined) it('after a restart a repeated append is detected only by its expected revision', afterRestart);

  it('an append whose deadline has passed is not written', async () => {
    const stream = fresh();
    await failureOf(store.client().appendToStream(stream, events(1), { deadline: -1000, ...options }));
    expect((await store.client().appendToStream(stream, events(1), { expectedRevision: 'no_stream' })).nextExpectedRevision).toBe(
      0n,
    );
  });
});
