import { z } from 'zod';
import { route } from '../../kernel/contract.ts';
import * as f from '../../kernel/fields.ts';
import { manifest } from '../../kernel/manifest.ts';
import { TicketOwn } from '../tickets/tickets.views.ts';

/** Handing tickets over to colleagues and queues, and taking that back. */
export const handover = manifest({
  name: 'handover',
  routes: {
    undo: route({
      call: 'POST /tickets/:ticketId/undo-transfer',
      may: 'tickets:serve',
      summary:
        'Takes the caller’s transfer or return of a ticket back, within ten seconds, unless it was answered or has moved on since.',
      params: z.object({ ticketId: f.id }),
      missing: 'ERR_NO_TICKET_FOUND',
      refuses: ['ERR_UNDO_LATE', 'ERR_TICKET_ANSWERED', 'ERR_TICKET_MOVED', 'ERR_NO_CONTACT_FOUND'],
      reply: TicketOwn,
    }),
  },
  errors: {
    ERR_TICKET_ANSWERED: { status: 409, message: 'Este atendimento já foi respondido.' },
  },
});
