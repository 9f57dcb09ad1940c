import { z } from 'zod';
import { event, personal, route, unchanged } from '../../kernel/contract.ts';
import * as f from '../../kernel/fields.ts';
import { limits } from '../../kernel/limits.ts';
import { manifest } from '../../kernel/manifest.ts';
import { areMentions, Mention, MentionView, mentionsField } from '../messages/mentions.fields.ts';

/** A note on a ticket, as users who see the ticket see it. `note` is null if its person was forgotten. */
export const TicketNoteView = z.object({
  id: f.id,
  ticketId: f.id,
  contactId: f.id,
  note: z.string().nullable(),
  mentions: z.array(MentionView),
  user: z.object({ id: f.id, name: z.string().nullable() }),
  createdAt: f.at,
});
export type TicketNoteView = z.output<typeof TicketNoteView>;

const note = z
  .string({ error: 'Required' })
  .trim()
  .min(1, 'Required')
  .min(limits.noteMin, 'Too Short!')
  .max(limits.automaticTextMax, 'Too Long!')
  .refine(f.storable, 'Invalid text');

/** What is written into the form of a note. */
export const TicketNoteForm = z.object({ note });

/** Notes about tickets, for the team; they are no part of the conversation. */
export const ticketNotes = manifest({
  name: 'ticketNotes',
  conversation: {
    /** `mentions`: the colleagues whom its text names. */
    TicketNoteAdded: event(
      'TicketNoteAdded',
      z.object({
        ticketId: f.id,
        noteId: f.id,
        note: personal(z.string(), 'contact'),
        userId: f.id,
        mentions: z.array(Mention).optional(),
      }),
      2,
      [unchanged],
    ),
    TicketNoteDeleted: event('TicketNoteDeleted', z.object({ ticketId: f.id, noteId: f.id, userId: f.id })),
  },
  routes: {
    list: route({
      call: 'GET /ticket-notes/list',
      may: 'signed-in',
      summary: 'The notes on a ticket that the caller sees, newest first.',
      query: f.after.extend({ ticketId: f.id, contactId: f.id.optional() }),
      refuses: ['ERR_NO_TICKET_FOUND'],
      reply: z.object({ notes: z.array(TicketNoteView) }),
    }),
    add: route({
      call: 'POST /ticket-notes',
      may: 'tickets:serve',
      summary:
        'Adds a note to a ticket; `contactId` may be named, and is then its customer. Colleagues whom it names are told of it.',
      body: z
        .object({ ...TicketNoteForm.shape, ticketId: f.id, contactId: f.id.nullish(), mentions: mentionsField })
        .refine(({ mentions = [], note }) => areMentions(mentions, note), { path: ['mentions'], error: 'Invalid value' }),
      refuses: ['ERR_NO_TICKET_FOUND', 'ERR_NO_CONTACT_FOUND', 'ERR_NO_USER_FOUND', 'ERR_MENTION_UNSEEN'],
      reply: TicketNoteView.omit({ user: true, contactId: true, mentions: true }),
      status: 201,
    }),
    delete: route({
      call: 'DELETE /ticket-notes/:id',
      may: 'tickets:serve',
      summary: 'Deletes a note on a ticket that the caller sees.',
      params: f.idParam,
      missing: 'ERR_NO_NOTE_FOUND',
      refuses: ['ERR_NO_TICKET_FOUND', 'ERR_NO_CONTACT_FOUND'],
      reply: z.null(),
    }),
  },
  pushes: { ticketNote: ['create', 'update', 'delete'] },
  errors: { ERR_NO_NOTE_FOUND: { status: 404, message: 'Nenhuma observação encontrada com este número.' } },
});
