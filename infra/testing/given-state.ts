/** `givenState(reduce)(state).when(...events).gives(changes, effects)` compares the state after the events with the given one and its changes, and their effects in order. */
export const givenState =
  <State extends object, Event, Effect>(reduce: (state: State, event: Event) => readonly [State, Effect[]]) =>
  (state: State) => ({
    when: (...events: Event[]) => {
      let now = state;
      const effects = events.flatMap((event) => {
        const [next, done] = reduce(Object.freeze(now), event);
        now = next;
        return done;
      });
      return {
        /** `changes`: those of the state; all else is as it was. */
        gives: (changes: Partial<State>, expected: Effect[] = []): void => {
          expect(now).toEqual({ ...state, ...changes });
          expect(effects).toEqual(expected);
        },
        state: now,
        effects,
      };
    },
  });
