import { BACKWARDS, END, StreamDeletedError, StreamNotFoundError, WrongExpectedVersionError } from '@eventstore/db-client';
import { collect, events, failureOf, fresh, storeUnderTest } from './temporary-store.ts';

let store: Awaited<ReturnType<typeof storeUnderTest>>;
beforeAll(async () => {
  store = await storeUnderTest();
});
afterAll(() => store.stop());

const revisions = async (stream: string, options = {}) =>
  (await collect(store.client().readStream(stream, options))).map(({ event }) => Number(event?.revision));

describe('metadata', () => {
  it('is read as it was written', async () => {
    const stream = fresh();
    await store
      .client()
      .setStreamMetadata(stream, { maxCount: 5, truncateBefore: 2, own: 'word', acl: { readRoles: ['$admins'] } });
    const { metadata } = await store.client().getStreamMetadata(stream);
    expect(metadata).toEqual({ maxCount: 5, truncateBefore: 2, own: 'word', acl: { readRoles: ['$admins'] } });
  });

  it('does not create the stream', async () => {
    const stream = fresh();
    await store.client().setStreamMetadata(stream, { maxCount: 5 });
    expect(await failureOf(revisions(stream))).toBeInstanceOf(StreamNotFoundError);
  });

  it('hides events beyond maxCount, also after a restart', async () => {
    const stream = fresh();
    await store.client().appendToStream(stream, events(10));
    await store.client().setStreamMetadata(stream, { maxCount: 3 });
    expect(await revisions(stream)).toEqual([7, 8, 9]);
    expect(await revisions(stream, { direction: BACKWARDS, fromRevision: END })).toEqual([9, 8, 7]);
    await store.restart();
    await store.client().appendToStream(stream, events(1));
    expect(await revisions(stream)).toEqual([8, 9, 10]);
  });

  it('hides events before truncateBefore, and all of them if that is beyond the end', async () => {
    const stream = fresh();
    await store.client().appendToStream(stream, events(5));
    await store.client().setStreamMetadata(stream, { truncateBefore: 3 });
    expect(await revisions(stream)).toEqual([3, 4]);
    await store.client().setStreamMetadata(stream, { truncateBefore: 100 });
    expect(await revisions(stream)).toEqual([]);
  });

  it('hides events older than maxAge', async () => {
    const stream = fresh();
    await store.client().appendToStream(stream, events(2));
    await store.client().setStreamMetadata(stream, { maxAge: 0 });
    while (Date.now() <= (await createdOf(stream))) await new Promise((resolve) => setImmediate(resolve));
    expect(await revisions(stream)).toEqual([]);
    await store.client().setStreamMetadata(stream, { maxAge: 3600 });
    expect(await revisions(stream)).toEqual([0, 1]);
  });

  const createdOf = async (stream: string) => {
    for await (const { event } of store.client().readAll({ direction: BACKWARDS, fromPosition: END })) {
      if (event?.streamId === stream) return event.created.getTime();
    }
    throw new Error('no such event');
  };

  it('does not change $all', async () => {
    const stream = fresh();
    const fromPosition = await store.mark();
    await store.client().appendToStream(stream, events(5));
    await store.client().setStreamMetadata(stream, { maxCount: 1 });
    const all = (await collect(store.client().readAll({ fromPosition }))).filter(({ event }) => event?.streamId.endsWith(stream));
    expect(all).toHaveLength(6);
    expect(all.at(-1)?.event).toMatchObject({ streamId: `$$${stream}`, type: '$metadata' });
  });

  it('has a stream of its own that returns only its last event', async () => {
    const stream = fresh();
    for (const maxCount of [1, 2, 3]) await store.client().setStreamMetadata(stream, { maxCount });
    expect(await revisions(`$$${stream}`)).toEqual([2]);
  });
});

describe('a deleted stream', () => {
  it('is reported as not found, and continues from its next revision when it is written to again', async () => {
    const stream = fresh();
    await store.client().setStreamMetadata(stream, { own: 'kept until deleted' });
    await store.client().appendToStream(stream, events(3));
    const deleted = await store.client().deleteStream(stream, { expectedRevision: 2n });
    expect(deleted.position?.commit).toBeGreaterThan(0n);
    expect(await failureOf(revisions(stream))).toBeInstanceOf(StreamNotFoundError);
    await store.restart();
    expect(await failureOf(revisions(stream))).toBeInstanceOf(StreamNotFoundError);
    await store.client().appendToStream(stream, events(2), { expectedRevision: 'no_stream' });
    expect(await revisions(stream)).toEqual([3, 4]);
    expect((await store.client().getStreamMetadata(stream)).metadata).toEqual({ truncateBefore: 3 });
  });

  it('exists again when its metadata is written, from its next revision on', async () => {
    const stream = fresh();
    await store.client().appendToStream(stream, events(3));
    await store.client().deleteStream(stream);
    await store.client().setStreamMetadata(stream, { own: 'word' });
    expect((await store.client().getStreamMetadata(stream)).metadata).toEqual({ truncateBefore: 3, own: 'word' });
    await store.client().appendToStream(stream, events(1), { expectedRevision: 2n });
    expect(await revisions(stream)).toEqual([3]);
  });

  it.each([
    ['a revision that is not its last', 1n],
    ['no_stream', 'no_stream' as const],
  ])('is not deleted with %s', async (_name, expectedRevision) => {
    const stream = fresh();
    await store.client().appendToStream(stream, events(3));
    const error = await failureOf(store.client().deleteStream(stream, { expectedRevision }));
    expect(error).toBeInstanceOf(WrongExpectedVersionError);
    expect(error).toMatchObject({ streamName: stream, actualVersion: 2n });
    expect(await revisions(stream)).toEqual([0, 1, 2]);
  });

  it('must have existed before', async () => {
    expect(await failureOf(store.client().deleteStream(fresh()))).toBeInstanceOf(WrongExpectedVersionError);
  });
});

describe('a tombstoned stream', () => {
  it('is permanently gone for reads, appends, deletes and metadata, also after a restart', async () => {
    const stream = fresh();
    await store.client().appendToStream(stream, events(3));
    await store.client().tombstoneStream(stream, { expectedRevision: 2n });
    const gone = async () => {
      const tries = [
        () => revisions(stream),
        () => store.client().appendToStream(stream, events(1)),
        () => store.client().deleteStream(stream),
        () => store.client().tombstoneStream(stream),
        () => store.client().setStreamMetadata(stream, { maxCount: 1 }),
      ];
      for (const attempt of tries) expect(await failureOf(attempt())).toBeInstanceOf(StreamDeletedError);
    };
    await gone();
    await store.restart();
    await gone();
  });

  it('keeps its events and its tombstone in $all', async () => {
    const stream = fresh();
    const fromPosition = await store.mark();
    await store.client().appendToStream(stream, events(2));
    await store.client().tombstoneStream(stream);
    const all = await collect(store.client().readAll({ fromPosition }));
    const mine = all.filter(({ event }) => event?.streamId === stream).map(({ event }) => [event?.type, event?.revision]);
    expect(mine).toEqual([
      ['Counted', 0n],
      ['Counted', 1n],
      ['$streamDeleted', 9223372036854775807n],
    ]);
  });
});
