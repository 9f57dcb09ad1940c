import type { ContactFact, Fact } from '@prosa/contracts';
import type { Store } from '@prosa/infra/runtime';
import type { Claims } from './claims.ts';
import { contactOf, identitiesOf, isSame } from './contact.reading.ts';

/** After a contact's number has changed, releases the claim of the previous number; after it was deleted, all its claims. */
export const releaseNumber = async ({ store, claims }: { store: Store; claims: Claims }, fact: Fact): Promise<void> => {
  const { type, data, meta } = fact as ContactFact;
  if (type !== 'ContactDeleted' && (type !== 'ContactChanged' || data.number === undefined)) return;
  const { companyId, eventId, stream, revision, position } = meta;
  const facts = await store.load(stream, { max: Number(revision + 1n) });
  const [before, after] = [contactOf(facts.slice(0, -1)), contactOf(facts)];
  if (!before || !after) return;
  const kept = identitiesOf(after);
  const doer = { companyId, commandId: eventId, actor: { kind: 'system', id: 'reactors' } as const };
  for (const one of identitiesOf(before)) {
    if (kept.some((other) => isSame(one, other))) continue;
    const place = await claims.placeOf(companyId, one);
    await claims.release(doer, place.stream, data.contactId, position);
  }
};
