import { z } from 'zod';
import { type PushChannel, pushChannels } from '../catalogue/catalogue.ts';
import * as f from '../kernel/fields.ts';

/**
 * `/live`: JSON frames over a WebSocket, the token in the first frame and never in the address. Without any `join` a socket
 * hears all that its user may; joins narrow it: `ticket` frames to the joined statuses, `appMessage` frames to the joined
 * conversations (and, with `joinNotification`, to customers' new messages of all). Who joins a conversation hears again what was
 * pushed to it in the last 30 seconds, so that nothing falls between an answer and the join.
 */
export const ClientFrame = z.discriminatedUnion('type', [
  z.object({ type: z.literal('hello'), token: z.string().max(4096), after: f.position.optional() }),
  z.object({ type: z.literal('joinNotification') }),
  z.object({ type: z.literal('joinTickets'), status: z.enum(['pending', 'open', 'closed']) }),
  z.object({ type: z.literal('joinChatBox'), ticketId: f.id }),
  z.object({ type: z.literal('leaveChatBox'), ticketId: f.id }),
  z.object({ type: z.literal('userStatus') }),
]);
export type ClientFrame = z.output<typeof ClientFrame>;

export const PushFrame = z.object({
  type: z.literal('push'),
  /** The batch's last position. Applying a frame twice changes nothing. */
  position: f.position,
  channel: z.enum(Object.keys(pushChannels) as [PushChannel, ...PushChannel[]]),
  action: z.enum(['create', 'update', 'updateUnread', 'delete']),
  /** The record that GET would answer; with `delete` its id alone, over 256 kB `{id, partial: true}`. */
  record: z.record(z.string(), z.unknown()),
});
export type PushFrame = z.output<typeof PushFrame>;

/**
 * Too many records of a channel changed at once to be told one by one: whoever shows some of it fetches them, as of this position or
 * later. It names none of them, and comes to those alone who hear one of them.
 */
export const ReloadFrame = PushFrame.pick({ position: true, channel: true }).extend({ type: z.literal('reload') });
export type ReloadFrame = z.output<typeof ReloadFrame>;

/** Channels that say who may see what: rooms follow each of their changes, so none of them is told by a reload. */
export const tellingChannels: ReadonlySet<PushChannel> = new Set(['user', 'queue', 'setting', 'company', 'auth']);

export const ServerFrame = z.discriminatedUnion('type', [
  z.object({ type: z.literal('welcome'), position: f.position }),
  PushFrame,
  ReloadFrame,
  /** `restored`: the position asked for was never reached. The server was put back to an older day, and no position known holds. */
  z.object({ type: z.literal('refetch'), restored: z.literal(true).optional() }),
  /** With every ping, which a browser does not show to its page: so a page knows a connection that only looks open. */
  z.object({ type: z.literal('alive') }),
  z.object({ type: z.literal('error'), error: z.string(), message: z.string() }),
]);
export type ServerFrame = z.output<typeof ServerFrame>;
