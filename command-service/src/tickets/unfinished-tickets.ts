import { conversationKey, newId } from '@prosa/contracts';
import { unfinishedOf } from '../conversations/conversation.rules.ts';
import type { TicketBrief } from '../conversations/conversation.state.ts';
import { createConverse } from '../conversations/conversations.ts';
import type { Deps } from '../kernel/deps.ts';

/**
 * The unfinished tickets of a contact, one at most on each connection that the company has or had, as their own streams tell now: no table
 * that could lag is asked.
 */
export const unfinishedTickets = ({ referenceData, handle }: Pick<Deps, 'referenceData' | 'handle'>) => {
  const converse = createConverse(handle);
  return async (companyId: string, contactId: string): Promise<TicketBrief[]> => {
    const connections = await referenceData.connections(companyId);
    const looking = [...connections.keys()].map(async (connectionId) => {
      const { state } = await converse(
        {
          key: conversationKey(connectionId, contactId),
          companyId,
          commandId: newId(),
          actor: { kind: 'system', id: 'contacts' },
          missing: 'ERR_NO_CONTACT_FOUND',
        },
        { do: 'look' },
      );
      return unfinishedOf(state);
    });
    return (await Promise.all(looking)).filter((ticket) => ticket !== undefined);
  };
};
