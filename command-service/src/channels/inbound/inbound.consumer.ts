import { type Actor, childId, conversationKey, conversationOf, derivedId, Inbound, isSample, topics } from '@prosa/contracts';
import { type Bus, type Consumer, type Received, Unprocessable, type WorkClass } from '@prosa/infra/runtime';
import { createChangeIdentity } from '../../contacts/contacts/changed-identity.ts';
import { createClaims } from '../../contacts/contacts/claims.ts';
import { createOtherNumber, createResolveContact } from '../../contacts/contacts/resolve-contact.ts';
import { unfinishedOf } from '../../desk/conversation-kernel/conversation.rules.ts';
import type { ConversationState } from '../../desk/conversation-kernel/conversation.state.ts';
import { protocolOf } from '../../desk/conversation-kernel/protocol.ts';
import { campaignAnswerIn } from '../../desk/conversations/conversation.campaigns.ts';
import type { BotFacts } from '../../desk/conversations/conversation.commands.ts';
import { Forgotten } from '../../desk/conversations/conversation.decider.ts';
import { optsOut } from '../../desk/conversations/conversation.opt-out.ts';
import { commentIn, ratingIn } from '../../desk/conversations/conversation.ratings.ts';
import { createConverse } from '../../desk/conversations/conversations.ts';
import { botFor, firstQueueOf, waitingTexts } from '../../desk/tickets/tickets.facts.ts';
import type { Deps } from '../../kernel/deps.ts';
import { orSetAside } from '../../kernel/set-aside.ts';
import { createConcludeFetching } from '../fetching/fetched.ts';
import { createTellAccount } from './account-news.ts';
import { createFillMessage } from './fill-message.ts';
import { createChangeMessage, quotedIn, receivedKind } from './message-changes.ts';
import { isOvertaken } from './overtaken.ts';
import { createKeepOptOut, createKeepPreference } from './preferences.ts';
import { createReportPresence } from './presence.ts';
import { createReportSession } from './session-state.ts';

type Of<Kind extends Inbound['kind']> = Extract<Inbound, { kind: Kind }>;
const GROUPS = { inbound: 'command.inbound', receipts: 'command.receipts' };

/**
 * Turns what channels report into commands. Throws `Unprocessable` for what can never succeed; the bus parks it. Throws
 * `Standstill` for the customer's key if events cannot be read, by this version or at all. Everything else, including a busy conversation,
 * is retried until it succeeds.
 */
export const createInbound = (deps: Deps): ((value: unknown) => Promise<void>) => {
  const { referenceData, handle } = deps;
  const converse = createConverse(handle);
  const protocol = protocolOf(handle);
  const reportSession = createReportSession(deps);
  const reportPresence = createReportPresence(deps);
  const changes = createChangeMessage(deps);
  const fillMessage = createFillMessage(deps);
  const changeIdentity = createChangeIdentity(deps);
  const tellAccount = createTellAccount(deps);
  const keepPreference = createKeepPreference(deps);
  const keepOptOut = createKeepOptOut(deps);
  const concludeFetching = createConcludeFetching(deps);
  const world = { ...deps, claims: createClaims(deps) };
  const resolveContact = createResolveContact(world);
  const otherNumber = createOtherNumber(world);

  /** The queue of a ticket that the answer to a campaign opens: the campaign's, else the connection's first. Null: it is no such answer. */
  const queueOfCampaign = async (
    companyId: string,
    said: Parameters<typeof campaignAnswerIn>[0],
    state: ConversationState,
    { queues }: BotFacts,
  ): Promise<string | null> => {
    const answer = campaignAnswerIn(said, state);
    if (!answer) return null;
    const { queueId } = answer.campaign;
    const own = queueId === null ? null : await referenceData.queue(companyId, queueId);
    return own?.id ?? queues[0]?.id ?? null;
  };

  const receive = async (message: Of<'message'>): Promise<void> => {
    const { companyId, connectionId, channelId, identities, name, author, at } = message;
    const { body, brings, forwarded, context } = receivedKind(message);
    const connection = await referenceData.connection(companyId, connectionId);
    if (!connection) throw new Unprocessable('The connection is not there.');
    const { channel } = connection;
    const customer: Actor = { kind: 'customer', id: connectionId };
    const contactId = await resolveContact({ companyId, identities, name, channel, actor: customer });
    const authorId = author ? await resolveContact({ companyId, ...author, channel, actor: customer }) : null;
    const from = await otherNumber(companyId, contactId, identities);
    const sources = isSample(connection) ? [] : await referenceData.socialMedias(companyId);
    const first = conversationKey(connectionId, contactId);
    const commandId = derivedId(connectionId, placeOf(message), channelId);
    let number: string | undefined;
    await converse(
      {
        key: first,
        contactId,
        companyId,
        commandId,
        actor: { kind: 'customer', id: contactId },
        missing: 'ERR_IDENTITY_COLLISION',
      },
      async (state, key) => {
        const said = { body, sentAt: at, now: deps.clock().getTime(), brings };
        const isYes = campaignAnswerIn(said, state)?.answer === 'yes';
        const isOfRating = ratingIn(said, state) !== null || commentIn({ ...said, authorId }, state) !== null;
        const isAlone = isYes || isOfRating || optsOut({ ...said, authorId });
        if (state.unfinished === null && !isAlone) number ??= await protocol.next(companyId);
        const unfinished = unfinishedOf(state);
        // In an open ticket somebody of the team answers, but for a call that was not taken.
        const bot = unfinished?.status === 'open' && !brings.call ? null : await botFor(deps, companyId, connection);
        const opens = number && {
          queueId: bot && ((await queueOfCampaign(companyId, said, state, bot)) ?? firstQueueOf(bot)),
          ticketId: childId(key, `ticket:${commandId}`),
          protocol: number,
        };
        return {
          do: 'receive message',
          connectionId,
          // If the conversation is continued in another, the contact is the survivor of the merge.
          contactId: key === first ? contactId : (state.started?.contactId ?? contactId),
          channel,
          messageId: childId(key, `in:${channelId}`),
          channelId,
          ...said,
          ...(authorId && { authorId }),
          ...(from && { from }),
          forwarded,
          context,
          quotedId: quotedIn(message, key),
          opens: opens || null,
          sources,
          refs: message.refs ?? [],
          // A group is many people: nobody answers it automatically.
          bot: authorId ? null : bot,
          waiting: state.closing?.waits ? await waitingTexts(deps, companyId, connection) : null,
        };
      },
    );
    await changes.came(message);
    if (optsOut({ body, brings, authorId })) await keepOptOut(message, contactId);
  };

  const fill = async (message: Of<'message'>): Promise<void> => {
    const contactId = await fillMessage(message);
    if (contactId !== null && optsOut({ ...receivedKind(message), authorId: message.author }))
      await keepOptOut(message, contactId);
  };

  const mirror = async (message: Of<'mirrored'>): Promise<void> => {
    const { companyId, connectionId, channelId, identities, name, at } = message;
    const { body, brings, forwarded, context } = receivedKind(message);
    const connection = await referenceData.connection(companyId, connectionId);
    if (!connection) throw new Unprocessable('The connection is not there.');
    const actor: Actor = { kind: 'system', id: `channel:${connectionId}` };
    const contactId = await resolveContact({ companyId, identities, name, channel: connection.channel, actor });
    const first = conversationKey(connectionId, contactId);
    await converse(
      {
        key: first,
        contactId,
        companyId,
        commandId: derivedId(connectionId, 'mirrored', channelId),
        actor,
        missing: 'ERR_IDENTITY_COLLISION',
      },
      (state, key) => ({
        do: 'mirror message',
        connectionId,
        contactId: key === first ? contactId : (state.started?.contactId ?? contactId),
        messageId: childId(key, `in:${channelId}`),
        channelId,
        body,
        brings,
        forwarded,
        context,
        sentAt: at,
        quotedId: quotedIn(message, key),
      }),
    );
    await changes.came(message);
  };

  const concern = async (told: Of<'ack'> | Of<'outcome'>): Promise<void> => {
    const { companyId, connectionId } = told;
    const messageId = told.messageId.toLowerCase();
    const key = conversationOf(messageId);
    if (key === null) throw new Unprocessable('The id is not that of a message.');
    const name = told.kind === 'ack' ? `ack ${messageId} ${told.ack}` : `outcome ${messageId} ${told.attempt} ${told.outcome}`;
    await converse(
      {
        key,
        companyId,
        commandId: derivedId(connectionId, name),
        actor: { kind: 'system', id: `channel:${connectionId}` },
        missing: 'ERR_NO_MESSAGE_FOUND',
      },
      told.kind === 'ack'
        ? { do: 'acknowledge', messageId, connectionId, ack: told.ack }
        : {
            do: 'conclude sending',
            messageId,
            connectionId,
            attempt: told.attempt,
            outcome: told.outcome,
            reason: told.reason,
          },
    );
  };

  const carryOut = (told: Inbound): Promise<void> => {
    switch (told.kind) {
      case 'message':
        return told.again ? fill(told) : receive(told);
      case 'mirrored':
        return told.again ? fillMessage(told).then(() => undefined) : mirror(told);
      case 'ack':
      case 'outcome':
        return concern(told);
      case 'session':
        return reportSession(told);
      case 'account':
        return tellAccount(told);
      case 'presence':
        return reportPresence(told);
      case 'edit':
      case 'revoke':
      case 'reaction':
        return changes.change(told);
      case 'media':
        return concludeFetching(told);
      case 'preference':
        return keepPreference(told);
      case 'identity':
        return changeIdentity(told);
    }
  };

  return async (value) => {
    const told = Inbound.safeParse(value);
    if (!told.success) {
      const places = told.error.issues.map(({ path, code }) => `${path.join('.')} ${code}`);
      throw new Unprocessable(`It does not fit its schema: ${places.join(', ')}.`);
    }
    await orSetAside(() => carryOut(told.data).catch((error: unknown) => ofForgotten(told.data, error)));
  };
};

/** What is said of earlier messages concerns nobody any more; who writes anew is a new contact, as soon as that is known here. */
const ofForgotten = (told: Inbound, error: unknown): void => {
  if (!(error instanceof Forgotten)) throw error;
  if ((told.kind === 'message' || told.kind === 'mirrored') && !told.again)
    throw new Error('The contact was forgotten meanwhile.');
};

/** A message that could not be read comes again, under its id. */
const placeOf = ({ line }: Of<'message'>): string =>
  line === 'undecrypted' ? 'placeholder' : line === 'unsupported' ? 'line' : 'message';

/** Joins the consumer groups that carry out what channels report: for customers, and as bulk work receipts of what no person wrote. */
export const consumeInbound = async (deps: Deps, bus: Bus, onCrash?: (error: Error) => void): Promise<Consumer> => {
  const carryOut = createInbound(deps);
  const common = {
    fromBeginning: true,
    isOvertaken,
    ...(onCrash && { onCrash }),
  };
  const as =
    (of: WorkClass) =>
    ({ value }: Received): Promise<void> =>
      deps.turns.run(of, String((value as { companyId?: unknown } | null)?.companyId), () => carryOut(value));
  const consumers = await Promise.all([
    bus.consume({ ...common, handle: as('customer'), group: GROUPS.inbound, topics: [topics.inbound] }),
    bus.consume({ ...common, handle: as('bulk'), group: GROUPS.receipts, topics: [topics.receipts] }),
  ]);
  return { close: async () => void (await Promise.all(consumers.map((one) => one.close()))) };
};
