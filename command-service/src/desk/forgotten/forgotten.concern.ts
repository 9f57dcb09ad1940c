import type { Concern } from '../conversation-kernel/concern.ts';
import { beginning, unfinishedOf } from '../conversation-kernel/conversation.rules.ts';
import type { ConversationEvent, ConversationState, Envelope } from '../conversation-kernel/conversation.state.ts';

type Command = Envelope & { do: 'forget customer'; connectionId: string; contactId: string };
type Own = Pick<ConversationState, 'isForgotten'>;

/**
 * Forgetting a conversation's contact. Each conversation that the contact has or could have says so itself, before the key is destroyed: a
 * process that still has the key in memory could otherwise write what nobody can read later.
 */
export const forgotten = {
  initial: (): Own => ({ isForgotten: false }),

  evolve: {
    ConversationForgotten: (state) => {
      state.isForgotten = true;
      // Nothing that waits for the customer, or for a moment, happens any more.
      Object.assign(state, { closing: null, ratingAsked: null, ratingGiven: null, unanswered: null, menu: null });
      Object.assign(state, { campaign: null, repeated: null });
    },
  },

  stays: { 'forget customer': () => true },

  decide: {
    'forget customer': ({ connectionId, contactId }, state) => {
      if (state.isForgotten) return [];
      const ticketId = unfinishedOf(state)?.id;
      return [
        ...beginning(state, connectionId, contactId),
        ...(ticketId === undefined
          ? []
          : [
              {
                type: 'TicketClosed' as const,
                data: { ticketId, userId: null, reason: 'forgotten' as const, ratingAsked: false },
              },
            ]),
        { type: 'ConversationForgotten', data: { contactId } },
      ];
    },
  },
} satisfies Concern<Command, Own>;

/** What may still be written about a forgotten contact's messages and tickets: it says nothing of the person. */
export const afterForgetting: ReadonlySet<ConversationEvent['type']> = new Set([
  'MessageAcknowledged',
  'MessageFailed',
  'MessageUnsure',
  'MessageDeletionFailed',
  'OutreachAcknowledged',
  'OutreachFailed',
  'OutreachUnsure',
  'OutreachDeletionFailed',
  'MediaFailed',
  'ConversationContinued',
  'TicketDeleted',
  'TicketTagged',
  'TicketSeen',
  'TicketNoteDeleted',
  'MessagesRead',
]);
