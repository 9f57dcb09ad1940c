import { isSample, Refused } from '@prosa/contracts';
import { createThrough } from '../../channels/connections/through.ts';
import { attendantOf } from '../../kernel/attendants.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { ReferenceConnection, ReferenceQueue } from '../../kernel/reference-data.records.ts';
import type { ConversationState } from '../conversation-kernel/conversation.state.ts';
import type { BotFacts, ChangeBody, ChangeRules, Waiting } from '../conversations/conversation.commands.ts';
import { closingTexts, isClosed, queuesOf } from './automatic-texts.ts';

/** The connection of a new ticket: the named one, or the company's default. Through the test customer's nobody is written to first. */
export const connectionFor = async (
  { referenceData }: Deps,
  companyId: string,
  id: string | null,
): Promise<ReferenceConnection> => {
  if (id) {
    const connection = await referenceData.connection(companyId, id);
    if (!connection || isSample(connection)) throw new Refused('ERR_NO_WAPP_FOUND');
    return connection;
  }
  const present = (await referenceData.connections(companyId)).values().filter(({ deleted }) => !deleted);
  const standard = present.find(({ isDefault }) => isDefault);
  if (!standard) throw new Refused('ERR_NO_DEF_WAPP_FOUND');
  return standard;
};

/**
 * Refuses a connection that never belonged to the company, before its conversations are read: for another company's connection the kind of
 * refusal would reveal whether it has a conversation. A deleted connection passes, because a repeat may name it.
 */
export const assertOwnConnection = async ({ referenceData }: Deps, companyId: string, id: string): Promise<void> => {
  const isOwn = (await referenceData.connection(companyId, id)) !== null || (await referenceData.connections(companyId)).has(id);
  if (!isOwn) throw new Refused('ERR_NO_WAPP_FOUND');
};

/** Loads what the rules of a change need to know of company, connection, queue and user (decision 4). */
export const rulesFor = async (
  deps: Deps,
  companyId: string,
  { started }: ConversationState,
  { queueId, userId }: ChangeBody,
  closing: { automatic: boolean; withoutRating: boolean },
): Promise<ChangeRules> => {
  const { referenceData } = deps;
  const [company, connection, queue, user, through] = await Promise.all([
    referenceData.company(companyId),
    started && referenceData.connection(companyId, started.connectionId),
    queueId ? referenceData.queue(companyId, queueId) : null,
    userId ? attendantOf(deps, companyId, userId) : null,
    createThrough(deps)(companyId, started),
  ]);
  if (!company) throw new Refused('ERR_NO_COMPANY_FOUND');
  return {
    tagForce: company.tagForce,
    closingTexts: closingTexts({ company, connection, ...closing }),
    waitingTexts: closingTexts({ company, connection, automatic: true, withoutRating: false }),
    through,
    queueExists: queue !== null,
    userExists: user !== null,
    connectionExists: connection !== null,
  };
};

/** With what a closing message that waits is sent now; nothing if its connection is gone. */
export const waitingTexts = async (
  deps: Deps,
  companyId: string,
  connection: Pick<ReferenceConnection, 'id' | 'complationMessage' | 'ratingMessage' | 'channel' | 'provider'>,
): Promise<Waiting> => {
  const [company, through] = await Promise.all([
    deps.referenceData.company(companyId),
    createThrough(deps)(companyId, { connectionId: connection.id }),
  ]);
  if (!company) throw new Refused('ERR_NO_COMPANY_FOUND');
  return { texts: closingTexts({ company, connection, automatic: true, withoutRating: false }), through };
};

/** Where tickets go whose customer chooses no queue: the company's default queue, else the connection's first. */
export const fallbackOf = (
  connection: Pick<ReferenceConnection, 'queueIds'>,
  queues: ReadonlyMap<string, ReferenceQueue>,
): string | null => {
  const standard = queues.values().find(({ isDefault, deleted }) => isDefault && !deleted);
  return standard?.id ?? queuesOf(connection, queues)[0]?.id ?? null;
};

/** The facts that a connection's chatbot needs now. */
export const botFor = async (deps: Deps, companyId: string, connection: ReferenceConnection): Promise<BotFacts> => {
  const { referenceData, clock } = deps;
  const [company, queues, options, through] = await Promise.all([
    referenceData.company(companyId),
    referenceData.queues(companyId),
    referenceData.menus(companyId),
    createThrough(deps)(companyId, { connectionId: connection.id }),
  ]);
  if (!company) throw new Refused('ERR_NO_COMPANY_FOUND');
  const now = clock();
  return {
    queues: queuesOf(connection, queues).map(({ id, name, greetingMessage }) => ({ id, name, greeting: greetingMessage })),
    greeting: connection.greetingMessage,
    fallbackId: fallbackOf(connection, queues),
    options,
    closed: (queueId) => {
      const queue = (queueId !== null && queues.get(queueId)) || null;
      return isClosed(company, queue, now) ? queue?.outOfHoursMessage || connection.outOfHoursMessage : null;
    },
    as: company.settings.chatBotType as BotFacts['as'],
    takesCalls: company.settings.call !== 'disabled',
    givesProtocol: company.settings.sendProtocol === 'enabled',
    through,
  };
};

/** The queue of a customer's first message: the connection's only one; null if it has several, among which the customer chooses, or none. */
export const firstQueueOf = ({ queues }: BotFacts): string | null => (queues.length === 1 ? queues[0]!.id : null);

/** Refuses a tag that does not exist or belongs to another company. */
export const assertTag = async ({ store }: Deps, companyId: string, id: string): Promise<void> => {
  const [last] = await store.load(`tag-${id}`, { direction: 'backwards', max: 1 });
  if (!last || last.meta.companyId !== companyId || last.type === 'tag.deleted') throw new Refused('ERR_NO_TAG_FOUND');
};
