import type { Meta } from '@prosa/contracts';

/** An event as a decider returns it: the handler adds `meta`. */
export type Decided = { type: string; data: unknown };

/**
 * The rules of one aggregate. Pure: no clock, no random values, no I/O. Everything else that a decision needs (who asks, the company's
 * rules, new ids) is part of the command. A command that was carried out before does not reach the decider: the handler recognises its id.
 */
export type Decider<Command, State, Event extends Decided> = {
  initial: () => State;
  /** Returns the events that the command causes; none if nothing changes. Throws `Refused`. */
  decide: (command: Command, state: State) => Event[];
  /** May mutate and return the state that it is given: the caller owns it. An unknown event changes nothing. Never throws. */
  evolve: (state: State, event: Event, meta: Meta) => State;
  /** Event types whose repetition the rules themselves detect, so that their command ids need not be remembered. */
  unremembered?: readonly Event['type'][];
};
