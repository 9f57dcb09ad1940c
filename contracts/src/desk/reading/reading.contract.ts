import { z } from 'zod';
import { event, route } from '../../kernel/contract.ts';
import * as f from '../../kernel/fields.ts';
import { manifest } from '../../kernel/manifest.ts';
import { TicketOwn } from '../tickets/tickets.views.ts';

const ticketId = f.id;
const ticketParams = z.object({ ticketId });

/** How far the team has read a ticket. */
export const reading = manifest({
  name: 'reading',
  conversation: {
    /**
     * The ticket was read up to and including `upTo`. `messageIds`: the messages that nobody had read before. `unread`: number of customer
     * messages after it.
     */
    MessagesRead: event('MessagesRead', z.object({ ticketId, upTo: f.id, messageIds: z.array(f.id), unread: z.number().int() })),
  },
  routes: {
    read: route({
      call: 'POST /tickets/:ticketId/read',
      may: 'tickets:serve',
      summary: 'Marks the messages as read, up to and with one of them.',
      params: ticketParams,
      missing: 'ERR_NO_TICKET_FOUND',
      body: z.object({ upTo: f.id }),
      refuses: ['ERR_NO_MESSAGE_FOUND', 'ERR_NO_CONTACT_FOUND'],
      reply: TicketOwn,
    }),
  },
});
