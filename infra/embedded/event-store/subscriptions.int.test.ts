import { once } from 'node:events';
import {
  type AllStreamResolvedEvent,
  EventStoreDBClient,
  eventTypeFilter,
  type Filter,
  type Position,
  StreamDeletedError,
  streamNameFilter,
} from '@eventstore/db-client';
import { foreignStore } from '../../testing/foreign-store.ts';
import { collect, events, fresh, numberOf, storeUnderTest } from './temporary-store.ts';

let store: Awaited<ReturnType<typeof storeUnderTest>>;
beforeEach(async () => {
  store = await storeUnderTest();
});
afterEach(() => store.stop());

/** Takes events until `enough`, then unsubscribes. */
const take = async <Item>(
  subscription: AsyncIterable<Item> & { unsubscribe(): Promise<void> },
  enough: (items: Item[]) => boolean,
) => {
  const items: Item[] = [];
  for await (const item of subscription) {
    items.push(item);
    if (enough(items)) break;
  }
  await subscription.unsubscribe();
  return items;
};
const places = (items: AllStreamResolvedEvent[]) => items.map(({ event }) => event?.position?.commit ?? 0n);
const upTo = (count: number) => Array.from({ length: count }, (_, n) => n);

describe('of a stream', () => {
  it('delivers its history, then new events', async () => {
    const stream = fresh();
    await store.client().appendToStream(stream, events(700));
    const subscription = store.client().subscribeToStream(stream);
    subscription.once('caughtUp', () => void store.client().appendToStream(stream, events(3)));
    const items = await take(subscription, (all) => all.length === 703);
    expect(items.map(({ event }) => Number(event?.revision))).toEqual(upTo(703));
  });

  it('begins after the revision given, and after the last one with end', async () => {
    const stream = fresh();
    await store.client().appendToStream(stream, events(5));
    const later = await take(store.client().subscribeToStream(stream, { fromRevision: 2n }), (all) => all.length === 2);
    expect(later.map(({ event }) => event?.revision)).toEqual([3n, 4n]);
    const subscription = store.client().subscribeToStream(stream, { fromRevision: 'end' });
    subscription.once('caughtUp', () => void store.client().appendToStream(stream, events(1)));
    expect((await take(subscription, (all) => all.length === 1))[0]?.event?.revision).toBe(5n);
  });

  it('waits for a stream that does not exist yet', async () => {
    const stream = fresh();
    const subscription = store.client().subscribeToStream(stream);
    const confirmed = once(subscription, 'confirmation');
    subscription.once('caughtUp', () => void store.client().appendToStream(stream, events(2)));
    expect((await take(subscription, (all) => all.length === 2)).map(numberOf)).toEqual([0, 1]);
    await confirmed;
  });

  it('delivers no events of other streams, and continues after a deletion', async () => {
    const stream = fresh();
    await store.client().appendToStream(stream, events(2));
    const subscription = store.client().subscribeToStream(stream);
    subscription.once('caughtUp', async () => {
      await store.client().appendToStream(fresh(), events(5));
      await store.client().deleteStream(stream);
      await store.client().appendToStream(stream, events(1));
    });
    expect((await take(subscription, (all) => all.length === 3)).map(({ event }) => event?.revision)).toEqual([0n, 1n, 2n]);
  });

  it('ends with an error when the stream is tombstoned', async () => {
    const stream = fresh();
    await store.client().appendToStream(stream, events(1));
    const subscription = store
      .client()
      .subscribeToStream(stream)
      .on('data', () => {});
    await once(subscription, 'caughtUp');
    const failed = once(subscription, 'error');
    await store.client().tombstoneStream(stream);
    expect((await failed)[0]).toBeInstanceOf(StreamDeletedError);
  });
});

describe('of $all', () => {
  /** Where the test begins, and a word with which its streams begin. */
  let fromPosition: Position;
  let own: string;
  beforeEach(async () => {
    fromPosition = await store.mark();
    own = fresh('own');
  });
  const ownOnly = () => streamNameFilter({ prefixes: [own] });

  it('delivers system events too if there is no filter', async () => {
    await store.client().setStreamMetadata(own, { maxCount: 5 });
    await store.client().appendToStream(own, events(3));
    const isOwn = ({ event }: AllStreamResolvedEvent) => event?.streamId.endsWith(own);
    const items = await take(store.client().subscribeToAll({ fromPosition }), (all) => all.filter(isOwn).length === 4);
    expect(items.filter(isOwn).map(({ event }) => event?.type)).toEqual(['$metadata', 'Counted', 'Counted', 'Counted']);
  });

  it('reports once, between history and new events, that it has caught up', async () => {
    const stream = own;
    await store.client().appendToStream(stream, events(1000));
    const seen: (number | 'caught up')[] = [];
    const subscription = store.client().subscribeToAll({ fromPosition, filter: ownOnly() });
    subscription.on('caughtUp', () => {
      seen.push('caught up');
      for (const event of events(5)) void store.client().appendToStream(stream, event);
    });
    const done = new Promise<void>((resolve) => {
      subscription.on('data', ({ event }) => {
        seen.push(Number(event?.revision));
        if (event?.revision === 1004n) resolve();
      });
    });
    await done;
    await subscription.unsubscribe();
    expect(seen).toEqual([...upTo(1000), 'caught up', 1000, 1001, 1002, 1003, 1004]);
  });

  const filters: [string, () => Filter][] = [
    ['a prefix of the stream name', () => streamNameFilter({ prefixes: ['other-', 'wanted-'] })],
    ['a regular expression on the stream name', () => streamNameFilter({ regex: '^w[a-z]+-' })],
    ['a prefix of the event type', () => eventTypeFilter({ prefixes: ['Want'] })],
    ['a regular expression on the event type', () => eventTypeFilter({ regex: 'nted$' })],
  ];
  it.each(filters)('delivers events with %s, from history and live', async (_name, filter) => {
    const write = async () => {
      await store.client().appendToStream(fresh('wanted'), events(3, 'Wanted'));
      await store.client().appendToStream(fresh('unwanted'), events(40, 'Other'));
      await store.client().appendToStream(fresh('wanted'), events(2, 'Wanted'));
    };
    await write();
    const subscription = store.client().subscribeToAll({ fromPosition, filter: filter() });
    subscription.once('caughtUp', () => void write());
    const items = await take(subscription, (all) => all.length === 10);
    expect(items.every(({ event }) => event?.type === 'Wanted')).toBe(true);
  });

  it('sends checkpoints after every given number of examined events, whether they pass or not', async () => {
    const checkpoints: bigint[] = [];
    const reached = (_: unknown, position: Position) => void checkpoints.push(position.commit);
    const filter = streamNameFilter({ prefixes: [own], checkpointInterval: 2, checkpointReached: reached });
    await store.client().appendToStream(fresh('other'), events(300));
    const subscription = store.client().subscribeToAll({ fromPosition, filter });
    subscription.once('caughtUp', async () => {
      await store.client().appendToStream(fresh('other'), events(100));
      await store.client().appendToStream(own, events(1));
    });
    const [last] = await take(subscription, (all) => all.length === 1);
    // 300 and 100 others: one checkpoint per 2 x 32.
    expect(checkpoints.length).toBeGreaterThanOrEqual(6);
    const passed = [fromPosition.commit, ...checkpoints, last!.event!.position!.commit];
    expect(passed).toEqual([...new Set(passed)].sort((a, b) => (a < b ? -1 : 1)));
  });

  it('delivers every event once when it is resumed again and again during appends', async () => {
    const total = 6000;
    const writing = (async () => {
      for (let n = 0; n < total; n += 20) await store.client().appendToStream(fresh(own), events(20));
    })();
    const seen: AllStreamResolvedEvent[] = [];
    for (let part = 1; seen.length < total; part++) {
      const after = seen.at(-1)?.event?.position ?? fromPosition;
      const want = Math.min((part * 37) % 400 || 1, total - seen.length);
      const subscription = store.client().subscribeToAll({ fromPosition: after, filter: ownOnly() });
      seen.push(...(await take(subscription, (all) => all.length === want)));
    }
    await writing;
    const all = await collect(store.client().readAll({ fromPosition }));
    expect(places(seen)).toEqual(places(all.filter(({ event }) => event?.streamId.startsWith(own))));
  });

  it('delivers everything in order to a reader that was paused, and does not delay the others', async () => {
    const asked = { fromPosition, filter: ownOnly() };
    const slow = store.client().subscribeToAll(asked);
    await once(slow, 'caughtUp');
    slow.pause();
    const quick = take(store.client().subscribeToAll(asked), (all) => all.length === 20_000);
    for (let n = 0; n < 40; n++) await store.client().appendToStream(fresh(own), events(500));
    const expected = places(await quick);
    expect(places(await take(slow, (all) => all.length === 20_000))).toEqual(expected);
  });

  const endsWithStore = async () => {
    const other = EventStoreDBClient.connectionString(store.url());
    const subscription = other.subscribeToAll().on('data', () => {});
    await once(subscription, 'caughtUp');
    const failed = once(subscription, 'error').catch((error: unknown) => [error]);
    await store.restart();
    expect((await failed)[0]).toMatchObject({ type: 'unavailable' });
  };
  if (foreignStore === undefined) it('ends with a specific error when the store stops', endsWithStore);
});
