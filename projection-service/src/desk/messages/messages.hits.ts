import { limits, type TicketHit } from '@prosa/contracts';
import { z } from 'zod';
import { type Db, sql } from '../../kernel/db.ts';
import type { Asker } from '../../kernel/feature.ts';
import { containing, searchable } from '../../kernel/paging.ts';
import { messageRows } from '../conversations/messages.rows.ts';
import { TIMEOUT_MS } from '../conversations/messages.search.ts';
import { messageTexts } from '../conversations/messages.texts.ts';
import { ticketRows } from '../conversations/tickets.rows.ts';
import { seenBy } from '../conversations/tickets.seen.ts';
import { type Conversed, scopeOf } from './messages.paging.ts';
import { messageRecords } from './messages.queries.ts';

type Fragment = ReturnType<typeof sql.fragment>;
const Hit = z.object({ ticketId: z.string(), count: z.number(), id: z.string() });
const Place = z.object({ id: z.string() });

/**
 * The messages of these tickets that contain a text: read by their tickets, whose index has each with its place, because among all of a
 * company's messages a frequent text would cost as much as there are.
 */
const saying = (db: Db, ticketIds: Fragment, sought: string): Fragment => sql.fragment`
  ${db.table(messageRows)} r join ${db.table(messageTexts)} m on m.id = r.id
  where r.company_id = ${db.companyId} and m.company_id = ${db.companyId} and r.ticket_id = any(${ticketIds}) and m.search like ${containing(sought)}`;

/**
 * Of each of these tickets that the caller sees, the newest message with a text, and how many have it. None if reading them would take too
 * long: a list does without.
 */
export const hitsOfTickets = async (
  db: Db,
  asker: Asker,
  { description, ticketIds }: { description: string; ticketIds: readonly string[] },
): Promise<TicketHit[]> => {
  const sought = searchable(description);
  if (sought.length < limits.searchMin) return [];
  const seen = await db.many(sql.type(Place)`
    select t.id from ${db.table(ticketRows)} t
    where t.company_id = ${db.companyId} and t.id = any(${sql.array(ticketIds, 'uuid')}) and ${seenBy(asker)}`);
  const ids = sql.fragment`${sql.array(
    seen.map(({ id }) => id),
    'uuid',
  )}`;
  const found = await db.within(TIMEOUT_MS, () =>
    db.many(sql.type(Hit)`
      select r.ticket_id as "ticketId", count(*)::int as count, (array_agg(r.id order by r.position desc))[1] as id
      from ${saying(db, ids, sought)} group by r.ticket_id`),
  );
  const records = await messageRecords(
    db,
    (found ?? []).map(({ id }) => id),
  );
  return (found ?? []).flatMap(({ ticketId, count, id }) => {
    const message = records.get(id);
    return message ? [{ ticketId, count, message }] : [];
  });
};

/** The ids of the messages with a text among those that a ticket's conversation shows the caller, newest first. */
export const hitsInConversation = async (db: Db, asker: Asker, ticket: Conversed, description: string): Promise<string[]> => {
  const sought = searchable(description);
  if (sought.length < limits.searchMin) return [];
  const { seen } = await scopeOf(db, asker, ticket);
  const found = await db.within(TIMEOUT_MS, () =>
    db.many(sql.type(Place)`
      select r.id from ${saying(db, sql.fragment`${sql.array(seen, 'uuid')}`, sought)}
      order by r.position desc limit ${limits.foundMax}`),
  );
  return (found ?? []).map(({ id }) => id);
};
