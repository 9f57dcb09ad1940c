import { Refused, type Viewer } from '@prosa/contracts';
import { seen } from '../desk/conversation-kernel/conversation.rules.ts';
import { Moved } from '../desk/conversations/conversation.decider.ts';
import { written } from '../desk/conversations/conversation.messages.ts';
import { createConverse, keyOf } from '../desk/conversations/conversations.ts';
import type { CommandIdentity } from '../kernel/command-identity.ts';
import type { Handle } from '../kernel/handler.ts';

/**
 * Checks before an upload whether `by` may write to a ticket now, and returns its contact, to whom the ticket's files belong. Throws
 * Refused if not. A repeat of a completed command passes.
 */
export const createMayWrite = (handle: Handle) => {
  const converse = createConverse(handle);
  return async (identity: Omit<CommandIdentity, 'commandHash'>, ticketId: string, by: Viewer): Promise<string> => {
    const missing = 'ERR_NO_TICKET_FOUND';
    const allowed = new Refused('ERR_BUSY');
    let contactId: string | undefined;
    const repeated = await converse({ ...identity, key: keyOf(ticketId, missing), missing }, (state) => {
      if (state.continuedIn !== null) throw new Moved(state.continuedIn);
      written(seen(state, ticketId, by));
      contactId = state.started?.contactId;
      throw allowed;
    }).catch((error: unknown) => {
      if (error !== allowed) throw error;
      return null;
    });
    contactId ??= repeated?.state.started?.contactId;
    if (contactId === undefined) throw new Refused(missing);
    return contactId;
  };
};
