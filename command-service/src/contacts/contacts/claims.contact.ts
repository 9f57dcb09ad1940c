import { derivedId, newId } from '@prosa/contracts';
import type { Store } from '@prosa/infra/runtime';
import type { Handle } from '../../kernel/handler.ts';
import {
  allowsNaming,
  type Claim,
  type ClaimState,
  closingOf,
  type Doer,
  type NewContact,
  namingOf,
  type Place,
  stateOfClaim,
} from './claim.states.ts';
import { contact } from './contact.decider.ts';
import { type Word, wordOn } from './contact.reading.ts';

const refusal = { missing: 'ERR_NO_CONTACT_FOUND' as const };
/** `once`: a step that a repeat of the command finds done. `anytime`: a step that runs whenever it is needed. */
export const once = ({ commandId, ...doer }: Doer, name: string) => ({
  ...doer,
  ...refusal,
  commandId: derivedId(commandId, name),
});
export const anytime = ({ companyId, actor, commandId }: Doer) => ({
  ...refusal,
  companyId,
  actor,
  commandId: newId(),
  causationId: commandId,
});

/** The steps of a claim in its contact's stream, where its outcome is decided. */
export const claimsOfContacts = ({ handle, store }: { handle: Handle; store: Store }) => {
  const wordOf = async (place: Place, contactId: string): Promise<Word> =>
    wordOn(await store.load(`contact-${contactId}`), place.identity, place.stream);

  return {
    wordOf,
    /** Returns the current state of a claim, derived from its contact's events. */
    stateOf: async (place: Place, { contactId, position }: Pick<Claim, 'contactId' | 'position'>): Promise<ClaimState> =>
      stateOfClaim(await wordOf(place, contactId), position),

    /**
     * Whether a claim allows its contact to name the identity. Called inside a command, so that it is decided at the revision of the
     * contact's stream.
     */
    counts: async (place: Place, { contactId, position }: Claim): Promise<boolean> =>
      allowsNaming(await wordOf(place, contactId), position),

    /** `mine`: whether this command created the contact, now or before. */
    create: async (doer: Doer, contactId: string, { values = [], ...fields }: NewContact) => {
      const { events, repeated, position, revision } = await handle({
        ...once(doer, 'create'),
        decider: contact,
        stream: `contact-${contactId}`,
        isNew: true,
        command: { do: 'create contact', contact: { contactId, ...fields }, values },
      });
      return { mine: events.length > 0 || repeated, position, revision };
    },

    /** Names an identity as the contact's on the basis of a claim; does nothing if the claim is void. Resolves to whether the contact exists. */
    identify: async (
      doer: Doer,
      place: Place,
      { contactId, position }: Pick<Claim, 'contactId' | 'position'>,
    ): Promise<boolean> => {
      const { state } = await handle({
        ...anytime(doer),
        decider: contact,
        stream: `contact-${contactId}`,
        command: async () => namingOf(contactId, place, position, await wordOf(place, contactId)),
      });
      return state.is === 'there';
    },

    /** Makes a claim void, unless the contact has made it valid. */
    close: async (doer: Doer, place: Place, { contactId, position }: Claim): Promise<void> => {
      await handle({
        ...anytime(doer),
        decider: contact,
        stream: `contact-${contactId}`,
        command: async () => closingOf(contactId, place, position, await wordOf(place, contactId)),
      });
    },
  };
};
