import { type ConnectionFact, type ConnectionStatus, Refused, type Unstored } from '@prosa/contracts';
import type { z } from 'zod';
import type { Decider } from '../kernel/decider.ts';
import { differing, existingQueues, withChanges, without } from '../records/changes.ts';

type Event = Unstored<ConnectionFact>;
type Created = Extract<Event, { type: 'ConnectionCreated' }>['data'];
type Status = z.output<typeof ConnectionStatus>;

export type ConnectionFields = Omit<Created, 'connectionId' | 'status' | 'tokenHash'>;
/** `tokenHash` is the SHA-256 (hex) of the token with which integrations and webhooks come. */
export type ConnectionRecord = Omit<Created, 'connectionId'> & { id: string; createdAt: string; updatedAt: string };
export type ConnectionsState = { connections: Record<string, ConnectionRecord> };
/** What a change may name: a channel stays what it is. */
type Changes = Partial<Omit<ConnectionFields, 'channel' | 'provider'> & { tokenHash: string | null }>;

export type ConnectionsCommand =
  /** `limit`: how many connections the company's plan grants; null for any number. `queueIds` are those that the company has. */
  | {
      do: 'create connection';
      connectionId: string;
      fields: ConnectionFields;
      tokenHash: string | null;
      limit: number | null;
      rules: { queueIds: string[] };
    }
  | { do: 'change connection'; connectionId: string; changes: Changes; rules: { queueIds: string[] } }
  | { do: 'report status'; connectionId: string; status: Status }
  | { do: 'delete connection'; connectionId: string };

/** The connections of a company, one stream: from the first one on, exactly one of them is the default, which is never deleted. */
export const connections: Decider<ConnectionsCommand, ConnectionsState, Event> = {
  initial: () => ({ connections: {} }),

  decide(command, { connections }) {
    const { connectionId } = command;
    switch (command.do) {
      case 'create connection': {
        const { fields, tokenHash, limit, rules } = command;
        if (connections[connectionId]) return [];
        const others = Object.values(connections);
        if (limit !== null && others.length >= limit)
          throw new Refused('ERR_PLAN_LIMIT', { message: 'O limite de conexões do seu plano foi atingido.' });
        const queueIds = existingQueues(fields.queueIds, [], rules.queueIds, unknownQueue);
        needGreeting(queueIds, fields.greetingMessage);
        const isDefault = fields.isDefault || others.length === 0;
        // A simulator has nobody to pair with.
        const status = fields.channel === 'simulator' ? 'CONNECTED' : 'DISCONNECTED';
        const created: Created = { ...fields, queueIds, isDefault, status, tokenHash, connectionId };
        return [...(isDefault ? resign(others, connectionId) : []), { type: 'ConnectionCreated', data: created }];
      }
      case 'change connection': {
        const connection = the(connections, connectionId);
        const differ = differing(connection, command.changes);
        if (!differ) return [];
        if (differ.isDefault === false) throw new Refused('ERR_NO_OTHER_WHATSAPP');
        const queueIds =
          differ.queueIds && existingQueues(differ.queueIds, connection.queueIds, command.rules.queueIds, unknownQueue);
        if (queueIds || differ.greetingMessage !== undefined)
          needGreeting(queueIds ?? connection.queueIds, differ.greetingMessage ?? connection.greetingMessage);
        const changed: Event = { type: 'ConnectionChanged', data: { ...differ, ...(queueIds && { queueIds }), connectionId } };
        return [...(differ.isDefault ? resign(Object.values(connections), connectionId) : []), changed];
      }
      case 'report status': {
        const { status } = command;
        if (the(connections, connectionId).status === status) return [];
        return [{ type: 'ConnectionStatusChanged', data: { connectionId, status } }];
      }
      case 'delete connection': {
        // Also where there is no other: with it go its tickets, and no customer could be written to any more.
        if (the(connections, connectionId).isDefault) throw new Refused('ERR_NO_OTHER_WHATSAPP');
        return [{ type: 'ConnectionDeleted', data: { connectionId } }];
      }
    }
  },

  evolve(state, event, meta) {
    const at = meta.at.toISOString();
    const { connectionId: id } = event.data;
    const before = state.connections[id];
    const put = (connection: ConnectionRecord): ConnectionsState => ({
      connections: { ...state.connections, [id]: connection },
    });
    switch (event.type) {
      case 'ConnectionCreated': {
        const { connectionId: _, ...fields } = event.data;
        return put({ ...fields, id, createdAt: at, updatedAt: at });
      }
      case 'ConnectionChanged':
      case 'ConnectionStatusChanged': {
        const { connectionId: _, ...changes } = event.data;
        return before ? put({ ...withChanges(before, changes), updatedAt: at }) : state;
      }
      case 'ConnectionDeleted':
        return { connections: without(state.connections, id) };
      default:
        event satisfies never;
        return state;
    }
  },
};

const the = (connections: ConnectionsState['connections'], id: string): ConnectionRecord => {
  const connection = connections[id];
  if (!connection) throw new Refused('ERR_NO_WAPP_FOUND');
  return connection;
};

/** With several queues the customer is asked for one, by the greeting. */
const needGreeting = (queueIds: readonly string[], greeting: string): void => {
  if (queueIds.length > 1 && greeting.trim() === '')
    throw new Refused('ERR_WAPP_GREETING_REQUIRED', { fields: { greetingMessage: 'Required' } });
};

/** The default connection gives way to a new one. */
const resign = (connections: ConnectionRecord[], to: string): Event[] =>
  connections
    .filter((connection) => connection.isDefault && connection.id !== to)
    .map(({ id }) => ({ type: 'ConnectionChanged', data: { connectionId: id, isDefault: false } }));

const unknownQueue = () => new Refused('ERR_NO_QUEUE_FOUND');
