import { childId, conversationKey, derivedId, type Inbound } from '@prosa/contracts';
import { createClaims } from '../../contacts/contacts/claims.ts';
import { createFindContact } from '../../contacts/contacts/resolve-contact.ts';
import { createConverse } from '../../desk/conversations/conversations.ts';
import type { Deps } from '../../kernel/deps.ts';
import { quotedIn, receivedKind } from './message-changes.ts';

type Written = Extract<Inbound, { kind: 'message' | 'mirrored' }>;

/**
 * Fills a message that could not be read when it came. It opens no ticket, is not answered, and makes nobody a contact: who was forgotten
 * since stays forgotten. Returns the contact.
 */
export const createFillMessage = (deps: Deps): ((told: Written) => Promise<string | null>) => {
  const converse = createConverse(deps.handle);
  const findContact = createFindContact({ ...deps, claims: createClaims(deps) });
  return async (told) => {
    const { companyId, connectionId, channelId, identities, at } = told;
    const { body, brings, forwarded, context } = receivedKind(told);
    const contactId = await findContact(companyId, identities);
    if (contactId === null) return null;
    const sources = await deps.referenceData.socialMedias(companyId);
    const refs = told.kind === 'message' ? (told.refs ?? []) : [];
    await converse(
      {
        key: conversationKey(connectionId, contactId),
        contactId,
        companyId,
        commandId: derivedId(connectionId, 'fill', channelId),
        actor: told.kind === 'message' ? { kind: 'customer', id: contactId } : { kind: 'system', id: `channel:${connectionId}` },
        missing: 'ERR_IDENTITY_COLLISION',
      },
      (_, key) => ({
        do: 'fill message',
        messageId: childId(key, `in:${channelId}`),
        body,
        brings,
        forwarded,
        context,
        sentAt: at,
        quotedId: quotedIn(told, key),
        sources,
        refs,
      }),
    );
    return contactId;
  };
};
