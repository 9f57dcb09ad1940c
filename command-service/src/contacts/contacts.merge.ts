import { Refused, routes } from '@prosa/contracts';
import { commandRoute } from '../kernel/command-route.ts';
import type { App, Deps } from '../kernel/deps.ts';
import { addressOf } from './contact.address.ts';
import { type ContactRecord, readContact, toContactView } from './contact.reading.ts';
import { merges } from './merges.decider.ts';
import { createMerging } from './merging.ts';

/** Registers the call that merges two contacts. */
export const mergeCalls = (app: App, deps: Deps): void => {
  const { store, handle, referenceData } = deps;
  const merging = createMerging({ ...deps, connectionsOf: referenceData.connections });

  commandRoute(app, deps, routes.contacts.merge, async ({ body, identity: doer }) => {
    const { companyId, actor, commandId } = doer;
    const [into, contactId] = [body.keepId.toLowerCase(), body.mergeId.toLowerCase()];
    await handle({
      ...doer,
      decider: merges,
      stream: `merges-${companyId}`,
      missing: 'ERR_NO_CONTACT_FOUND',
      // A repeat does not get here: by then the contact is merged.
      command: async () => {
        const [kept, merged] = await Promise.all([into, contactId].map((id) => readContact(store, companyId, id)));
        if (!kept || !merged) throw new Refused('ERR_NO_CONTACT_FOUND');
        if (into === contactId || !isMergeable(kept, merged)) throw new Refused('ERR_CONTACTS_DIFFER');
        return { do: 'begin merge' as const, contactId, into };
      },
    });
    const { position, revision } = await merging({ companyId, actor, contactId, into, causationId: commandId });
    const record = await readContact(store, companyId, into, revision);
    if (!record) throw new Refused('ERR_NO_CONTACT_FOUND');
    return { position, reply: toContactView(record) };
  });
};

/**
 * Whether what is written in conversations of the one reaches the other: messages go to the kept contact's number. A page's id of a customer
 * is an address on that page alone.
 */
const isMergeable = (kept: ContactRecord, merged: ContactRecord): boolean =>
  kindOf(kept) === 'phone' && ['phone', 'lid'].includes(kindOf(merged) ?? '');
const kindOf = ({ channel, number }: ContactRecord) => (number === null ? null : addressOf({ channel, number }).kind);
