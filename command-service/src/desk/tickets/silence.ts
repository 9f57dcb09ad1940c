import {
  type ConnectionFact,
  type ConversationFact,
  connectionEvents,
  conversationEvents as conversation,
  conversationOf,
  limits,
  Refused,
} from '@prosa/contracts';
import { createThrough } from '../../channels/connections/through.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { Setting } from '../../timers/timer.rows.ts';
import type { Remind } from '../../timers/timer.runner.ts';
import { defineTimer } from '../../timers/timer.ts';
import { silentUntil } from '../conversations/conversation.silence.ts';
import { type Asked, createConverse } from '../conversations/conversations.ts';
import { closingTexts } from './automatic-texts.ts';
import { beginnings } from './beginnings.ts';

const MINUTE_MS = 60_000;
/** The name of an entry: the connection first, so that all entries of one can be looked at when its minutes change. */
const subjectOf = (connectionId: string, ticketId: string) => `${ofConnection(connectionId)}${ticketId}`;
const ofConnection = (connectionId: string) => `${connectionId}/`;
const ticketIn = (subject: string) => subject.slice(subject.indexOf('/') + 1);

/**
 * Closes tickets whose customers leave an attendant's message unanswered for as long as their connection says. The entries are
 * reminders: what counts is what the conversation and the connection say when the time has come.
 */
export const silenceCloses = defineTimer({
  name: 'silence',
  streams: ['conversation-', 'connections-'],
  events: [
    conversation.MessageSent,
    conversation.MessageMirrored,
    conversation.MessageRetried,
    conversation.MessageReceived,
    conversation.TicketReturned,
    conversation.TicketTransferred,
    conversation.TicketClosed,
    conversation.ClosingUndone,
    conversation.TicketDeleted,
    connectionEvents.ConnectionChanged,
  ],
  due: ({ referenceData, keepFresh, shared }) => {
    const begun = shared(beginnings);
    // The minutes are those of the moment of the event, or newer.
    keepFresh({ heard: referenceData.forget, clear: () => undefined });
    return async (fact): Promise<Setting | null> => {
      if (fact.type === 'ConnectionChanged')
        return fact.data.closeAfterMinutes === undefined ? null : { soon: ofConnection(fact.data.connectionId) };
      if (fact.type === 'MessageSent' && fact.data.userId === null) return null;
      const { companyId, stream, at } = fact.meta;
      const connections = await referenceData.connections(companyId);
      if (!connections.values().some(({ closeAfterMinutes }) => closeAfterMinutes > 0)) return null;
      const { connectionId } = await begun.of(stream);
      const subject = subjectOf(connectionId, fact.data.ticketId);
      const minutes = begins(fact) ? (connections.get(connectionId)?.closeAfterMinutes ?? 0) : 0;
      return { subject, at: minutes > 0 ? new Date(at.getTime() + minutes * MINUTE_MS) : null };
    };
  },
  start: (deps) => createCloseInSilence(deps),
});

const BEGINS: readonly string[] = ['MessageSent', 'MessageMirrored', 'MessageRetried', 'ClosingUndone'];
const begins = ({ type }: ConversationFact | ConnectionFact): boolean => BEGINS.includes(type);

/** Closes a ticket if its customer has been silent for too long; otherwise returns when that may be, if ever. */
export const createCloseInSilence = (deps: Deps): Remind => {
  const { handle, referenceData } = deps;
  const converse = createConverse(handle);
  const throughOf = createThrough(deps);
  return async ({ subject, companyId, commandId, causationId, dueAt, lateMs, isLate }) => {
    const ticketId = ticketIn(subject);
    const key = conversationOf(ticketId);
    if (key === null) return undefined;
    const now = dueAt.getTime() + lateMs;
    let again: number | null = null;
    const actor = { kind: 'system', id: 'reactors' } as const;
    const missing = 'ERR_NO_TICKET_FOUND';
    await converse({ key, companyId, commandId, causationId, actor, missing, bulk: isLate }, async (state): Promise<Asked> => {
      const [company, connection, through] = await Promise.all([
        referenceData.company(companyId),
        state.started && referenceData.connection(companyId, state.started.connectionId),
        throughOf(companyId, state.started),
      ]);
      if (!company) throw new Refused('ERR_NO_COMPANY_FOUND');
      const closeAfterMinutes = connection?.closeAfterMinutes ?? 0;
      const until = silentUntil(state, ticketId, closeAfterMinutes);
      // After a downtime the customer's answer may be on its way.
      again = until === null || (until <= now && !isLate) ? null : Math.max(until, now + (isLate ? limits.silenceGraceMs : 0));
      if (again !== null) return { do: 'look' };
      const texts = closingTexts({ company, connection, automatic: true, withoutRating: true });
      return { do: 'close in silence', ticketId, now, closeAfterMinutes, closingTexts: texts, through };
    });
    return again === null ? undefined : new Date(again);
  };
};
