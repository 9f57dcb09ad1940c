import { conversationEvents, roomsOfTicket, type Seen, type TicketStatus } from '@prosa/contracts';
import { flag, integer, nullable, position, text, time, uuid, uuids } from '../kernel/columns.ts';
import { defineCounter } from '../kernel/counter.ts';
import { searchable } from '../kernel/paging.ts';
import { defineRows } from '../kernel/rows.ts';

/** The last message, and what a typed text is looked for in; null was forgotten. */
const lastSaid = (text: string | null) => ({ lastMessage: text, search: searchable(text ?? '') });

/** A ticket as its own events tell. Names of others are joined when it is read. */
export const ticketRows = defineRows({
  table: 'ticket',
  version: 4,
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
    /** Where it was opened: the order of a conversation's tickets. */
    openedAt: position(),
    createdAt: time(),
    updatedAt: time(),
    closedAt: nullable(time()),
  },
  indexes: [
    '(company_id, status, updated_at desc, id desc)',
    '(company_id, updated_at desc, id desc)',
    '(company_id, queue_id, status, updated_at desc, id desc)',
    '(company_id, user_id, status, updated_at desc, id desc)',
    '(company_id, updated_at desc, id desc) where unread > 0',
    '(contact_id)',
    '(company_id, protocol)',
    'using gin (company_id, search gin_trgm_ops)',
    'using gin (tag_ids)',
  ],
  ignores: [
    'ConversationStarted',
    'ConversationContinued',
    'MessageObserved',
    'NumberChanged',
    'TicketNoteAdded',
    'TicketNoteDeleted',
  ],
  key: ({ data }) => data.ticketId,
  begins: {
    TicketOpened: ({ data: { ticketId, ...opened }, meta }) => ({
      ...opened,
      id: ticketId,
      companyId: meta.companyId,
      lastMessageId: null,
      ...lastSaid(''),
      lastMessageFromMe: false,
      lastMessageAck: null,
      lastMessageState: null,
      lastMessageDeleted: false,
      unread: 0,
      tagIds: [] as string[],
      openedAt: meta.position,
      createdAt: meta.at,
      updatedAt: meta.at,
      closedAt: null,
    }),
  },
  changes: {
    TicketAccepted: (row, { data, meta }) => ({ ...row, status: 'open', userId: data.userId, updatedAt: meta.at }),
    TicketReturned: (row, { meta }) => ({ ...row, status: 'pending', userId: null, updatedAt: meta.at }),
    TicketTransferred: (row, { data: { queueId, userId }, meta }) => ({
      ...row,
      status: userId ? 'open' : 'pending',
      queueId,
      userId,
      updatedAt: meta.at,
    }),
    TicketClosed: (row, { data, meta }) => ({
      ...row,
      status: 'closed',
      userId: data.userId ?? row.userId,
      updatedAt: meta.at,
      closedAt: meta.at,
    }),
    TicketReopened: (row, { data: { queueId, userId }, meta }) => ({
      ...row,
      status: 'open',
      queueId,
      userId,
      updatedAt: meta.at,
      closedAt: null,
    }),
    TicketLeftQueue: (row) => (row.queueId === null ? row : { ...row, queueId: null }),
    TicketTagged: (row, { data }) => ({ ...row, tagIds: data.tagIds }),
    MessagesRead: (row, { data }) => (row.unread === data.unread ? row : { ...row, unread: data.unread }),
    MessageReceived: (row, { data, meta }) => ({
      ...row,
      lastMessageId: data.messageId,
      ...lastSaid(data.body),
      lastMessageFromMe: false,
      lastMessageAck: null,
      lastMessageState: null,
      lastMessageDeleted: false,
      unread: row.unread + 1,
      updatedAt: meta.at,
    }),
    // What Prosa writes by itself does not stand before the customer's words in a list.
    MessageSent: (row, { data, meta }) =>
      data.origin === 'attendant'
        ? {
            ...row,
            lastMessageId: data.messageId,
            ...lastSaid(data.body),
            lastMessageFromMe: true,
            lastMessageAck: 1,
            lastMessageState: null,
            lastMessageDeleted: false,
            updatedAt: meta.at,
          }
        : { ...row, updatedAt: meta.at },
    MessageAcknowledged: (row, { data }) =>
      row.lastMessageId === data.messageId && data.ack > (row.lastMessageAck ?? 0)
        ? { ...row, lastMessageAck: data.ack, lastMessageState: null }
        : row,
    MessageFailed: (row, { data }) => (row.lastMessageId === data.messageId ? { ...row, lastMessageState: 'failed' } : row),
    MessageUnsure: (row, { data }) => (row.lastMessageId === data.messageId ? { ...row, lastMessageState: 'unsure' } : row),
    MessageRetried: (row, { data }) => (row.lastMessageId === data.messageId ? { ...row, lastMessageState: null } : row),
    MessageDeleted: (row, { data }) =>
      row.lastMessageId === data.messageId ? { ...row, ...lastSaid(''), lastMessageDeleted: true } : row,
  },
});
export type TicketRow = NonNullable<ReturnType<typeof ticketRows.fold>>;

const groups = { queueId: nullable(uuid()), userId: nullable(uuid()), status: text<TicketStatus>() };

/** Pending and open tickets by queue and user: what the tabs show without counting rows. */
export const ticketCounts = defineCounter({
  table: 'ticket_count',
  version: 1,
  of: ticketRows,
  columns: groups,
  group: ({ queueId, userId, status }) => (status === 'closed' ? null : { queueId, userId, status }),
  push: { channel: 'ticketCounts', rooms: (companyId, group) => roomsOfTicket(companyId, group as Seen) },
});

/** Pending and open tickets by connection: what goes with one that is deleted. */
export const connectionTicketCounts = defineCounter({
  table: 'connection_ticket_count',
  version: 1,
  of: ticketRows,
  columns: { connectionId: uuid() },
  indexes: ['(company_id, connection_id)'],
  group: ({ connectionId, status }) => (status === 'closed' ? null : { connectionId }),
});

/** Closed ones, which are many, for the counts of lists alone. */
export const closedTicketCounts = defineCounter({
  table: 'closed_ticket_count',
  version: 1,
  of: ticketRows,
  columns: groups,
  group: ({ queueId, userId, status }) => (status === 'closed' ? { queueId, userId, status } : null),
});
