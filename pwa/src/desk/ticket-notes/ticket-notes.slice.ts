import { type TicketNoteView, ticketNoteEmbeds, ticketNotes } from '@prosa/contracts';
import { liveCollection } from '../../kernel/lists/live-collection.ts';

/** The notes on the shown ticket, newest first. The filter is the ticket's id. */
export const notes = liveCollection({
  name: 'ticketNotes',
  channel: 'ticketNote',
  route: ticketNotes.routes.list,
  page: 'all',
  filter: '',
  request: (ticketId) => ({ query: { ticketId } }),
  recordsOf: ({ notes }) => notes,
  belongs: (ticketId, note: TicketNoteView) => note.ticketId === ticketId,
  compare: (a: TicketNoteView, b: TicketNoteView) =>
    a.createdAt === b.createdAt ? (a.id < b.id ? 1 : -1) : a.createdAt < b.createdAt ? 1 : -1,
  embeds: ticketNoteEmbeds,
  follows: ['ticket'],
});
