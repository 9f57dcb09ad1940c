import { z } from 'zod';
import { route } from '../../kernel/contract.ts';
import * as f from '../../kernel/fields.ts';
import { TicketView } from './tickets.views.ts';

/** A ticket of the same contact that began before another one. `firstMessageId`: where its messages begin; null if it has none. */
export const PreviousTicket = TicketView.extend({ firstMessageId: f.id.nullable() });
export type PreviousTicket = z.output<typeof PreviousTicket>;

/** The tickets of a ticket's contact that began before it. */
export const previousRoute = route({
  call: 'GET /tickets/:ticketId/previous',
  may: 'signed-in',
  summary:
    'The tickets of the same contact, on any connection, that began before this one and that the caller sees, newest first. Pages by `cursor` of the reply before.',
  params: z.object({ ticketId: f.id }),
  missing: 'ERR_NO_TICKET_FOUND',
  query: f.after.extend({ cursor: f.text(200).optional() }),
  reply: z.object({
    tickets: z.array(PreviousTicket),
    hasMore: z.boolean(),
    count: z.number(),
    cursor: z.string().nullable(),
  }),
});
