import { type ConnectionStatus, connections as definition, Refused, type SessionAsk } from '@prosa/contracts';
import type { z } from 'zod';
import type { Decided, Decider } from '../kernel/decider.ts';
import { type KeptConnection, keeps } from '../kernel/reference-data.kept.ts';
import { existingQueues } from '../records/changes.ts';
import { type Held, present, type RecordCommand, type RecordState, recordDecider } from '../records/record.decider.ts';

/** What the channel told of the session last: fields of the record that nobody sends. */
type Told = { reason?: string | null; until?: string | null; account?: string | null; sequence?: number };
export type ConnectionFields = z.output<typeof definition.fields> & {
  status?: ConnectionStatus;
  /** The SHA-256 (hex) of the token with which integrations and webhooks come. */
  tokenHash?: string | null;
  asked?: { id: string; ask: SessionAsk };
} & Told;
export type ConnectionRecord = Held<ConnectionFields>;
/** `queueIds` are those that the company has. */
type Rules = { queueIds: string[] };

export type ConnectionsCommand =
  | RecordCommand<ConnectionFields, Rules>
  | ({ do: 'report status'; id: string; status: ConnectionStatus } & Told)
  | { do: 'ask session'; id: string; asked: { id: string; ask: SessionAsk } };

const records = recordDecider<ConnectionFields, Rules>(definition, {
  single: 'isDefault',
  limit: 'O limite de conexões do seu plano foi atingido.',
  changedBy: [definition.events.ConnectionStatusChanged.type, definition.events.ConnectionSessionAsked.type],
  creates: (fields, others, { queueIds: existing }) => {
    const queueIds = existingQueues(fields.queueIds, [], existing, unknownQueue);
    needGreeting(queueIds, fields.greetingMessage);
    // A simulator has nobody to pair with.
    const status = fields.channel === 'simulator' ? 'CONNECTED' : 'DISCONNECTED';
    return { tokenHash: null, ...fields, queueIds, isDefault: fields.isDefault || others.length === 0, status };
  },
  changes: (changes, connection, { queueIds: existing }) => {
    if (changes.isDefault === false) throw new Refused('ERR_NO_OTHER_WHATSAPP');
    const queueIds = changes.queueIds && existingQueues(changes.queueIds, connection.queueIds, existing, unknownQueue);
    if (queueIds || changes.greetingMessage !== undefined)
      needGreeting(queueIds ?? connection.queueIds, changes.greetingMessage ?? connection.greetingMessage);
    return { ...changes, ...(queueIds && { queueIds }) };
  },
  // Also where there is no other: with it go its tickets, and no customer could be written to any more.
  deletes: ({ isDefault }) => {
    if (isDefault) throw new Refused('ERR_NO_OTHER_WHATSAPP');
  },
});

/** The connections of a company, one stream: from the first one on, exactly one of them is the default, which is never deleted. */
export const connections: Decider<ConnectionsCommand, RecordState<ConnectionFields>, Decided> = {
  ...records,
  decide: (command, state) => {
    if (command.do !== 'report status' && command.do !== 'ask session') return records.decide(command, state);
    const connection = present(state.records, command.id);
    // A session may say something on its way out, when its connection is gone: nobody needs to know.
    if (!connection && command.do === 'report status') return [];
    if (!connection) throw new Refused('ERR_NO_WAPP_FOUND');
    if (command.do === 'ask session')
      return [{ type: 'ConnectionSessionAsked', data: { connectionId: command.id, asked: command.asked } }];
    const { do: _, id: connectionId, ...told } = command;
    return isNews(connection, told) ? [{ type: 'ConnectionStatusChanged', data: { connectionId, ...told } }] : [];
  },
};

/**
 * Whether it says something new. What a session tells is in the order of its `sequence`, not of its coming; each newer word is kept,
 * so that one between it and the last cannot pass for the newest when it comes late.
 */
const isNews = (held: ConnectionRecord, told: { status: ConnectionStatus } & Told): boolean =>
  told.sequence === undefined ? told.status !== held.status : told.sequence > (held.sequence ?? 0);

/** With several queues the customer is asked for one, by the greeting. */
const needGreeting = (queueIds: readonly string[], greeting: string): void => {
  if (queueIds.length > 1 && greeting.trim() === '')
    throw new Refused('ERR_WAPP_GREETING_REQUIRED', { fields: { greetingMessage: 'Required' } });
};

const unknownQueue = () => new Refused('ERR_NO_QUEUE_FOUND');

export const keptConnections = keeps(
  'connections',
  connections,
  ({ records }) => new Map(Object.entries(records as Record<string, KeptConnection>)),
);
