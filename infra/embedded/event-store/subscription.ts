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
 * One loop for history and for what is new: read what follows the cursor, send it, and where nothing follows wait for a commit. So there
 * is no seam between the two where an event could fall or be doubled, and a slow reader only has a cursor that lags.
 * Ends when the reader has gone.
 */
export const subscribeToAll = async (
  store: Store,
  outlet: Outlet,
  after: number,
  filter: EventFilter | undefined,
): Promise<void> => {
  const bell = commitBell(store, outlet);
  let cursor = after;
  let looked = 0;
  let caughtUp = false;
  outlet.send(confirmation());
  try {
    while (!outlet.closed()) {
      const page = store.reader.all(cursor + 1, false, PAGE, filter !== undefined);
      for (const entry of page) {
        cursor = entry.position;
        looked += 1;
        if (!filter || filter.passes(entry)) outlet.send(encodeRead(entry.record, cursor));
        if (filter && looked % filter.checkpointEvery === 0) outlet.send(checkpoint(cursor));
        if (outlet.full()) await outlet.room();
      }
      if (cursor < store.feed.last()) {
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

/** The same for one stream, which need not exist yet; rejects when it is tombstoned. */
export const subscribeToStream = async (store: Store, outlet: Outlet, name: string, after: number): Promise<void> => {
  const bell = commitBell(store, outlet, name);
  let cursor = after;
  let caughtUp = false;
  outlet.send(confirmation());
  try {
    while (!outlet.closed()) {
      const state = livingStream(store, name);
      const first = Math.max(cursor + 1, firstVisible(state));
      if (first <= state.revision && !isSoftDeleted(state)) {
        const { page, next } = store.reader.stream(state, first, false, state.revision - first + 1);
        for (const entry of page) {
          outlet.send(encodeRead(entry.record, entry.position));
          if (outlet.full()) await outlet.room();
        }
        cursor = next - 1;
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
