import { Refused } from '@prosa/contracts';
import type { Deps } from '../kernel/deps.ts';
import type { DeskConnection } from '../kernel/desk.kept.ts';
import { closingTexts, onlyQueue, openingTexts } from './automatic-texts.ts';
import type { ChangeBody, ChangeRules, Opening } from './conversation.commands.ts';
import type { ConversationState } from './conversation.state.ts';

/** The connection that a new ticket is served on: the one named, or the company's default. */
export const connectionFor = async ({ desk }: Deps, companyId: string, id: string | null): Promise<DeskConnection> => {
  if (id) {
    const connection = await desk.connection(companyId, id);
    if (!connection) throw new Refused('ERR_NO_WAPP_FOUND');
    return connection;
  }
  const present = (await desk.connections(companyId)).values().filter(({ deleted }) => !deleted);
  const standard = present.find(({ isDefault }) => isDefault);
  if (!standard) throw new Refused('ERR_NO_DEF_WAPP_FOUND');
  return standard;
};

/**
 * Refuses a connection that never was the company's, before its conversations are looked at: another's would tell by its refusal
 * whether it has one. A deleted one is good here, as a repeat may name it.
 */
export const assertOwnConnection = async ({ desk }: Deps, companyId: string, id: string): Promise<void> => {
  const isOwn = (await desk.connection(companyId, id)) !== null || (await desk.connections(companyId)).has(id);
  if (!isOwn) throw new Refused('ERR_NO_WAPP_FOUND');
};

/** What the rules of a change need of company, connection, queue and user (ADR 6). */
export const rulesFor = async (
  { desk }: Deps,
  companyId: string,
  { started }: ConversationState,
  { queueId, userId }: ChangeBody,
  closing: { automatic: boolean; withoutRating: boolean },
): Promise<ChangeRules> => {
  const [company, connection, queue, user] = await Promise.all([
    desk.company(companyId),
    started && desk.connection(companyId, started.connectionId),
    queueId ? desk.queue(companyId, queueId) : null,
    userId ? desk.user(companyId, userId) : null,
  ]);
  if (!company) throw new Refused('ERR_NO_COMPANY_FOUND');
  return {
    tagForce: company.tagForce,
    closingTexts: closingTexts({ company, connection, ...closing }),
    queueExists: queue !== null,
    userExists: user !== null,
    connectionExists: connection !== null,
  };
};

/** How a customer's message opens a ticket now: its queue, and what Prosa says to it. */
export const openingFor = async (
  { desk, clock }: Deps,
  companyId: string,
  connection: DeskConnection,
): Promise<Pick<Opening, 'queueId' | 'texts'>> => {
  const [company, queues] = await Promise.all([desk.company(companyId), desk.queues(companyId)]);
  if (!company) throw new Refused('ERR_NO_COMPANY_FOUND');
  const queue = onlyQueue(connection, queues);
  return { queueId: queue?.id ?? null, texts: openingTexts({ company, connection, queue, now: clock() }) };
};

/** Refuses a tag that is not there, or another company's. */
export const assertTag = async ({ store }: Deps, companyId: string, id: string): Promise<void> => {
  const [last] = await store.load(`tag-${id}`, { direction: 'backwards', max: 1 });
  if (!last || last.meta.companyId !== companyId || last.type === 'tag.deleted') throw new Refused('ERR_NO_TAG_FOUND');
};
