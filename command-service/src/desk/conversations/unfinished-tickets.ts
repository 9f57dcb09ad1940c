import { conversationKey, newId, Refused, sees } from '@prosa/contracts';
import type { Caller, Deps } from '../../kernel/deps.ts';
import { unfinishedOf } from '../conversation-kernel/conversation.rules.ts';
import type { TicketBrief } from '../conversation-kernel/conversation.state.ts';
import { createConverse } from './conversations.ts';

/**
 * The unfinished tickets of a contact, at most one on each connection that the company has or had. They are read from their streams, not
 * from a table that could lag.
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

/**
 * Returns a check that the caller sees all unfinished tickets of a contact: what changes where their messages go, or is written into them
 * later, needs that. Throws ERR_NO_PERMISSION.
 */
export const assertSeesTickets = (deps: Pick<Deps, 'referenceData' | 'handle'>) => {
  const unfinishedTicketsOf = unfinishedTickets(deps);
  return async (viewer: Caller, contactId: string): Promise<void> => {
    if (viewer.profile === 'admin') return;
    const unfinished = await unfinishedTicketsOf(viewer.companyId, contactId);
    if (!unfinished.every((ticket) => sees(viewer, ticket))) throw new Refused('ERR_NO_PERMISSION');
  };
};
