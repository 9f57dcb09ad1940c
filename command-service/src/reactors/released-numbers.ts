import { type ContactFact, canonicalIdentity, type Fact } from '@prosa/contracts';
import type { Store } from '@prosa/infra/runtime';
import type { Claims } from '../contacts/claims.ts';
import { addressOf } from '../contacts/contact.address.ts';
import { readContact } from '../contacts/contact.reading.ts';

/** After a contact's number was changed: the new one is claimed if it is nobody's, and the one before is given back. */
export const releaseNumber = async ({ store, claims }: { store: Store; claims: Claims }, fact: Fact): Promise<void> => {
  const { type, data, meta } = fact as ContactFact;
  if (type !== 'ContactChanged' || data.number === undefined || meta.revision === 0n) return;
  const { contactId } = data;
  const { companyId, eventId } = meta;
  const before = await readContact(store, companyId, contactId, meta.revision - 1n);
  const streamNow = async (): Promise<string | null> => {
    const now = await readContact(store, companyId, contactId);
    return now?.number ? claims.streamOf(companyId, addressOf({ channel: now.channel, number: now.number })) : null;
  };
  const doer = { companyId, commandId: eventId, actor: { kind: 'system', id: 'reactors' } as const };
  const current = await streamNow();
  if (current) await claims.claimFor(doer, current, contactId);
  if (!before?.number) return;
  const old = canonicalIdentity(addressOf({ channel: before.channel, number: before.number }));
  const oldStream = await claims.streamOf(companyId, old);
  await claims.release(doer, oldStream, contactId, async () => (await streamNow()) === oldStream);
};
