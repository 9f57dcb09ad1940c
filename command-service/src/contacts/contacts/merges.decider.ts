import { type ContactFact, Refused, type Unstored } from '@prosa/contracts';
import type { Decider } from '../../kernel/decider.ts';

export type MergesEvent = Extract<Unstored<ContactFact>, { type: 'ContactMergeBegun' }>;
/** The merged contacts of a company, each with the one that it was merged into. */
export type MergesState = Map<string, string>;
export type MergesCommand = { do: 'begin merge'; contactId: string; into: string };

/**
 * A stream `merges-{companyId}`. A contact is merged once, and only into one that is not merged itself: so the links never form a ring, even
 * if two are merged into each other at the same moment (decision 13).
 */
export const merges: Decider<MergesCommand, MergesState, MergesEvent> = {
  initial: () => new Map(),
  decide({ contactId, into }, state) {
    if (state.has(contactId) || state.has(into)) throw new Refused('ERR_NO_CONTACT_FOUND');
    return [{ type: 'ContactMergeBegun', data: { contactId, into } }];
  },
  evolve: (state, { data }) => state.set(data.contactId, data.into),
};
