import type { TwoStepFact, Unstored } from '@prosa/contracts';
import type { Decider } from '../../kernel/decider.ts';

type Event = Unstored<TwoStepFact>;
export type TwoStepState = { on: boolean };
export type TwoStepCommand = { do: 'tell two-step'; userId: string; on: boolean };

/** A user's second step, as others may know it, stream `two-step-{userId}`; the step itself is in Postgres. */
export const twoStep: Decider<TwoStepCommand, TwoStepState, Event> = {
  initial: () => ({ on: false }),
  decide: ({ userId, on }, state) =>
    on === state.on ? [] : [{ type: on ? 'TwoStepTurnedOn' : 'TwoStepTurnedOff', data: { userId } }],
  evolve: (_, { type }) => ({ on: type === 'TwoStepTurnedOn' }),
};
