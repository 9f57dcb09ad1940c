import { type Draft, original } from '@reduxjs/toolkit';

/**
 * Makes a case reducer of a pure function: it gets the state itself, not a draft, so that large lists are not proxied. The result is frozen
 * only at the top level: otherwise Immer would traverse all of it at each push to freeze it.
 */
export const plain =
  <State, Action>(reduce: (state: State, action: Action) => State) =>
  (draft: Draft<State>, action: Action): State =>
    Object.freeze(reduce(original(draft) as State, action));
