import type { Meta } from '@prosa/contracts';

/** An event as a decider makes it: the handler adds `meta`. */
export type Decided = { type: string; data: unknown };

/**
 * The rules of one aggregate. Pure: no clock, no random, no I/O. What a decision needs of the world (who asks, the company's
 * rules, new ids) comes in the command; a command that was carried out before never gets here: the handler knows its id.
 */
export type Decider<Command, State, Event extends Decided> = {
  initial: () => State;
  /** The events that the command causes; none where nothing changes. Throws `Refused`. */
  decide: (command: Command, state: State) => Event[];
  /** May change and return the very state it is given: its caller owns it. An event it does not know changes nothing. Never throws. */
  evolve: (state: State, event: Event, meta: Meta) => State;
  /** Types whose repetition the rules themselves see through, so that their command ids need not be remembered. */
  unremembered?: readonly Event['type'][];
};
