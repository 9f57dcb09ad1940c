import { randomUUID } from 'node:crypto';
import { streamMessages } from '../../runtime/store/protocol.ts';
import type { EventFilter } from './event-filter.ts';
import type { Encode } from './links.ts';
import { breathe, type Outlet } from './outlet.ts';
import { PAGE } from './reader.ts';
import { livingStream, type Store } from './store.ts';
import { firstVisible, isSoftDeleted, type StreamState, TOMBSTONE } from './stream-states.ts';

const { ReadResp } = streamMessages;
const CAUGHT_UP = Buffer.from(new ReadResp().setCaughtUp(new ReadResp.CaughtUp()).serializeBinary());

const confirmation = () => {
  const message = new ReadResp.SubscriptionConfirmation().setSubscriptionId(randomUUID());
  return Buffer.from(new ReadResp().setConfirmation(message).serializeBinary());
};

const checkpoint = (position: number) => {
  const message = new ReadResp.Checkpoint().setCommitPosition(String(position)).setPreparePosition(String(position));
  return Buffer.from(new ReadResp().setCheckpoint(message).serializeBinary());
};

/** Signalled by each commit. A signal between two waits is not lost: the next wait ends at once. */
const commitSignal = (store: Store, outlet: Outlet, stream?: string) => {
  let signalled = false;
  let wake: (() => void) | undefined;
  const signal = () => {
    signalled = true;
    wake?.();
  };
  const unlisten = store.feed.listen(stream, signal);
  outlet.whenClosed(signal);
  return {
    async wait() {
      if (!signalled) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      signalled = false;
      wake = undefined;
    },
    stop: unlisten,
  };
};

/**
 * One loop for history and for new events: `step` reads and sends what follows its cursor and returns whether more may follow; if nothing
 * follows, the loop waits for a commit. There is no transition at which an event could be lost or repeated, and a slow reader only has a
 * cursor that lags. Ends when the reader has gone.
 */
const follow = async (store: Store, outlet: Outlet, stream: string | undefined, step: () => Promise<boolean>): Promise<void> => {
  const commits = commitSignal(store, outlet, stream);
  let caughtUp = false;
  outlet.send(confirmation());
  try {
    while (!outlet.closed()) {
      if (await step()) {
        await breathe(outlet);
        continue;
      }
      if (!caughtUp) outlet.send(CAUGHT_UP);
      caughtUp = true;
      await commits.wait();
    }
  } finally {
    commits.stop();
  }
};

type AllSubscription = { after: number; filter: EventFilter | undefined; encode: Encode };

/** Subscribes to all streams after a position. */
export const subscribeToAll = (store: Store, outlet: Outlet, { after, filter, encode }: AllSubscription): Promise<void> => {
  let cursor = after;
  let looked = 0;
  return follow(store, outlet, undefined, async () => {
    for (const entry of store.reader.all(cursor + 1, false, PAGE, filter?.on)) {
      cursor = entry.position;
      looked += 1;
      if (!filter || filter.passes(entry)) outlet.send(encode(entry.record, cursor));
      if (filter && looked % filter.checkpointEvery === 0) outlet.send(checkpoint(cursor));
      if (outlet.full()) await outlet.room();
    }
    return cursor < store.feed.last();
  });
};

type StreamSubscription = { name: string; after: number; encode: Encode };

/**
 * Subscribes to one stream after a revision; the stream need not exist yet; rejects when it is tombstoned. What a stream's metadata hides
 * is hidden from history only: a reader that has caught up receives each event, however late it reads it, and for a tombstone the event
 * before the error.
 */
export const subscribeToStream = (store: Store, outlet: Outlet, { name, after, encode }: StreamSubscription): Promise<void> => {
  let cursor = after;
  let isLive = false;
  const send = async (state: StreamState, first: number, limit: number, oldest?: number): Promise<boolean> => {
    const { page, next, more } = store.reader.stream(state, first, false, limit, oldest);
    for (const entry of page) {
      outlet.send(encode(entry.record, entry.position));
      if (outlet.full()) await outlet.room();
    }
    cursor = next - 1;
    return more;
  };
  return follow(store, outlet, name, async () => {
    const state = store.streams.of(name);
    const last = state.tombstoned ? TOMBSTONE : state.revision;
    if (isLive && cursor < last && (await send(state, cursor + 1, PAGE, 0))) return true;
    // Also for a metadata stream whose stream is tombstoned.
    livingStream(store, name);
    if (isLive) return false;
    const first = Math.max(cursor + 1, firstVisible(state));
    isLive = first > state.revision || isSoftDeleted(state);
    if (!isLive) await send(state, first, state.revision - first + 1);
    else cursor = Math.max(cursor, state.revision);
    return !isLive;
  });
};
