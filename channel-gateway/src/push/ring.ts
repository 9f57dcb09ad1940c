import type { Change, Entry } from './entry.ts';
import { fifo } from './fifo.ts';
import { reloadIn, ticketIndex } from './ticket-index.ts';

export type RingOptions = { maxMs?: number; maxBytes?: number };
export type Ring = {
  /** The newest known position; null before the first tick. */
  head: () => bigint | null;
  /** A client may only ask for positions above this one. */
  floor: () => bigint | null;
  tick: (position: bigint, now: number) => void;
  /** Returns false before the first tick: what came before it is not held. */
  add: (entry: Entry, now: number) => boolean;
  /** All entries from a position on, including that position because its batch may have been split; null if it is no longer held. */
  from: (position: bigint) => Entry[] | null;
  /** All held entries after a position. */
  after: (position: bigint) => Entry[];
  /** All held entries about a company's ticket that arrived at or after a time (milliseconds since 1970). */
  ofTicket: (ticketId: string, companyId: string, time: number) => Entry[];
  /**
   * The rooms that would receive a change now: the ticket's current rooms if the change is about a known ticket, otherwise those in the
   * change; null if a reload may have moved that ticket.
   */
  roomsNow: (change: Change) => readonly string[] | null;
  /** The last held reload of a company's messages that arrived at or after a time. */
  reloadOfMessages: (companyId: string, time: number) => { position: bigint; rooms: readonly string[] } | null;
  clear: () => void;
  bytes: () => number;
};

/** `top` is the highest position up to here: it never decreases, so a position is found by binary search. */
type Kept = { entry: Entry; at: number; top: bigint };

/** The recent pushes: the last 5 minutes, limited to 16 MB. It starts at the first tick (decision 34). */
export const pushRing = ({ maxMs = 5 * 60_000, maxBytes = 16 * 1024 * 1024 }: RingOptions = {}): Ring => {
  let kept = fifo<Kept>();
  let tickets = ticketIndex();
  /** The last reload of messages, by company. */
  let reloads = new Map<string, { position: bigint; rooms: readonly string[]; at: number }>();
  let held = 0;
  let floor: bigint | null = null;
  let head: bigint | null = null;
  const bytes = () => held + tickets.bytes();

  const forget = (now: number): void => {
    for (let oldest = kept.first(); oldest && (bytes() > maxBytes || oldest.at < now - maxMs); oldest = kept.first()) {
      const { entry } = oldest;
      held -= entry.bytes;
      tickets.forget(kept.begin(), entry);
      if (reloads.get(entry.companyId ?? '')?.position === entry.position) reloads.delete(entry.companyId ?? '');
      if (floor === null || entry.position > floor) floor = entry.position;
      kept.drop();
    }
  };
  const rise = (position: bigint): bigint => {
    if (head === null || position > head) head = position;
    return head;
  };
  /** All entries at or above a position, in order of arrival. */
  const atLeast = (position: bigint): Entry[] => {
    let [low, high] = [kept.begin(), kept.end()];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if (kept.at(middle).top < position) low = middle + 1;
      else high = middle;
    }
    const found: Entry[] = [];
    for (; low < kept.end(); low += 1) {
      const { entry } = kept.at(low);
      if (entry.position >= position) found.push(entry);
    }
    return found;
  };

  return {
    head: () => head,
    floor: () => floor,
    tick: (position, now) => {
      floor ??= position;
      rise(position);
      forget(now);
    },
    add: (entry, now) => {
      if (floor === null) return false;
      tickets.add(kept.end(), entry);
      const reload = reloadIn(entry, 'appMessage');
      if (reload) reloads.set(entry.companyId ?? '', { position: entry.position, rooms: reload.after, at: now });
      kept.push({ entry, at: now, top: rise(entry.position) });
      held += entry.bytes;
      forget(now);
      return true;
    },
    from: (position) => (floor === null || position <= floor ? null : atLeast(position)),
    after: (position) => atLeast(position + 1n),
    ofTicket: (ticketId, companyId, time) => {
      const numbers = tickets.of(ticketId, companyId);
      if (numbers === null) return [];
      const found: Entry[] = [];
      for (let index = numbers.end() - 1; index >= numbers.begin(); index -= 1) {
        const { entry, at } = kept.at(numbers.at(index));
        if (at < time) break;
        found.push(entry);
      }
      return found.reverse();
    },
    roomsNow: (change) => tickets.roomsNow(change),
    reloadOfMessages: (companyId, time) => {
      const last = reloads.get(companyId);
      return last && last.at >= time ? last : null;
    },
    clear: () => {
      [kept, tickets, reloads, held, floor, head] = [fifo(), ticketIndex(), new Map(), 0, null, null];
    },
    bytes,
  };
};
