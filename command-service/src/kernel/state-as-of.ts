import type { Fact } from '@prosa/contracts';
import type { Store } from '@prosa/infra/runtime';
import type { Decided, Decider } from './decider.ts';

/**
 * The state of a stream right after a revision (-1: before its first event): a repeated command answers from it if the current state no
 * longer holds its record. It reads the stream from the beginning, so call it rarely.
 */
export const stateAsOf = async <State, Event extends Decided>(
  store: Store,
  decider: Decider<never, State, Event>,
  stream: string,
  revision: bigint,
): Promise<State> => {
  let state = decider.initial();
  if (revision < 0n) return state;
  for await (const fact of store.read(stream, { max: Number(revision + 1n) }))
    state = decider.evolve(state, fact as Fact as unknown as Event, fact.meta);
  return state;
};

/**
 * Returns what `pick` finds in the state after a command; for a repeat whose record is gone since, in the state of the first time. Call it
 * before the next `await`: the state belongs to the cache.
 */
export const asItWas = async <State, Event extends Decided, Found>(
  store: Store,
  { decider, stream }: { decider: Decider<never, State, Event>; stream: string },
  { state, revision, repeated }: { state: State; revision: bigint; repeated: boolean },
  pick: (state: State) => Found | null | undefined,
): Promise<Found | null> => pick(state) ?? (repeated ? (pick(await stateAsOf(store, decider, stream, revision)) ?? null) : null);
