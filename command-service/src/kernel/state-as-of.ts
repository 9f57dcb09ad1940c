import type { Fact } from '@prosa/contracts';
import type { Store } from '@prosa/infra/runtime';
import type { Decided, Decider } from './decider.ts';

/**
 * The state of a stream right after a revision: what a repeated command answers of, where the state of now no longer knows what it
 * was about. It reads the stream from its beginning, so ask only then.
 */
export const stateAsOf = async <State, Event extends Decided>(
  store: Store,
  decider: Decider<never, State, Event>,
  stream: string,
  revision: bigint,
): Promise<State> => {
  let state = decider.initial();
  for await (const fact of store.read(stream, { max: Number(revision + 1n) }))
    state = decider.evolve(state, fact as Fact as unknown as Event, fact.meta);
  return state;
};
