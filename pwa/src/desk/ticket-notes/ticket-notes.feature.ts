import type { Feature } from '../../shell/feature.ts';
import { watchTicketNotes } from './ticket-notes.saga.ts';
import type texts from './ticket-notes.screen.pt.json';
import { ticketNotesSlice } from './ticket-notes.slice.ts';

declare module '../../kernel/i18n/texts.ts' {
  interface Texts {
    'ticket-notes': typeof texts;
  }
}

/** Notes on tickets, in the contact's drawer. */
export const feature: Feature = { name: 'ticket-notes', slices: [ticketNotesSlice], saga: watchTicketNotes };
