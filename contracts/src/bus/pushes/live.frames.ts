import { z } from 'zod';
import { type PushChannel, pushChannels } from '../../catalogue/catalogue.ts';
import * as f from '../../kernel/fields.ts';

/**
 * `/live`: JSON frames over a WebSocket, with the token in the first frame, never in the address. Without any `join` a socket gets
 * everything that its user may see; joins narrow it: `ticket` frames to the joined statuses, `appMessage` frames to the joined
 * conversations (and, with `joinNotification`, to customers' new messages and to new observations that name people, of all). A join of a conversation replays what was pushed to it
 * in the last 30 seconds, so that nothing is lost between a GET and the join.
 */
export const ClientFrame = z.discriminatedUnion('type', [
  z.object({ type: z.literal('hello'), token: z.string().max(4096), after: f.position.optional() }),
  z.object({ type: z.literal('joinNotification') }),
  z.object({ type: z.literal('joinTickets'), status: z.enum(['pending', 'open', 'closed']) }),
  z.object({ type: z.literal('joinChatBox'), ticketId: f.id }),
  z.object({ type: z.literal('leaveChatBox'), ticketId: f.id }),
  /**
   * Their user is there; `idle`: but has not touched this screen for `limits.idleMs`. Or, with `ticket`, whose conversation this screen shows:
   * null if it shows none.
   */
  z.object({
    type: z.literal('userStatus'),
    idle: z.boolean().optional(),
    ticket: z.object({ id: f.id, writing: z.boolean() }).nullable().optional(),
  }),
]);
export type ClientFrame = z.output<typeof ClientFrame>;

/** A user who has a ticket open. `writing`: a message to the customer, or an observation. */
export const TicketPerson = z.object({ userId: f.id, writing: z.boolean() });
export type TicketPerson = z.output<typeof TicketPerson>;

export const PushFrame = z.object({
  type: z.literal('push'),
  /** The batch's last position. Applying a frame twice has no further effect. */
  position: f.position,
  channel: z.enum(Object.keys(pushChannels) as [PushChannel, ...PushChannel[]]),
  action: z.enum(['create', 'update', 'updateUnread', 'new-message', 'delete']),
  /** The record as GET would return it; for `delete` only its id; above 256 kB `{id, partial: true}`. */
  record: z.record(z.string(), z.unknown()),
});
export type PushFrame = z.output<typeof PushFrame>;

/**
 * Too many records of a channel changed at once to be pushed one by one: a client that shows some of them fetches them again, as of this
 * position or later. The frame names no record, and the hub sends it only to sockets that would get one of them.
 */
export const ReloadFrame = PushFrame.pick({ position: true, channel: true }).extend({ type: z.literal('reload') });
export type ReloadFrame = z.output<typeof ReloadFrame>;

/** Channels that determine who may see what: rooms follow each of their changes, so they are never sent as a reload. */
export const tellingChannels: ReadonlySet<PushChannel> = new Set(['user', 'queue', 'setting', 'company', 'auth']);

export const ServerFrame = z.discriminatedUnion('type', [
  /** `pingInterval`: how often the hub pings, in milliseconds; `pingTimeout`: how long it waits for the answer. */
  z.object({
    type: z.literal('welcome'),
    position: f.position,
    pingInterval: z.number().optional(),
    pingTimeout: z.number().optional(),
  }),
  PushFrame,
  ReloadFrame,
  /**
   * Pushes up to `position` were not sent: an answer from before it cannot be brought up to date. `restored`: the requested position was
   * never reached. The server was restored to an earlier state, and no known position is valid.
   */
  z.object({ type: z.literal('refetch'), position: f.position.optional(), restored: z.literal(true).optional() }),
  /**
   * Sent with every ping, because a browser does not show pings to its page: it lets the page detect a dead connection that still looks
   * open.
   */
  z.object({ type: z.literal('alive') }),
  /** Everybody who has a ticket open, sent to those of them who may see it, when they open it and whenever that changes. It is not kept. */
  z.object({ type: z.literal('ticketPeople'), ticketId: f.id, people: z.array(TicketPerson) }),
  z.object({ type: z.literal('error'), error: z.string(), message: z.string() }),
]);
export type ServerFrame = z.output<typeof ServerFrame>;
