import {
  type ContactFact,
  type ContactView,
  canonicalIdentity,
  changedValues,
  type Fact,
  type Identity,
  otherNumbersOf,
  shownName,
  shownNumber,
} from '@prosa/contracts';
import type { Store } from '@prosa/infra/runtime';
import { addressOf } from './contact.address.ts';
import type { Preference } from './contact.decider.ts';

/** A contact as folded from its stream; names and numbers are null if the person was forgotten. */
export type ContactRecord = Pick<ContactView, 'id' | 'companyId' | 'name' | 'number' | 'email' | 'extraInfo' | 'fields'> & {
  channel: string;
  /** Further identities by which a channel knows the contact, beside its number. */
  identified: Identity[];
  /** The file of the picture that it shows. */
  pictureId: string | null;
  /** The person's last choice about marketing messages. */
  preference: Preference | null;
  /** When the number was last changed; null: never. */
  numberAt: Date | null;
  deleted: boolean;
  forgotten: boolean;
  /** The contact into which it was merged. */
  mergedInto: string | null;
  createdAt: Date;
  updatedAt: Date;
};

/** Folds a contact from its events; null if it was never created. */
export const contactOf = (facts: readonly Fact[]): ContactRecord | null => facts.reduce<ContactRecord | null>(folded, null);

const there = { deleted: false, forgotten: false, mergedInto: null };
const folded = (record: ContactRecord | null, fact: Fact): ContactRecord | null => {
  const { type, data, meta } = fact as ContactFact;
  if (type === 'ContactCreated') {
    const { contactId: id, extraInfo, ...fields } = data;
    const times = { createdAt: meta.at, updatedAt: meta.at };
    return {
      ...fields,
      id,
      companyId: meta.companyId,
      extraInfo: extraInfo ?? [],
      fields: [],
      identified: [],
      pictureId: null,
      preference: null,
      numberAt: null,
      ...there,
      ...times,
    };
  }
  if (!record) return null;
  if (type === 'ContactIdentified')
    return { ...record, identified: [...record.identified, { kind: data.kind, value: data.value }] };
  if (type === 'ContactFieldsChanged')
    return { ...record, fields: changedValues(record.fields, data.fields), updatedAt: meta.at };
  if (type === 'ContactPictureChanged') return { ...record, pictureId: data.mediaId };
  if (type === 'ContactPreferenceTold') return { ...record, preference: { optedOut: data.optedOut, at: data.at } };
  if (type === 'ContactDeleted') return { ...record, deleted: true };
  // Nothing that the person said is remembered, nor that they want no campaigns.
  if (type === 'ContactForgotten') return { ...record, deleted: true, forgotten: true, preference: null };
  if (type === 'ContactMerged') return { ...record, mergedInto: data.into };
  if (type !== 'ContactChanged') return record;
  const { contactId: _, ...changes } = data;
  return { ...record, ...changes, ...(changes.number !== undefined && { numberAt: meta.at }), updatedAt: meta.at };
};

/**
 * The identities that the contact's own events name, in canonical form. A forgotten or deleted contact has none; a merged one keeps them
 * until their claims have moved.
 */
export const identitiesOf = (of: Named): Identity[] => spelledIdentitiesOf(of).map(canonicalIdentity);
type Named = Pick<ContactRecord, 'channel' | 'number' | 'identified'> & { deleted?: boolean };

/** The same as they are spelled in the events. */
export const spelledIdentitiesOf = ({ channel, number, identified, deleted = false }: Named): Identity[] =>
  (deleted ? [] : [...(number === null ? [] : [addressOf({ channel, number })]), ...identified]).filter(
    ({ value }) => (value as string | null) !== null,
  );

/** Whether two spellings are the same identity. */
export const isSame = (one: Identity, other: Identity): boolean => {
  const [a, b] = [canonicalIdentity(one), canonicalIdentity(other)];
  return a.kind === b.kind && a.value === b.value;
};

/**
 * The state of an identity by its contact's own events. Claims of it from before `voidAt` (a position) are void, and so are all
 * claims of a contact that is `gone`, except for identities that a merged contact still names.
 */
export type Word = { is: 'nothing' | 'there' | 'gone'; names: boolean; voidAt: bigint };

/** Folds a `Word` from the events. `stream` is the stream in which the identity is claimed. */
export const wordOn = (facts: readonly Fact[], identity: Identity, stream: string): Word => {
  let record: ContactRecord | null = null;
  const word: Word = { is: 'nothing', names: false, voidAt: -1n };
  for (const fact of facts) {
    record = folded(record, fact);
    const names = record !== null && identitiesOf(record).some((one) => isSame(one, identity));
    const { type, data } = fact as ContactFact;
    if ((word.names && !names) || (type === 'ClaimClosed' && data.identity === stream)) word.voidAt = fact.meta.position;
    if (type === 'Abandoned' || record?.deleted || record?.mergedInto) word.is = 'gone';
    else if (record) word.is = 'there';
    word.names = names;
  }
  return word;
};

/**
 * Reads a contact of a company, as of a revision if one is given; null if it does not exist, was deleted or merged into another one, or
 * belongs to another company.
 */
export const readContact = async (
  store: Store,
  companyId: string,
  contactId: string,
  upTo?: bigint,
): Promise<ContactRecord | null> => {
  const record = await readContactEver(store, companyId, contactId, upTo);
  return record?.deleted || record?.mergedInto ? null : record;
};

/** The same, deleted and merged contacts included: what was sent to them before must still reach them. */
export const readContactEver = async (
  store: Store,
  companyId: string,
  contactId: string,
  upTo?: bigint,
): Promise<ContactRecord | null> => {
  const facts = await store.load(`contact-${contactId}`, upTo === undefined ? {} : { max: Number(upTo + 1n) });
  const record = contactOf(facts);
  return record?.companyId === companyId ? record : null;
};

/** The phone numbers among further identities, but for forgotten ones. */
const phonesOf = (identified: readonly Identity[]): string[] =>
  identified.filter(({ kind, value }) => kind === 'phone' && (value as string | null) !== null).map(({ value }) => value);

/** The number that a contact shows. */
export const shownNumberOf = ({ number, identified }: Pick<ContactRecord, 'number' | 'identified'>): string | null =>
  shownNumber(number, phonesOf(identified));

/** `pictureOf`: the address of a picture's file. */
export const toContactView = (record: ContactRecord, pictureOf: (mediaId: string) => string): ContactView => ({
  id: record.id,
  uuid: record.id,
  companyId: record.companyId,
  name: shownName(record.name),
  number: shownNumberOf(record),
  otherNumbers: otherNumbersOf(shownNumberOf(record), phonesOf(record.identified)),
  email: record.email,
  profilePicUrl: record.pictureId && pictureOf(record.pictureId),
  kind: record.channel,
  extraInfo: record.extraInfo,
  fields: record.fields,
  optedOutAt: record.preference?.optedOut ? record.preference.at : null,
  createdAt: record.createdAt.toISOString(),
  updatedAt: record.updatedAt.toISOString(),
});
