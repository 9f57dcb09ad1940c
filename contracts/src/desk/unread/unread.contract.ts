import { z } from 'zod';
import { event, route } from '../../kernel/contract.ts';
import * as f from '../../kernel/fields.ts';
import { manifest } from '../../kernel/manifest.ts';
import { TicketOwn } from '../tickets/tickets.views.ts';

/** Open tickets that the team marks as unread, to come back to them: until one is read again, at least one of its messages is unread. */
export const unread = manifest({
  name: 'unread',
  conversation: { TicketMarkedUnread: event('TicketMarkedUnread', z.object({ ticketId: f.id })) },
  routes: {
    mark: route({
      call: 'PUT /tickets/:ticketId/unread',
      may: 'tickets:serve',
      summary: 'Marks an open ticket as unread, until it is read again. The customer learns nothing of it.',
      params: z.object({ ticketId: f.id }),
      missing: 'ERR_NO_TICKET_FOUND',
      refuses: ['ERR_TRANSITION', 'ERR_NO_MESSAGE_FOUND', 'ERR_NO_CONTACT_FOUND'],
      reply: TicketOwn,
    }),
  },
});
