import { type ContactFact, type Identity, Refused, type Unstored } from '@prosa/contracts';
import type { Decider } from '../kernel/decider.ts';

export type ContactEvent = Exclude<Unstored<ContactFact>, { type: 'IdentityClaimed' | 'IdentityReleased' }>;
type Created = Extract<ContactEvent, { type: 'ContactCreated' }>['data'];
type Changed = Extract<ContactEvent, { type: 'ContactChanged' }>['data'];
/** Nothing personal: what a contact is called is read from its stream where it is needed. */
export type ContactState = { is: 'nothing' | 'there' | 'abandoned' };
export type ContactCommand =
  /** Changes nothing where it is there already, or was abandoned: who asks looks at the state after it. */
  | { do: 'create contact'; contact: Created }
  /** `claimed`: whether the contact holds a claim of its new number that still counts here, where it has one. */
  | { do: 'change contact'; changes: Changed; claimed: boolean }
  /** The same of a further identity; nothing where it is named already. */
  | { do: 'identify contact'; contactId: string; identity: Identity; named: boolean; claimed: boolean }
  /** Makes a claim that nothing came of void. `open`: the contact does not name the identity, and yet might. */
  | { do: 'close claim'; contactId: string; identity: string; open: boolean };

/** A number is to be named that was not claimed, or whose claim was closed meanwhile: it is to be claimed first, or again. */
export class Unclaimed extends Refused {
  constructor() {
    super('ERR_BUSY');
  }
}

/**
 * A stream `contact-{contactId}`. An identity is the contact's from the event here that names it, and never by its claim alone: what comes
 * to be of a claim is decided in this one stream, whoever dies on the way.
 */
export const contact: Decider<ContactCommand, ContactState, ContactEvent> = {
  initial: () => ({ is: 'nothing' }),
  decide(command, state) {
    switch (command.do) {
      case 'create contact':
        return state.is === 'nothing' ? [{ type: 'ContactCreated', data: command.contact }] : [];
      case 'change contact':
        if (state.is !== 'there') throw new Refused('ERR_NO_CONTACT_FOUND');
        if (command.changes.number !== undefined && !command.claimed) throw new Unclaimed();
        return Object.keys(command.changes).length > 1 ? [{ type: 'ContactChanged', data: command.changes }] : [];
      case 'identify contact': {
        const { contactId, identity, named, claimed } = command;
        return state.is === 'there' && claimed && !named ? [{ type: 'ContactIdentified', data: { contactId, ...identity } }] : [];
      }
      case 'close claim': {
        const { contactId, identity, open } = command;
        if (state.is === 'nothing') return [{ type: 'Abandoned', data: {} }];
        return state.is === 'there' && open ? [{ type: 'ClaimClosed', data: { contactId, identity } }] : [];
      }
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
