import { conversationEvents as conversation, conversationOf, limits } from '@prosa/contracts';
import { defineTimer } from '../../timers/timer.ts';
import { createConverse } from '../conversations/conversations.ts';
import { fallbackOf } from './tickets.facts.ts';

/** Takes tickets out of menus that nobody answers, so that none stays where nobody sees it. */
export const menusEnd = defineTimer({
  name: 'menus',
  streams: ['conversation-'],
  events: [
    conversation.MenuShown,
    conversation.MenuLeft,
    conversation.TicketAccepted,
    conversation.TicketTransferred,
    conversation.TicketClosed,
    conversation.TicketDeleted,
  ],
  due:
    () =>
    ({ type, data, meta }) => ({
      subject: data.ticketId,
      at: type === 'MenuShown' ? new Date(meta.at.getTime() + limits.menuMs) : null,
    }),
  start: ({ handle, referenceData }) => {
    const converse = createConverse(handle);
    return async ({ subject: ticketId, companyId, commandId, causationId, dueAt }) => {
      const key = conversationOf(ticketId);
      if (key === null) return;
      await converse(
        {
          key,
          companyId,
          commandId,
          causationId,
          actor: { kind: 'system', id: 'reactors' },
          missing: 'ERR_NO_TICKET_FOUND',
        },
        async ({ started }) => {
          const [queues, connection] = await Promise.all([
            referenceData.queues(companyId),
            started && referenceData.connection(companyId, started.connectionId),
          ]);
          return {
            do: 'leave menu',
            ticketId,
            dueAt: dueAt.getTime(),
            fallbackId: fallbackOf(connection ?? { queueIds: [] }, queues),
          };
        },
      );
    };
  },
});
