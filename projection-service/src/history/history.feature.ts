import { type Actor, conversationEvents, type HistoryEntry, routes } from '@prosa/contracts';
import { z } from 'zod';
import { contactRows } from '../contacts/contacts.rows.ts';
import { messageRows } from '../conversations/messages.rows.ts';
import { ticketRows } from '../conversations/tickets.rows.ts';
import { json, position, text, time, uuid } from '../kernel/columns.ts';
import { type Db, sql } from '../kernel/db.ts';
import { type Feature, readRoute } from '../kernel/feature.ts';
import { defineLog } from '../kernel/rows.ts';
import { seenTicket } from '../tickets/tickets.feature.ts';
import { userRows } from '../users/users.rows.ts';

/** Every event of a ticket. Texts stay in the message's row alone, so that forgetting has one place to go to. */
export const historyRows = defineLog({
  table: 'history',
  version: 3,
  events: conversationEvents,
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
  ignores: ['ConversationStarted', 'ConversationContinued'],
  entry: ({ type, data, meta }) => ({
    position: meta.position,
    companyId: meta.companyId,
    ticketId: data.ticketId,
    type,
    at: meta.at,
    actorKind: meta.actor.kind,
    actorId: meta.actor.id,
    data: told(data),
  }),
});

/** Not told: words and numbers, which are personal, and what only reactors look for. */
const untold = new Set(['body', 'note', 'signature', 'from', 'to', 'quotedRevision', 'sentRevision', 'outgoing']);
const told = (data: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(data).filter(([name]) => !untold.has(name)));

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
});

/** An actor's id is a text: only a user's is surely a UUID. */
const UUID = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';

const readHistory = async (db: Db, ticketId: string): Promise<HistoryEntry[]> => {
  const rows = await db.many(sql.type(Entry)`
    select h.position, h.type, h.at, h.actor_kind as kind, h.actor_id as "actorId", h.data, m.body, m.notice,
      case h.actor_kind when 'user' then u.name when 'customer' then c.name end as name
    from ${db.table(historyRows)} h
    join ${db.table(ticketRows)} t on t.id = h.ticket_id
    left join ${db.table(userRows)} u on u.id = case when h.actor_kind = 'user' and h.actor_id ~ ${UUID} then h.actor_id::uuid end
    left join ${db.table(contactRows)} c on c.id = t.contact_id
    left join ${db.table(messageRows)} m
      on h.type in ('MessageReceived', 'MessageSent', 'MessageObserved', 'NumberChanged') and m.id = (h.data ->> 'messageId')::uuid
    where h.company_id = ${db.companyId} and h.ticket_id = ${ticketId} order by h.position`);
  return rows.map(({ position: at, type, at: time_, kind, actorId, name, data, body, notice }) => ({
    position: at,
    type,
    at: time_.toISOString(),
    actor: { kind, id: actorId, name },
    data: notice ? { ...data, from: notice.from, to: notice.to } : body === null ? data : { ...data, body },
  }));
};

export const history: Feature = {
  name: 'history',
  tables: [historyRows],
  routes: (app, reader) => {
    readRoute(app, reader, routes.tickets.history, async ({ db, asker, params }) =>
      readHistory(db, (await seenTicket(db, asker, params.ticketId)).id),
    );
  },
};
