import { Refused, routes } from '@prosa/contracts';
import { type TicketRow, ticketRows } from '../../desk/conversations/tickets.rows.ts';
import { type Feature, readRoute } from '../../kernel/feature.ts';
import { defineNews, definePush } from '../../kernel/push.ts';
import { cardRows } from '../cards/cards.rows.ts';
import { reportFileRoute } from './kanban.export.ts';
import { board, cardRecords } from './kanban.queries.ts';
import { kanbanReport } from './kanban.report.ts';

/** What a card shows of a ticket. */
const shown = ({ status, userId, queueId, contactId }: TicketRow): string => [status, userId, queueId, contactId].join();

/** A ticket that opens, goes to somebody or ends is news of its contact's card. */
const tickets = defineNews<TicketRow>({
  rows: ticketRows,
  ids: (before, now) =>
    before && now && shown(before) === shown(now) ? [] : [...new Set([before, now].flatMap((row) => row?.contactId ?? []))],
});

/** The board: cards, the tallies of their lanes, and the report. */
export const kanban: Feature = {
  name: 'kanban',
  // The tallies of its lanes are among the tables of tags, whose records tell them, too.
  tables: [cardRows],
  pushes: [
    definePush(cardRows, {
      channel: 'card',
      rooms: ({ companyId }) => [`board:${companyId}`],
      records: cardRecords,
      news: [tickets],
    }),
  ],
  routes: (app, reader) => {
    readRoute(app, reader, routes.kanban.list, ({ db, query }) => board(db, query));
    readRoute(app, reader, routes.kanban.show, async ({ db, params: { id } }) => {
      const card = (await cardRecords(db, [id])).get(id);
      if (!card) throw new Refused('ERR_NO_CARD_FOUND');
      return card;
    });
    readRoute(app, reader, routes.kanban.report, ({ db, query }) => kanbanReport(db, query));
    reportFileRoute(app, reader);
  },
};
