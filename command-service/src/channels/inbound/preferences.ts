import type { Inbound } from '@prosa/contracts';
import { newId } from '@prosa/contracts';
import { createClaims } from '../../contacts/contacts/claims.ts';
import { contact } from '../../contacts/contacts/contact.decider.ts';
import { createFindContact } from '../../contacts/contacts/resolve-contact.ts';
import type { Deps } from '../../kernel/deps.ts';

type Told = Extract<Inbound, { kind: 'preference' }>;

/** Keeps whether a customer wants marketing messages. Who is no contact does not become one by that. */
export const createKeepPreference = (deps: Deps): ((told: Told) => Promise<void>) => {
  const findContact = createFindContact({ ...deps, claims: createClaims(deps) });
  return async ({ companyId, connectionId, identities, optedOut, at }) => {
    const contactId = await findContact(companyId, identities);
    if (contactId === null) return;
    await deps.handle({
      companyId,
      actor: { kind: 'system', id: `channel:${connectionId}` },
      commandId: newId(),
      decider: contact,
      stream: `contact-${contactId}`,
      missing: 'ERR_NO_CONTACT_FOUND',
      command: { do: 'keep preference', contactId, optedOut, at },
    });
  };
};
