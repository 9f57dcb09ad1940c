import { z } from 'zod';
import { event, route } from '../../kernel/contract.ts';
import * as f from '../../kernel/fields.ts';
import { manifest } from '../../kernel/manifest.ts';
import { Availability } from '../../people/users/presence.events.ts';

const ticketParams = z.object({ ticketId: f.id });

/** A colleague who sees a ticket, so that an observation on it may name them. */
export const MentionableView = z.object({
  id: f.id,
  name: z.string().nullable(),
  /** The address of their picture, valid for some hours; null if they have none. */
  profilePicUrl: z.string().nullable(),
  online: z.boolean(),
  availability: Availability,
});
export type MentionableView = z.output<typeof MentionableView>;

/** What is new to somebody in a ticket until they open it: that an observation names them, or that the ticket was given to them. */
export const mentions = manifest({
  name: 'mentions',
  conversation: {
    /** Somebody to whom something was new in the ticket has opened it. */
    TicketSeen: event('TicketSeen', z.object({ ticketId: f.id, userId: f.id })),
  },
  routes: {
    people: route({
      call: 'GET /tickets/:ticketId/mentionable',
      may: 'tickets:serve',
      summary:
        'The colleagues who see a ticket, whom an observation on it may therefore name: those who are available first, then the busy, the away, and those who are not online.',
      params: ticketParams,
      missing: 'ERR_NO_TICKET_FOUND',
      query: f.after,
      reply: z.object({ people: z.array(MentionableView) }),
    }),
    seen: route({
      call: 'PUT /tickets/:ticketId/seen',
      may: 'tickets:serve',
      summary: 'Says that the caller has opened a ticket: what was new to them in it is so no more.',
      params: ticketParams,
      missing: 'ERR_NO_TICKET_FOUND',
      refuses: ['ERR_NO_CONTACT_FOUND'],
      reply: z.null(),
    }),
  },
});
