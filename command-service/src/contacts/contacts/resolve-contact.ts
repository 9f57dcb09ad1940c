import { type Actor, type Identity, isNamed, isToldName, newId, Refused, visible } from '@prosa/contracts';
import { keyedMutex, type Store } from '@prosa/infra/runtime';
import type { Deps } from '../../kernel/deps.ts';
import type { ReferenceData } from '../../kernel/reference-data.ts';
import type { Claims, Place } from './claims.ts';
import { numberOf } from './contact.address.ts';
import { onContact } from './contact.decider.ts';
import { type ContactRecord, identitiesOf, isSame, readContact, readContactEver } from './contact.reading.ts';
import { createLearntMerge } from './learnt-merge.ts';

export type Customer = { companyId: string; identities: readonly Identity[]; name: string; channel: string; actor: Actor };
/** Returns the id of the sender's contact and creates the contact if there is none. */
export type ResolveContact = (customer: Customer) => Promise<string>;

type World = { claims: Claims; store: Store; referenceData: ReferenceData };

/**
 * The contact that has claimed the identity and names it, or the one into which that contact was merged, from cached reads; null if there is
 * none.
 */
const createOwnerOf = (world: World) => {
  const { store, referenceData } = world;
  const knownOf = createKnownOf(world);
  return async (companyId: string, { stream }: Place): Promise<string | null> => {
    const owner = await referenceData.look(stream, async () => {
      const [last] = await store.load(stream, { direction: 'backwards', max: 1 });
      return last?.type === 'IdentityClaimed' ? (last.data as { contactId: string }).contactId : null;
    });
    if (owner === null) return null;
    const { names, mergedInto } = await knownOf(companyId, owner);
    if (!names.has(stream)) return null;
    if (mergedInto === null) return owner;
    for (let heir = mergedInto; ; ) {
      const { isGone, mergedInto: next } = await knownOf(companyId, heir);
      if (isGone) return null;
      if (next === null) return heir;
      heir = next;
    }
  };
};
/** The streams of the identities that a contact names, `own` that of its number, and the contact into which it was merged. */
type Known = { names: ReadonlySet<string>; own: string | null; mergedInto: string | null; isGone: boolean; isNameless: boolean };

const createKnownOf =
  ({ claims, store, referenceData }: World) =>
  (companyId: string, contactId: string): Promise<Known> =>
    referenceData.look(`contact-${contactId}`, async () => {
      const record = await readContactEver(store, companyId, contactId);
      const named = record ? await Promise.all(identitiesOf(record).map((one) => claims.placeOf(companyId, one))) : [];
      return {
        names: new Set(named.map(({ stream }) => stream)),
        own: (record && record.number !== null && named[0]?.stream) || null,
        mergedInto: record?.mergedInto ?? null,
        isGone: !record || record.deleted,
        isNameless: isNameless(record),
      };
    });

/** Whether a contact is called by the number, because no name was known; a forgotten one is not called at all. */
const isNameless = (record: ContactRecord | null): boolean => record !== null && record.name !== null && !isNamed(record);

/** Returns the number that a customer wrote from, if it is another one than their contact's own. */
export const createOtherNumber = (world: World) => {
  const knownOf = createKnownOf(world);
  return async (companyId: string, contactId: string, [first]: readonly Identity[]): Promise<string | undefined> => {
    if (first?.kind !== 'phone') return undefined;
    const [{ own }, { stream }] = await Promise.all([knownOf(companyId, contactId), world.claims.placeOf(companyId, first)]);
    return own !== null && own !== stream ? numberOf(first) : undefined;
  };
};

/** Returns the contact of the first identity that belongs to one; null if there is none. Creates no contact. */
export const createFindContact = (world: World) => {
  const ownerOf = createOwnerOf(world);
  return async (companyId: string, identities: readonly Identity[]): Promise<string | null> => {
    for (const one of identities) {
      const owner = await ownerOf(companyId, await world.claims.placeOf(companyId, one));
      if (owner !== null) return owner;
    }
    return null;
  };
};

/**
 * Finds the contact by its identities, starting with the one that the customer wrote from, and assigns the unclaimed ones to the contact.
 * Each step is idempotent and safe when several processes run it at once: they end with one contact (decision 2).
 */
export const createResolveContact = (world: World & Pick<Deps, 'handle' | 'keys' | 'clock'>): ResolveContact => {
  const { claims } = world;
  const mergeLearnt = createLearntMerge(world);
  const inTurn = keyedMutex();
  const ownerOf = createOwnerOf(world);
  const knownOf = createKnownOf(world);

  const make = async (place: Place, { companyId, identities, name, channel, actor }: Customer): Promise<string> => {
    const number = numberOf(identities[0]!);
    const fields = { name: visible(name) || number, number, email: null, extraInfo: [], channel };
    for (;;) {
      const doer = { companyId, actor, commandId: newId() };
      const claim = await claims.claim(doer, place);
      const state = claim.mine ? 'pending' : await claims.stateOf(place, claim);
      if (state === 'valid') return claim.contactId;
      if (state === 'pending') {
        // The claim's contact does not exist yet, because its maker died or is still working: complete the claim.
        if ((await claims.create(doer, place, claim, fields)).mine) return claim.contactId;
      } else {
        // Someone intends to give this number to an existing contact. That does not make the sender that contact.
        await claims.takeOver(doer, place, claim);
      }
    }
  };

  const join = async ({ companyId, actor }: Customer, place: Place, contactId: string): Promise<void> => {
    const doer = { companyId, actor, commandId: newId() };
    const claim = await claims.claimFor(doer, place, contactId, 0);
    if (claim) await claims.identify(doer, place, claim);
  };

  /** A contact that is named by its number takes the first name that the channel reports. */
  const takeName = async ({ companyId, name: told, actor }: Customer, contactId: string): Promise<void> => {
    const name = visible(told);
    if (!isToldName(name, null) || !(await knownOf(companyId, contactId)).isNameless) return;
    try {
      await world.handle({
        companyId,
        actor,
        commandId: newId(),
        ...onContact(contactId),
        command: async () => {
          const record = await readContact(world.store, companyId, contactId);
          const isNew = isNameless(record) && isToldName(name, record?.number ?? null);
          return { do: 'change contact' as const, changes: { contactId, ...(isNew && { name }) }, claimed: false };
        },
      });
    } catch (error) {
      // Deleted or merged meanwhile: the message is what counts.
      if (!(error instanceof Refused) || error.code !== 'ERR_NO_CONTACT_FOUND') throw error;
    }
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
      // A new contact names its number by being created.
      if (found === undefined && place === first && named.some((one) => isSame(one, place.identity))) continue;
      await join(customer, place, contactId);
    }
    if (found) await takeName(customer, contactId);
    // They belong to several contacts, who are one person: the number that the customer wrote from comes first.
    for (const other of new Set(owners)) if (other !== null && other !== contactId) await mergeLearnt(customer, contactId, other);
    return contactId;
  };
};
