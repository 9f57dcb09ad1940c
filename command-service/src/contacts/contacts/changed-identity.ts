import { type Actor, type Identity, type Inbound, newId } from '@prosa/contracts';
import type { Deps } from '../../kernel/deps.ts';
import { type Claim, createClaims, type Doer, type Place } from './claims.ts';
import { addressOf, numberOf } from './contact.address.ts';
import { onContact } from './contact.decider.ts';
import { type ContactRecord, isSame, readContact } from './contact.reading.ts';
import { createLearntMerge } from './learnt-merge.ts';
import { createFindContact } from './resolve-contact.ts';

type Changed = Extract<Inbound, { kind: 'identity' }>;

/**
 * Follows a customer to another number, or another id of the channel. The contact's number becomes the new one, so that answers go there,
 * and the old one is free for whoever gets it; another id joins. If another contact has the new one already, the two are one person
 * (decision 13). Who is no contact does not become one.
 */
export const createChangeIdentity = (deps: Deps): ((told: Changed) => Promise<void>) => {
  const { store, handle } = deps;
  const claims = createClaims(deps);
  const findContact = createFindContact({ ...deps, claims });
  const mergeLearnt = createLearntMerge(deps);

  const changeNumber = (doer: Doer, contactId: string, was: readonly Identity[], place: Place, claim: Claim) =>
    handle({
      ...doer,
      commandId: newId(),
      ...onContact(contactId),
      command: async () => {
        const record = await readContact(store, doer.companyId, contactId);
        const isTheirs = record !== null && hasNumber(record, was);
        const changes = { contactId, ...(isTheirs && { number: numberOf(place.identity) }) };
        return { do: 'change contact' as const, changes, claimed: await claims.counts(place, claim) };
      },
    });

  return async ({ companyId, connectionId, was, is }) => {
    const contactId = await findContact(companyId, was);
    if (contactId === null) return;
    const actor: Actor = { kind: 'system', id: `channel:${connectionId}` };
    const doer: Doer = { companyId, actor, commandId: newId() };
    for (const one of is) {
      const place = await claims.placeOf(companyId, one);
      const claim = await claims.claimFor(doer, place, contactId, 0);
      if (claim) {
        const record = await readContact(store, companyId, contactId);
        if (one.kind === 'phone' && record && hasNumber(record, was)) await changeNumber(doer, contactId, was, place, claim);
        else await claims.identify(doer, place, claim);
        continue;
      }
      const other = await findContact(companyId, [one]);
      if (other === null || other === contactId) continue;
      await mergeLearnt(doer, other, contactId);
      return;
    }
  };
};

const hasNumber = ({ channel, number }: ContactRecord, was: readonly Identity[]): boolean =>
  number !== null && was.some((one) => isSame(one, addressOf({ channel, number })));
