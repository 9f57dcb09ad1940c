import { type Actor, type Identity, newId } from '@prosa/contracts';
import type { Store } from '@prosa/infra/runtime';
import type { Desk } from '../kernel/desk.ts';
import { turns } from '../kernel/turns.ts';
import type { Claims } from './claims.ts';
import { numberOf } from './contact.address.ts';

export type Customer = { companyId: string; identities: readonly Identity[]; name: string; channel: string; actor: Actor };
/** The contact of who writes, made if there is none. */
export type ResolveContact = (customer: Customer) => Promise<string>;

/**
 * Finds the contact by its identities, the one that the customer wrote from first; those of them that are nobody's become the
 * contact's. Each step may be done twice, by several processes at once: one contact comes of it (decisions.md 2).
 */
export const createResolveContact = ({ claims, store, desk }: { claims: Claims; store: Store; desk: Desk }): ResolveContact => {
  const inTurn = turns();

  /** The contact that has the identity and is there; null while there is none. */
  const ownerOf = async (stream: string): Promise<string | null> => {
    const contactId = await desk.look(stream, async () => {
      const [last] = await store.load(stream, { direction: 'backwards', max: 1 });
      if (last?.type !== 'IdentityClaimed') return null;
      const { contactId: owner } = last.data as { contactId: string };
      const [first] = await store.load(`contact-${owner}`, { max: 1 });
      return first?.type === 'ContactCreated' ? owner : null;
    });
    // That a contact comes to be is no event of the identity's stream.
    if (contactId === null) desk.forget(stream);
    return contactId;
  };

  const make = async (stream: string, { companyId, identities, name, channel, actor }: Customer): Promise<string> => {
    for (;;) {
      const doer = { companyId, actor, commandId: newId() };
      const { contactId } = await claims.claim(doer, stream);
      const number = numberOf(identities[0]!);
      // A claim whose contact is not there yet, as its maker died or is at it, is completed.
      const { there } = await claims.create(doer, contactId, {
        name: name.trim() || number,
        number,
        email: null,
        extraInfo: [],
        channel,
      });
      desk.forget(stream);
      if (there) return contactId;
      await claims.takeOver(doer, stream, contactId);
    }
  };

  return async (customer) => {
    const { companyId, identities, actor } = customer;
    const streams = [...new Set(await Promise.all(identities.map((one) => claims.streamOf(companyId, one))))];
    const owners = await Promise.all(streams.map(ownerOf));
    const found = owners.find((owner) => owner !== null);
    const first = streams[0]!;
    const contactId = found ?? (await inTurn(first, async () => (await ownerOf(first)) ?? make(first, customer)));
    const free = streams.filter((stream, index) => owners[index] === null && (found !== undefined || stream !== first));
    for (const stream of free) {
      // Of two identities that are two contacts' already, the first counts.
      await claims.claimFor({ companyId, actor, commandId: newId() }, stream, contactId);
      desk.forget(stream);
    }
    return contactId;
  };
};
