import type { ContactFact, ContactView, Fact } from '@prosa/contracts';
import type { Store } from '@prosa/infra/runtime';

/** A contact as its stream tells; names and numbers are null where the person was forgotten. */
export type ContactRecord = Pick<ContactView, 'id' | 'companyId' | 'name' | 'number' | 'email' | 'extraInfo'> & {
  channel: string;
  createdAt: Date;
  updatedAt: Date;
};

/** The contact after some of its facts; null where it was never created. */
export const contactOf = (facts: readonly Fact[]): ContactRecord | null => {
  let record: ContactRecord | null = null;
  for (const { type, data, meta } of facts as readonly ContactFact[]) {
    if (type === 'ContactCreated') {
      const { contactId: id, extraInfo, ...fields } = data;
      record = { ...fields, id, companyId: meta.companyId, extraInfo: extraInfo ?? [], createdAt: meta.at, updatedAt: meta.at };
    } else if (record && type === 'ContactChanged') {
      const { contactId: _, ...changes } = data;
      Object.assign(record, changes, { updatedAt: meta.at });
    }
  }
  return record;
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
