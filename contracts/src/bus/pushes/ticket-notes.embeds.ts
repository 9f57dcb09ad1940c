import type { TicketNoteView } from '../../desk/ticket-notes/ticket-notes.contract.ts';
import type { UserView } from '../../people/users/users.contract.ts';
import type { Embeds } from './embeds.ts';

/** Updates the name of a note's author. A deleted author's name stays. */
export const ticketNoteEmbeds: Embeds<TicketNoteView> = {
  user: (note, { id, record }) =>
    record && note.user.id === id ? { ...note, user: { id, name: (record as UserView).name } } : note,
};
