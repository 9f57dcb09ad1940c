import { type ContactFact, conversationKey, countryOf, derivedId, type Fact, type Identity, type Meta } from '@prosa/contracts';
import { createConverse } from '../../desk/conversations/conversations.ts';
import type { ReactorTools } from '../../kernel/reactor.ts';
import { createClaims } from '../contacts/claims.ts';
import { addressOf } from '../contacts/contact.address.ts';
import { readContactEver } from '../contacts/contact.reading.ts';
import { forgetRows } from '../imports/forgotten-rows.ts';
import { noteErasure } from './erasures.ts';
import { createForgetContact } from './forget-contact.ts';
import { createForgetItems } from './forgotten-items.ts';

const actor = { kind: 'system', id: 'forgetting' } as const;

/**
 * The steps that follow `ContactForgotten` (decision 41), each of which can be repeated. What needs the person's numbers comes first, then
 * every conversation says that nothing is written there any more, and only then the key is destroyed. What the store and the read models
 * have is unreadable from then on; files and what waits elsewhere are swept.
 */
export const createForgetting = (tools: ReactorTools) => {
  const { store, handle, keys, sets, pool, referenceData, turns, config } = tools;
  const converse = createConverse(handle);
  const claims = createClaims(tools);
  const forgetItems = createForgetItems(tools);
  const forgetContact = createForgetContact(tools);

  const forget = ({ companyId, eventId }: Pick<Meta, 'companyId' | 'eventId'>, contactId: string): Promise<void> =>
    forgetContact({ companyId, contactId, commandId: derivedId(eventId, 'forget', contactId), causationId: eventId });

  /** Those that were merged into a contact. One that was deleted before its merge could begin is a contact of its own. */
  const mergedInto = async (companyId: string, contactId: string): Promise<string[]> => {
    const merges = (await store.load(`merges-${companyId}`)) as unknown as readonly ContactFact[];
    const begun = merges.flatMap(({ type, data }) =>
      type === 'ContactMergeBegun' && data.into === contactId ? [data.contactId] : [],
    );
    const records = await Promise.all(begun.map((id) => readContactEver(store, companyId, id)));
    return records.flatMap((one) => (one && (one.mergedInto !== null || !one.deleted) ? [one.id] : []));
  };

  /** Releases the identities, and returns the phone numbers that no other contact has meanwhile. */
  const release = async ({ companyId, eventId, position }: Meta, contactId: string, named: Identity[]): Promise<string[]> => {
    const own: string[] = [];
    for (const identity of named) {
      const place = await claims.placeOf(companyId, identity);
      await claims.release({ companyId, actor, commandId: eventId }, place.stream, contactId, position);
      const holder = await claims.holderOf(place);
      const isOthers = holder !== null && (await claims.stateOf(place, holder)) === 'valid';
      if (identity.kind === 'phone' && !isOthers) own.push(identity.value);
    }
    return own;
  };

  return {
    /** Does all steps for a contact; after the last one a repeat finds nothing to do. */
    carryOut: async ({ data: { contactId }, meta }: Fact<string, { contactId: string }>): Promise<void> => {
      const { companyId, eventId, stream, revision } = meta;
      for (const merged of await mergedInto(companyId, contactId)) await forget(meta, merged);
      const named = identitiesEver(await store.load(stream, { max: Number(revision + 1n) }));
      const numbers = await release(meta, contactId, named);
      await forgetItems(meta, numbers);
      const country = countryOf((await referenceData.company(companyId))?.settings.country);
      await turns.run('bulk', companyId, () => forgetRows(tools, { companyId, country, numbers }));
      for (const connectionId of (await sets.connections(companyId)).keys()) {
        const key = conversationKey(connectionId, contactId);
        const commandId = derivedId(eventId, 'conversation', key);
        await converse(
          { key, contactId, companyId, actor, commandId, causationId: eventId, missing: 'ERR_NO_CONTACT_FOUND' },
          { do: 'forget customer', connectionId, contactId },
        );
      }
      await noteErasure(config.PROSA_ERASURES, { companyId, contactId });
      await keys.destroy(contactId);
      for (const table of ['held_change', 'contact_picture'])
        await pool.query(`delete from command.${table} where contact_id = $1`, [contactId]);
    },

    /** Forgets a contact whose merge into a forgotten one began too late to be found there. */
    mergedLater: async ({ data, meta }: Fact<string, { contactId: string; into: string }>): Promise<void> => {
      const into = await readContactEver(store, meta.companyId, data.into);
      if (into?.forgotten) await forget(meta, data.contactId);
    },
  };
};

/** All identities that a contact's events have named; those of a destroyed key are unknown. */
const identitiesEver = (facts: readonly Fact[]): Identity[] => {
  let channel = '';
  const found: { kind: Identity['kind']; value: string | null }[] = [];
  const numbered = (number: string | null) =>
    found.push(number === null ? { kind: 'phone', value: null } : addressOf({ channel, number }));
  for (const { type, data } of facts as readonly ContactFact[]) {
    if (type === 'ContactCreated') channel = data.channel;
    if (type === 'ContactCreated' || (type === 'ContactChanged' && data.number !== undefined))
      numbered(data.number as string | null);
    if (type === 'ContactIdentified') found.push({ kind: data.kind, value: data.value });
  }
  return found.filter((one): one is Identity => one.value !== null);
};
