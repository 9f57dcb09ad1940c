import { z } from 'zod';
import { event, route } from '../../kernel/contract.ts';
import * as f from '../../kernel/fields.ts';
import { manifest } from '../../kernel/manifest.ts';
import { TicketOwn } from '../tickets/tickets.views.ts';

/** Closings that can be undone: for ten seconds, in which the closing message waits. */
export const closing = manifest({
  name: 'closing',
  conversation: {
    /**
     * The closing message waits no longer; what is said to the customer stands before it. `time`: the ten seconds are over; `customer`: the
     * customer wrote meanwhile; `user`: somebody closed the next ticket meanwhile.
     */
    ClosingReleased: event('ClosingReleased', z.object({ ticketId: f.id, reason: z.enum(['time', 'customer', 'user']) })),
    /** Who closed the ticket took that back: it is open as it was before, and what waited is not sent. */
    ClosingUndone: event(
      'ClosingUndone',
      z.object({
        ticketId: f.id,
        queueId: f.id.nullable(),
        userId: f.id.nullable(),
        waitingSince: f.at.nullable(),
        snoozedUntil: f.at.nullable(),
      }),
    ),
  },
  routes: {
    undo: route({
      call: 'POST /tickets/:ticketId/undo-closing',
      may: 'tickets:serve',
      summary:
        'Takes back a closing of the caller’s own that was asked for as `undoable`, within ten seconds: the ticket is open as it was, and its closing message is not sent.',
      params: z.object({ ticketId: f.id }),
      missing: 'ERR_NO_TICKET_FOUND',
      refuses: ['ERR_UNDO_LATE', 'ERR_OTHER_OPEN_TICKET', 'ERR_CONTACT_MERGED', 'ERR_NO_CONTACT_FOUND'],
      reply: TicketOwn,
    }),
  },
  errors: {
    ERR_UNDO_LATE: { status: 409, message: 'Os dez segundos passaram: isto não pode mais ser desfeito.' },
  },
});
