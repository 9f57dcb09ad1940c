import { conversationEvents, conversationOf, routes } from '@prosa/contracts';
import { commandRoute } from '../../kernel/command-route.ts';
import type { App, Deps } from '../../kernel/deps.ts';
import type { Remind } from '../../timers/timer.runner.ts';
import { defineTimer } from '../../timers/timer.ts';
import { createConverse, keyOf, namingTheWinner } from '../conversations/conversations.ts';
import { ownTicket } from '../conversations/ticket.reply.ts';
import { waitingTexts } from './tickets.facts.ts';

const missing = 'ERR_NO_TICKET_FOUND';

/** Sends the closing messages that waited for as long as their closing could be undone. */
export const closingEnds = defineTimer({
  name: 'closing',
  streams: ['conversation-'],
  events: [
    conversationEvents.TicketClosed,
    conversationEvents.ClosingReleased,
    conversationEvents.ClosingUndone,
    conversationEvents.TicketReopened,
    conversationEvents.TicketDeleted,
  ],
  due: () => (fact) => ({
    subject: fact.data.ticketId,
    at: fact.type === 'TicketClosed' && fact.data.undo?.waits ? new Date(fact.data.undo.until) : null,
  }),
  start: (deps) => createReleaseClosing(deps),
});

/** Sends the closing message of a ticket, if it still waits. */
export const createReleaseClosing = (deps: Deps): Remind => {
  const converse = createConverse(deps.handle);
  return async ({ subject: ticketId, companyId, commandId, causationId, dueAt, lateMs, isLate }) => {
    const key = conversationOf(ticketId);
    if (key === null) return undefined;
    const actor = { kind: 'system', id: 'reactors' } as const;
    await converse({ key, companyId, commandId, causationId, actor, missing, bulk: isLate }, async ({ started }) => {
      const connection = started && (await deps.referenceData.connection(companyId, started.connectionId));
      if (!connection) return { do: 'look' };
      const now = dueAt.getTime() + Math.max(0, lateMs);
      return { do: 'release closing', ticketId, now, ...(await waitingTexts(deps, companyId, connection)) };
    });
    return undefined;
  };
};

/** Undoing a closing. */
export const closingCalls = (app: App, deps: Deps): void => {
  const { handle, store, clock, referenceData } = deps;
  const converse = createConverse(handle);
  commandRoute(app, deps, routes.closing.undo, async ({ params, principal, identity }) => {
    const ticketId = params.ticketId.toLowerCase();
    const envelope = { ...identity, key: keyOf(ticketId, missing), missing } as const;
    const command = { do: 'undo closing', ticketId, by: principal, now: clock().getTime() } as const;
    const done = await namingTheWinner(referenceData, principal.companyId, converse(envelope, command));
    return { position: done.position, reply: await ownTicket(store, done, principal, ticketId) };
  });
};
