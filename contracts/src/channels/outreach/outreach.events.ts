import { z } from 'zod';
import { LineKind } from '../../desk/messages/kinds.contract.ts';
import { cards } from '../../desk/messages/kinds.events.ts';
import { SentTemplate } from '../../desk/messages/templates.contract.ts';
import { event, personal, unchanged } from '../../kernel/contract.ts';
import * as f from '../../kernel/fields.ts';
import { MediaFacts } from '../../media/media.facts.ts';

const message = z.object({ messageId: f.id });

/**
 * Messages sent to a customer outside of any ticket, in the stream of their conversation. Such a message opens no ticket; the customer's
 * answer does. Its acks have an event type of their own, because the acks of a ticket's messages name their ticket.
 */
export const outreachEvents = {
  OutreachSent: event(
    'OutreachSent',
    message.extend({
      /** The newest ticket of the conversation: users who see it are notified. Null before the first ticket. */
      lastTicketId: f.id.nullable(),
      contactId: f.id,
      body: personal(z.string(), 'contact'),
      userId: f.id.nullable(),
      origin: z.enum(['forward', 'campaign', 'api', 'schedule', 'phone']),
      clientId: z.string().nullable(),
      /** Its file, if any; `body` is then the caption. */
      media: MediaFacts.optional(),
      ...cards,
      /** The approved template as which it is sent; `body` is what the customer reads. */
      template: SentTemplate.optional(),
      /** Written on the phone, which alone shows it. */
      line: LineKind.optional(),
      /** Written on the phone, which says that it was forwarded; what Prosa forwards has that as its origin. */
      forwarded: z.boolean().optional(),
    }),
    6,
    [unchanged, unchanged, unchanged, unchanged, unchanged],
  ),
  OutreachAcknowledged: event('OutreachAcknowledged', message.extend({ ack: z.number().int().min(2).max(5) })),
  /** `reason`: a `SendFailure`. */
  OutreachFailed: event('OutreachFailed', message.extend({ attempt: z.number().int(), reason: z.string() })),
  /** The channel may have the message: the outcome is unknown, so it is never resent automatically. */
  OutreachUnsure: event('OutreachUnsure', message.extend({ attempt: z.number().int() })),
  /** `sentRevision`: the revision of its `OutreachSent` in the stream. */
  OutreachRetried: event(
    'OutreachRetried',
    message.extend({ attempt: z.number().int(), userId: f.id, sentRevision: z.number().int().min(0) }),
  ),
  /** The customer (`contactId`), or the company itself on its phone (null), reacted to the message; '' removes the reaction. */
  OutreachReacted: event(
    'OutreachReacted',
    message.extend({ emoji: personal(z.string(), 'contact'), contactId: f.id.nullable(), sentAt: f.at }),
  ),
  /** The company changed its text, or deleted it, on its phone. */
  OutreachEdited: event('OutreachEdited', message.extend({ body: personal(z.string(), 'contact'), sentAt: f.at })),
  OutreachRevoked: event('OutreachRevoked', message.extend({ sentAt: f.at })),
  OutreachDeleted: event('OutreachDeleted', message.extend({ userId: f.id })),
  /** The channel did not delete the message: the customer still has it. `reason`: a `SendFailure`. */
  OutreachDeletionFailed: event('OutreachDeletionFailed', message.extend({ reason: z.string() })),
};
