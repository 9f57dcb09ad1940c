import { conversationEvents, conversationOf, type MessageView, type Meta } from '@prosa/contracts';
import { flag, integer, json, nullable, position, text, time, uuid } from '../kernel/columns.ts';
import { defineRows } from '../kernel/rows.ts';

const fresh = {
  ack: 1,
  state: null,
  failure: null,
  attempt: 1,
  isDeleted: false,
  isObservation: false,
  automatic: null,
  notice: null,
  quotedId: null,
  userId: null,
  signature: null,
  clientId: null,
  read: true,
};

/** What every message begins with. */
const begun = (
  { ticketId, messageId, body }: { ticketId: string; messageId: string; body: string },
  { companyId, at, position }: Meta,
  fromMe: boolean,
) => ({
  ...fresh,
  id: messageId,
  companyId,
  conversation: conversationOf(messageId) ?? '',
  ticketId,
  body,
  fromMe,
  createdAt: at,
  position,
});

/** A message. Its text stays when it is deleted, for the history; what GET answers then leaves it out. */
export const messageRows = defineRows({
  table: 'message',
  version: 2,
  events: conversationEvents,
  columns: {
    id: uuid(),
    companyId: uuid(),
    conversation: text(),
    ticketId: uuid(),
    body: nullable(text()),
    fromMe: flag(),
    ack: integer(),
    state: nullable(text<'failed' | 'unsure'>()),
    failure: nullable(text()),
    attempt: integer(),
    isDeleted: flag(),
    isObservation: flag(),
    automatic: nullable(text<NonNullable<MessageView['automatic']>>()),
    notice: nullable(json<NonNullable<MessageView['notice']>>()),
    quotedId: nullable(uuid()),
    userId: nullable(uuid()),
    signature: nullable(text()),
    clientId: nullable(text()),
    read: flag(),
    createdAt: time(),
    position: position(),
  },
  indexes: ['(company_id, conversation, position desc)', '(ticket_id, position desc)'],
  ignores: [
    'ConversationStarted',
    'ConversationContinued',
    'TicketOpened',
    'TicketAccepted',
    'TicketReturned',
    'TicketTransferred',
    'TicketClosed',
    'TicketReopened',
    'TicketLeftQueue',
    'TicketTagged',
    'TicketNoteAdded',
    'TicketNoteDeleted',
  ],
  key: (event) => (event.type === 'MessagesRead' ? event.data.messageIds : event.data.messageId),
  begins: {
    MessageReceived: ({ data, meta }) => ({
      ...begun(data, meta, false),
      quotedId: data.quotedId,
      read: false,
      createdAt: new Date(Math.min(Date.parse(data.sentAt), meta.at.getTime())),
    }),
    MessageSent: ({ data, meta }) => ({
      ...begun(data, meta, true),
      userId: data.userId,
      automatic: data.origin === 'attendant' ? null : data.origin,
      signature: data.signature,
      quotedId: data.quotedId,
      clientId: data.clientId,
    }),
    MessageObserved: ({ data, meta }) => ({
      ...begun(data, meta, true),
      userId: data.userId,
      clientId: data.clientId,
      isObservation: true,
    }),
    NumberChanged: ({ data, meta }) => ({
      ...begun({ ...data, body: '' }, meta, true),
      userId: data.userId,
      isObservation: true,
      notice: { kind: 'number-changed', from: data.from, to: data.to },
    }),
  },
  changes: {
    MessagesRead: (row) => (row.read ? row : { ...row, read: true }),
    MessageAcknowledged: (row, { data }) => (data.ack > row.ack ? { ...row, ack: data.ack, state: null, failure: null } : row),
    MessageFailed: (row, { data }) => ({ ...row, state: 'failed', failure: data.reason, attempt: data.attempt }),
    MessageUnsure: (row, { data }) => ({ ...row, state: 'unsure', failure: null, attempt: data.attempt }),
    MessageRetried: (row, { data }) => ({ ...row, state: null, failure: null, attempt: data.attempt }),
    MessageDeleted: (row) => ({ ...row, isDeleted: true }),
  },
});
