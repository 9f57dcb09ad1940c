import { z } from 'zod';
import { event, type FactOf, personal, unchanged } from '../kernel/contract.ts';
import * as f from '../kernel/fields.ts';

const ticketId = f.id;
const messageId = f.id;
const queueId = f.id.nullable();
const userId = f.id;
const body = personal(z.string(), 'contact');
const message = z.object({ ticketId, messageId });
/** Where the stream holds the event by which a message came to be: whoever needs it reads one event. Unknown in the first version. */
const revision = z.number().int().min(0).optional();

/**
 * Stream `conversation-{key}`: one customer on one connection, its tickets one after another and their messages. The key is in
 * the first 15 hex digits of every id here (kernel/ids.ts).
 */
export const conversationEvents = {
  ConversationStarted: event('ConversationStarted', z.object({ connectionId: f.id, contactId: f.id })),
  /** Opened by a customer: pending, no user. By an attendant: open, theirs. */
  TicketOpened: event(
    'TicketOpened',
    z.object({
      ticketId,
      protocol: z.string(),
      status: z.enum(['pending', 'open']),
      queueId,
      userId: userId.nullable(),
      connectionId: f.id,
      contactId: f.id,
      channel: z.string(),
    }),
  ),
  TicketAccepted: event('TicketAccepted', z.object({ ticketId, userId })),
  TicketReturned: event('TicketReturned', z.object({ ticketId })),
  /** With a user the ticket is open, without one pending. */
  TicketTransferred: event('TicketTransferred', z.object({ ticketId, queueId, userId: userId.nullable() })),
  TicketClosed: event(
    'TicketClosed',
    z.object({
      ticketId,
      userId: userId.nullable(),
      reason: z.enum(['resolved', 'connection-deleted', 'merged']),
      ratingAsked: z.boolean(),
    }),
  ),
  TicketReopened: event('TicketReopened', z.object({ ticketId, queueId: f.id, userId })),
  /** The queue of an unfinished ticket was deleted. */
  TicketLeftQueue: event('TicketLeftQueue', z.object({ ticketId })),
  /** The whole set of tags after it. */
  TicketTagged: event('TicketTagged', z.object({ ticketId, tagIds: z.array(f.id) })),
  /** Kept of the ticket for the team, beside the conversation. */
  TicketNoteAdded: event('TicketNoteAdded', z.object({ ticketId, noteId: f.id, note: body, userId })),
  TicketNoteDeleted: event('TicketNoteDeleted', z.object({ ticketId, noteId: f.id, userId })),
  /** Read up to and with this message: `messageIds` are those that were unread until now, `unread` customer messages came after it. */
  MessagesRead: event(
    'MessagesRead',
    z.object({ ticketId, upTo: messageId, messageIds: z.array(f.id), unread: z.number().int() }),
  ),
  /** `channelId`: the channel's own id of the message. `quotedId`: our id of the message it answers. `sentAt`: the channel's time. */
  MessageReceived: event(
    'MessageReceived',
    message.extend({ body, channelId: z.string(), quotedId: messageId.nullable(), sentAt: f.at }),
  ),
  /** `clientId`: the Idempotency-Key, by which a screen finds its optimistic bubble. `signature`: the name written above the text, if any. */
  MessageSent: event(
    'MessageSent',
    message.extend({
      body,
      userId: userId.nullable(),
      origin: z.enum(['attendant', 'greeting', 'out-of-hours', 'closing', 'rating']),
      signature: personal(z.string().nullable(), 'userId'),
      quotedId: messageId.nullable(),
      /** Of the quoted message, where the rules still know it. */
      quotedRevision: revision,
      clientId: z.string().nullable(),
    }),
    2,
    [unchanged],
  ),
  /** Seen by the team only; it never leaves the house. */
  MessageObserved: event('MessageObserved', message.extend({ body, userId, clientId: z.string().nullable() })),
  MessageAcknowledged: event('MessageAcknowledged', message.extend({ ack: z.number().int().min(2).max(5) })),
  /** `reason`: a `SendFailure`; older versions wrote words. */
  MessageFailed: event('MessageFailed', message.extend({ attempt: z.number().int(), reason: z.string() })),
  /** The channel may have it: its end is unknown, so it is never sent again by itself. */
  MessageUnsure: event('MessageUnsure', message.extend({ attempt: z.number().int() })),
  MessageRetried: event('MessageRetried', message.extend({ attempt: z.number().int(), userId, sentRevision: revision }), 2, [
    unchanged,
  ]),
  /** `outgoing`: whether it was written to the customer; unknown in the first version. */
  MessageDeleted: event('MessageDeleted', message.extend({ userId, outgoing: z.boolean().optional() }), 2, [unchanged]),
  /** The contact's number was changed while the ticket was unfinished: what is said in it goes there from now on. `userId`: who did it. */
  NumberChanged: event(
    'NumberChanged',
    message.extend({
      userId: userId.nullable(),
      from: personal(z.string().nullable(), 'contact'),
      to: personal(z.string(), 'contact'),
    }),
  ),
  /** The contact was merged into another: everything but acks goes to the conversation `in` (ADR 3). */
  ConversationContinued: event('ConversationContinued', z.object({ in: z.string() })),
};
export type ConversationFact = FactOf<typeof conversationEvents>;

/** Stream `protocol-{companyId}`: the short numbers that attendants read out, taken in blocks (ADR 5). */
export const protocolEvents = {
  NumbersTaken: event('NumbersTaken', z.object({ from: z.number().int(), to: z.number().int() })),
};
export type ProtocolFact = FactOf<typeof protocolEvents>;
