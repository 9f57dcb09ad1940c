import { conversationOf, overseersOf, roomsOfTicket, routes } from '@prosa/contracts';
import { type Feature, readRoute } from '../../kernel/feature.ts';
import { definePushIn } from '../../kernel/push.ts';
import { continuedRows } from '../conversations/continued.rows.ts';
import { messageChanges } from '../conversations/messages.changes.ts';
import { messageCounts } from '../conversations/messages.counts.ts';
import { messageRows } from '../conversations/messages.rows.ts';
import { messageTexts } from '../conversations/messages.texts.ts';
import { hiddenLines, ticketLineRows } from '../conversations/ticket-lines.rows.ts';
import { ticketRows } from '../conversations/tickets.rows.ts';
import { deletedTicketRows } from '../tickets/deleted-tickets.rows.ts';
import { readTicket } from '../tickets/tickets.feature.ts';
import { ticketPast, ticketTables } from '../tickets/tickets.past.ts';
import { hitsInConversation, hitsOfTickets } from './messages.hits.ts';
import { isNewest, listMessages } from './messages.paging.ts';
import { listMedias, messageRecords } from './messages.queries.ts';
import { findMessages } from './messages.search.ts';
import { unreadOf } from './messages.unread.ts';
import { answered } from './outreach.answered.ts';
import { ticketLineRecords } from './ticket-lines.ts';

export const messages: Feature = {
  name: 'messages',
  tables: [messageRows, messageTexts, messageChanges, messageCounts, ticketLineRows],
  pushes: [
    definePushIn(
      messageRows,
      {
        rows: ticketRows,
        id: (row) => row.ticketId,
        rooms: (ticket) => roomsOfTicket(ticket.companyId, ticket),
        // A message to a customer who has no ticket yet.
        alone: (row) => overseersOf(row.companyId),
        next: answered,
      },
      {
        channel: 'appMessage',
        records: messageRecords,
        narrow: (before, after) => {
          const row = after ?? before;
          if (!row) return undefined;
          const more = { fromCustomer: before === null && !row.fromMe, ...(row.mentionedIds.length > 0 && { names: true }) };
          return row.ticketId === null ? more : { ticketId: row.ticketId, ...more };
        },
      },
    ),
    definePushIn(
      ticketLineRows,
      {
        rows: ticketRows,
        id: ({ ticketId, kind }) => (hiddenLines.some((one) => one === kind) ? null : ticketId),
        rooms: (ticket) => roomsOfTicket(ticket.companyId, ticket),
      },
      { channel: 'ticketLine', records: ticketLineRecords },
    ),
  ],
  routes: (app, reader, aside) => {
    readRoute(
      app,
      reader,
      routes.messages.list,
      async ({ db, asker, params: { ticketId }, query, own }) => {
        const ticket = await readTicket(db, asker, ticketId, own);
        const { id } = ticket;
        const page = await listMessages(db, asker, { id, conversation: conversationOf(id)! }, query);
        return { ...page, unread: isNewest(query) ? await unreadOf(db, ticket) : null };
      },
      ticketPast(reader, aside, [
        ...ticketTables,
        ...[messageRows, messageCounts, ticketLineRows, continuedRows, deletedTicketRows],
      ]),
    );
    readRoute(app, reader, routes.messages.search, ({ db, asker, query }) => findMessages(db, asker, query));
    readRoute(app, reader, routes.messages.searchByTickets, async ({ db, asker, query }) => ({
      hits: await hitsOfTickets(db, asker, query),
    }));
    readRoute(app, reader, routes.messages.searchInTicket, async ({ db, asker, params: { ticketId }, query, own }) => {
      const { id } = await readTicket(db, asker, ticketId, own);
      const conversed = { id, conversation: conversationOf(id)! };
      return { messageIds: await hitsInConversation(db, asker, conversed, query.description) };
    });
    readRoute(app, reader, routes.messages.searchMedias, async ({ db, asker, params: { ticketId }, query, own }) => {
      const { id } = await readTicket(db, asker, ticketId, own);
      return listMedias(db, id, query);
    });
  },
};
