import { ticketRoutes } from '@prosa/contracts';
import { createCommand } from '../../../kernel/calls/command.saga.ts';

/** Takes over a colleague's ticket: it is transferred to oneself, in its queue. */
export const takeTicket = createCommand({
  type: 'tickets/take',
  route: ticketRoutes.change,
  by: ({ ticketId }: { ticketId: string; userId: string }) => ticketId,
  request: ({ ticketId, userId }) => ({ params: { ticketId }, body: { userId } }),
});
