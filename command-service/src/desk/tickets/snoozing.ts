import { conversationEvents, conversationOf, routes } from '@prosa/contracts';
import { commandRoute } from '../../kernel/command-route.ts';
import type { App, Deps } from '../../kernel/deps.ts';
import { defineTimer } from '../../timers/timer.ts';
import { createConverse, keyOf } from '../conversations/conversations.ts';
import { ownTicket } from '../conversations/ticket.reply.ts';

const missing = 'ERR_NO_TICKET_FOUND';

/** Brings snoozed tickets back when their time has come. What ends the snooze otherwise leaves a reminder that does nothing. */
export const snoozeEnds = defineTimer({
  name: 'snooze',
  streams: ['conversation-'],
  events: [conversationEvents.TicketSnoozed, conversationEvents.TicketWoken],
  due: () => (fact) => ({
    subject: fact.data.ticketId,
    at: fact.type === 'TicketSnoozed' ? new Date(fact.data.until) : null,
  }),
  start: ({ handle }) => {
    const converse = createConverse(handle);
    return async ({ subject: ticketId, companyId, commandId, causationId, dueAt, lateMs, isLate }) => {
      const key = conversationOf(ticketId);
      if (key === null) return;
      const actor = { kind: 'system', id: 'reactors' } as const;
      const envelope = { key, companyId, commandId, causationId, actor, missing, bulk: isLate } as const;
      await converse(envelope, { do: 'wake ticket', ticketId, now: dueAt.getTime() + Math.max(0, lateMs) });
    };
  },
});

/** Snoozing a ticket, and taking it back. */
export const snoozeCalls = (app: App, deps: Deps): void => {
  const { handle, store, clock } = deps;
  const converse = createConverse(handle);
  commandRoute(app, deps, routes.snooze.set, async ({ params, body, principal, identity }) => {
    const ticketId = params.ticketId.toLowerCase();
    const envelope = { ...identity, key: keyOf(ticketId, missing), missing } as const;
    const command = { do: 'snooze ticket', ticketId, by: principal, until: body.until, now: clock().getTime() } as const;
    const done = await converse(envelope, command);
    return { position: done.position, reply: await ownTicket(store, done, principal, ticketId) };
  });
};
