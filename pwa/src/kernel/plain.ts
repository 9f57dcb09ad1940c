import { type Draft, original } from '@reduxjs/toolkit';

/** A case reducer out of a pure function: it gets the state itself, not a draft of it, so that large lists are not proxied. */
export const plain =
  <State, Action>(reduce: (state: State, action: Action) => State) =>
  (draft: Draft<State>, action: Action): State =>
    reduce(original(draft) as State, action);
