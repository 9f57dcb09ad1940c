import { z } from 'zod';
import { event, route } from '../../kernel/contract.ts';
import * as f from '../../kernel/fields.ts';
import { manifest } from '../../kernel/manifest.ts';
import { TicketOwn } from '../tickets/tickets.views.ts';

/** The faults of the time at which a ticket is to come back. */
export const snoozeFaults = { past: 'Must be in the future', far: 'Must be within a year' } as const;

/** Open tickets that are put out of sight until a time, or until their customer writes. */
export const snooze = manifest({
  name: 'snooze',
  conversation: {
    TicketSnoozed: event('TicketSnoozed', z.object({ ticketId: f.id, until: f.at, userId: f.id })),
    /** `time`: its time has come; `customer`: its customer wrote; `user`: somebody took it back. */
    TicketWoken: event('TicketWoken', z.object({ ticketId: f.id, reason: z.enum(['time', 'customer', 'user']) })),
  },
  routes: {
    set: route({
      call: 'PUT /tickets/:ticketId/snooze',
      may: 'tickets:serve',
      summary:
        'Puts an open ticket out of sight until a time within a year, or until its customer writes; `until` null takes it back. The customer learns nothing of it.',
      params: z.object({ ticketId: f.id }),
      missing: 'ERR_NO_TICKET_FOUND',
      body: z.object({ until: f.at.nullable() }),
      refuses: ['ERR_TRANSITION', 'ERR_NO_CONTACT_FOUND'],
      reply: TicketOwn,
    }),
  },
});
