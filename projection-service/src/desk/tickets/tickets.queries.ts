import {
  abilitiesOf,
  type LastTicket,
  MessageKind,
  personWindowOf,
  QueueBrief,
  TicketCount,
  TicketStatus,
  type TicketView,
  tags,
} from '@prosa/contracts';
import { z } from 'zod';
import { connectionRows } from '../../channels/connections/connections.rows.ts';
import { companyRows } from '../../company/companies/companies.rows.ts';
import { contactRows } from '../../contacts/contacts/contacts.rows.ts';
import { queueRows } from '../../flows/queues/queues.rows.ts';
import { type Db, sql } from '../../kernel/db.ts';
import type { Asker } from '../../kernel/feature.ts';
import { userRows } from '../../people/users/users.rows.ts';
import { recordRows } from '../../records/record.rows.ts';
import { keyOfTicket, lastInboundRows } from '../conversations/last-inbound.rows.ts';
import { ticketCounts } from '../conversations/tickets.counts.ts';
import { ticketRows } from '../conversations/tickets.rows.ts';
import { seenBy } from '../conversations/tickets.seen.ts';

const Ticket = z.object({
  id: z.string(),
  companyId: z.string(),
  protocol: z.string(),
  status: TicketStatus,
  userId: z.string().nullable(),
  userName: z.string().nullable(),
  queueId: z.string().nullable(),
  queue: QueueBrief.nullable(),
  connectionId: z.string(),
  connectionName: z.string().nullable(),
  closingText: z.boolean(),
  ratingText: z.boolean(),
  contactId: z.string(),
  contactName: z.string().nullable(),
  contactNumber: z.string().nullable(),
  contactPictureId: z.string().nullable(),
  now: z.number(),
  channel: z.string(),
  provider: z.string(),
  customerAt: z.date().nullable(),
  lastMessage: z.string().nullable(),
  lastMessageFromMe: z.boolean(),
  lastMessageAck: z.number().nullable(),
  lastMessageState: z.enum(['failed', 'unsure']).nullable(),
  lastMessageDeleted: z.boolean(),
  unread: z.number(),
  tags: z.array(z.object({ id: z.string(), name: z.string(), color: z.string() })),
  tagForce: z.boolean(),
  rating: z.number().nullable(),
  createdAt: z.date(),
  updatedAt: z.date(),
  closedAt: z.date().nullable(),
  waitingSince: z.date().nullable(),
  snoozedUntil: z.date().nullable(),
  lastMessageKind: MessageKind.nullable(),
  chatbot: z.boolean(),
  mentions: z.array(z.object({ userId: z.string(), byId: z.string(), at: z.string() })),
  mentionedBy: z.record(z.string(), z.string().nullable()),
  handedTo: z.string().nullable(),
});

/**
 * Tickets with joined names. For few tickets only, because each name is looked up. When the customer wrote is looked up for each ticket and not
 * joined: the functions of `keyOfTicket` are not leakproof, so a join reads the whole table (kernel/README.md).
 */
const select = (db: Db) => sql.fragment`
  select t.id, t.company_id as "companyId", t.protocol, t.status, t.user_id as "userId", u.name as "userName", t.queue_id as "queueId",
    case when q.id is null then null else jsonb_build_object('id', q.id, 'name', q.name, 'color', q.color) end as queue,
    t.connection_id as "connectionId", w.name as "connectionName",
    coalesce(w.complation_message, '') <> '' as "closingText", coalesce(w.rating_message, '') <> '' as "ratingText", t.contact_id as "contactId", c.name as "contactName",
    c.number as "contactNumber", c.picture_id as "contactPictureId", extract(epoch from now())::float8 * 1000 as now, t.channel, coalesce(w.provider, 'beta') as provider,
    (select h.customer_at from ${db.table(lastInboundRows)} h where h.id = ${keyOfTicket} and h.company_id = t.company_id) as "customerAt", t.last_message as "lastMessage", t.last_message_from_me as "lastMessageFromMe",
    t.last_message_ack as "lastMessageAck", t.last_message_state as "lastMessageState", t.last_message_deleted as "lastMessageDeleted",
    t.last_message_kind as "lastMessageKind", t.chatbot, t.unread, coalesce(o.tag_force, false) as "tagForce", t.rating, t.created_at as "createdAt", t.updated_at as "updatedAt", t.closed_at as "closedAt",
    t.waiting_since as "waitingSince", t.snoozed_until as "snoozedUntil", t.handed_to as "handedTo",
    t.mentions, coalesce((select jsonb_object_agg(n.id, n.name) from ${db.table(userRows)} n where n.id = any(t.mentioned_by_ids)), '{}') as "mentionedBy",
    coalesce((select jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name, 'color', g.color) order by array_position(t.tag_ids, g.id))
      from ${db.table(recordRows(tags))} g where g.id = any(t.tag_ids) and not g.deleted), '[]') as tags
  from ${db.table(ticketRows)} t
  left join ${db.table(userRows)} u on u.id = t.user_id
  left join ${db.table(queueRows)} q on q.id = t.queue_id
  left join ${db.table(connectionRows)} w on w.id = t.connection_id
  left join ${db.table(contactRows)} c on c.id = t.contact_id
  left join ${db.table(companyRows)} o on o.id = t.company_id`;

/** A customer who never wrote can be written to as little as one who wrote too long ago. */
const windowOf = (
  { hasHumanAgent }: Db,
  { status, channel, provider, customerAt, createdAt }: z.output<typeof Ticket>,
): Pick<TicketView, 'windowUntil' | 'automaticUntil'> => {
  const abilities = abilitiesOf(channel, provider);
  const [windowMs, personMs] = [abilities.windowMs, personWindowOf(abilities, hasHumanAgent)];
  if (status === 'closed' || windowMs === null || personMs === null) return { windowUntil: null, automaticUntil: null };
  const after = (ms: number): string => (customerAt ? new Date(customerAt.getTime() + ms) : createdAt).toISOString();
  return { windowUntil: after(personMs), automaticUntil: personMs === windowMs ? null : after(windowMs) };
};

const view = (db: Db, row: z.output<typeof Ticket>): TicketView => ({
  id: row.id,
  uuid: row.id,
  companyId: row.companyId,
  protocol: row.protocol,
  status: row.status,
  userId: row.userId,
  user: row.userId === null ? null : { id: row.userId, name: row.userName },
  queueId: row.queueId,
  queue: row.queue,
  whatsappId: row.connectionId,
  whatsapp:
    row.connectionName === null
      ? null
      : { id: row.connectionId, name: row.connectionName, closingText: row.closingText, ratingText: row.ratingText },
  contactId: row.contactId,
  contact: {
    id: row.contactId,
    name: row.contactName,
    number: row.contactNumber,
    profilePicUrl: row.contactName === null ? null : row.contactPictureId && db.mediaUrl(row.contactPictureId, row.now),
  },
  channel: row.channel,
  provider: row.provider,
  ...windowOf(db, row),
  lastMessage: row.lastMessage ?? '',
  lastMessageFromMe: row.lastMessageFromMe,
  lastMessageAck: row.lastMessageAck,
  lastMessageState: row.lastMessageState,
  lastMessageDeleted: row.lastMessageDeleted,
  unreadMessages: row.unread,
  isGroup: false,
  chatbot: row.chatbot,
  tags: row.tags,
  company: { tagForce: row.tagForce },
  rating: row.rating,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  closedAt: row.closedAt?.toISOString() ?? null,
  waitingSince: row.waitingSince?.toISOString() ?? null,
  snoozedUntil: row.snoozedUntil?.toISOString() ?? null,
  lastMessageKind: row.lastMessageKind,
  mentions: row.mentions.map(({ byId: id, ...one }) => ({ ...one, by: { id, name: row.mentionedBy[id] ?? null } })),
  handedTo: row.status === 'open' ? row.handedTo : null,
});

/** Returns tickets by id without checking access: the caller decides who may see them. */
export const ticketRecords = async (db: Db, ids: readonly string[]): Promise<Map<string, TicketView>> => {
  const rows = await db.many(sql.type(Ticket)`
    ${select(db)} where t.company_id = ${db.companyId} and t.id = any(${sql.array(ids, 'uuid')})`);
  return new Map(rows.map((row) => [row.id, view(db, row)]));
};

/** Number of pending and open tickets that the caller sees, by queue and user. */
export const countTickets = async (db: Db, asker: Asker): Promise<TicketCount[]> =>
  db.many(sql.type(TicketCount)`
    select t.queue_id as "queueId", t.user_id as "userId", t.status, t.count, t.unanswered::int, t.snoozed::int from ${db.table(ticketCounts)} t
    where t.company_id = ${db.companyId} and ${seenBy(asker)} order by t.status, t.queue_id, t.user_id`);

const Last = z.object({ id: z.string(), contactId: z.string(), status: TicketStatus, updatedAt: z.date() });

/** The ticket of each contact that changed last, among those that the caller sees. */
export const lastByContact = async (db: Db, asker: Asker, contactIds: readonly string[]): Promise<LastTicket[]> => {
  const ids = contactIds.filter((id) => id !== 'none');
  const rows = await db.many(sql.type(Last)`
    select distinct on (t.contact_id) t.id, t.contact_id as "contactId", t.status, t.updated_at as "updatedAt"
    from ${db.table(ticketRows)} t
    where t.company_id = ${db.companyId} and t.contact_id = any(${sql.array(ids, 'uuid')}) and ${seenBy(asker)}
    order by t.contact_id, t.updated_at desc, t.id desc`);
  return rows.map(({ updatedAt, ...row }) => ({ ...row, updatedAt: updatedAt.toISOString() }));
};
