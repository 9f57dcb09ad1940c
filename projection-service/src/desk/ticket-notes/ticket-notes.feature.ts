import { Mention, roomsOfTicket, routes, TicketNoteView } from '@prosa/contracts';
import { z } from 'zod';
import { type Db, sql } from '../../kernel/db.ts';
import { type Feature, readRoute } from '../../kernel/feature.ts';
import { definePushIn } from '../../kernel/push.ts';
import { mentionViews, namesIn } from '../../people/users/users.named.ts';
import { userRows } from '../../people/users/users.rows.ts';
import { ticketRows } from '../conversations/tickets.rows.ts';
import { seenTicket } from '../tickets/tickets.feature.ts';
import { ticketNoteRows } from './ticket-notes.rows.ts';

const Note = TicketNoteView.extend({
  createdAt: z.date(),
  mentions: z.array(Mention),
  mentionedNames: z.record(z.string(), z.string().nullable()),
});

/** Notes, newest first. */
const read = async (db: Db, where: ReturnType<typeof sql.fragment>): Promise<TicketNoteView[]> => {
  const rows = await db.many(sql.type(Note)`
    select n.id, n.ticket_id as "ticketId", t.contact_id as "contactId", n.note, n.created_at as "createdAt",
      jsonb_build_object('id', n.user_id, 'name', u.name) as user, n.mentions, ${namesIn(db, 'n')} as "mentionedNames"
    from ${db.table(ticketNoteRows)} n
    join ${db.table(ticketRows)} t on t.id = n.ticket_id
    left join ${db.table(userRows)} u on u.id = n.user_id
    where n.company_id = ${db.companyId} and ${where} order by n.created_at desc, n.id desc`);
  return rows.map(({ mentionedNames, ...row }) => ({
    ...row,
    mentions: mentionViews(row.mentions, mentionedNames),
    createdAt: row.createdAt.toISOString(),
  }));
};

export const ticketNotes: Feature = {
  name: 'ticketNotes',
  tables: [ticketNoteRows],
  pushes: [
    definePushIn(
      ticketNoteRows,
      { rows: ticketRows, id: (row) => row.ticketId, rooms: (ticket) => roomsOfTicket(ticket.companyId, ticket) },
      {
        channel: 'ticketNote',
        records: async (db, ids) =>
          new Map((await read(db, sql.fragment`n.id = any(${sql.array(ids, 'uuid')})`)).map((note) => [note.id, note])),
      },
    ),
  ],
  routes: (app, reader) => {
    readRoute(app, reader, routes.ticketNotes.list, async ({ db, asker, query: { ticketId, contactId } }) => {
      const ticket = await seenTicket(db, asker, ticketId);
      const isOthers = contactId !== undefined && contactId !== ticket.contactId;
      return { notes: isOthers ? [] : await read(db, sql.fragment`n.ticket_id = ${ticket.id}`) };
    });
  },
};
