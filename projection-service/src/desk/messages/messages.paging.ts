import { limits, Refused } from '@prosa/contracts';
import { z } from 'zod';
import { type Db, sql } from '../../kernel/db.ts';
import type { Asker } from '../../kernel/feature.ts';
import { continuedBy } from '../conversations/continued.ts';
import { messageCounts } from '../conversations/messages.counts.ts';
import { messageRows } from '../conversations/messages.rows.ts';
import { ticketRows } from '../conversations/tickets.rows.ts';
import { seenBy } from '../conversations/tickets.seen.ts';
import { deletedTicketRows } from '../tickets/deleted-tickets.rows.ts';
import { messageRecords } from './messages.queries.ts';
import { listLines } from './ticket-lines.ts';

type Fragment = ReturnType<typeof sql.fragment>;
const Placed = z.object({ id: z.string(), position: z.string() });
type Placed = z.output<typeof Placed>;

/** Pages by number or by a message: `before` and `newer` continue from it, `goMessage` returns the messages around it. */
export type MessagesPage = {
  pageNumber: number;
  before?: string | undefined;
  newer?: string | undefined;
  goMessage?: string | undefined;
};
/** Whether it is the newest page. */
export const isNewest = ({ pageNumber, before, newer, goMessage }: MessagesPage): boolean =>
  pageNumber === 1 && before === undefined && newer === undefined && goMessage === undefined;

export type Conversed = { id: string; conversation: string };

const size = limits.pageSize;

/**
 * Returns a page of a conversation up to and including the named ticket, in order: all its tickets that the caller sees, and what was sent
 * outside of any. The cost is that of the page, however many messages the conversation has. Throws Refused ERR_NO_MESSAGE_FOUND for a
 * message that does not exist.
 */
export const listMessages = async (db: Db, asker: Asker, ticket: Conversed, page: MessagesPage) => {
  const scope = await scopeOf(db, asker, ticket);
  const { rows, hasMore, hasNewer, ...ends } = await pageOf(db, scope, page);
  const records = await messageRecords(
    db,
    rows.map(({ id }) => id),
  );
  const messages = rows.flatMap(({ id }) => records.get(id) ?? []);
  const lines = await listLines(db, scope.seen, ends);
  return { messages, hasMore, hasNewer, lines, count: await countOf(db, scope) };
};

/** In ascending order. `from` and `to`: where its lines begin and end; null: on that side are no further messages. */
type Page = { rows: Placed[]; hasMore: boolean; hasNewer: boolean; from: string | null; to: string | null };

/** The ends of a page for its lines: its outermost messages, unless it continues from another message, up to which it then goes. */
const paged = (page: Omit<Page, 'from' | 'to'>, beside: { from?: string | undefined; to?: string | undefined } = {}): Page => ({
  ...page,
  from: beside.from ?? (page.hasMore ? (page.rows[0]?.position ?? null) : null),
  to: beside.to ?? (page.hasNewer ? (page.rows.at(-1)?.position ?? null) : null),
});

const pageOf = async (db: Db, scope: Scope, { pageNumber, before, newer, goMessage }: MessagesPage): Promise<Page> => {
  if (goMessage !== undefined) {
    const place = await placeOf(db, scope, goMessage, true);
    const [older, on] = [await olderThan(db, scope, place, size + 1), await newerThan(db, scope, place, size + 1, true)];
    const rows = [...older.slice(0, size).reverse(), ...on.slice(0, size)];
    return paged({ rows, hasMore: older.length > size, hasNewer: on.length > size });
  }
  if (newer !== undefined) {
    const place = await placeOf(db, scope, newer);
    const on = await newerThan(db, scope, place, size + 1);
    const hasMore = (await olderThan(db, scope, place, 1, true)).length > 0;
    return paged({ rows: on.slice(0, size), hasMore, hasNewer: on.length > size }, { from: place });
  }
  if (before !== undefined) {
    const place = await placeOf(db, scope, before);
    const older = await olderThan(db, scope, place, size + 1);
    const hasNewer = (await newerThan(db, scope, place, 1, true)).length > 0;
    return paged({ rows: older.slice(0, size).reverse(), hasMore: older.length > size, hasNewer }, { to: place });
  }
  const offset = (pageNumber - 1) * size;
  const newest = await olderThan(db, scope, null, offset + size + 1);
  const rows = newest.slice(offset);
  return paged(
    { rows: rows.slice(0, size).reverse(), hasMore: rows.length > size, hasNewer: pageNumber > 1 },
    { to: newest[offset - 1]?.position },
  );
};

/**
 * The messages that the caller reads. `conversations`: the ticket's own, and those of contacts merged into its contact. `seen`:
 * visible tickets not begun after the named one. `begun`: all tickets not begun after it, whose outreach messages are included.
 * `seesAll`: whether this covers the whole conversation.
 */
export type Scope = { conversations: string[]; seen: string[]; begun: string[]; seesAll: boolean };

/** What a ticket's conversation shows the caller. */
export const scopeOf = async (db: Db, asker: Asker, { id, conversation }: Conversed): Promise<Scope> => {
  const conversations = await continuedBy(db, conversation);
  const isOfThese = (ids: Fragment): Fragment => {
    const ranges = conversations.map(idsOf).map(({ first, last }) => sql.fragment`${ids} between ${first} and ${last}`);
    return sql.fragment`(${sql.join(ranges, sql.fragment` or `)})`;
  };
  const tickets = await db.many(sql.type(Shown)`
    select t.id, coalesce(${seenBy(asker)}, false) as "isSeen", t.opened_at <= shown.opened_at as "isBegun",
      exists (select from ${db.table(deletedTicketRows)} d where d.company_id = ${db.companyId} and ${isOfThese(sql.fragment`d.id`)}) as "lacks"
    from ${db.table(ticketRows)} t join ${db.table(ticketRows)} shown on shown.id = ${id}
    where t.company_id = ${db.companyId} and ${isOfThese(sql.fragment`t.id`)}`);
  const begun = tickets.filter(({ isBegun }) => isBegun);
  const seen = begun.filter(({ isSeen }) => isSeen);
  return {
    conversations,
    seen: seen.map((one) => one.id),
    begun: begun.map((one) => one.id),
    // The messages of a deleted ticket are still among the conversation's.
    seesAll: seen.length === tickets.length && !tickets.some(({ lacks }) => lacks),
  };
};
const Shown = z.object({ id: z.string(), isSeen: z.boolean(), isBegun: z.boolean(), lacks: z.boolean() });

/** The range of ids that carry the key of a conversation (decision 1); they are adjacent in the primary key. */
export const idsOf = (conversation: string): { first: string; last: string } => {
  const begin = `${conversation.slice(0, 8)}-${conversation.slice(8, 12)}-8${conversation.slice(12)}`;
  return { first: `${begin}-8000-000000000000`, last: `${begin}-bfff-ffffffffffff` };
};

const olderThan = (db: Db, scope: Scope, place: string | null, most: number, orAt = false): Promise<Placed[]> =>
  walked(
    db,
    scope,
    place === null ? sql.fragment`true` : sql.fragment`m.position ${orAt ? sql.fragment`<=` : sql.fragment`<`} ${place}`,
    sql.fragment`position desc`,
    most,
  );

const newerThan = (db: Db, scope: Scope, place: string, most: number, orAt = false): Promise<Placed[]> =>
  walked(
    db,
    scope,
    sql.fragment`m.position ${orAt ? sql.fragment`>=` : sql.fragment`>`} ${place}`,
    sql.fragment`position asc`,
    most,
  );

/**
 * Reads up to `most` messages from an index in order: each conversation's index if the caller sees all tickets. Otherwise each
 * ticket's own index and that of the outreach messages, because invisible messages would be read too.
 */
const walked = (db: Db, scope: Scope, where: Fragment, order: Fragment, most: number): Promise<Placed[]> => {
  const { conversations, seen, begun, seesAll } = scope;
  const [only] = conversations;
  const messages = sql.fragment`select m.id, m.position from ${db.table(messageRows)} m where m.company_id = ${db.companyId}`;
  const along = (by: Fragment) => sql.fragment`${messages} and ${by} and ${where} order by m.${order} limit ${most}`;
  const ofConversation = seesAll ? sql.fragment`true` : sql.fragment`m.outreach and ${sentAfter(begun)}`;
  return db.many(
    seesAll && conversations.length === 1
      ? sql.type(Placed)`${along(sql.fragment`m.conversation = ${only!}`)}`
      : sql.type(Placed)`
        select w.id, w.position from (
          (select w.id, w.position from unnest(${sql.array(seesAll ? [] : seen, 'uuid')}) s(id)
            cross join lateral (${along(sql.fragment`m.ticket_id = s.id and not m.outreach`)}) w)
          union all
          (select w.id, w.position from unnest(${sql.array(conversations, 'text')}) s(key)
            cross join lateral (${along(sql.fragment`m.conversation = s.key and ${ofConversation}`)}) w)
        ) w order by w.${order} limit ${most}`,
  );
};

/** Selects messages sent outside of any ticket: those before the first ticket, or after one of these. */
const sentAfter = (begun: string[]): Fragment =>
  sql.fragment`(m.ticket_id is null or m.ticket_id = any(${sql.array(begun, 'uuid')}))`;

/**
 * Returns the position of a message of the conversation. `mustSee`: only among what the caller reads; otherwise among all, because the
 * caller may have lost access to its ticket.
 */
const placeOf = async (db: Db, { conversations, seen, begun }: Scope, id: string, mustSee = false): Promise<string> => {
  const isAmong = mustSee
    ? sql.fragment`case when m.outreach then ${sentAfter(begun)} else m.ticket_id = any(${sql.array(seen, 'uuid')}) end`
    : sql.fragment`true`;
  const found = await db.maybe(sql.type(Placed.pick({ position: true }))`
    select m.position from ${db.table(messageRows)} m
    where m.company_id = ${db.companyId} and m.conversation = any(${sql.array(conversations, 'text')}) and m.id = ${id} and ${isAmong}`);
  if (!found) throw new Refused('ERR_NO_MESSAGE_FOUND');
  return found.position;
};

const countOf = async (db: Db, { conversations, seen, begun }: Scope): Promise<number> => {
  const { count } = await db.one(sql.type(z.object({ count: z.number() }))`
    select coalesce(sum(n.count), 0)::int as count from ${db.table(messageCounts)} n
    where n.company_id = ${db.companyId} and n.conversation = any(${sql.array(conversations, 'text')}) and case n.outreach
      when 'yes' then n.ticket_id is null or n.ticket_id = any(${sql.array(begun, 'uuid')}) else n.ticket_id = any(${sql.array(seen, 'uuid')}) end`);
  return count;
};
