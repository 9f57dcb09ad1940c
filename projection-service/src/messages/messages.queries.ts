import { limits, MessageView, Refused } from '@prosa/contracts';
import { z } from 'zod';
import { contactRows } from '../contacts/contacts.rows.ts';
import { messageRows } from '../conversations/messages.rows.ts';
import { ticketRows } from '../conversations/tickets.rows.ts';
import { type Db, sql } from '../kernel/db.ts';
import type { Asker } from '../kernel/feature.ts';
import { seenBy } from '../tickets/tickets.queries.ts';
import { userRows } from '../users/users.rows.ts';

const Message = z.object({
  id: z.string(),
  ticketId: z.string(),
  companyId: z.string(),
  contactId: z.string(),
  contactName: z.string().nullable(),
  body: z.string().nullable(),
  fromMe: z.boolean(),
  ack: z.number(),
  state: z.enum(['failed', 'unsure']).nullable(),
  failure: z.string().nullable(),
  attempt: z.number(),
  isDeleted: z.boolean(),
  isObservation: z.boolean(),
  automatic: z.enum(['greeting', 'out-of-hours', 'closing', 'rating']).nullable(),
  notice: MessageView.shape.notice,
  quotedId: z.string().nullable(),
  quotedBody: z.string().nullable(),
  quotedFromMe: z.boolean().nullable(),
  quotedDeleted: z.boolean().nullable(),
  quotedAuthor: z.string().nullable(),
  quotedHidden: z.boolean().nullable(),
  userId: z.string().nullable(),
  userName: z.string().nullable(),
  signature: z.string().nullable(),
  clientId: z.string().nullable(),
  read: z.boolean(),
  createdAt: z.date(),
  position: z.string(),
});

/**
 * What a message quotes has its words only where both are of one ticket. Who may see the older ticket differs among those who see this one,
 * and changes with either: a record that is pushed to all of them can hold no more than what each may see, now and later.
 */
const select = (db: Db) => sql.fragment`
  select m.id, m.ticket_id as "ticketId", m.company_id as "companyId", t.contact_id as "contactId", c.name as "contactName",
    case when m.is_deleted then '' else m.body end as body, m.from_me as "fromMe", m.ack, m.state, m.failure, m.attempt,
    m.is_deleted as "isDeleted", m.is_observation as "isObservation", m.automatic, m.notice, p.id as "quotedId",
    p.ticket_id <> m.ticket_id as "quotedHidden", p.from_me as "quotedFromMe", p.is_deleted and p.ticket_id = m.ticket_id as "quotedDeleted",
    case when p.ticket_id <> m.ticket_id then null when p.is_deleted then '' else p.body end as "quotedBody",
    case when not p.from_me then c.name when p.ticket_id = m.ticket_id then v.name end as "quotedAuthor", m.user_id as "userId", u.name as "userName", m.signature,
    m.client_id as "clientId", m.read, m.created_at as "createdAt", m.position
  from ${db.table(messageRows)} m
  join ${db.table(ticketRows)} t on t.id = m.ticket_id
  left join ${db.table(userRows)} u on u.id = m.user_id
  left join ${db.table(messageRows)} p on p.id = m.quoted_id
  left join ${db.table(userRows)} v on v.id = p.user_id
  left join ${db.table(contactRows)} c on c.id = t.contact_id`;

const view = (row: z.output<typeof Message>): MessageView => {
  const {
    quotedId,
    quotedBody,
    quotedFromMe,
    quotedDeleted,
    quotedAuthor,
    quotedHidden,
    userId,
    userName,
    contactName,
    createdAt,
    ...message
  } = row;
  return {
    ...message,
    contact: { id: row.contactId, name: contactName },
    mediaType: null,
    mediaUrl: null,
    mediaError: null,
    quotedMsg:
      quotedId === null
        ? null
        : {
            id: quotedId,
            body: quotedBody,
            fromMe: quotedFromMe === true,
            isDeleted: quotedDeleted === true,
            author: quotedAuthor,
            hidden: quotedHidden === true,
          },
    user: userId === null ? null : { id: userId, name: userName },
    createdAt: createdAt.toISOString(),
  };
};

/** Messages by id, whoever asks. */
export const messageRecords = async (db: Db, ids: readonly string[]): Promise<Map<string, MessageView>> => {
  const rows = await db.many(sql.type(Message)`${select(db)}
    where m.company_id = ${db.companyId} and m.id = any(${sql.array(ids, 'uuid')})`);
  return new Map(rows.map((row) => [row.id, view(row)]));
};

type Fragment = ReturnType<typeof sql.fragment>;
export type MessagesPage = { pageNumber: number; before?: string | undefined; goMessage?: string | undefined };

/**
 * The newest messages of a conversation up to and with the ticket named, through all its tickets that the asker sees, in order. By
 * `before` (a message) or by number; with `goMessage` everything down to that message, and a page more of what came before it. Throws
 * Refused ERR_NO_MESSAGE_FOUND for a message that is not there, ERR_FETCH_WAPP_MSG for one to go to that is too far back.
 */
export const listMessages = async (db: Db, asker: Asker, ticket: { id: string; conversation: string }, page: MessagesPage) => {
  const conversation = sql.fragment`m.company_id = ${db.companyId} and m.conversation = ${ticket.conversation}`;
  const scope = sql.fragment`${conversation} and ${seenBy(asker)}
    and t.opened_at <= (select opened_at from ${db.table(ticketRows)} where id = ${ticket.id})`;
  const newest = (from: Fragment, size: Fragment) =>
    db.many(sql.type(Message)`${select(db)} where ${scope} ${from} order by m.position desc ${size}`);
  const onePage = sql.fragment`limit ${limits.pageSize + 1}`;
  if (page.goMessage) {
    const place = await placeOf(db, scope, page.goMessage);
    const down = await newest(sql.fragment`and m.position >= ${place}`, sql.fragment`limit ${limits.goMessageMax + 1}`);
    if (down.length > limits.goMessageMax) throw new Refused('ERR_FETCH_WAPP_MSG');
    const earlier = await newest(sql.fragment`and m.position < ${place}`, onePage);
    return answer(db, scope, [...down, ...earlier.slice(0, limits.pageSize)], earlier.length > limits.pageSize);
  }
  const rows = page.before
    ? // The asker may no longer see the ticket of the oldest message on their screen.
      await newest(sql.fragment`and m.position < ${await placeOf(db, conversation, page.before)}`, onePage)
    : await newest(sql.fragment``, sql.fragment`${onePage} offset ${(page.pageNumber - 1) * limits.pageSize}`);
  return answer(db, scope, rows.slice(0, limits.pageSize), rows.length > limits.pageSize);
};

const placeOf = async (db: Db, scope: Fragment, id: string): Promise<string> => {
  const found = await db.maybe(sql.type(Message.pick({ position: true }))`
    select m.position from ${db.table(messageRows)} m join ${db.table(ticketRows)} t on t.id = m.ticket_id
    where ${scope} and m.id = ${id}`);
  if (!found) throw new Refused('ERR_NO_MESSAGE_FOUND');
  return found.position;
};

const answer = async (db: Db, scope: Fragment, rows: z.output<typeof Message>[], hasMore: boolean) => {
  const { count } = await db.one(sql.type(z.object({ count: z.number() }))`
    select count(*)::int as count from ${db.table(messageRows)} m join ${db.table(ticketRows)} t on t.id = m.ticket_id where ${scope}`);
  return { messages: rows.map(view).reverse(), hasMore, count };
};
