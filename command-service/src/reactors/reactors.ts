import { randomUUID } from 'node:crypto';
import { type Bus, leases, type Store } from '@prosa/infra/runtime';
import type { Deps } from '../kernel/deps.ts';
import { knownSets } from '../kernel/known-sets.ts';
import type { Reactor, ReactorTools, StreamMemory } from '../kernel/reactor.ts';
import { createFeed } from './feed.ts';
import { lineOf } from './line.ts';

/** Prefixes of the streams that `sets` holds. */
const SETS = ['connections-', 'queues-', 'users-'];

export type Reactors = {
  /** Returns by how many seconds each reactor that this process leads is behind. */
  lags: () => Map<string, number>;
  /** Stops the work, waits for it and releases the leases. */
  stop: () => Promise<void>;
};

/**
 * Leads the reactors that no other process leads. Any number of processes may run this, and lead about as many each: each reactor has a
 * lease of its own, and one statement renews all that a process has.
 */
export const startReactors = (
  deps: Deps,
  bus: Bus,
  reactors: readonly Reactor[],
  timing: { ttlMs?: number; renewMs?: number } = {},
): Reactors => {
  const { store, pool, log } = deps;
  const sets = knownSets(store, deps.kept);
  const memories: StreamMemory[] = [sets];
  const memory: StreamMemory = {
    heard: (stream) => {
      for (const one of memories) one.heard(stream);
    },
    clear: () => {
      for (const one of memories) one.clear();
    },
  };
  const keepFresh: ReactorTools['keepFresh'] = (one) => {
    memories.push(one);
    return one;
  };
  const tools: ReactorTools = { ...deps, sets, keepFresh, shared: sharedMemories(store, keepFresh) };
  const prefixes = [...new Set([...SETS, ...reactors.flatMap(({ streams, hears }) => [...streams, ...hears])])];
  const feed = createFeed({ store, prefixes, types: new Set(reactors.flatMap((one) => [...one.types])), heard: memory.heard });
  const competition = leases({ pool, owner: randomUUID(), shares: true, log, ...timing });
  const lines = reactors.map((reactor) => {
    const line = lineOf({ reactor, reaction: reactor.start(tools), deps, bus, feed, prefixes, memory });
    const { name } = reactor;
    return {
      name,
      line,
      held: competition.compete(`reactor:${name}`, { onGained: (_, lost) => line.run(lost) }),
    };
  });
  return {
    lags: () =>
      new Map(
        lines.flatMap(({ name, line }) => {
          const lag = line.lag();
          return lag === null ? [] : [[name, lag]];
        }),
      ),
    stop: async () => {
      await Promise.all(lines.map(({ held }) => held.stop()));
      await feed.over();
    },
  };
};

/** Makes each cache once. */
const sharedMemories = (store: Store, keepFresh: ReactorTools['keepFresh']): ReactorTools['shared'] => {
  const made = new Map<(store: Store) => StreamMemory, StreamMemory>();
  return <Memory extends StreamMemory>(make: (store: Store) => Memory): Memory => {
    const memory = made.get(make) ?? keepFresh(make(store));
    made.set(make, memory);
    return memory as Memory;
  };
};
