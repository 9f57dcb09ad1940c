import {
  type ConnectionFact,
  connectionEvents,
  conversationEvents,
  conversationKey,
  derivedId,
  isSample,
  Refused,
  sampleIdentity,
} from '@prosa/contracts';
import { createClaims } from '../../contacts/contacts/claims.ts';
import { contact } from '../../contacts/contacts/contact.decider.ts';
import { readContact } from '../../contacts/contacts/contact.reading.ts';
import { createFindContact } from '../../contacts/contacts/resolve-contact.ts';
import { createConverse } from '../../desk/conversations/conversations.ts';
import { defineReactor } from '../../kernel/reactor.ts';

/**
 * Removes the tickets and the contact of a test customer whose connection was deleted, by whichever call. What was on its way then, and opens
 * another ticket, is removed by that ticket's event.
 */
export const removeSamples = defineReactor({
  name: 'sample-customers',
  streams: ['connections-', 'conversation-'],
  events: [connectionEvents.ConnectionDeleted, conversationEvents.TicketOpened],
  concurrency: { total: 2, perCompany: 1 },
  start: (tools) => {
    const { handle, sets, store } = tools;
    const converse = createConverse(handle);
    const findContact = createFindContact({ ...tools, claims: createClaims(tools) });

    /** Who deleted it; null if no person did: then the company is at its end. */
    const deletedBy = async (companyId: string, connectionId: string): Promise<string | null> => {
      const facts = (await store.load(`connections-${companyId}`)) as unknown as ConnectionFact[];
      const deletion = facts.find(({ type, data }) => type === 'ConnectionDeleted' && data.connectionId === connectionId);
      return deletion?.meta.actor.kind === 'user' ? deletion.meta.actor.id : null;
    };

    return {
      mayCommand: ({ data }) => !('channel' in data) || isSample(data),
      command: async ({ data: { connectionId }, meta: { companyId, eventId } }) => {
        const connection = (await sets.connections(companyId)).get(connectionId);
        if (!connection?.deleted || !isSample(connection)) return;
        const userId = await deletedBy(companyId, connectionId);
        const contactId = await findContact(companyId, [sampleIdentity(connectionId)]);
        if (userId === null || contactId === null) return;
        const doer = {
          companyId,
          actor: { kind: 'system', id: 'reactors' } as const,
          causationId: eventId,
          missing: 'ERR_NO_CONTACT_FOUND' as const,
        };
        await converse(
          { ...doer, key: conversationKey(connectionId, contactId), commandId: derivedId(eventId, 'tickets', contactId) },
          { do: 'delete tickets', userId },
        );
        // Somebody may have merged them into a customer, who stays.
        if (!isSample((await readContact(store, companyId, contactId)) ?? { channel: '' })) return;
        await deleted(
          handle({
            ...doer,
            decider: contact,
            stream: `contact-${contactId}`,
            commandId: derivedId(eventId, 'contact', contactId),
            command: { do: 'delete contact', contactId, hasOpen: false },
          }),
        );
      },
    };
  },
});

/** Waits for a deletion; somebody else may have been quicker. */
const deleted = async (deletion: Promise<unknown>): Promise<void> => {
  try {
    await deletion;
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== 'ERR_NO_CONTACT_FOUND') throw error;
  }
};
