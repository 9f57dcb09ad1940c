import { conversationEvents } from '@prosa/contracts';
import { nullable, text, time, uuid } from '../../kernel/columns.ts';
import { defineRows } from '../../kernel/rows.ts';

const { TicketNoteAdded, TicketNoteDeleted } = conversationEvents;

/** Notes on tickets; a forgotten text is null. A deleted note has no row, because no further event names it. */
export const ticketNoteRows = defineRows({
  table: 'ticket_note',
  version: 1,
  events: { TicketNoteAdded, TicketNoteDeleted },
  columns: { id: uuid(), companyId: uuid(), ticketId: uuid(), userId: uuid(), note: nullable(text()), createdAt: time() },
  indexes: ['(ticket_id, created_at desc, id desc)'],
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
