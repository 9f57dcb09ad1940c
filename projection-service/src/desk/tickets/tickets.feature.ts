import { conversationOf, isOthersWork, Refused, roomsOfTicket, routes, sees, type TicketView } from '@prosa/contracts';
import { countWaits, latelyLate } from '../../flows/queues/waiting-tickets.ts';
import type { Db } from '../../kernel/db.ts';
import { type Asker, type Feature, readRoute } from '../../kernel/feature.ts';
import { definePush } from '../../kernel/push.ts';
import { continuedRows } from '../conversations/continued.rows.ts';
import { lastInboundRows } from '../conversations/last-inbound.rows.ts';
import {
  closedTicketCounts,
  connectionTicketCounts,
  sampleTicketCounts,
  ticketCounts,
  unreadTicketCounts,
} from '../conversations/tickets.counts.ts';
import { type TicketRow, ticketRows } from '../conversations/tickets.rows.ts';
import { deletedTicketRows } from './deleted-tickets.rows.ts';
import { ticketPast } from './tickets.past.ts';
import { previousTickets } from './tickets.previous.ts';
import { countTickets, lastByContact, ticketRecords } from './tickets.queries.ts';
import { findTickets } from './tickets.search.ts';

/** Returns the ticket if the caller sees it. Throws Refused ERR_NO_TICKET_FOUND, the same as for one that does not exist. */
export const seenTicket = async (db: Db, asker: Asker, id: string): Promise<TicketView> => {
  const ticket = conversationOf(id) === null ? undefined : (await ticketRecords(db, [id])).get(id);
  if (!ticket || !sees(asker, ticket)) throw new Refused('ERR_NO_TICKET_FOUND');
  return ticket;
};

/** The same for whoever reads its conversation: `own` is called where that is no look at the work of others. */
export const readTicket = async (db: Db, asker: Asker, id: string, own: () => void): Promise<TicketView> => {
  const ticket = await seenTicket(db, asker, id);
  if (!isOthersWork(asker, ticket)) own();
  return ticket;
};

/** Whether only the unread count differs. */
const onlyUnread = (before: TicketRow, after: TicketRow): boolean =>
  before.unread !== after.unread &&
  JSON.stringify({ ...plain(before), unread: 0 }) === JSON.stringify({ ...plain(after), unread: 0 });
const plain = (row: TicketRow) => ({ ...row, openedAt: String(row.openedAt) });

export const tickets: Feature = {
  name: 'tickets',
  tables: [
    ticketRows,
    continuedRows,
    lastInboundRows,
    ticketCounts,
    unreadTicketCounts,
    connectionTicketCounts,
    closedTicketCounts,
    sampleTicketCounts,
    deletedTicketRows,
  ],
  pushes: [
    definePush(ticketRows, {
      channel: 'ticket',
      rooms: (row) => roomsOfTicket(row.companyId, row),
      records: ticketRecords,
      action: (before, after) => (onlyUnread(before, after) ? 'updateUnread' : undefined),
      narrow: (before, after) => ({ statuses: [before?.status, after?.status].filter((status) => status !== undefined) }),
    }),
  ],
  routes: (app, reader, aside) => {
    readRoute(app, reader, routes.tickets.list, async ({ db, asker, query }) => {
      const { ids, ...page } = await findTickets(db, asker, query);
      const found = await ticketRecords(db, ids);
      return { ...page, tickets: ids.map((id) => found.get(id)!) };
    });
    readRoute(app, reader, routes.tickets.total, async ({ db, asker, query }) => {
      const { count, atLeast } = await findTickets(db, asker, query);
      return { count, atLeast };
    });
    readRoute(app, reader, routes.tickets.lastByContact, async ({ db, asker, query }) => ({
      tickets: await lastByContact(db, asker, query.contactIds),
    }));
    readRoute(app, reader, routes.tickets.counts, async ({ db, asker }) => ({ counts: await countTickets(db, asker) }));
    readRoute(app, reader, routes.tickets.waits, async ({ db, asker }) => {
      const [waits, ids] = [await countWaits(db, asker), await latelyLate(db, asker)];
      const found = await ticketRecords(db, ids);
      return { waits, lately: ids.map((id) => found.get(id)!) };
    });
    readRoute(
      app,
      reader,
      routes.tickets.show,
      ({ db, asker, params }) => seenTicket(db, asker, params.ticketId),
      ticketPast(reader, aside),
    );
    readRoute(app, reader, routes.tickets.previous, async ({ db, asker, params, query }) =>
      previousTickets(db, asker, await seenTicket(db, asker, params.ticketId), query.cursor),
    );
    readRoute(app, reader, routes.tickets.spy, async ({ db, asker, params, own }) => {
      const ticket = await seenTicket(db, asker, params.ticketId);
      // The spy view is one even of a queue of one's own, since it is for administrators alone.
      if (ticket.userId === asker.userId) own();
      return ticket;
    });
    readRoute(app, reader, routes.tickets.showByUuid, ({ db, asker, params }) => seenTicket(db, asker, params.ticketId));
  },
};
