import { fold } from '@prosa/contracts';
import type { ReferenceSource } from '../../kernel/reference-data.records.ts';
import type { Concern } from './concern.ts';
import { KNOWN_LEADS, put } from './conversation.known.ts';
import type { ConversationEvent, ConversationState } from './conversation.state.ts';

type Own = Pick<ConversationState, 'leads'>;

/** What a customer's message is compared with. `refs`: what the channel names the advertisement or link by that they came by. */
export type Attribution = { sources?: readonly ReferenceSource[]; refs?: readonly string[] };

/** The sources that customers of the conversation came from. */
export const leads = {
  initial: (): Own => ({ leads: new Map() }),
  evolve: {
    LeadAttributed: ({ leads }, { socialMediaId, ticketId }) => void put(leads, socialMediaId, ticketId, KNOWN_LEADS),
    // Nothing that counted is left: they may come from there again.
    TicketDeleted: ({ leads }, data) => {
      for (const [source, ticketId] of leads) if (ticketId === data.ticketId) leads.delete(source);
    },
  },
  decide: {},
} satisfies Concern<never, Own>;

/** Adds to a message's events the sources that it names for the first time, if it is a message of a ticket that the customer wrote. */
export const withLeads = (
  events: ConversationEvent[],
  { sources = [], refs = [], contactId: first }: Attribution & { contactId?: string },
  state: ConversationState,
): ConversationEvent[] => {
  const written = sources.length === 0 ? undefined : events.find((event) => isCustomers(event, state));
  const contactId = state.started?.contactId ?? first;
  if (!written || contactId === undefined) return events;
  const { ticketId, messageId, body } = written.data;
  const [words, names] = [fold(body), new Set(refs.map(fold))];
  const attributed = sources.flatMap(({ id, message, ref }): ConversationEvent[] => {
    const by = ref !== null && names.has(ref) ? 'ref' : words.includes(message) ? 'message' : null;
    if (by === null || state.leads.has(id)) return [];
    return [{ type: 'LeadAttributed', data: { ticketId, messageId, contactId, socialMediaId: id, by } }];
  });
  return [...events, ...attributed];
};

type Written = Extract<
  ConversationEvent,
  { type: 'MessageReceived' | 'RatingGiven' | 'RatingCommented' | 'MessageFilled' | 'MessageEdited' }
>;
/** Edits, and what fills a line, may be those of our phone. */
const isCustomers = (event: ConversationEvent, { messages }: ConversationState): event is Written => {
  if (event.type === 'MessageReceived' || event.type === 'RatingGiven' || event.type === 'RatingCommented') return true;
  if (event.type !== 'MessageFilled' && event.type !== 'MessageEdited') return false;
  return messages.get(event.data.messageId)?.from === 'customer';
};
