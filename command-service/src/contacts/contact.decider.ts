import { type ContactFact, Refused, type Unstored } from '@prosa/contracts';
import type { Decider } from '../kernel/decider.ts';

export type ContactEvent = Extract<Unstored<ContactFact>, { type: 'ContactCreated' | 'ContactChanged' | 'Abandoned' }>;
type Created = Extract<ContactEvent, { type: 'ContactCreated' }>['data'];
type Changed = Extract<ContactEvent, { type: 'ContactChanged' }>['data'];
/** Nothing personal: what a contact is called is read from its stream where it is needed. */
export type ContactState = { is: 'nothing' | 'there' | 'abandoned' };
export type ContactCommand =
  /** Changes nothing where it is there already, or was abandoned: who asks looks at the state after it. */
  | { do: 'create contact'; contact: Created }
  | { do: 'change contact'; changes: Changed }
  /** Closes the stream of a claim's owner that never came to be. */
  | { do: 'abandon' };

/** A stream `contact-{contactId}`. */
export const contact: Decider<ContactCommand, ContactState, ContactEvent> = {
  initial: () => ({ is: 'nothing' }),
  decide(command, state) {
    switch (command.do) {
      case 'create contact':
        return state.is === 'nothing' ? [{ type: 'ContactCreated', data: command.contact }] : [];
      case 'change contact':
        if (state.is !== 'there') throw new Refused('ERR_NO_CONTACT_FOUND');
        return Object.keys(command.changes).length > 1 ? [{ type: 'ContactChanged', data: command.changes }] : [];
      case 'abandon':
        return state.is === 'nothing' ? [{ type: 'Abandoned', data: {} }] : [];
      default:
        command satisfies never;
        return [];
    }
  },
  evolve: (state, { type }) => {
    if (type === 'ContactCreated') return { is: 'there' };
    if (type === 'Abandoned') return { is: 'abandoned' };
    return state;
  },
};
