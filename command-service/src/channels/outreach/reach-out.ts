import { childId, conversationKey } from '@prosa/contracts';
import { findAfter } from '../../desk/conversations/conversation.answer.ts';
import type { MessageCommand } from '../../desk/conversations/conversation.commands.ts';
import { type Conversed, createConverse } from '../../desk/conversations/conversations.ts';
import type { CommandIdentity } from '../../kernel/command-identity.ts';
import type { Deps } from '../../kernel/deps.ts';
import { createThrough } from '../connections/through.ts';
import { ownerIn } from './destinations.ts';

type Command = Extract<MessageCommand, { do: 'reach out' }>;
type Said = Pick<Command, 'origin' | 'userId' | 'body' | 'contactId' | 'connectionId' | 'cards'>;
type Identity = Pick<CommandIdentity, 'companyId' | 'actor' | 'commandId'> &
  Partial<CommandIdentity> & { causationId?: string; bulk?: boolean };

/** Sends a message to a contact, through a connection that `createDestinations` found. */
export const createReachOut = (deps: Pick<Deps, 'store' | 'handle' | 'referenceData' | 'clock' | 'config'>) => {
  const { store, handle } = deps;
  const converse = createConverse(handle);
  const throughOf = createThrough(deps);
  return {
    /** `more`: its file or template; a function is asked when it is decided, and not by a repeat. */
    send: (identity: Identity, said: Said, more: object | (() => Promise<object>) = {}): Promise<Conversed> => {
      const { connectionId, contactId } = said;
      const first = conversationKey(connectionId, contactId);
      return converse({ ...identity, key: first, contactId, missing: 'ERR_NO_CONTACT_FOUND' }, async (state, key) => ({
        do: 'reach out',
        ...said,
        clientId: null,
        through: await throughOf(identity.companyId, { connectionId }),
        // If the conversation is continued in another, the contact is the survivor of the merge.
        contactId: ownerIn(state, key === first, contactId),
        ...(typeof more === 'function' ? await more() : more),
      }));
    },
    /** The message that the command sent, and the ticket it was sent in: null outside of any. */
    sentBy: async (done: Conversed, commandId: string): Promise<{ id: string; ticketId: string | null }> => {
      const id = childId(done.key, `out:${commandId}`);
      const message = await findAfter(store, done, ({ messages }) => messages.get(id));
      return { id, ticketId: message?.ticketId ?? null };
    },
  };
};
