import { setTimeout as sleep } from 'node:timers/promises';
import { type Decoded, pause, type Store } from '@prosa/infra/runtime';

/**
 * Minimum time between the starts of two batches: each costs its reactors a publish and a commit, so a busy feed delivers fewer and larger
 * ones.
 */
const PACE_MS = 20;
/** Maximum number of facts in one reactor's inbox. A slower reactor reads by itself until it has caught up. */
const MAX_WAITING = 1_000;

export type Batch = { facts: Decoded[]; upTo: bigint };
export type Inbox = {
  /** Events after this position are delivered to the inbox. */
  readonly since: bigint;
  /**
   * Resolves with all facts that have arrived, as soon as there are any. After `ms` it resolves with what there is: a batch without facts
   * if only events of others were passed, null if there were none or `signal` is aborted.
   */
  take: (ms: number, signal: AbortSignal) => Promise<Batch | null>;
  /** Whether it overflowed: it is then empty and receives nothing more. */
  isOver: () => boolean;
  /** When the oldest waiting event was written; null if none waits. */
  oldest: () => Date | null;
  close: () => void;
};

export type Feed = {
  /** Begins to collect the events that `wants` accepts. If there is no other member, the subscription begins after that position. */
  join: (after: bigint, wants: (fact: Decoded) => boolean) => Inbox;
  /** For how many seconds the subscription has been broken. */
  brokenFor: () => number;
  /** Resolves when nothing is read any more; all inboxes must be closed. */
  over: () => Promise<void>;
};

type Member = { push: (facts: readonly Decoded[], upTo: bigint) => void };
type Reading = { position: bigint; stop: AbortController };

/**
 * One subscription to all streams for all reactors that a process leads, so that another reactor needs no further subscription and no event
 * is decoded twice. It waits for none of them. It calls `heard` for each event before any reactor handles it.
 */
export const createFeed = ({
  store,
  prefixes,
  types,
  heard,
}: {
  store: Store;
  prefixes: string[];
  /** All types that a reactor handles: personal fields of other events are not decrypted. */
  types: ReadonlySet<string>;
  heard: (stream: string) => void;
}): Feed => {
  const members = new Set<Member>();
  const endings = new Set<Promise<void>>();
  let reading: Reading | null = null;
  let broken: number | null = null;

  const begin = (after: bigint): Reading => {
    const mine: Reading = { position: after, stop: new AbortController() };
    const ending: Promise<void> = store
      .subscribeAll({
        prefixes,
        opens: types,
        signal: mine.stop.signal,
        from: async () => (mine.position < 0n ? 'start' : mine.position),
        onBatch: async (facts, upTo) => {
          const since = performance.now();
          for (const { meta } of facts) heard(meta.stream);
          if (reading !== mine) return;
          mine.position = upTo;
          for (const member of members) member.push(facts, upTo);
          const early = since + PACE_MS - performance.now();
          if (early > 0) await sleep(early);
        },
        onLive: () => {
          broken = null;
        },
        onGap: () => {
          broken ??= performance.now();
        },
      })
      .finally(() => endings.delete(ending));
    endings.add(ending);
    broken = null;
    return mine;
  };

  const join: Feed['join'] = (after, wants) => {
    reading ??= begin(after);
    const since = reading.position;
    let facts: Decoded[] = [];
    let upTo = since;
    let taken = since;
    let over = false;
    let wake = (): void => undefined;
    const member: Member = {
      push: (all, position) => {
        const before = facts.length;
        for (const fact of all) if (wants(fact)) facts.push(fact);
        upTo = position;
        // That only events of others were passed does not need to wake the reader.
        if (facts.length === before) return;
        if (facts.length > MAX_WAITING) {
          over = true;
          facts = [];
          close();
        }
        wake();
      },
    };
    const close = (): void => {
      members.delete(member);
      if (members.size > 0) return;
      reading?.stop.abort();
      reading = null;
    };
    members.add(member);
    return {
      since,
      isOver: () => over,
      oldest: () => facts[0]?.meta.at ?? null,
      close,
      take: async (ms, signal) => {
        if (upTo === taken && !over)
          await pause(ms, signal, (end) => {
            wake = end;
          });
        wake = () => undefined;
        if (upTo === taken || over || signal.aborted) return null;
        taken = upTo;
        const batch = { facts, upTo };
        facts = [];
        return batch;
      },
    };
  };

  return {
    join,
    brokenFor: () => (broken === null ? 0 : (performance.now() - broken) / 1_000),
    over: async () => {
      await Promise.all(endings);
    },
  };
};
