import type { contactListCheckEvents, FactOf, Unstored } from '@prosa/contracts';
import type { Decider } from '../../kernel/decider.ts';

export type ListCheckEvent = Unstored<FactOf<typeof contactListCheckEvents>>;

/** A stream `list-check-{checkId}`: that somebody asked which numbers of a list are on WhatsApp. */
export const listCheck: Decider<ListCheckEvent['data'], { isStarted: boolean }, ListCheckEvent> = {
  initial: () => ({ isStarted: false }),
  decide: (data, { isStarted }) => (isStarted ? [] : [{ type: 'ContactListCheckStarted', data }]),
  evolve: () => ({ isStarted: true }),
};
