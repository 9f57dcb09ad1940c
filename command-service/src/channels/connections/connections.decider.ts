import { isDeepStrictEqual } from 'node:util';
import {
  type AccountNews,
  type ConnectionStatus,
  connections as definition,
  isBlank,
  isSample,
  type Language,
  Refused,
  type SessionAsked,
} from '@prosa/contracts';
import type { z } from 'zod';
import type { Decided, Decider } from '../../kernel/decider.ts';
import { keeps, type ReferenceConnection } from '../../kernel/reference-data.records.ts';
import { existingQueues } from '../../records/changes.ts';
import { type Held, present, type RecordCommand, type RecordState, recordDecider } from '../../records/record.decider.ts';

/** The last report of the channel about its session: fields of the record that no client sends. */
type Told = { reason?: string | null; until?: string | null; account?: string | null; sequence?: number };
export type ConnectionFields = z.output<typeof definition.fields> & {
  status?: ConnectionStatus;
  /** The SHA-256 (hex) of the token with which integrations and webhooks authenticate. */
  tokenHash?: string | null;
  asked?: SessionAsked;
  /** The channel's own id of the account, which only one connection has. */
  externalId?: string | null;
  wabaId?: string | null;
  hasAppSecret?: boolean;
  accountNews?: AccountNews | null;
} & Told;
export type ConnectionRecord = Held<ConnectionFields>;
/** `queueIds` are the queues of the company. */
type Rules = { queueIds: string[] };

export type ConnectionsCommand =
  | RecordCommand<ConnectionFields, Rules>
  | ({ do: 'report status'; id: string; status: ConnectionStatus } & Told)
  /** Does nothing if something later was told. */
  | { do: 'tell account'; id: string; news: AccountNews }
  | { do: 'ask session'; id: string; asked: SessionAsked }
  /** Does nothing if the company has its test customer. */
  | { do: 'play sample'; id: string; name: string; queueIds: readonly string[]; language: Language }
  | { do: 'remove sample' }
  /** Also the default one: the company ends. */
  | { do: 'delete all' };

const records = recordDecider<ConnectionFields, Rules>(definition, {
  single: 'isDefault',
  limit: 'O limite de conexões do seu plano foi atingido.',
  isCounted: (connection) => !isSample(connection),
  changedBy: [
    definition.events.ConnectionStatusChanged.type,
    definition.events.ConnectionSessionAsked.type,
    definition.events.ConnectionAccountTold.type,
  ],
  creates: (fields, others, { queueIds: existing }) => {
    const queueIds = existingQueues(fields.queueIds, [], existing, unknownQueue);
    needGreeting(queueIds, fields.greetingMessage);
    if (fields.externalId && others.some((one) => one.channel === fields.channel && one.externalId === fields.externalId))
      throw new Refused('ERR_VALIDATION', { fields: { phoneNumberId: 'in-use' } });
    // A simulator has nothing to pair with.
    const status = fields.channel === 'simulator' ? 'CONNECTED' : 'DISCONNECTED';
    return { tokenHash: null, ...fields, queueIds, isDefault: fields.isDefault || others.every(isSample), status };
  },
  changes: (changes, connection, { queueIds: existing }) => {
    if (changes.isDefault === false) throw new Refused('ERR_NO_OTHER_WHATSAPP');
    // Nobody is written to through the test customer's.
    if (changes.isDefault && isSample(connection)) throw new Refused('ERR_VALIDATION', { fields: { isDefault: 'Invalid' } });
    const queueIds = changes.queueIds && existingQueues(changes.queueIds, connection.queueIds, existing, unknownQueue);
    if (queueIds || changes.greetingMessage !== undefined)
      needGreeting(queueIds ?? connection.queueIds, changes.greetingMessage ?? connection.greetingMessage);
    return { ...changes, ...(queueIds && { queueIds }) };
  },
  // Applies to the only connection too: deleting it would close its tickets, and nobody could write to customers any more.
  deletes: ({ isDefault }) => {
    if (isDefault) throw new Refused('ERR_NO_OTHER_WHATSAPP');
  },
});

/**
 * The connections of a company in one stream: from the first one on, exactly one of them is the default, which cannot be deleted. The test
 * customer's never is.
 */
export const connections: Decider<ConnectionsCommand, RecordState<ConnectionFields>, Decided> = {
  ...records,
  decide: (command, state) => {
    if (command.do === 'delete all')
      return Object.values(state.records).flatMap(({ id, deleted }) =>
        deleted ? [] : [{ type: definition.events.ConnectionDeleted.type, data: { connectionId: id } }],
      );
    if (command.do === 'play sample') return sampleOf(state) ? [] : [sampleCreated(command)];
    if (command.do === 'remove sample') {
      const sample = sampleOf(state);
      return sample ? [{ type: definition.events.ConnectionDeleted.type, data: { connectionId: sample.id } }] : [];
    }
    if (command.do !== 'report status' && command.do !== 'ask session' && command.do !== 'tell account')
      return records.decide(command, state);
    const connection = present(state.records, command.id);
    // A session may report its end after its connection was deleted: that is ignored.
    if (!connection && command.do !== 'ask session') return [];
    if (!connection) throw new Refused('ERR_NO_WAPP_FOUND');
    if (command.do === 'ask session')
      return [{ type: 'ConnectionSessionAsked', data: { connectionId: command.id, asked: command.asked } }];
    if (command.do === 'tell account') {
      const { id: connectionId, news } = command;
      const isOld = (connection.accountNews?.at ?? '') > news.at || isDeepStrictEqual(connection.accountNews, news);
      return isOld ? [] : [{ type: 'ConnectionAccountTold', data: { connectionId, accountNews: news } }];
    }
    const { do: _, id: connectionId, ...told } = command;
    return isNews(connection, told) ? [{ type: 'ConnectionStatusChanged', data: { connectionId, ...told } }] : [];
  },
};

/** The connection of the company's test customer, if it has one. */
export const sampleOf = ({ records }: RecordState<ConnectionFields>): ConnectionRecord | undefined =>
  Object.values(records).find((one) => isSample(one) && !one.deleted);

/** `provider` names the language of the script: there is one in each. */
const sampleCreated = ({ id, name, queueIds, language }: Extract<ConnectionsCommand, { do: 'play sample' }>): Decided => ({
  type: definition.events.ConnectionCreated.type,
  data: {
    ...definition.fields.parse({ name, channel: 'sample', provider: language }),
    queueIds,
    connectionId: id,
    status: 'CONNECTED',
    tokenHash: null,
  },
});

/**
 * Whether the report is new. Reports of a session are ordered by their `sequence`, not by arrival; each newer one is stored, so that one
 * between it and the last cannot count as the newest if it arrives late.
 */
const isNews = (held: ConnectionRecord, told: { status: ConnectionStatus } & Told): boolean =>
  told.sequence === undefined ? told.status !== held.status : told.sequence > (held.sequence ?? 0);

/** With several queues the greeting asks the customer to choose one. */
const needGreeting = (queueIds: readonly string[], greeting: string): void => {
  if (queueIds.length > 1 && isBlank(greeting))
    throw new Refused('ERR_WAPP_GREETING_REQUIRED', { fields: { greetingMessage: 'Required' } });
};

const unknownQueue = () => new Refused('ERR_NO_QUEUE_FOUND');

export const keptConnections = keeps(
  'connections',
  connections,
  ({ records }) => new Map(Object.entries(records as Record<string, ReferenceConnection>)),
);
