import type { Actor, ContactValue, Identity } from '@prosa/contracts';
import type { ContactCommand } from './contact.decider.ts';
import type { Word } from './contact.reading.ts';
import type { IdentityCommand } from './identity.decider.ts';

/** The actor, and the command by which it acts. */
export type Doer = { companyId: string; actor: Actor; commandId: string; commandHash?: string };
export type NewContact = {
  name: string;
  number: string;
  email: string | null;
  extraInfo: { id: string; name: string; value: string }[];
  channel: string;
  /** Values of the company's fields. */
  values?: readonly ContactValue[];
};

/**
 * The claim that holds a place: its contact, since when (milliseconds since 1970), its position in the store, whether this command made it,
 * and whether there was one before it.
 */
export type Claim = { contactId: string; since: number; position: bigint; mine: boolean; isLater: boolean };
/** An identity and the stream in which it is claimed. */
export type Place = { identity: Identity; stream: string };

/**
 * The state of a claim according to its contact's own events. `valid`: the contact names the identity. `pending`: the contact does not
 * exist yet. `unnamed`: the contact exists and does not name the identity (yet). `void`: the claim can never become valid.
 */
export type ClaimState = 'valid' | 'pending' | 'unnamed' | 'void';

/** Users may take over a claim that is still not valid after this time; a customer who writes need not wait. */
export const TAKE_OVER_AFTER_MS = 60_000;

/** The state of the claim made at `position`, by what its contact says of the identity. */
export const stateOfClaim = ({ is, names, voidAt }: Word, position: bigint): ClaimState => {
  if (names) return 'valid';
  if (is === 'gone' || voidAt > position) return 'void';
  return is === 'nothing' ? 'pending' : 'unnamed';
};

/** Whether that claim allows its contact to name the identity. */
export const allowsNaming = ({ is, voidAt }: Word, position: bigint): boolean => is !== 'gone' && voidAt < position;

/** Whether another contact may take over a claim of that state, held since `since` (both times in milliseconds since 1970). */
export const isForTaking = (state: ClaimState, since: number, now: number, afterMs: number): boolean =>
  state === 'void' || (state !== 'valid' && now - since >= afterMs);

/** Claims an identity for an existing contact; `word`: what it says if it holds the claim made at `position`, which may be void. */
export const claimOf = (contactId: string, position: bigint, word: Word | null): IdentityCommand => ({
  do: 'claim',
  contactId,
  anew: word !== null && word.voidAt > position,
});

type Command<Kind extends ContactCommand['do']> = Extract<ContactCommand, { do: Kind }>;
/** Names an identity on the basis of the claim made at `position`. */
export const namingOf = (contactId: string, { identity }: Place, position: bigint, word: Word): Command<'identify contact'> => ({
  do: 'identify contact',
  contactId,
  identity,
  named: word.names,
  claimed: word.voidAt < position,
});
/** Closes the claim made at `position`, unless the contact has made it valid or it is void already. */
export const closingOf = (contactId: string, { stream }: Place, position: bigint, word: Word): Command<'close claim'> => ({
  do: 'close claim',
  contactId,
  identity: stream,
  open: !word.names && word.voidAt < position,
});
