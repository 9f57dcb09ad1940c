import { type Draft, original } from '@reduxjs/toolkit';

/**
 * A case reducer out of a pure function: it gets the state itself, not a draft of it, so that large lists are not proxied. What it
 * gives is frozen at its top alone: Immer would go through all that is in it at each push, to freeze that too.
 */
export const plain =
  <State, Action>(reduce: (state: State, action: Action) => State) =>
  (draft: Draft<State>, action: Action): State =>
    Object.freeze(reduce(original(draft) as State, action));
