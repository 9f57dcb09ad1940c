import { conversationOf, roomsOfTicket, routes } from '@prosa/contracts';
import { messageRows } from '../conversations/messages.rows.ts';
import { messageTexts } from '../conversations/messages.texts.ts';
import { ticketRows } from '../conversations/tickets.rows.ts';
import { type Feature, readRoute } from '../kernel/feature.ts';
import { definePushIn } from '../kernel/push.ts';
import { seenTicket } from '../tickets/tickets.feature.ts';
import { listMessages, messageRecords } from './messages.queries.ts';

export const messages: Feature = {
  name: 'messages',
  tables: [messageRows, messageTexts],
  pushes: [
    definePushIn(
      messageRows,
      { rows: ticketRows, id: (row) => row.ticketId, rooms: (ticket) => roomsOfTicket(ticket.companyId, ticket) },
      {
        channel: 'appMessage',
        records: messageRecords,
        narrow: (before, after) => {
          const row = after ?? before;
          return row ? { ticketId: row.ticketId, fromCustomer: before === null && !row.fromMe } : undefined;
        },
      },
    ),
  ],
  routes: (app, reader) => {
    readRoute(app, reader, routes.messages.list, async ({ db, asker, params: { ticketId }, query }) => {
      const { id } = await seenTicket(db, asker, ticketId);
      return listMessages(db, asker, { id, conversation: conversationOf(id)! }, query);
    });
  },
};
