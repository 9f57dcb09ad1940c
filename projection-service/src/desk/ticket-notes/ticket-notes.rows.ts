import { conversationEvents } from '@prosa/contracts';
import { nullable, text, time, uuid } from '../../kernel/columns.ts';
import { defineRows } from '../../kernel/rows.ts';
import { conversationOf } from '../conversations/forgotten.ts';
import { naming, namingColumns } from '../conversations/naming.ts';

const { TicketNoteAdded, TicketNoteDeleted } = conversationEvents;

/** Notes on tickets; a forgotten text is null. A deleted note has no row, because no further event names it. */
export const ticketNoteRows = defineRows({
  table: 'ticket_note',
  version: 3,
  events: { TicketNoteAdded, TicketNoteDeleted },
  columns: {
    id: uuid(),
    companyId: uuid(),
    conversation: text(),
    ticketId: uuid(),
    userId: uuid(),
    note: nullable(text()),
    createdAt: time(),
    ...namingColumns,
  },
  indexes: ['(ticket_id, created_at desc, id desc)', '(company_id, conversation)'],
  key: ({ data }) => data.noteId,
  begins: {
    TicketNoteAdded: ({ data: { noteId, ticketId, userId, note, mentions }, meta }) => ({
      id: noteId,
      ...conversationOf(meta),
      ticketId,
      userId,
      note,
      createdAt: meta.at,
      ...naming(mentions),
    }),
  },
  changes: { TicketNoteDeleted: () => null },
  sweeps: { ConversationForgotten: ({ meta }) => ({ where: conversationOf(meta), set: { note: null, ...naming() } }) },
});
