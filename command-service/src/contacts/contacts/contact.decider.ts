import { type ContactFact, type ContactValue, type Identity, Refused, type Unstored } from '@prosa/contracts';
import type { Decider } from '../../kernel/decider.ts';

export type ContactEvent = Exclude<Unstored<ContactFact>, { type: 'IdentityClaimed' | 'IdentityReleased' | 'ContactMergeBegun' }>;
type Created = Extract<ContactEvent, { type: 'ContactCreated' }>['data'];
type Changed = Extract<ContactEvent, { type: 'ContactChanged' }>['data'];
/** Holds no personal data: the contact's name is read from its stream when it is needed. */
export type ContactState = {
  is: 'nothing' | 'there' | 'abandoned' | 'deleted' | 'merged' | 'forgotten';
  pictureId: string | null;
  preference: Preference | null;
};
/** Whether the person wants no marketing messages, and when they said so. */
export type Preference = { optedOut: boolean; at: string };
export type ContactCommand =
  /** Does nothing if the contact exists or was abandoned; the caller checks the state afterwards. */
  | { do: 'create contact'; contact: Created; values?: readonly ContactValue[] }
  /**
   * `values`: those of the company's fields that change. `claimed`: whether the contact holds a claim of its new number, if there is one, that
   * is not void here.
   */
  | { do: 'change contact'; changes: Changed; values?: readonly ContactValue[]; claimed: boolean }
  /** `hasOpen`: whether one of its tickets is unfinished. */
  | { do: 'delete contact'; contactId: string; hasOpen: boolean }
  /** Also a contact that was deleted, or merged into one that is forgotten. Does nothing if it was forgotten before. */
  | { do: 'forget contact'; contactId: string }
  /** `claimed` as above, for a further identity; does nothing if the identity is already `named`. */
  | { do: 'identify contact'; contactId: string; identity: Identity; named: boolean; claimed: boolean }
  /** Does nothing if the contact was merged before: the caller knows that it was merged into the same one. */
  | { do: 'merge contact'; contactId: string; into: string }
  /** `changes`: what the contact takes over of the absorbed one's fields. Does nothing if the contact is gone. */
  | {
      do: 'absorb contact';
      contactId: string;
      absorbed: string;
      changes: Omit<Changed, 'contactId'>;
      values?: readonly ContactValue[];
      preference: Preference | null;
    }
  /** The picture that the contact shows from now on; null: none. Does nothing if the contact is gone. */
  | { do: 'change picture'; contactId: string; mediaId: string | null }
  /** Does nothing if the contact is gone, or has said something later. */
  | ({ do: 'keep preference'; contactId: string } & Preference)
  /** The contact wants campaigns again, as a user says; does nothing if nobody said that they want none. */
  | { do: 'end opt-out'; contactId: string; at: string }
  /** Makes a pending claim void. `open`: the contact does not name the identity, but still could. */
  | { do: 'close claim'; contactId: string; identity: string; open: boolean };

/** The number to be named was not claimed, or its claim was closed meanwhile: the caller must claim it (again) first. */
export class Unclaimed extends Refused {
  constructor() {
    super('ERR_BUSY');
  }
}

/**
 * A stream `contact-{contactId}`. An identity belongs to the contact from the event here that names it, never by its claim alone: the
 * outcome of a claim is decided in this one stream, even if a process dies between the steps.
 */
export const contact: Decider<ContactCommand, ContactState, ContactEvent> = {
  initial: () => ({ is: 'nothing', pictureId: null, preference: null }),
  decide(command, state) {
    switch (command.do) {
      case 'create contact':
        if (state.is !== 'nothing') return [];
        return [{ type: 'ContactCreated', data: command.contact }, ...valued(command.contact.contactId, command.values)];
      case 'change contact':
        if (state.is !== 'there') throw new Refused('ERR_NO_CONTACT_FOUND');
        if (command.changes.number !== undefined && !command.claimed) throw new Unclaimed();
        return [
          ...(Object.keys(command.changes).length > 1 ? [{ type: 'ContactChanged' as const, data: command.changes }] : []),
          ...valued(command.changes.contactId, command.values),
        ];
      case 'delete contact':
        if (state.is !== 'there') throw new Refused('ERR_NO_CONTACT_FOUND');
        if (command.hasOpen) throw new Refused('ERR_OTHER_OPEN_TICKET');
        return [...withoutPicture(command, state), { type: 'ContactDeleted', data: { contactId: command.contactId } }];
      case 'forget contact': {
        const { contactId } = command;
        if (state.is === 'nothing' || state.is === 'abandoned') throw new Refused('ERR_NO_CONTACT_FOUND');
        if (state.is === 'forgotten') return [];
        const leaves: ContactEvent[] = [...withoutPicture(command, state), { type: 'ContactDeleted', data: { contactId } }];
        return [...(state.is === 'there' ? leaves : []), { type: 'ContactForgotten', data: { contactId } }];
      }
      case 'identify contact': {
        const { contactId, identity, named, claimed } = command;
        return state.is === 'there' && claimed && !named ? [{ type: 'ContactIdentified', data: { contactId, ...identity } }] : [];
      }
      case 'merge contact': {
        const { contactId, into } = command;
        if (state.is === 'merged') return [];
        if (state.is !== 'there') throw new Refused('ERR_NO_CONTACT_FOUND');
        return [...withoutPicture(command, state), { type: 'ContactMerged', data: { contactId, into } }];
      }
      case 'absorb contact': {
        const { contactId, absorbed, changes, values, preference } = command;
        if (state.is !== 'there') return [];
        const has = Object.keys(changes).length > 0;
        return [
          { type: 'ContactAbsorbed', data: { contactId, absorbed } },
          ...(has ? [{ type: 'ContactChanged' as const, data: { contactId, ...changes } }] : []),
          ...valued(contactId, values),
          ...(preference ? told(contactId, preference, state) : []),
        ];
      }
      case 'change picture': {
        const { contactId, mediaId } = command;
        if (state.is !== 'there' || mediaId === state.pictureId) return [];
        return [{ type: 'ContactPictureChanged', data: { contactId, mediaId, replaces: state.pictureId } }];
      }
      case 'keep preference':
        return state.is === 'there' ? told(command.contactId, command, state) : [];
      case 'end opt-out': {
        const { contactId, at } = command;
        const { is, preference } = state;
        if (is !== 'there') throw new Refused('ERR_NO_CONTACT_FOUND');
        if (!preference?.optedOut) return [];
        // A channel's clock may be ahead of ours.
        const since = new Date(Math.max(Date.parse(at), Date.parse(preference.at))).toISOString();
        return [{ type: 'ContactPreferenceTold', data: { contactId, optedOut: false, at: since } }];
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
  evolve: (state, { type, data }) => {
    if (type === 'ContactCreated') return { ...state, is: 'there' };
    if (type === 'Abandoned') return { ...state, is: 'abandoned' };
    if (type === 'ContactMerged') return { ...state, is: 'merged' };
    if (type === 'ContactDeleted') return { ...state, is: 'deleted' };
    if (type === 'ContactForgotten') return { ...state, is: 'forgotten', preference: null };
    if (type === 'ContactPictureChanged') return { ...state, pictureId: data.mediaId };
    if (type === 'ContactPreferenceTold') return { ...state, preference: { optedOut: data.optedOut, at: data.at } };
    return state;
  },
};

const valued = (contactId: string, values: readonly ContactValue[] = []): ContactEvent[] =>
  values.length === 0 ? [] : [{ type: 'ContactFieldsChanged', data: { contactId, fields: [...values] } }];

/** The latest word of a person counts, in whatever order they come. */
const told = (contactId: string, { optedOut, at }: Preference, { preference }: ContactState): ContactEvent[] =>
  preference !== null && preference.at >= at ? [] : [{ type: 'ContactPreferenceTold', data: { contactId, optedOut, at } }];

/** Removes the picture of a contact that leaves the lists. */
const withoutPicture = ({ contactId }: { contactId: string }, { pictureId }: ContactState): ContactEvent[] =>
  pictureId === null ? [] : [{ type: 'ContactPictureChanged', data: { contactId, mediaId: null, replaces: pictureId } }];

/** Where a command about a contact goes, and what it answers if there is none. */
export const onContact = (contactId: string) =>
  ({ decider: contact, stream: `contact-${contactId}`, missing: 'ERR_NO_CONTACT_FOUND' }) as const;
