import { type Actor, conversationEvents, grants, type HistoryEntry, routes, seesAll } from '@prosa/contracts';
import { z } from 'zod';
import { connectionRows } from '../../channels/connections/connections.rows.ts';
import { contactRows } from '../../contacts/contacts/contacts.rows.ts';
import { messageChanges } from '../../desk/conversations/messages.changes.ts';
import { messageRows } from '../../desk/conversations/messages.rows.ts';
import { toldOf } from '../../desk/conversations/messages.told.ts';
import { ticketRows } from '../../desk/conversations/tickets.rows.ts';
import { deletedTicketRows } from '../../desk/tickets/deleted-tickets.rows.ts';
import { seenTicket } from '../../desk/tickets/tickets.feature.ts';
import { json, position, text, time, uuid } from '../../kernel/columns.ts';
import { type Db, sql } from '../../kernel/db.ts';
import { type Asker, type Feature, readRoute } from '../../kernel/feature.ts';
import { defineLog } from '../../kernel/rows.ts';
import { userRows } from '../../people/users/users.rows.ts';

type Told = typeof conversationEvents;
type OfTickets = { [Name in keyof Told as Told[Name]['data']['shape'] extends { ticketId: unknown } ? Name : never]: Told[Name] };
/** Every event that names a ticket. A type that is new here needs no new version: no older event of it exists. */
const ofTickets = Object.fromEntries(
  Object.entries(conversationEvents).filter(([, { data }]) => 'ticketId' in data.shape),
) as OfTickets;

/**
 * Every event of a ticket that the row of its message does not tell (`toldOf`). Texts are only in the rows of messages and their changes,
 * so that forgetting a person needs to clear nothing else.
 */
export const historyRows = defineLog({
  table: 'history',
  version: 9,
  events: ofTickets,
  columns: {
    position: position(),
    companyId: uuid(),
    ticketId: uuid(),
    type: text(),
    at: time(),
    actorKind: text<Actor['kind']>(),
    actorId: text(),
    data: json<Record<string, unknown>>(),
  },
  id: 'position',
  indexes: ['(ticket_id, position)'],
  entry: (fact) =>
    toldOf(fact).toldAt
      ? null
      : {
          position: fact.meta.position,
          companyId: fact.meta.companyId,
          ticketId: fact.data.ticketId,
          type: fact.type,
          at: fact.meta.at,
          actorKind: fact.meta.actor.kind,
          actorId: fact.meta.actor.id,
          data: told(fact.data),
        },
});

/** Fields that are not shown: texts and numbers, which are personal, and fields that only reactors use. */
const untold = new Set([
  ...['body', 'note', 'signature', 'from', 'to', 'quotedRevision', 'sentRevision', 'outgoing'],
  ...['place', 'contacts', 'call', 'choice', 'emoji', 'media', 'menu', 'context', 'waveform'],
]);
const told = (data: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(data).flatMap(([name, value]) =>
      untold.has(name) ? [] : [[name, name === 'template' ? named(value) : value]],
    ),
  );
/** Which template was sent: its values are in the message's text. */
const named = (template: unknown) => {
  const { name, language } = template as { name: string; language: string };
  return { name, language };
};

const Entry = z.object({
  position: z.string(),
  type: z.string(),
  at: z.date(),
  kind: z.enum(['user', 'customer', 'integration', 'system']),
  actorId: z.string(),
  name: z.string().nullable(),
  data: z.record(z.string(), z.unknown()),
  body: z.string().nullable(),
  notice: z.record(z.string(), z.unknown()).nullable(),
  brings: z.record(z.string(), z.unknown()).nullable(),
  words: z.string().nullable(),
});

/** An actor's id is a text: only a user's is always a UUID. An integration is an API key, or a connection whose token was used. */
const UUID = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';

/**
 * Each entry looks up its user and its message: what they are found by is not leakproof, so a join would read all users and all messages
 * (kernel/README.md).
 */
const readEvents = async (db: Db, ticketId: string): Promise<HistoryEntry[]> => {
  const rows = await db.many(sql.type(Entry)`
    select h.position, h.type, h.at, h.actor_kind as kind, h.actor_id as "actorId", h.data, m.notice,
      case when m.edited_at is null then m.body else m.first_body end as body, e.words,
      case when h.type in ('MessageReceived', 'MessageMirrored', 'MessageFilled') then
        jsonb_build_object('place', m.place, 'contacts', m.contacts, 'call', m.call, 'choice', m.choice, 'line', m.line, 'media', m.media - 'sha256',
          'context', m.context, 'waveform', m.waveform)
        when h.type = 'MessageSent' then jsonb_build_object('place', m.place, 'contacts', m.contacts, 'media', m.media - 'sha256',
          'waveform', m.waveform) end as brings,
      case h.actor_kind when 'customer' then c.name else case when u.name is null then w.name else u.name end end as name
    from ${db.table(historyRows)} h
    left join ${db.table(ticketRows)} t on t.id = h.ticket_id
    left join ${db.table(deletedTicketRows)} d on d.id = h.ticket_id
    left join lateral (select u.name from ${db.table(userRows)} u
      where u.id = case when h.actor_kind in ('user', 'integration') and h.actor_id ~ ${UUID} then h.actor_id::uuid end offset 0) u on true
    left join lateral (select w.name from ${db.table(connectionRows)} w
      where w.id = case when h.actor_kind = 'integration' and h.actor_id ~ ${UUID} then h.actor_id::uuid end offset 0) w on true
    left join ${db.table(contactRows)} c on c.id = case when t.contact_id is null then d.contact_id else t.contact_id end
    left join lateral (select m.* from ${db.table(messageRows)} m
      where m.id = case when h.type in ('MessageReceived', 'MessageMirrored', 'MessageFilled', 'MessageSent', 'MessageObserved', 'NumberChanged', 'RatingCommented')
        then (h.data ->> 'messageId')::uuid end offset 0) m on true
    left join ${db.table(messageChanges)} e on e.position = h.position
    where h.company_id = ${db.companyId} and h.ticket_id = ${ticketId} order by h.position`);
  return rows.map(({ position: at, type, at: time_, kind, actorId, name, data, body, notice, brings, words }) => ({
    position: at,
    type,
    at: time_.toISOString(),
    actor: { kind, id: actorId, name },
    data: {
      ...data,
      ...(notice ? { from: notice.from, to: notice.to } : body !== null && { body }),
      ...(brings && present(brings)),
      ...(words !== null && (type === 'MessageEdited' ? { body: words } : { emoji: words })),
    },
  }));
};

const Told = z.object({
  id: z.string(),
  position: z.string(),
  at: z.date(),
  fromMe: z.boolean(),
  customerId: z.string().nullable(),
  userId: z.string().nullable(),
  name: z.string().nullable(),
  quotedId: z.string().nullable(),
  clientId: z.string().nullable(),
  createdAt: z.date(),
  automatic: z.string().nullable(),
  forwarded: z.boolean(),
  brings: z.record(z.string(), z.unknown()),
});

/** The events of a ticket that the rows of their messages tell (`toldOf`), as rows of the history would. */
const readMessages = async (db: Db, ticketId: string): Promise<HistoryEntry[]> => {
  const rows = await db.many(sql.type(Told)`
    select m.id, m.position, m.told_at as at, m.from_me as "fromMe", m.customer_id as "customerId", m.user_id as "userId",
      case when m.customer_id is null then u.name else c.name end as name, m.quoted_id as "quotedId", m.client_id as "clientId",
      m.created_at as "createdAt", m.automatic, m.forwarded,
      jsonb_build_object('body', case when m.edited_at is null then m.body else m.first_body end, 'channelId', m.channel_id,
        'authorId', m.author_id, 'waveform', m.waveform, 'context', m.context, 'place', m.place, 'contacts', m.contacts,
        'call', m.call, 'choice', m.choice, 'media', m.media - 'sha256') as brings
    from ${db.table(messageRows)} m
    left join ${db.table(ticketRows)} t on t.id = m.ticket_id
    left join ${db.table(deletedTicketRows)} d on d.id = m.ticket_id
    left join ${db.table(userRows)} u on u.id = m.user_id
    left join ${db.table(contactRows)} c on c.id = case when t.contact_id is null then d.contact_id else t.contact_id end
    where m.company_id = ${db.companyId} and m.ticket_id = ${ticketId} and not m.outreach and m.told_at is not null`);
  return rows.map((row) => {
    const { id: messageId, position: at, fromMe, customerId, userId, name, quotedId, clientId, forwarded } = row;
    const sent = { userId, clientId, origin: row.automatic ?? (forwarded ? 'forward' : 'attendant') };
    const received = { sentAt: row.createdAt.toISOString(), ...(forwarded && { forwarded }) };
    return {
      position: at,
      type: fromMe ? 'MessageSent' : 'MessageReceived',
      at: row.at.toISOString(),
      actor: { kind: customerId ? 'customer' : 'user', id: customerId ?? userId ?? '', name },
      data: { ticketId, messageId, quotedId, ...(fromMe ? sent : received), ...present(row.brings) },
    };
  });
};

const present = (brings: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(brings).filter(([, one]) => one !== null));

const readHistory = async (db: Db, ticketId: string): Promise<HistoryEntry[]> => {
  const all = [...(await readEvents(db, ticketId)), ...(await readMessages(db, ticketId))];
  return all.sort((a, b) => (BigInt(a.position) < BigInt(b.position) ? -1 : 1));
};

/** The ticket whose history is requested: a visible one, for administrators and auditors also a deleted one, of which only the history remains. */
const toldTicket = async (db: Db, asker: Asker, ticketId: string): Promise<string> => {
  const deleted =
    seesAll(asker) &&
    (await db.maybe(sql.type(z.object({ id: z.string() }))`
      select d.id from ${db.table(deletedTicketRows)} d where d.company_id = ${db.companyId} and d.id = ${ticketId}`));
  return deleted ? deleted.id : (await seenTicket(db, asker, ticketId)).id;
};

export const history: Feature = {
  name: 'history',
  tables: [historyRows],
  routes: (app, reader) => {
    readRoute(app, reader, routes.tickets.history, async ({ db, asker, params, own }) => {
      // Who may not read any ticket reads the history of what they serve. The scopes of an API key have permitted the call.
      if (!grants('tickets:spy', { ...asker, scopes: undefined })) own();
      return readHistory(db, await toldTicket(db, asker, params.ticketId));
    });
  },
};
