import { type ContactFact, type ContactView, canonicalIdentity, type Fact, type Identity } from '@prosa/contracts';
import type { Store } from '@prosa/infra/runtime';
import { addressOf } from './contact.address.ts';

/** A contact as its stream tells; names and numbers are null where the person was forgotten. */
export type ContactRecord = Pick<ContactView, 'id' | 'companyId' | 'name' | 'number' | 'email' | 'extraInfo'> & {
  channel: string;
  /** Ways in which a channel knows the contact beside its number. */
  identified: Identity[];
  createdAt: Date;
  updatedAt: Date;
};

/** The contact after some of its facts; null where it was never created. */
export const contactOf = (facts: readonly Fact[]): ContactRecord | null => facts.reduce<ContactRecord | null>(folded, null);

const folded = (record: ContactRecord | null, fact: Fact): ContactRecord | null => {
  const { type, data, meta } = fact as ContactFact;
  if (type === 'ContactCreated') {
    const { contactId: id, extraInfo, ...fields } = data;
    const times = { createdAt: meta.at, updatedAt: meta.at };
    return { ...fields, id, companyId: meta.companyId, extraInfo: extraInfo ?? [], identified: [], ...times };
  }
  if (!record) return null;
  if (type === 'ContactIdentified')
    return { ...record, identified: [...record.identified, { kind: data.kind, value: data.value }] };
  if (type !== 'ContactChanged') return record;
  const { contactId: _, ...changes } = data;
  return { ...record, ...changes, updatedAt: meta.at };
};

/** The identities that are the contact's by its own word, each in its one spelling. Of a forgotten one there are none. */
export const identitiesOf = ({
  channel,
  number,
  identified,
}: Pick<ContactRecord, 'channel' | 'number' | 'identified'>): Identity[] =>
  [...(number === null ? [] : [addressOf({ channel, number })]), ...identified]
    .filter(({ value }) => (value as string | null) !== null)
    .map(canonicalIdentity);

/** Whether two spellings are one identity. */
export const isSame = (one: Identity, other: Identity): boolean => {
  const [a, b] = [canonicalIdentity(one), canonicalIdentity(other)];
  return a.kind === b.kind && a.value === b.value;
};

/** What a contact's own events say of an identity. Claims of it from before `voidAt` (a position) count no more. */
export type Word = { is: 'nothing' | 'there' | 'abandoned'; names: boolean; voidAt: bigint };

/** Reads that word. `stream` is the one in which the identity is claimed. */
export const wordOn = (facts: readonly Fact[], identity: Identity, stream: string): Word => {
  let record: ContactRecord | null = null;
  const word: Word = { is: 'nothing', names: false, voidAt: -1n };
  for (const fact of facts) {
    record = folded(record, fact);
    const names = record !== null && identitiesOf(record).some((one) => isSame(one, identity));
    const { type, data } = fact as ContactFact;
    if ((word.names && !names) || (type === 'ClaimClosed' && data.identity === stream)) word.voidAt = fact.meta.position;
    if (type === 'Abandoned') word.is = 'abandoned';
    else if (record) word.is = 'there';
    word.names = names;
  }
  return word;
};

/** Reads a contact of a company, as of a revision where one is named; null where it is not there or another company's. */
export const readContact = async (
  store: Store,
  companyId: string,
  contactId: string,
  upTo?: bigint,
): Promise<ContactRecord | null> => {
  const facts = await store.load(`contact-${contactId}`, upTo === undefined ? {} : { max: Number(upTo + 1n) });
  const record = contactOf(facts);
  return record?.companyId === companyId ? record : null;
};

export const toContactView = (record: ContactRecord): ContactView => ({
  id: record.id,
  uuid: record.id,
  companyId: record.companyId,
  name: record.name,
  number: record.number,
  email: record.email,
  profilePicUrl: null,
  kind: record.channel,
  extraInfo: record.extraInfo,
  createdAt: record.createdAt.toISOString(),
  updatedAt: record.updatedAt.toISOString(),
});
