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

export const ServerFrame = z.discriminatedUnion('type', [
  z.object({ type: z.literal('welcome'), position: f.position }),
  PushFrame,
  /** `restored`: the position asked for was never reached. The server was put back to an older day, and no position known holds. */
  z.object({ type: z.literal('refetch'), restored: z.literal(true).optional() }),
  /** With every ping, which a browser does not show to its page: so a page knows a connection that only looks open. */
  z.object({ type: z.literal('alive') }),
  z.object({ type: z.literal('error'), error: z.string(), message: z.string() }),
]);
export type ServerFrame = z.output<typeof ServerFrame>;
