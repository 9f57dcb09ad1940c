import { childId, Refused, routes, sees, type Viewer } from '@prosa/contracts';
import { concernCall } from '../conversation-kernel/concern.call.ts';
import { type Concern, ofKnownTicket } from '../conversation-kernel/concern.ts';
import { put } from '../conversation-kernel/conversation.known.ts';
import { mentionsOf, type Named } from '../conversation-kernel/conversation.mentions.ts';
import { seen } from '../conversation-kernel/conversation.rules.ts';
import type { Envelope } from '../conversation-kernel/conversation.state.ts';

type Command = Envelope &
  (
    | {
        do: 'add note';
        ticketId: string;
        by: Viewer;
        note: string;
        contactId: string | null;
        /** Whom it names. */
        named?: readonly Named[];
      }
    | { do: 'delete note'; noteId: string; by: Viewer }
  );

/** The ticket of each of the newest notes. */
type Own = { notes: Map<string, string> };
const KNOWN_NOTES = 1_000;

/** The team's notes on a ticket, which are no part of the conversation. */
export const ticketNotes = {
  initial: (): Own => ({ notes: new Map() }),

  evolve: {
    TicketNoteAdded: ({ notes }, { noteId, ticketId }) => put(notes, noteId, ticketId, KNOWN_NOTES),
    TicketNoteDeleted: ({ notes }, { noteId }) => void notes.delete(noteId),
  },

  stays: { 'add note': ofKnownTicket, 'delete note': ({ noteId }, { notes }) => notes.has(noteId) },

  decide: {
    'add note': ({ key, commandId, by, note, contactId, named = [], ...command }, state) => {
      const ticket = seen(state, command.ticketId, by);
      const { id: ticketId } = ticket;
      if (contactId !== null && contactId !== state.started?.contactId) throw new Refused('ERR_NO_CONTACT_FOUND');
      const noteId = childId(key, `note:${commandId}`);
      return [{ type: 'TicketNoteAdded', data: { ticketId, noteId, note, userId: by.userId, ...mentionsOf(named, ticket) } }];
    },
    'delete note': ({ noteId, by }, { notes, tickets }) => {
      const of = notes.get(noteId);
      const ticket = of === undefined ? undefined : tickets.get(of);
      if (!ticket || !sees(by, ticket)) throw new Refused('ERR_NO_NOTE_FOUND');
      return [{ type: 'TicketNoteDeleted', data: { ticketId: ticket.id, noteId, userId: by.userId } }];
    },
  },

  calls: [
    concernCall(routes.ticketNotes.add, {
      of: ({ body }) => body.ticketId,
      missing: 'ERR_NO_TICKET_FOUND',
      command: async ({ body: { ticketId, note, contactId = null, mentions }, by }, { named }) => ({
        do: 'add note',
        ticketId,
        by,
        note,
        contactId,
        named: await named(mentions),
      }),
      reply: ({ key, commandId, at }, { body: { ticketId, note } }) => ({
        id: childId(key, `note:${commandId}`),
        ticketId,
        note,
        createdAt: at.toISOString(),
      }),
    }),
    concernCall(routes.ticketNotes.delete, {
      of: ({ params }) => params.id,
      missing: 'ERR_NO_NOTE_FOUND',
      command: ({ params, by }) => ({ do: 'delete note', noteId: params.id, by }),
      reply: () => null,
    }),
  ],
} satisfies Concern<Command, Own>;
