import { z } from 'zod';
import { ofCampaign } from '../../channels/campaigns/campaigns.events.ts';
import { outreachEvents } from '../../channels/outreach/outreach.events.ts';
import { event, type FactOf, personal, unchanged } from '../../kernel/contract.ts';
import * as f from '../../kernel/fields.ts';
import { MediaAnnounced, MediaFacts, MediaFailure } from '../../media/media.facts.ts';
import { Choice, LineKind, MessageContext, MissedCall, Waveform } from '../messages/kinds.contract.ts';
import { cards } from '../messages/kinds.events.ts';
import { Mention } from '../messages/mentions.fields.ts';
import { SentTemplate } from '../messages/templates.contract.ts';

const ticketId = f.id;
const messageId = f.id;
const queueId = f.id.nullable();
const userId = f.id;
const body = personal(z.string(), 'contact');
const message = z.object({ ticketId, messageId });
/** The stream revision of the event that created a message, so that a reader loads only one event. Absent in version 1. */
const revision = z.number().int().min(0).optional();

/** The choices of a menu, as buttons or a list where the channel has them; the message's text numbers them. */
export const SentMenu = z.object({
  as: z.enum(['button', 'list']),
  choices: z.array(z.object({ id: z.string(), title: z.string() })),
});
export type SentMenu = z.output<typeof SentMenu>;

/** The waveform of a recorded voice; it comes before the bytes. */
const waveform = personal(Waveform, 'contact').optional();

/** A message that somebody wrote with the channel's own app. */
const received = message.extend({
  body,
  channelId: z.string(),
  quotedId: messageId.nullable(),
  sentAt: f.at,
  /** The content of a message that is not text; `body` is then '', or the title of a choice. */
  ...cards,
  call: personal(MissedCall, 'contact').optional(),
  choice: personal(Choice, 'contact').optional(),
  /** Its file, whose bytes are fetched later: `body` is the caption. */
  media: MediaAnnounced.optional(),
  waveform,
  /** It cannot be shown, or not yet. */
  line: LineKind.optional(),
  /** The customer had it from somebody else. */
  forwarded: z.boolean().optional(),
  /** The status, message, product or link that it refers to. */
  context: personal(MessageContext, 'contact').optional(),
});

/**
 * The events of tickets and their messages in a conversation's stream. Those of further concerns are in their own folders, in the manifest's
 * `conversation`.
 */
export const ticketEvents = {
  ConversationStarted: event('ConversationStarted', z.object({ connectionId: f.id, contactId: f.id })),
  /** A ticket opened by a customer is pending and has no user. A ticket opened by an attendant is open and assigned to them. */
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
  /** `distributed`: nobody pressed anything; the queue gives its tickets out. */
  TicketAccepted: event('TicketAccepted', z.object({ ticketId, userId, distributed: z.literal(true).optional() }), 2, [
    unchanged,
  ]),
  /** The chatbot put a pending ticket into a queue: the customer's choice, or where those go who make none. */
  TicketQueued: event('TicketQueued', z.object({ ticketId, queueId: f.id })),
  /**
   * The customer was shown a step of the menu, just now by messages of their own: the queues (`queueId` null), the top of a queue's menu
   * (`parentId` null) or what is below an option. `choices` holds what they saw: a digit means that, whatever becomes of the menu.
   */
  MenuShown: event(
    'MenuShown',
    z.object({
      ticketId,
      queueId,
      parentId: f.id.nullable(),
      choices: z.array(z.object({ digit: z.string(), id: f.id })),
      /** How many answers in a row were not understood. */
      wrong: z.number().int(),
    }),
  ),
  /** The customer chose a queue or an option. */
  MenuChosen: event('MenuChosen', z.object({ ticketId, messageId, id: f.id })),
  /** The chatbot leaves the ticket to the team. */
  MenuLeft: event(
    'MenuLeft',
    z.object({ ticketId, reason: z.enum(['reached', 'closed', 'not-understood', 'timeout', 'budget', 'gone']) }),
  ),
  TicketReturned: event('TicketReturned', z.object({ ticketId })),
  /** With a user the ticket becomes open, without one pending. */
  TicketTransferred: event('TicketTransferred', z.object({ ticketId, queueId, userId: userId.nullable() })),
  /** `silence`: the customer did not answer for as long as the connection allows. */
  TicketClosed: event(
    'TicketClosed',
    z.object({
      ticketId,
      userId: userId.nullable(),
      reason: z.enum(['resolved', 'connection-deleted', 'merged', 'silence', 'forgotten']),
      ratingAsked: z.boolean(),
      /**
       * It can be undone until then, and returns to this user, snoozed until that time. `waits`: its closing message leaves later, with the
       * rating request (`all`) or without it; null: none does.
       */
      undo: z
        .object({
          until: f.at,
          userId: userId.nullable(),
          snoozedUntil: f.at.nullable(),
          waits: z.enum(['all', 'unrated']).nullable(),
        })
        .optional(),
    }),
    4,
    [unchanged, unchanged, unchanged],
  ),
  TicketReopened: event('TicketReopened', z.object({ ticketId, queueId: f.id, userId })),
  /** The queue of an unfinished ticket was deleted. */
  TicketLeftQueue: event('TicketLeftQueue', z.object({ ticketId })),
  /** The complete set of tags after the change. */
  TicketTagged: event('TicketTagged', z.object({ ticketId, tagIds: z.array(f.id) })),
  /**
   * `channelId`: the channel's own id of the message. `quotedId`: our id of the message it answers. `sentAt`: the channel's time.
   * `authorId`: in a group, the contact who wrote it. `from`: the number that it was written from, if that is another one of the contact
   * than its own; answers go there.
   */
  MessageReceived: event(
    'MessageReceived',
    received.extend({ authorId: f.id.optional(), from: personal(z.string(), 'contact').optional() }),
    9,
    [unchanged, unchanged, unchanged, unchanged, unchanged, unchanged, unchanged, unchanged],
  ),
  /** The company wrote to the customer elsewhere, on its phone: it has it already, and no channel is asked to send it. */
  MessageMirrored: event('MessageMirrored', received, 4, [unchanged, unchanged, unchanged]),
  /** A message that could not be read has come again: this is its content, in its place. */
  MessageFilled: event('MessageFilled', received.omit({ channelId: true }), 4, [unchanged, unchanged, unchanged]),
  /**
   * `clientId`: the Idempotency-Key, by which a screen finds its optimistic bubble. `signature`: the name written above the text, if any.
   */
  MessageSent: event(
    'MessageSent',
    message.extend({
      body,
      userId: userId.nullable(),
      /**
       * `forward`: an attendant forwarded it from another conversation, or from this one. `schedule`: a scheduled message. `api`: sent by the
       * message API. `campaign`: of a campaign.
       */
      origin: z.enum([
        'attendant',
        'greeting',
        'out-of-hours',
        'closing',
        'rating',
        'forward',
        'menu',
        'protocol',
        'schedule',
        'api',
        'campaign',
      ]),
      signature: personal(z.string().nullable(), 'userId'),
      quotedId: messageId.nullable(),
      /** Revision of the quoted message, if the rules still know it. */
      quotedRevision: revision,
      clientId: z.string().nullable(),
      /** Its file, if any; `body` is then the caption. */
      media: MediaFacts.optional(),
      waveform,
      ...cards,
      /** The approved template as which it is sent; `body` is what the customer reads. */
      template: SentTemplate.optional(),
      menu: SentMenu.optional(),
      campaign: ofCampaign.optional(),
    }),
    9,
    [unchanged, unchanged, unchanged, unchanged, unchanged, unchanged, unchanged, unchanged],
  ),
  /** Visible to the team only; it is never sent to a channel. `mentions`: the colleagues whom its text names. */
  MessageObserved: event(
    'MessageObserved',
    message.extend({ body, userId, clientId: z.string().nullable(), mentions: z.array(Mention).optional() }),
    2,
    [unchanged],
  ),
  MessageAcknowledged: event('MessageAcknowledged', message.extend({ ack: z.number().int().min(2).max(5) })),
  /** `reason`: a `SendFailure`; older versions wrote free text. */
  MessageFailed: event('MessageFailed', message.extend({ attempt: z.number().int(), reason: z.string() })),
  /** The channel may have the message: the outcome is unknown, so it is never resent automatically. */
  MessageUnsure: event('MessageUnsure', message.extend({ attempt: z.number().int() })),
  MessageRetried: event('MessageRetried', message.extend({ attempt: z.number().int(), userId, sentRevision: revision }), 2, [
    unchanged,
  ]),
  /** `outgoing`: whether the message was written to the customer; absent in version 1. */
  MessageDeleted: event('MessageDeleted', message.extend({ userId, outgoing: z.boolean().optional() }), 2, [unchanged]),
  /**
   * The contact's number was changed while the ticket was unfinished; its further messages go to the new number. `userId`: who changed it.
   */
  NumberChanged: event(
    'NumberChanged',
    message.extend({
      userId: userId.nullable(),
      from: personal(z.string().nullable(), 'contact'),
      to: personal(z.string(), 'contact'),
    }),
  ),
  /** The customer changed the text of their message. */
  MessageEdited: event('MessageEdited', message.extend({ body, sentAt: f.at })),
  /** The customer deleted their message; its text is kept only in the history. */
  MessageRevoked: event('MessageRevoked', message.extend({ sentAt: f.at })),
  /** Someone reacted to a message; '' removes the reaction. `contactId`: who; null is the company itself, on its phone. */
  MessageReacted: event(
    'MessageReacted',
    message.extend({ emoji: personal(z.string(), 'contact'), contactId: f.id.nullable(), sentAt: f.at }),
  ),
  /** The customer's answer to the rating request. This message opens no ticket and does not count as unread. */
  RatingGiven: event(
    'RatingGiven',
    message.extend({ rating: z.number().int().min(1).max(3), body, channelId: z.string(), sentAt: f.at }),
  ),
  /**
   * The ticket ends without a message to the customer, and no screen shows it any more; only its history records it. `userId`: who deleted
   * it.
   */
  TicketDeleted: event('TicketDeleted', z.object({ ticketId, userId, contactId: f.id })),
  /** The contact was merged into another: everything except acks goes to the conversation `in` (decision 13). */
  ConversationContinued: event('ConversationContinued', z.object({ in: z.string() })),
  /**
   * The contact is forgotten: nothing of theirs is written here any more, and nobody can read what was. `contactId`: the conversation's own
   * contact.
   */
  ConversationForgotten: event('ConversationForgotten', z.object({ contactId: f.id })),
  /** The channel did not delete the message: the customer still has it. `reason`: a `SendFailure`. */
  MessageDeletionFailed: event('MessageDeletionFailed', message.extend({ reason: z.string() })),
  /** A customer's file is stored: its facts, detected from its bytes. */
  MediaStored: event('MediaStored', message.extend({ media: MediaFacts })),
  /** A customer's file could not be fetched; `attempt` counts from 1, each time that a user requests it. */
  MediaFailed: event('MediaFailed', message.extend({ attempt: z.number().int(), reason: MediaFailure })),
  /** A user requested it again. `receivedRevision`: the revision of its message's event. */
  MediaRetried: event(
    'MediaRetried',
    message.extend({ attempt: z.number().int(), userId, receivedRevision: z.number().int().min(0) }),
  ),
  ...outreachEvents,
};

/** Stream `protocol-{companyId}`: the short ticket numbers that attendants read out, reserved in blocks. */
export const protocolEvents = {
  NumbersTaken: event('NumbersTaken', z.object({ from: z.number().int(), to: z.number().int() })),
};
export type ProtocolFact = FactOf<typeof protocolEvents>;
