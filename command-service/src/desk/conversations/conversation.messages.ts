import { childId, conversationOf, isBlank, limits, Refused, sees, type Viewer, visible } from '@prosa/contracts';
import { type Concern, ofKnownTicket } from '../conversation-kernel/concern.ts';
import { KNOWN_MESSAGES } from '../conversation-kernel/conversation.known.ts';
import { withLeads } from '../conversation-kernel/conversation.leads.ts';
import { mentionsOf } from '../conversation-kernel/conversation.mentions.ts';
import { beginning, reads, seen, unfinishedOf, unreadOf } from '../conversation-kernel/conversation.rules.ts';
import type {
  ConversationEvent,
  ConversationState,
  MessageBrief,
  TicketBrief,
} from '../conversation-kernel/conversation.state.ts';
import { answerOf, noCallsOf, thanksOf } from './conversation.bot.ts';
import { campaignAnswerIn } from './conversation.campaigns.ts';
import { decideChange, isKnown } from './conversation.changes.ts';
import { released } from './conversation.closing.ts';
import type { MessageCommand } from './conversation.commands.ts';
import { concludeFetching, retryFetching } from './conversation.files.ts';
import { type MessagesState, messagesEvolve } from './conversation.messages.evolve.ts';
import { optsOut } from './conversation.opt-out.ts';
import { deletedEvent, reachOut, retriedEvent } from './conversation.outreach.ts';
import { commentIn, ratingIn } from './conversation.ratings.ts';
import { acknowledge, concludeSending } from './conversation.sending.ts';
import { assertCarried, assertTakesTemplates, assertWindow } from './conversation.through.ts';

/** The messages of a conversation: of its tickets, and outside of them; their files; what participants of the chat do to them. */
export const messages = {
  initial: (): MessagesState => ({
    messages: new Map(),
    files: new Map(),
    lines: new Map(),
    reactedAt: new Map(),
    count: 0,
    customerAt: null,
    campaign: null,
  }),
  evolve: messagesEvolve,
  stays: {
    acknowledge: () => true,
    'conclude sending': () => true,
    'conclude fetching': () => true,
    'send message': ofKnownTicket,
    observe: ofKnownTicket,
    // A customer's file that is still being fetched belongs to the conversation in which it arrived.
    'retry message': ({ messageId }, { files }) => files.has(messageId),
    // Actions on a message stay in the conversation that contains the message.
    'delete message': isKnown,
    'edit message': isKnown,
    'revoke message': isKnown,
    'react to message': isKnown,
  },
  unremembered: ['MessageAcknowledged', 'OutreachAcknowledged'],
  decide: {
    'receive message': (command, state) => withLeads(receive(command, state), command, state),
    'mirror message': (command, state) => mirror(command, state),
    'fill message': (command, state) => withLeads(filled(state, command), command, state),
    'send message': (command, state) => send(command, state),
    observe: (command, state) => observe(command, state),
    'retry message': (command, state) => retry(command, state),
    'delete message': (command, state) => remove(command, state),
    'reach out': reachOut,
    'show new number': ({ key, commandId, userId, from, to }, state) => {
      const ticketId = unfinishedOf(state)?.id;
      const messageId = childId(key, `out:${commandId}`);
      return ticketId === undefined ? [] : [{ type: 'NumberChanged', data: { ticketId, messageId, userId, from, to } }];
    },
    acknowledge,
    'conclude sending': concludeSending,
    'conclude fetching': concludeFetching,
    'edit message': (command, state) => withLeads(decideChange(command, state), command, state),
    'revoke message': decideChange,
    'react to message': decideChange,
  },
} satisfies Concern<MessageCommand, MessagesState>;

type Rules = Concern<MessageCommand, MessagesState>['decide'];

const send: Rules['send message'] = (command, state) => {
  const { key, commandId, body, clientId, signature, by, media, mediaOf, waveform, template, through } = command;
  const { id: ticketId } = written(seen(state, command.ticketId, by));
  if (through.isOff) throw new Refused('ERR_WAPP_NOT_INITIALIZED');
  const quoted = quotable(state, key, command.quotedId, by);
  if (media && mediaOf !== state.started?.contactId) throw new Refused('ERR_NO_MEDIA_FOUND');
  if (template) assertTakesTemplates(through);
  else {
    assertWindow(state, through, 'person');
    assertCarried(command, through);
  }
  const messageId = childId(key, `out:${commandId}`);
  const data = { ticketId, messageId, body, ...quoted, clientId, signature, userId: by.userId, origin: 'attendant' as const };
  return [
    {
      type: 'MessageSent',
      data: { ...data, ...(media && { media, ...(waveform && { waveform }) }), ...(template && { template }) },
    },
  ];
};

const observe: Rules['observe'] = (command, state) => {
  const { key, commandId, body, clientId, by } = command;
  const ticket = written(seen(state, command.ticketId, by));
  if (isBlank(body)) throw observation('O campo de texto da observação não pode estar vazio.');
  if (visible(body).length < limits.observationMin)
    throw observation('O campo de texto da observação deve conter mais de 5 caracteres.');
  const messageId = childId(key, `out:${commandId}`);
  const data = { ticketId: ticket.id, messageId, body, clientId, userId: by.userId };
  return [{ type: 'MessageObserved', data: { ...data, ...mentionsOf(command.mentions ?? [], ticket) } }];
};

const retry: Rules['retry message'] = (command, state) => {
  const message = seenMessage(state, command.messageId, command.by);
  if (message.from === 'customer' || message.from === 'phone')
    return retryFetching(command.messageId, message, command.by.userId, state);
  if (message.from !== 'us' || message.deleted) throw new Refused('ERR_NO_MESSAGE_FOUND');
  if (message.state === null) return [];
  if (message.ticketId !== null) written(state.tickets.get(message.ticketId)!);
  if (!message.isTemplate) assertWindow(state, command.through, message.isAutomatic ? 'itself' : 'person');
  return [retriedEvent({ messageId: command.messageId, message }, command.by.userId)];
};

const remove: Rules['delete message'] = (command, state) => {
  const { messageId, by } = command;
  const message = seenMessage(state, messageId, by);
  if (message.from === 'customer' || message.from === 'phone') throw new Refused('ERR_DELETE_WAPP_MSG');
  if (message.deleted) return [];
  assertTakenBack(message, command);
  return [deletedEvent({ messageId, message }, by.userId)];
};

/** The message that a customer or our phone quoted, if it is of this conversation; a channel may quote one from elsewhere. */
const ownQuote = ({ key, quotedId }: { key: string; quotedId: string | null }): string | null =>
  quotedId !== null && conversationOf(quotedId) === key ? quotedId : null;

/** The content of a message. A known quoted message is shown itself; only an unknown one has its words stored. */
const broughtBy = (
  { brings, forwarded, context, quotedId }: Pick<Receive, 'brings' | 'forwarded' | 'context' | 'quotedId'>,
  { messages, lines }: ConversationState,
) => {
  const isShown = context?.kind === 'message' && quotedId !== null && (messages.has(quotedId) || lines.has(quotedId));
  return { ...brings, ...(forwarded && { forwarded }), ...(context && !isShown && { context }) };
};

/** Fills the line that stands in place of a message with the message's content. */
const filled = (
  state: ConversationState,
  command: Receive | Extract<MessageCommand, { do: 'fill message' }>,
): ConversationEvent[] => {
  const { messageId, body, sentAt, brings } = command;
  const before = state.lines.get(messageId);
  if (!before || brings?.line === 'undecrypted' || brings?.line === before.line) return [];
  const { ticketId } = before;
  return [
    {
      type: 'MessageFilled',
      data: { ticketId, messageId, body, quotedId: ownQuote(command), sentAt, ...broughtBy(command, state) },
    },
  ];
};

type Receive = Extract<MessageCommand, { do: 'receive message' }>;
const receive = (command: Receive, state: ConversationState): ConversationEvent[] => {
  const { connectionId, contactId, channel, messageId, body, channelId, sentAt, opens, waiting } = command;
  const unfinished = unfinishedOf(state);
  const quotedId = ownQuote(command);
  if (state.lines.has(messageId) || state.messages.has(messageId)) return filled(state, command);
  const begun = [...beginning(state, connectionId, contactId), ...(waiting ? released(command, state, waiting, 'customer') : [])];
  const rated = ratingIn(command, state);
  if (rated) return [{ type: 'RatingGiven', data: { ...rated, messageId, body, channelId, sentAt } }];
  const commented = commentIn(command, state);
  if (commented !== null) return [commentOn(commented, command), ...thanksOf(command, state, commented)];
  const answers = campaignAnswerIn(command, state);
  const told = answers && { ...answers, answerId: messageId, channelId, sentAt };
  if (!unfinished && (told?.answer === 'yes' || optsOut(command))) {
    // Nobody of the team has to do anything: the message that was asked for follows, or none.
    const lastTicketId = [...state.tickets.keys()].at(-1) ?? null;
    return told ? [...begun, { type: 'OutreachAnswered', data: { ...told, body, contactId, lastTicketId } }] : [];
  }
  const ticketId = unfinished?.id ?? opens?.ticketId;
  if (ticketId === undefined) throw new Refused('ERR_CREATING_TICKET');
  const more = { ...(command.authorId && { authorId: command.authorId }), ...(command.from && { from: command.from }) };
  const received: ConversationEvent[] = [
    {
      type: 'MessageReceived',
      data: { ticketId, messageId, body, channelId, quotedId, sentAt, ...broughtBy(command, state), ...more },
    },
    ...(unfinished?.snoozedUntil === undefined
      ? []
      : [{ type: 'TicketWoken' as const, data: { ticketId, reason: 'customer' as const } }]),
    ...(told ? [{ type: 'OutreachAnswered' as const, data: told }] : []),
  ];
  const answered = (queueId: string | null, opened: string | null) => answerOf(command, state, { ticketId, queueId, opened });
  if (unfinished?.status === 'open') return [...begun, ...received, ...noCallsOf(command, state, unfinished)];
  if (unfinished || !opens) return [...begun, ...received, ...(unfinished ? answered(unfinished.queueId, null) : [])];
  const { protocol, queueId } = opens;
  const ticket = { ticketId, protocol, queueId, connectionId, contactId, channel, status: 'pending' as const, userId: null };
  return [...begun, { type: 'TicketOpened', data: ticket }, ...received, ...answered(queueId, protocol)];
};

const commentOn = (ticketId: string, { messageId, body, channelId, sentAt }: Receive): ConversationEvent => ({
  type: 'RatingCommented',
  data: { ticketId, messageId, body, channelId, sentAt },
});

type Mirror = Extract<MessageCommand, { do: 'mirror message' }>;
/** Belongs to the unfinished ticket, whose messages somebody has read on the phone; with none it opens none. */
const mirror = (command: Mirror, state: ConversationState): ConversationEvent[] => {
  const { connectionId, contactId, messageId, body, channelId, sentAt, brings } = command;
  const begun = beginning(state, connectionId, contactId);
  if (state.messages.has(messageId)) return [];
  const ticket = unfinishedOf(state);
  if (!ticket) {
    const lastTicketId = [...state.tickets.keys()].at(-1) ?? null;
    const said = { messageId, lastTicketId, contactId, body, userId: null, origin: 'phone' as const, clientId: null };
    // A file is fetched for a ticket only.
    const line = Object.keys(brings ?? {}).length > 0 ? { line: 'phone-only' as const } : {};
    const forwarded = command.forwarded ? { forwarded: true } : {};
    return [...begun, { type: 'OutreachSent', data: { ...said, ...line, ...forwarded } }];
  }
  const quotedId = ownQuote(command);
  const { id: ticketId } = ticket;
  const mirrored: ConversationEvent = {
    type: 'MessageMirrored',
    data: { ticketId, messageId, body, channelId, quotedId, sentAt, ...broughtBy(command, state) },
  };
  return [...begun, mirrored, ...allRead(state, ticket)];
};

/** The ticket was read up to the customer's newest message. */
const allRead = (state: ConversationState, ticket: TicketBrief): ConversationEvent[] => {
  const unread = unreadOf(state, ticket);
  const newest = unread.at(-1);
  return newest ? [reads(unread, ticket, newest)] : [];
};

/** A message that certainly never arrived can always be deleted; one that the customer may have, only as long as the channel deletes it. */
const assertTakenBack = (
  { from, ack, state, at }: MessageBrief,
  { within, now }: Extract<MessageCommand, { do: 'delete message' }>,
): void => {
  const mayHaveArrived = from === 'us' && (ack >= 2 || state === 'unsure');
  if (!mayHaveArrived) return;
  if (within === null) throw new Refused('ERR_DELETE_WAPP_MSG');
  if (now - at > within) throw new Refused('ERR_FETCH_WAPP_MSG');
};

/** Returns the ticket if it can be written to now. Throws Refused ERR_TICKET_NOT_OPEN otherwise. */
export const written = (ticket: TicketBrief): TicketBrief => {
  if (ticket.status !== 'open') throw new Refused('ERR_TICKET_NOT_OPEN');
  return ticket;
};

const quotable = (
  state: ConversationState,
  key: string,
  quotedId: string | null,
  by: Viewer,
): { quotedId: string | null; quotedRevision?: number } => {
  if (quotedId === null) return { quotedId };
  const message = state.messages.get(quotedId);
  const tooOld = !message && state.count > KNOWN_MESSAGES;
  if (conversationOf(quotedId) !== key || (!message && !tooOld)) throw new Refused('ERR_NO_MESSAGE_FOUND');
  if (message && isHidden(state, message, by)) throw new Refused('ERR_NO_MESSAGE_FOUND');
  // Observations are internal to the team: as a quote one would reach the customer.
  if (message?.from === 'team') throw new Refused('ERR_CREATING_MESSAGE');
  return message ? { quotedId, quotedRevision: message.seq } : { quotedId };
};

/** Whether the message belongs to a known ticket that the user may not see. */
const isHidden = (state: ConversationState, { ticketId }: MessageBrief, by: Viewer): boolean => {
  const ticket = ticketId === null ? undefined : state.tickets.get(ticketId);
  return ticket !== undefined && !sees(by, ticket);
};

/**
 * Returns a message if the user may see it: if they see its ticket. A message outside of any ticket is visible to users who see any ticket
 * of the conversation, and to administrators.
 */
export const seenMessage = (state: ConversationState, messageId: string, by: Viewer): MessageBrief => {
  const message = state.messages.get(messageId);
  const seesAny = state.tickets.values().some((one) => sees(by, one));
  if (message?.ticketId === null) {
    if (seesAny || by.profile === 'admin') return message;
    throw new Refused('ERR_NO_MESSAGE_FOUND');
  }
  if (message && state.tickets.has(message.ticketId) && !isHidden(state, message, by)) return message;
  const older = !message && state.count > KNOWN_MESSAGES && seesAny;
  throw new Refused(older ? 'ERR_FETCH_WAPP_MSG' : 'ERR_NO_MESSAGE_FOUND');
};

const observation = (body: string): Refused => new Refused('ERR_VALIDATION', { fields: { body } });
