/** Details of EventStoreDB's behaviour that are easily missed, each tested with the real client or, where it cannot, with raw messages. */
import { once } from 'node:events';
import {
  type AllStreamSubscription,
  binaryEvent,
  eventTypeFilter,
  jsonEvent,
  MaxAppendSizeExceededError,
  StreamDeletedError,
  type StreamSubscription,
  streamNameFilter,
} from '@eventstore/db-client';
import { StreamsClient, sharedMessages, streamMessages, Timestamp } from '../../runtime/store/protocol.ts';
import { rawAccess } from '../../testing/foreign-store.ts';
import { until } from '../../testing/until.ts';
import { collect, events, failureOf, fresh, storeUnderTest, ways } from './temporary-store.ts';

const { BatchAppendReq } = streamMessages;
const { Empty, StreamIdentifier, UUID } = sharedMessages;
type Answer = InstanceType<typeof streamMessages.BatchAppendResp>;

let store: Awaited<ReturnType<typeof storeUnderTest>>;
beforeAll(async () => {
  store = await storeUnderTest();
});
afterAll(() => store.stop());

const MEBIBYTE = 1024 * 1024;
const revisionsOf = async (items: AsyncIterable<{ event?: { revision: bigint } }>) =>
  (await collect(items)).map(({ event }) => Number(event?.revision));

describe.each(ways)('the size of an append by $way', ({ options }) => {
  const sized = (bytes: number) => binaryEvent({ type: 'çã', data: Buffer.alloc(bytes - 104), metadata: Buffer.alloc(100) });

  it('counts data, metadata and two bytes for each letter of the type: a mebibyte passes, one byte more does not', async () => {
    const stream = fresh();
    await store.client().appendToStream(stream, [sized(MEBIBYTE - 200), sized(200)], options);
    expect(await failureOf(store.client().appendToStream(stream, [sized(MEBIBYTE), sized(200)], options))).toBeInstanceOf(
      MaxAppendSizeExceededError,
    );
    expect(await revisionsOf(store.client().readStream(stream))).toEqual([0, 1]);
  });

  it('of an event that is too large alone is refused by an error that the client does not know', async () => {
    const stream = fresh();
    await store.client().appendToStream(stream, [sized(MEBIBYTE)], options);
    const error = await failureOf(store.client().appendToStream(stream, [sized(MEBIBYTE + 1)], options));
    expect(error).not.toBeInstanceOf(MaxAppendSizeExceededError);
    expect(await revisionsOf(store.client().readStream(stream))).toEqual([0]);
  });
});

describe('a batch append', () => {
  const chunk = (id: string, isLast: boolean, first?: { stream: string; deadline: number }, bytes = 10) => {
    const message = new BatchAppendReq.ProposedMessage().setId(new UUID().setString(crypto.randomUUID()));
    message.getMetadataMap().set('type', 'Counted').set('content-type', 'application/json');
    message.setData(Buffer.alloc(bytes).toString('base64'));
    const request = new BatchAppendReq().setCorrelationId(new UUID().setString(id)).setIsFinal(isLast);
    request.setProposedMessagesList([message]);
    if (!first) return request;
    const identifier = new StreamIdentifier().setStreamName(Buffer.from(first.stream).toString('base64'));
    const deadline = new Timestamp().setSeconds(Math.floor(first.deadline / 1000)).setNanos((first.deadline % 1000) * 1e6);
    return request.setOptions(
      new BatchAppendReq.Options().setStreamIdentifier(identifier).setAny(new Empty()).setDeadline(deadline),
    );
  };
  const open = () => {
    const { host, credentials, metadata } = rawAccess(store.url());
    const client = new StreamsClient(host, credentials);
    const call = client.batchAppend(metadata);
    const answers: { id: string; error: string | undefined }[] = [];
    call.on('error', () => undefined);
    call.on('data', (answer: Answer) => {
      const type = answer.getError()?.getDetails()?.getTypeUrl();
      answers.push({ id: answer.getCorrelationId()?.getString() ?? '', error: type?.split('.').at(-1) });
    });
    const close = () => {
      call.cancel();
      client.close();
    };
    return { call, answers, close };
  };

  it('that is incomplete at its deadline is answered then, once, and the call continues', async () => {
    const { call, answers, close } = open();
    const [cut, late, whole] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
    const stream = fresh();
    call.write(chunk(cut, false, { stream, deadline: Date.now() + 300 }));
    // Some time after the other one: two timers for the same moment may fire in either order.
    call.write(chunk(late, false, { stream, deadline: Date.now() + 600 }));
    await until(() => answers.length === 2);
    // Its later chunks change nothing.
    call.write(chunk(late, false));
    call.write(chunk(late, true));
    call.write(chunk(whole, false, { stream: fresh(), deadline: Date.now() + 3_600_000 }));
    call.write(chunk(whole, true));
    await until(() => answers.length === 3);
    expect(answers).toEqual([
      { id: cut, error: 'Timeout' },
      { id: late, error: 'Timeout' },
      { id: whole, error: undefined },
    ]);
    expect(await failureOf(collect(store.client().readStream(stream)))).toBeInstanceOf(Error);
    close();
  });

  it('that is too late and too large is reported as too late', async () => {
    const { call, answers, close } = open();
    const id = crypto.randomUUID();
    call.write(chunk(id, true, { stream: fresh(), deadline: Date.now() - 1000 }, MEBIBYTE + 1));
    await until(() => answers.length === 1);
    expect(answers).toEqual([{ id, error: 'Timeout' }]);
    close();
  });
});

describe('links', () => {
  const link = (stream: string, revision: number) =>
    binaryEvent({ type: '$>', data: Buffer.from(`${revision}@${stream}`), id: crypto.randomUUID() });

  it('are resolved on request, in reads and subscriptions, with the link beside the event', async () => {
    const [origin, index] = [fresh(), fresh()];
    const fromPosition = await store.mark();
    await store.client().appendToStream(origin, events(3));
    await store.client().appendToStream(index, [link(origin, 2), ...events(1, 'Own'), link(origin, 0)]);
    const told = (items: { event?: { streamId: string; revision: bigint } | undefined; link?: { revision: bigint } }[]) =>
      items.map(({ event, link: pointer }) => [event?.streamId, event?.revision, pointer?.revision]);
    const expected = [
      [origin, 2n, 0n],
      [index, 1n, undefined],
      [origin, 0n, 2n],
    ];
    expect(told(await collect(store.client().readStream(index, { resolveLinkTos: true })))).toEqual(expected);
    const all = await collect(store.client().readAll({ resolveLinkTos: true, fromPosition }));
    expect(told(all.filter(({ event, link: pointer }) => (pointer ?? event)?.streamId === index))).toEqual(expected);
    const heard: Parameters<typeof told>[0] = [];
    for await (const item of store.client().subscribeToStream(index, { resolveLinkTos: true }))
      if (heard.push(item as never) === 3) break;
    expect(told(heard)).toEqual(expected);
    expect((await collect(store.client().readStream(index)))[0]).toMatchObject({ event: { type: '$>', streamId: index } });
  });

  it('that point to no event are returned alone', async () => {
    const [deleted, gone, hidden, index] = [fresh(), fresh(), fresh(), fresh()];
    for (const stream of [deleted, gone, hidden]) await store.client().appendToStream(stream, events(2));
    await store.client().deleteStream(deleted);
    await store.client().tombstoneStream(gone);
    await store.client().setStreamMetadata(hidden, { truncateBefore: 1 });
    const targets = [link(deleted, 0), link(gone, 0), link(hidden, 0), link(hidden, 7), link(fresh(), 0)];
    const words = binaryEvent({ type: '$>', data: Buffer.from('no pointer') });
    await store.client().appendToStream(index, [...targets, words, link(hidden, 1)]);
    const read = await collect(store.client().readStream(index, { resolveLinkTos: true }));
    expect(read.map(({ event, link: pointer }) => [event?.revision, pointer?.revision])).toEqual([
      ...[0n, 1n, 2n, 3n, 4n, 5n].map((revision) => [undefined, revision]),
      [1n, 6n],
    ]);
  });
});

describe('events hidden by metadata', () => {
  it('are hidden from history only: a live subscriber gets every event, however many arrive at once', async () => {
    const stream = fresh();
    await store.client().setStreamMetadata(stream, { maxCount: 2 });
    await store.client().appendToStream(stream, events(5));
    const seen: number[] = [];
    const subscription = store
      .client()
      .subscribeToStream(stream)
      .on('data', ({ event }) => void seen.push(Number(event?.revision)));
    await once(subscription, 'caughtUp');
    await store.client().appendToStream(stream, events(10));
    await until(() => seen.length === 12);
    expect(seen).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]);
    expect(await revisionsOf(store.client().readStream(stream))).toEqual([13, 14]);
    await subscription.unsubscribe();
  });

  it('are none with a maximum count of 0', async () => {
    const stream = fresh();
    await store.client().appendToStream(stream, events(3));
    await store.client().appendToStream(`$$${stream}`, jsonEvent({ type: '$metadata', data: { $maxCount: 0 } }));
    expect(await revisionsOf(store.client().readStream(stream))).toEqual([0, 1, 2]);
  });
});

it('a tombstone is delivered to subscribers before the error', async () => {
  const stream = fresh();
  await store.client().appendToStream(stream, events(1));
  const seen: unknown[] = [];
  const subscription: StreamSubscription = store
    .client()
    .subscribeToStream(stream)
    .on('data', ({ event }) => void seen.push(event?.type))
    .on('error', (error) => void seen.push(error.constructor));
  await once(subscription, 'caughtUp');
  await store.client().tombstoneStream(stream);
  await until(() => seen.length === 3);
  expect(seen).toEqual(['Counted', '$streamDeleted', StreamDeletedError]);
});

describe('a filter', () => {
  /** Writes events of these types to one stream and returns the types that pass the filter. */
  const passing = async (regex: string, types: string[]) => {
    const [stream, end] = [fresh(), fresh('End')];
    const fromPosition = await store.mark();
    await store.client().appendToStream(
      stream,
      [...types, end].map((type) => jsonEvent({ type, data: {} })),
    );
    const seen: string[] = [];
    const filter = eventTypeFilter({ regex: `(?:${regex})|^${end}$` });
    for await (const { event } of store.client().subscribeToAll({ filter, fromPosition })) {
      if (event?.type === end) break;
      if (event?.streamId === stream) seen.push(event.type);
    }
    return seen;
  };

  it.each([
    ['\\p{L}+$', ['Ação', '123', 'é'], ['Ação', 'é']],
    ['\\Ab', ['ab', 'b', 'a\nb'], ['b']],
    ['(?i)abc', ['xABCx', 'ab'], ['xABCx']],
    ['^[^$].*', ['$own', 'mine'], ['mine']],
  ])('%s selects the events that it describes', async (regex, types, expected) => {
    expect(await passing(regex, types)).toEqual(expected);
  });

  it.each(['(?=a)b', '(a)\\1', '\\Z', '(', 'a'.repeat(1_001), '(?:.{1000}){5}', '((a{9}){9}){9}'.repeat(20)])(
    '%# that cannot be used is refused',
    async (regex) => {
      const subscription: AllStreamSubscription = store.client().subscribeToAll({ filter: eventTypeFilter({ regex }) });
      const [error] = await once(subscription, 'error');
      expect(error).toMatchObject({ code: 2 });
    },
  );

  it('that would backtrack exponentially does not block the store', async () => {
    const name = `${'a'.repeat(200)}b-${crypto.randomUUID()}`;
    const filter = streamNameFilter({ regex: '^(a+)+$' });
    const subscription = store.client().subscribeToAll({ filter });
    subscription.on('data', () => undefined);
    await once(subscription, 'caughtUp');
    await store.client().appendToStream(name, events(1));
    expect(await revisionsOf(store.client().readStream(name))).toEqual([0]);
    await subscription.unsubscribe();
  });

  it('with an empty prefix list passes nothing', async () => {
    const stream = fresh();
    const seen: unknown[] = [];
    const checked: unknown[] = [];
    const filter = streamNameFilter({
      prefixes: [],
      checkpointInterval: 1,
      checkpointReached: (_, position) => void checked.push(position),
    });
    const subscription = store.client().subscribeToAll({ filter, fromPosition: 'end' });
    subscription.on('data', (item) => void seen.push(item));
    await once(subscription, 'caughtUp');
    await store.client().appendToStream(stream, events(64));
    await until(() => checked.length > 0);
    expect(seen).toEqual([]);
    await subscription.unsubscribe();
  });
});
