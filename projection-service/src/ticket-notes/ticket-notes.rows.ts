import { conversationEvents } from '@prosa/contracts';
import { nullable, text, time, uuid } from '../kernel/columns.ts';
import { defineRows } from '../kernel/rows.ts';

/** Notes on tickets; null was forgotten. A deleted one is gone: no event of it can follow. */
export const ticketNoteRows = defineRows({
  table: 'ticket_note',
  version: 1,
  events: conversationEvents,
  columns: { id: uuid(), companyId: uuid(), ticketId: uuid(), userId: uuid(), note: nullable(text()), createdAt: time() },
  indexes: ['(ticket_id, created_at desc, id desc)'],
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
    'MessagesRead',
    'MessageReceived',
    'MessageSent',
    'MessageObserved',
    'MessageAcknowledged',
    'MessageFailed',
    'MessageUnsure',
    'MessageRetried',
    'MessageDeleted',
    'NumberChanged',
  ],
  key: ({ data }) => data.noteId,
  begins: {
    TicketNoteAdded: ({ data: { noteId, ticketId, userId, note }, meta }) => ({
      id: noteId,
      companyId: meta.companyId,
      ticketId,
      userId,
      note,
      createdAt: meta.at,
    }),
  },
  changes: { TicketNoteDeleted: () => null },
});
