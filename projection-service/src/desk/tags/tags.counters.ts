import { laneTallies } from '../../contacts/cards/cards.rows.ts';
import { uuid } from '../../kernel/columns.ts';
import { defineCounter } from '../../kernel/counter.ts';
import { sql } from '../../kernel/db.ts';
import { defineNews } from '../../kernel/push.ts';
import type { AnyRow } from '../../kernel/rows.ts';
import type { Counted } from '../../records/record.queries.ts';
import { ticketRows } from '../conversations/tickets.rows.ts';

const indexes = ['(company_id, tag_id)'];

/** Tickets by tag, whatever their status. */
const tagTickets = defineCounter({
  table: 'tag_ticket_count',
  version: 1,
  of: ticketRows,
  columns: { tagId: uuid() },
  indexes,
  group: ({ tagIds }) => [...new Set(tagIds)].map((tagId) => ({ tagId })),
});

/** The same by tag and customer, so that a customer with several tickets counts once. */
export const tagCustomers = defineCounter({
  table: 'tag_customer',
  version: 1,
  of: ticketRows,
  columns: { tagId: uuid(), contactId: uuid() },
  group: ({ tagIds, contactId }) => [...new Set(tagIds)].map((tagId) => ({ tagId, contactId })),
});

/** Customers by tag. */
const tagContacts = defineCounter({
  table: 'tag_contact_count',
  version: 1,
  of: tagCustomers,
  columns: { tagId: uuid() },
  indexes,
  group: ({ tagId }: { tagId: string }) => ({ tagId }),
});

const countIn =
  (counter: typeof tagTickets): Counted[string] =>
  (db) =>
    sql.fragment`
  coalesce((select c.count from ${db.table(counter)} c where c.company_id = ${db.companyId} and c.tag_id = r.id), 0)`;
/** The first lane is no tag. */
const id = ({ tagId }: AnyRow) => tagId as string | null;
/** Of a lane the contacts whose cards are in it, of a label those whose tickets have it. */
const contacts: Counted[string] = (db) =>
  sql.fragment`case when r.kanban = 1 then ${countIn(laneTallies)(db)} else ${countIn(tagContacts)(db)} end`;

/** A message of a ticket is news of the ticket's tags, so that a board notices in which lanes customers write. */
const messages = defineNews({
  rows: ticketRows,
  ids: (before, now) => (now && now.lastMessageId !== (before?.lastMessageId ?? null) ? now.tagIds : []),
  action: 'new-message',
});

/** The counts and news of a tag. The counts of a deleted tag are kept, because its tickets still refer to it, but they are not pushed. */
export const tagCounting = {
  counted: { ticketsCount: countIn(tagTickets), contactCount: contacts },
  counters: [tagTickets, tagContacts, laneTallies].map((counter) => ({ counter, id })),
  news: [messages],
  tables: [tagCustomers],
};
