import { routes } from '@prosa/contracts';
import { commandRoute } from '../../kernel/command-route.ts';
import type { App, Deps } from '../../kernel/deps.ts';
import { createConverse, namingTheWinner } from '../conversations/conversations.ts';
import { ownTicket } from '../conversations/ticket.reply.ts';
import { ofTicket } from './tickets.changes.ts';

/** Taking back a transfer or a return. */
export const handingBack = (app: App, deps: Deps): void => {
  const { handle, store, clock, referenceData } = deps;
  const converse = createConverse(handle);
  commandRoute(app, deps, routes.handover.undo, async ({ params, principal, identity }) => {
    const ticketId = params.ticketId.toLowerCase();
    const command = { do: 'hand back', ticketId, by: principal, now: clock().getTime() } as const;
    const work = converse({ ...identity, ...ofTicket(ticketId) }, command);
    const done = await namingTheWinner(referenceData, principal.companyId, work);
    return { position: done.position, reply: await ownTicket(store, done, principal, ticketId) };
  });
};
