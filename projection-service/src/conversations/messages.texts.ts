import { conversationEvents, type Meta } from '@prosa/contracts';
import { position, text, uuid } from '../kernel/columns.ts';
import { searchable } from '../kernel/paging.ts';
import { defineRows } from '../kernel/rows.ts';

const said = ({ messageId, ticketId, body }: { messageId: string; ticketId: string; body: string | null }, meta: Meta) => ({
  id: messageId,
  companyId: meta.companyId,
  ticketId,
  position: meta.position,
  search: searchable(body ?? ''),
});

/**
 * What messages are searched by. A table of its own, as a message changes with each ack and its trigrams would all be indexed again with
 * it. What was forgotten or deleted is not found.
 */
export const messageTexts = defineRows({
  table: 'message_text',
  version: 1,
  events: conversationEvents,
  columns: { id: uuid(), companyId: uuid(), ticketId: uuid(), position: position(), search: text() },
  indexes: ['(company_id, position desc)', 'using gin (company_id, search gin_trgm_ops)'],
  ignores: [
    'ConversationStarted',
    'ConversationContinued',
    'NumberChanged',
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
    'MessagesRead',
    'MessageAcknowledged',
    'MessageFailed',
    'MessageUnsure',
    'MessageRetried',
  ],
  key: ({ data }) => data.messageId,
  begins: {
    MessageReceived: ({ data, meta }) => said(data, meta),
    MessageSent: ({ data, meta }) => said(data, meta),
    MessageObserved: ({ data, meta }) => said(data, meta),
  },
  changes: { MessageDeleted: (row) => ({ ...row, search: '' }) },
});
