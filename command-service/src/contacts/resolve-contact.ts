import { type Actor, type Identity, newId } from '@prosa/contracts';
import type { Store } from '@prosa/infra/runtime';
import { keyedMutex } from '../kernel/keyed-mutex.ts';
import type { ReferenceData } from '../kernel/reference-data.ts';
import type { Claims, Place } from './claims.ts';
import { numberOf } from './contact.address.ts';
import { identitiesOf, isSame, readContact } from './contact.reading.ts';

export type Customer = { companyId: string; identities: readonly Identity[]; name: string; channel: string; actor: Actor };
/** The contact of who writes, made if there is none. */
export type ResolveContact = (customer: Customer) => Promise<string>;

/**
 * Finds the contact by its identities, the one that the customer wrote from first; those of them that are nobody's become the
 * contact's. Each step may be done twice, by several processes at once: one contact comes of it (ADR 2).
 */
export const createResolveContact = ({
  claims,
  store,
  referenceData,
}: {
  claims: Claims;
  store: Store;
  referenceData: ReferenceData;
}): ResolveContact => {
  const inTurn = keyedMutex();

  /** The contact that has claimed the identity and names it, as the news have it; null where there is none. */
  const ownerOf = async (companyId: string, { stream }: Place): Promise<string | null> => {
    const owner = await referenceData.look(stream, async () => {
      const [last] = await store.load(stream, { direction: 'backwards', max: 1 });
      return last?.type === 'IdentityClaimed' ? (last.data as { contactId: string }).contactId : null;
    });
    if (owner === null) return null;
    const named = await referenceData.look(`contact-${owner}`, async () => {
      const record = await readContact(store, companyId, owner);
      const places = record ? identitiesOf(record).map((one) => claims.placeOf(companyId, one)) : [];
      return new Set((await Promise.all(places)).map((place) => place.stream));
    });
    return named.has(stream) ? owner : null;
  };

  const make = async (place: Place, { companyId, identities, name, channel, actor }: Customer): Promise<string> => {
    const number = numberOf(identities[0]!);
    const fields = { name: name.trim() || number, number, email: null, extraInfo: [], channel };
    for (;;) {
      const doer = { companyId, actor, commandId: newId() };
      const claim = await claims.claim(doer, place);
      const state = claim.mine ? 'pending' : await claims.stateOf(place, claim);
      if (state === 'valid') return claim.contactId;
      if (state === 'pending') {
        // A claim whose contact is not there yet, as its maker died or is at it, is completed.
        if ((await claims.create(doer, claim.contactId, fields)).mine) return claim.contactId;
      } else {
        // That somebody means to give a contact this number does not make who writes from it that contact.
        await claims.takeOver(doer, place, claim);
      }
    }
  };

  const join = async ({ companyId, actor }: Customer, place: Place, contactId: string): Promise<void> => {
    const doer = { companyId, actor, commandId: newId() };
    const claim = await claims.claimFor(doer, place, contactId, 0);
    if (claim) await claims.identify(doer, place, claim);
  };

  return async (customer) => {
    const { companyId, identities, channel } = customer;
    const all = await Promise.all(identities.map((one) => claims.placeOf(companyId, one)));
    const places = [...new Map(all.map((place) => [place.stream, place])).values()];
    const owners = await Promise.all(places.map((place) => ownerOf(companyId, place)));
    const found = owners.find((owner) => owner !== null);
    const first = places[0]!;
    const contactId =
      found ?? (await inTurn(first.stream, async () => (await ownerOf(companyId, first)) ?? make(first, customer)));
    const named = identitiesOf({ channel, number: numberOf(first.identity), identified: [] });
    for (const [index, place] of places.entries()) {
      if (owners[index] !== null) continue;
      // A new contact has its number by being made.
      if (found === undefined && place === first && named.some((one) => isSame(one, place.identity))) continue;
      // Of two identities that are two contacts' already, the first counts.
      await join(customer, place, contactId);
    }
    return contactId;
  };
};
