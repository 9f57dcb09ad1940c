import { type ErrorCode, type Meta, Refused } from '@prosa/contracts';
import type { Decided, Decider } from './decider.ts';

const COMPANY = '00000000-0000-7000-8000-00000000c0c0';

/** The meta of a test's event: one company, events one minute apart. */
export const metaOf = (index: number): Meta => ({
  companyId: COMPANY,
  actor: { kind: 'system', id: 'test' },
  commandId: `given-${index}`,
  correlationId: `given-${index}`,
  causationId: `given-${index}`,
  at: new Date(Date.UTC(2026, 0, 1) + index * 60_000),
  version: 1,
  position: BigInt(index),
  revision: BigInt(index),
  eventId: `event-${index}`,
  stream: 'given',
});

/** Returns the state after the events. */
export const stateAfter = <State, Event extends Decided>(
  decider: Decider<never, State, Event>,
  events: readonly Event[],
): State => events.reduce((state, event, index) => decider.evolve(state, event, metaOf(index)), decider.initial());

/** Assertions on a decider: `given(decider, events).when(command).gives(events)` or `.refuses(code)`. */
export const given = <Command, State, Event extends Decided>(
  decider: Decider<Command, State, Event>,
  events: readonly Event[],
) => {
  const state = () => stateAfter(decider as Decider<never, State, Event>, events);
  return {
    when: (command: Command) => ({
      gives: (expected: readonly Event[]) => expect(decider.decide(command, state())).toEqual(expected),
      /** The same with matchers and partial events, as in `toMatchObject`. */
      givesLike: (expected: readonly object[]) => expect(decider.decide(command, state())).toMatchObject(expected as object[]),
      refuses: (code: ErrorCode, details?: Record<string, unknown>) => {
        const refusal = refusalOf(() => decider.decide(command, state()));
        expect(refusal?.code).toBe(code);
        if (details) expect(refusal?.details ?? refusal?.fields).toEqual(details);
      },
    }),
  };
};

const refusalOf = (work: () => unknown): Refused | null => {
  try {
    work();
    return null;
  } catch (error) {
    if (error instanceof Refused) return error;
    throw error;
  }
};
