import type { TicketNoteView } from '../../desk/ticket-notes/ticket-notes.contract.ts';
import type { UserView } from '../../people/users/users.contract.ts';
import type { Embeds } from './embeds.ts';
import { withNamed } from './mentions.embeds.ts';

/** Updates the names of a note's author and of those it names. A deleted person's name stays. */
export const ticketNoteEmbeds: Embeds<TicketNoteView> = {
  user: (note, { id, record }) => {
    if (!record) return note;
    const { name } = record as UserView;
    return withNamed(note.user.id === id ? { ...note, user: { id, name } } : note, { id, name });
  },
};
