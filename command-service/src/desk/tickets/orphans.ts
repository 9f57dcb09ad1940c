import {
  type ConnectionFact,
  type ConversationFact,
  conversationOf,
  derivedId,
  type Fact,
  type QueueFact,
  servesTickets,
  type UserFact,
} from '@prosa/contracts';
import type { KnownSets } from '../../kernel/known-sets.ts';
import type { ReferenceUser, SetKind } from '../../kernel/reference-data.records.ts';
import type { Asked, Converse } from '../conversations/conversations.ts';

type Leaving = Extract<
  QueueFact | UserFact | ConnectionFact,
  { type: 'QueueDeleted' | 'UserDeleted' | 'UserChanged' | 'ConnectionDeleted' }
>;
export type Owner = { column: 'queue_id' | 'user_id' | 'connection_id'; id: string; command: (ticketId: string) => Asked };

/** The owner that an event deletes, or makes an auditor, and whose tickets it thereby orphans; null if it does neither. */
export const leavingBy = (fact: Fact): Owner | null => {
  const { type, data } = fact as Leaving;
  switch (type) {
    case 'QueueDeleted':
      return leavingQueue(data.queueId);
    case 'UserDeleted':
      return leavingUser(data.userId);
    case 'UserChanged':
      return data.profile === 'auditor' ? leavingUser(data.userId) : null;
    case 'ConnectionDeleted':
      return leavingConnection(data.connectionId);
    default:
      return null;
  }
};

/** Whether a user gets no tickets any more. */
const isGone = (user: ReferenceUser | undefined): boolean => user !== undefined && (user.deleted || !servesTickets(user));

type Owners = { kinds: SetKind[]; queueId: string | null; userId: string | null };

/** The owners that an event assigns to a ticket; null if it assigns none. */
export const ownersOf = ({ type, data }: ConversationFact): Owners | null => {
  if (type === 'TicketQueued') return { kinds: ['queues'], queueId: data.queueId, userId: null };
  const opens = type === 'TicketOpened' || type === 'TicketReopened' || type === 'ClosingUndone';
  if (!opens && type !== 'TicketTransferred' && type !== 'TicketAccepted') return null;
  const queueId = 'queueId' in data ? data.queueId : null;
  const { userId } = data;
  const kinds: SetKind[] = [];
  if (queueId) kinds.push('queues');
  if (userId) kinds.push('users');
  if (opens) kinds.push('connections');
  return { kinds, queueId, userId };
};

/** Returns those owners that an event assigns to a ticket although they are gone already. */
export const goneOwners = async (sets: KnownSets, fact: Fact, connectionOf: () => Promise<string>): Promise<Owner[]> => {
  const owners = ownersOf(fact as ConversationFact);
  if (!owners) return [];
  const { companyId } = fact.meta;
  const { kinds, queueId, userId } = owners;
  const connectionId = kinds.includes('connections') ? await connectionOf() : null;
  const [queues, users, connections] = await Promise.all([
    queueId ? sets.queues(companyId) : null,
    userId ? sets.users(companyId) : null,
    connectionId ? sets.connections(companyId) : null,
  ]);
  return [
    ...(queueId && queues?.get(queueId)?.deleted ? [leavingQueue(queueId)] : []),
    ...(userId && isGone(users?.get(userId)) ? [leavingUser(userId)] : []),
    ...(connectionId && connections?.get(connectionId)?.deleted ? [leavingConnection(connectionId)] : []),
  ];
};

const leavingQueue = (queueId: string): Owner => ({
  column: 'queue_id',
  id: queueId,
  command: (ticketId) => ({ do: 'leave queue', ticketId, queueId }),
});
const leavingUser = (userId: string): Owner => ({
  column: 'user_id',
  id: userId,
  command: (ticketId) => ({ do: 'leave user', ticketId, userId }),
});
const leavingConnection = (connectionId: string): Owner => ({
  column: 'connection_id',
  id: connectionId,
  command: (ticketId) => ({ do: 'leave connection', ticketId }),
});

/** Removes a deleted owner from a ticket, in the ticket's conversation. Idempotent. */
export const leave = async (
  converse: Converse,
  { meta }: Fact,
  owner: Owner,
  ticketId: string,
  { bulk = false } = {},
): Promise<void> => {
  const key = conversationOf(ticketId);
  if (key === null) return;
  await converse(
    {
      key,
      companyId: meta.companyId,
      commandId: derivedId(meta.eventId, owner.column, ticketId),
      actor: { kind: 'system', id: 'reactors' },
      causationId: meta.eventId,
      missing: 'ERR_NO_TICKET_FOUND',
      bulk,
    },
    owner.command(ticketId),
  );
};
