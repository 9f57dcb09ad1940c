import { z } from 'zod';
import * as f from '../../kernel/fields.ts';
import { QueueBrief } from '../../people/users/users.contract.ts';
import { MessageKind } from '../messages/kinds.contract.ts';

export const TicketStatus = z.enum(['pending', 'open', 'closed']);
export type TicketStatus = z.output<typeof TicketStatus>;

/**
 * The orders of lists: by the last change, either way; or those who wait first, the longest wait before all, then the others, the oldest change
 * before all.
 */
export const TicketSort = z.enum(['newest', 'oldest', 'waiting']);
export type TicketSort = z.output<typeof TicketSort>;

/** A ticket as every list and screen shows it. Names are joined; a name is null if the person was forgotten. */
export const TicketView = z.object({
  id: f.id,
  uuid: f.id,
  companyId: f.id,
  protocol: z.string(),
  status: TicketStatus,
  userId: f.id.nullable(),
  user: z.object({ id: f.id, name: z.string().nullable() }).nullable(),
  queueId: f.id.nullable(),
  queue: QueueBrief.nullable(),
  whatsappId: f.id,
  /** `closingText`, `ratingText`: whether the connection has such a text, which the customer gets when the ticket is closed. */
  whatsapp: z.object({ id: f.id, name: z.string(), closingText: z.boolean(), ratingText: z.boolean() }).nullable(),
  contactId: f.id,
  contact: z.object({
    id: f.id,
    name: z.string().nullable(),
    number: z.string().nullable(),
    profilePicUrl: z.string().nullable(),
  }),
  channel: z.string(),
  /** The connection's provider: with the channel it says what can be done here (`abilitiesOf`). */
  provider: z.string(),
  /**
   * Until when the channel lets a person write to the customer of an unfinished ticket: some hours or days after their last message. Null:
   * at any time, or the ticket is closed.
   */
  windowUntil: f.at.nullable(),
  /** Until when it takes automatic texts, where that is sooner; null: as long as what a person writes. */
  automaticUntil: f.at.nullable(),
  lastMessage: z.string(),
  lastMessageFromMe: z.boolean(),
  /** The ack of the last message if it is ours; null if it is the customer's or an observation. */
  lastMessageAck: z.number().nullable(),
  lastMessageState: z.enum(['failed', 'unsure']).nullable(),
  lastMessageDeleted: z.boolean(),
  unreadMessages: z.number(),
  isGroup: z.boolean(),
  chatbot: z.boolean(),
  tags: z.array(z.object({ id: f.id, name: z.string(), color: z.string() })),
  company: z.object({ tagForce: z.boolean() }),
  /** The customer's rating, 1 to 3; null if they gave none. */
  rating: z.number().int().min(1).max(3).nullable(),
  createdAt: f.at,
  updatedAt: f.at,
  closedAt: f.at.nullable(),
  /**
   * Since when somebody waits for the team: the customer's first message without an answer, or the moment at which the ticket was put into a
   * queue. Automatic texts are no answers. Null: nobody waits.
   */
  waitingSince: f.at.nullable(),
  /** Until when the ticket is out of sight, unless its customer writes; null: it is here. */
  snoozedUntil: f.at.nullable(),
  /** The kind of the last message if it is not text; `lastMessage` is then the text of its summary (`summaryOf`). */
  lastMessageKind: MessageKind.nullable(),
  /** Who was named in an observation and has not opened the ticket since: by whom and when last. */
  mentions: z.array(z.object({ userId: f.id, by: z.object({ id: f.id, name: z.string().nullable() }), at: f.at })),
  /** The attendant to whom somebody else gave the ticket and who has not opened it since; null: there is none. */
  handedTo: f.id.nullable(),
});
export type TicketView = z.output<typeof TicketView>;

/** Where a contact's last conversation is, and when it changed. */
export const LastTicket = z.object({ id: f.id, contactId: f.id, status: TicketStatus, updatedAt: f.at });
export type LastTicket = z.output<typeof LastTicket>;

/** Number of tickets per queue, user and status; a screen adds up those that it shows (`sees`). Closed tickets are not counted by user. */
export const TicketCount = z.object({
  queueId: f.id.nullable(),
  userId: f.id.nullable(),
  status: TicketStatus,
  count: z.number(),
  /** Of open ones, those whose customer waits for an answer and that are not snoozed. */
  unanswered: z.number(),
  snoozed: z.number(),
});
export type TicketCount = z.output<typeof TicketCount>;

/** What is new to somebody in a ticket until they open it: `mentioned`, they were named in an observation; `any`: that, or it was given to them. */
export const TicketNews = z.enum(['any', 'mentioned']);
export type TicketNews = z.output<typeof TicketNews>;

/** Those who wait longer than their queue allows, or nearly so. */
export const TicketWait = z.enum(['late', 'near']);
export type TicketWait = z.output<typeof TicketWait>;

/** How many pending tickets of a queue are near its limit, and how many late: at most `limits.foundMax` of each. */
export const QueueWaits = z.object({ queueId: f.id, near: z.number().int(), late: z.number().int() });
export type QueueWaits = z.output<typeof QueueWaits>;

/** The reply to a command on a ticket: the ticket's own fields. Names of other records come by GET or push. */
export const TicketOwn = TicketView.pick({
  id: true,
  uuid: true,
  companyId: true,
  protocol: true,
  status: true,
  userId: true,
  queueId: true,
  whatsappId: true,
  contactId: true,
  channel: true,
}).extend({
  tagIds: z.array(f.id),
  /** For a ticket that was just closed and can still be opened by undoing that; `waits`: a message to the customer leaves afterwards. */
  closing: z.object({ waits: z.boolean() }).optional(),
});
export type TicketOwn = z.output<typeof TicketOwn>;

export const HistoryEntry = z.object({
  position: f.position,
  type: z.string(),
  at: f.at,
  actor: z.object({ kind: z.enum(['user', 'customer', 'integration', 'system']), id: z.string(), name: z.string().nullable() }),
  data: z.record(z.string(), z.unknown()),
});
export type HistoryEntry = z.output<typeof HistoryEntry>;
