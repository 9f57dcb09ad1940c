import { randomUUID } from 'node:crypto';
import type { EventFilter } from './event-filter.ts';
import { breathe, type Outlet } from './outlet.ts';
import { streamMessages } from './protocol.ts';
import { PAGE } from './reader.ts';
import { livingStream, type Store } from './store.ts';
import { firstVisible, isSoftDeleted } from './stream-states.ts';
import { encodeRead } from './wire.ts';

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

/** Rung by each commit. A ring between two waits is not lost: the next wait is over at once. */
const commitBell = (store: Store, outlet: Outlet, stream?: string) => {
  let rung = false;
  let wake: (() => void) | undefined;
  const ring = () => {
    rung = true;
    wake?.();
  };
  const unlisten = store.feed.listen(stream, ring);
  outlet.whenClosed(ring);
  return {
    async wait() {
      if (!rung) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      rung = false;
      wake = undefined;
    },
    stop: unlisten,
  };
};

/**
 * One loop for history and for what is new: `step` reads and sends what follows its cursor and says whether more may follow; where nothing
 * does it waits for a commit. So there is no seam between the two where an event could fall or be doubled, and a slow reader only has a
 * cursor that lags. Ends when the reader has gone.
 */
const follow = async (store: Store, outlet: Outlet, stream: string | undefined, step: () => Promise<boolean>): Promise<void> => {
  const bell = commitBell(store, outlet, stream);
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
      await bell.wait();
    }
  } finally {
    bell.stop();
  }
};

/** Follows all streams after a position. */
export const subscribeToAll = (store: Store, outlet: Outlet, after: number, filter: EventFilter | undefined): Promise<void> => {
  let cursor = after;
  let looked = 0;
  return follow(store, outlet, undefined, async () => {
    for (const entry of store.reader.all(cursor + 1, false, PAGE, filter?.on)) {
      cursor = entry.position;
      looked += 1;
      if (!filter || filter.passes(entry)) outlet.send(encodeRead(entry.record, cursor));
      if (filter && looked % filter.checkpointEvery === 0) outlet.send(checkpoint(cursor));
      if (outlet.full()) await outlet.room();
    }
    return cursor < store.feed.last();
  });
};

/** Follows one stream after a revision, which need not exist yet; rejects when it is tombstoned. */
export const subscribeToStream = (store: Store, outlet: Outlet, name: string, after: number): Promise<void> => {
  let cursor = after;
  return follow(store, outlet, name, async () => {
    const state = livingStream(store, name);
    const first = Math.max(cursor + 1, firstVisible(state));
    if (first > state.revision || isSoftDeleted(state)) return false;
    const { page, next } = store.reader.stream(state, first, false, state.revision - first + 1);
    for (const entry of page) {
      outlet.send(encodeRead(entry.record, entry.position));
      if (outlet.full()) await outlet.room();
    }
    cursor = next - 1;
    return true;
  });
};
