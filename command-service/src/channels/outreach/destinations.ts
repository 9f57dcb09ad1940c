import { type Actor, type ConnectionStatus, conversationKey } from '@prosa/contracts';
import type { ConversationState } from '../../desk/conversation-kernel/conversation.state.ts';
import { createConverse } from '../../desk/conversations/conversations.ts';
import { connectionFor } from '../../desk/tickets/tickets.facts.ts';
import type { Deps } from '../../kernel/deps.ts';

/** A connection of the company; `deleted`: a former one. */
export type Served = { id: string; status: ConnectionStatus; deleted?: true };

/**
 * Where a message to a contact is sent. `repeated`: the command already sent it there. `subjectId`: the owner of that conversation, which is
 * the contact, or the survivor of a merge with them.
 */
export type Destination = { connectionId: string; repeated: boolean; subjectId: string; state: ConversationState };

/** All connections of a company, the default one first. Throws Refused ERR_NO_DEF_WAPP_FOUND without one. */
export const connectionsOf = async (deps: Deps, companyId: string): Promise<Served[]> => {
  const standard = await connectionFor(deps, companyId, null);
  const others = (await deps.referenceData.connections(companyId)).values().filter(({ id }) => id !== standard.id);
  return [standard, ...others];
};

/**
 * Finds where a message to a contact goes: where the command already sent it, else into an unfinished ticket, else through the default
 * connection (the first).
 */
export const createDestinations =
  ({ handle }: Pick<Deps, 'handle'>) =>
  async (
    asked: { companyId: string; actor: Actor; commandId: string; contactId: string },
    connections: readonly Served[],
  ): Promise<Destination> => {
    const { contactId, ...identity } = asked;
    const converse = createConverse(handle);
    const looks = await Promise.all(
      connections.map(async ({ id: connectionId, deleted }) => {
        const key = conversationKey(connectionId, contactId);
        const found = await converse({ ...identity, key, missing: 'ERR_NO_CONTACT_FOUND' }, { do: 'look' });
        const { repeated, state, key: last } = found;
        const subjectId = ownerIn(state, last === key, contactId);
        return { connectionId, repeated, isUnfinished: !deleted && state.unfinished !== null, subjectId, state };
      }),
    );
    const chosen = looks.find(({ repeated }) => repeated) ?? looks.find(({ isUnfinished }) => isUnfinished) ?? looks[0]!;
    const { connectionId, repeated, subjectId, state } = chosen;
    return { connectionId, repeated, subjectId, state };
  };

/** Returns whose conversation it is: the requested contact's, unless it is continued in another contact's conversation. */
export const ownerIn = (state: { started: { contactId: string } | null }, isFirst: boolean, contactId: string): string =>
  isFirst ? contactId : (state.started?.contactId ?? contactId);
