import { type Content, conversationEvents, type Fact, type MessageKind, summaryOf, type TicketStatus } from '@prosa/contracts';
import { flag, integer, json, nullable, position, text, time, uuid, uuids } from '../../kernel/columns.ts';
import { searchable } from '../../kernel/paging.ts';
import { defineRows } from '../../kernel/rows.ts';
import { HAS_NEWS, handedTo, mentionColumns, type Named, namedIn, without } from './tickets.news.ts';

/** The fields of the last message, with the text that searches match; null if forgotten. */
const lastMessageColumns = (text: string | null, kind: MessageKind | null = null) => ({
  lastMessage: text,
  lastMessageKind: kind,
  search: searchable(text ?? ''),
});

const lastMessageOf = (message: Content) => {
  const { text, kind } = summaryOf(message);
  return lastMessageColumns(text, kind);
};

/**
 * The order of `sort=waiting` after what a list is read by; `infinity`: nobody waits. Under row-level security an index is used for conditions on
 * `case`, which is leakproof, but not for those on `coalesce`.
 */
const WAITING = `(case when waiting_since is null then 'infinity'::timestamptz else waiting_since end), updated_at, id`;

/** What is left of a forgotten contact's tickets; their screens no longer show the name either. */
const ofForgotten = (data: Fact['data']) => ({
  where: { contactId: (data as { contactId: string }).contactId },
  set: lastMessageColumns(null),
});

/** A ticket as folded from its own events. Names of other records are joined on read. */
export const ticketRows = defineRows({
  table: 'ticket',
  version: 18,
  events: conversationEvents,
  columns: {
    id: uuid(),
    companyId: uuid(),
    protocol: text(),
    status: text<TicketStatus>(),
    userId: nullable(uuid()),
    queueId: nullable(uuid()),
    connectionId: uuid(),
    contactId: uuid(),
    channel: text(),
    lastMessageId: nullable(uuid()),
    lastMessage: nullable(text()),
    search: text(),
    lastMessageFromMe: flag(),
    lastMessageAck: nullable(integer()),
    lastMessageState: nullable(text<'failed' | 'unsure'>()),
    lastMessageDeleted: flag(),
    unread: integer(),
    tagIds: uuids(),
    rating: nullable(integer()),
    /** The position of its opening, which orders a conversation's tickets. */
    openedAt: position(),
    createdAt: time(),
    updatedAt: time(),
    closedAt: nullable(time()),
    waitingSince: nullable(time()),
    /** It comes back at that time; null: it is here. */
    snoozedUntil: nullable(time()),
    lastMessageKind: nullable(text<MessageKind>()),
    /** Whether the customer is at a menu: nobody of the team has the ticket yet. */
    chatbot: flag(),
    /** Who was named in an observation and has not opened it since, the newest last; and the ids in it, by which it is searched and joined. */
    mentions: json<Named[]>(),
    mentionedIds: uuids(),
    mentionedByIds: uuids(),
    /** Its attendant, if somebody else gave it to them and they have not opened it since; it counts while the ticket is open. */
    handedTo: nullable(uuid()),
  },
  indexes: [
    '(company_id, status, updated_at desc, id desc)',
    '(company_id, updated_at desc, id desc)',
    '(company_id, created_at)',
    '(company_id, queue_id, status, updated_at desc, id desc)',
    '(company_id, user_id, status, updated_at desc, id desc)',
    '(company_id, updated_at desc, id desc) where unread > 0',
    // Nobody waits in a closed ticket.
    `(company_id, status, ${WAITING}) where closed_at is null`,
    `(company_id, queue_id, status, ${WAITING}) where closed_at is null`,
    `(company_id, user_id, status, ${WAITING}) where closed_at is null`,
    '(company_id, snoozed_until, id) where snoozed_until is not null',
    `(company_id, updated_at desc, id desc) where ${HAS_NEWS}`,
    '(contact_id)',
    '(company_id, protocol)',
    'using gin (company_id, search gin_trgm_ops)',
    'using gin (tag_ids)',
  ],
  // A channel still reports on a ticket's messages after the ticket was deleted.
  mayEnd: true,
  key: ({ data }) => data.ticketId,
  begins: {
    TicketOpened: ({ data: { ticketId, ...opened }, meta }) => ({
      ...opened,
      id: ticketId,
      companyId: meta.companyId,
      lastMessageId: null,
      ...lastMessageColumns(''),
      lastMessageFromMe: false,
      lastMessageAck: null,
      lastMessageState: null,
      lastMessageDeleted: false,
      unread: 0,
      tagIds: [] as string[],
      rating: null,
      openedAt: meta.position,
      createdAt: meta.at,
      updatedAt: meta.at,
      closedAt: null,
      waitingSince: opened.status === 'pending' ? meta.at : null,
      snoozedUntil: null,
      chatbot: false,
      ...mentionColumns([]),
      handedTo: handedTo(opened.userId, meta),
    }),
  },
  changes: {
    TicketQueued: (row, { data, meta }) => ({ ...row, queueId: data.queueId, updatedAt: meta.at }),
    MenuShown: (row) => (row.chatbot ? row : { ...row, chatbot: true }),
    MenuLeft: (row) => (row.chatbot ? { ...row, chatbot: false } : row),
    TicketAccepted: (row, { data, meta }) => ({
      ...row,
      status: 'open',
      userId: data.userId,
      handedTo: handedTo(data.userId, meta),
      chatbot: false,
      updatedAt: meta.at,
    }),
    TicketReturned: (row, { meta }) => ({
      ...row,
      status: 'pending',
      userId: null,
      handedTo: null,
      updatedAt: meta.at,
      waitingSince: row.waitingSince ?? meta.at,
      snoozedUntil: null,
    }),
    TicketTransferred: (row, { data: { queueId, userId }, meta }) => ({
      ...row,
      status: userId ? 'open' : 'pending',
      queueId,
      userId,
      handedTo: handedTo(userId, meta),
      chatbot: false,
      updatedAt: meta.at,
      waitingSince: userId ? row.waitingSince : (row.waitingSince ?? meta.at),
      snoozedUntil: null,
    }),
    TicketClosed: (row, { data, meta }) => ({
      ...row,
      status: 'closed',
      userId: data.userId ?? row.userId,
      chatbot: false,
      updatedAt: meta.at,
      closedAt: meta.at,
      waitingSince: null,
      snoozedUntil: null,
    }),
    TicketReopened: (row, { data: { queueId, userId }, meta }) => ({
      ...row,
      status: 'open',
      handedTo: handedTo(userId, meta),
      queueId,
      userId,
      updatedAt: meta.at,
      closedAt: null,
    }),
    ClosingUndone: (row, { data: { ticketId: _, waitingSince, snoozedUntil, ...before }, meta }) => ({
      ...row,
      ...before,
      status: 'open',
      updatedAt: meta.at,
      closedAt: null,
      waitingSince: waitingSince === null ? null : new Date(waitingSince),
      snoozedUntil: snoozedUntil === null ? null : new Date(snoozedUntil),
    }),
    TicketLeftQueue: (row) => (row.queueId === null ? row : { ...row, queueId: null }),
    TicketSnoozed: (row, { data }) => ({ ...row, snoozedUntil: new Date(data.until) }),
    // It comes back to where it is seen.
    TicketWoken: (row, { meta }) => ({ ...row, snoozedUntil: null, updatedAt: meta.at }),
    MessageObserved: namedIn,
    TicketNoteAdded: namedIn,
    TicketSeen: (row, { data: { userId } }) => ({
      ...row,
      ...mentionColumns(without(row, [userId])),
      handedTo: row.handedTo === userId ? null : row.handedTo,
    }),
    TicketTagged: (row, { data }) => ({ ...row, tagIds: data.tagIds }),
    MessagesRead: (row, { data }) => (row.unread === data.unread ? row : { ...row, unread: data.unread }),
    TicketMarkedUnread: (row) => (row.unread > 0 ? row : { ...row, unread: 1 }),
    MessageReceived: (row, { data, meta }) => ({
      ...row,
      lastMessageId: data.messageId,
      ...lastMessageOf(data),
      lastMessageFromMe: false,
      lastMessageAck: null,
      lastMessageState: null,
      lastMessageDeleted: false,
      unread: row.unread + 1,
      updatedAt: meta.at,
      waitingSince: row.waitingSince ?? meta.at,
    }),
    // Somebody answers on the phone.
    MessageMirrored: (row, { data, meta }) => ({
      ...row,
      chatbot: false,
      lastMessageId: data.messageId,
      ...lastMessageOf(data),
      lastMessageFromMe: true,
      lastMessageAck: 2,
      lastMessageState: null,
      lastMessageDeleted: false,
      updatedAt: meta.at,
      waitingSince: null,
    }),
    MessageFilled: (row, { data }) =>
      row.lastMessageId === data.messageId && !row.lastMessageDeleted ? { ...row, ...lastMessageOf(data) } : row,
    // A message that nobody of the team wrote does not replace the customer's words in a list, nor move a closed ticket there.
    MessageSent: (row, { data, meta }) =>
      data.origin === 'attendant' || data.origin === 'forward' || data.origin === 'schedule'
        ? {
            ...row,
            lastMessageId: data.messageId,
            ...lastMessageOf(data),
            lastMessageFromMe: true,
            lastMessageAck: 1,
            lastMessageState: null,
            lastMessageDeleted: false,
            updatedAt: meta.at,
            waitingSince: null,
            // Answered from a notification, it was not opened.
            handedTo: row.handedTo === data.userId ? null : row.handedTo,
          }
        : row.status === 'closed'
          ? row
          : { ...row, updatedAt: meta.at },
    MessageAcknowledged: (row, { data }) =>
      row.lastMessageId === data.messageId && data.ack > (row.lastMessageAck ?? 0)
        ? { ...row, lastMessageAck: data.ack, lastMessageState: null }
        : row,
    MessageFailed: (row, { data }) =>
      row.lastMessageId === data.messageId ? { ...row, lastMessageState: 'failed', lastMessageAck: 1 } : row,
    MessageUnsure: (row, { data }) => (row.lastMessageId === data.messageId ? { ...row, lastMessageState: 'unsure' } : row),
    MessageRetried: (row, { data }) => (row.lastMessageId === data.messageId ? { ...row, lastMessageState: null } : row),
    MessageDeleted: (row, { data }) =>
      row.lastMessageId === data.messageId ? { ...row, ...lastMessageColumns(''), lastMessageDeleted: true } : row,
    MessageRevoked: (row, { data }) =>
      row.lastMessageId === data.messageId ? { ...row, ...lastMessageColumns(''), lastMessageDeleted: true } : row,
    MessageEdited: (row, { data }) =>
      row.lastMessageId === data.messageId ? { ...row, ...lastMessageColumns(data.body, row.lastMessageKind) } : row,
    // The type that the channel stated may differ from the detected one.
    MediaStored: (row, { data }) =>
      row.lastMessageId === data.messageId && !row.lastMessageDeleted && row.lastMessageKind !== data.media.kind
        ? { ...row, lastMessageKind: data.media.kind }
        : row,
    // A rating does not move the ticket in lists: it is closed.
    RatingGiven: (row, { data }) => ({ ...row, rating: data.rating }),
    TicketDeleted: () => null,
  },
  sweeps: {
    ContactForgotten: ({ data }) => ofForgotten(data),
    // Until then something may still have been written in it. After a merge these tickets name the other contact, who is forgotten as well.
    ConversationForgotten: ({ data }) => ofForgotten(data),
    // At the end of a merge: no ticket of the absorbed contact opens any more.
    ContactAbsorbed: ({ data }) => {
      const { contactId, absorbed } = data as { contactId: string; absorbed: string };
      return { where: { contactId: absorbed }, set: { contactId } };
    },
  },
});
export type TicketRow = NonNullable<ReturnType<typeof ticketRows.fold>>;
