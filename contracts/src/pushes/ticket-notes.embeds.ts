import type { TicketNoteView } from '../ticket-notes/ticket-notes.contract.ts';
import type { UserView } from '../users/users.contract.ts';
import type { Embeds } from './embeds.ts';

/** The name of who wrote a note. Who is deleted keeps it. */
export const ticketNoteEmbeds: Embeds<TicketNoteView> = {
  user: (note, { id, record }) =>
    record && note.user.id === id ? { ...note, user: { id, name: (record as UserView).name } } : note,
};
