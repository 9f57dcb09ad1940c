import { type LineKind, type Meta, type OfCampaign, withdrawnReasons } from '@prosa/contracts';
import { type Concern, nothing } from '../conversation-kernel/concern.ts';
import {
  KNOWN_FILES,
  KNOWN_LINES,
  KNOWN_MESSAGES,
  KNOWN_REACTIONS,
  KNOWN_UNREAD,
  lastInboundAt,
  put,
  reactionKey,
} from '../conversation-kernel/conversation.known.ts';
import { unfinishedOf } from '../conversation-kernel/conversation.rules.ts';
import type { ConversationState, FileBrief, MessageBrief } from '../conversation-kernel/conversation.state.ts';
import type { MessageCommand } from './conversation.commands.ts';

export type MessagesState = Pick<
  ConversationState,
  'messages' | 'files' | 'lines' | 'reactedAt' | 'count' | 'customerAt' | 'campaign'
>;

const acked = { ack: 1, attempt: 1, state: null, deleted: false } as const;

type Rated = { ticketId: string; messageId: string; sentAt: string };
/** A customer's mark, or their comment on it, is a message of the ticket that is closed. */
const putRating = (state: ConversationState, { ticketId, messageId, sentAt }: Rated, meta: Meta): void => {
  heard(state, sentAt, meta);
  putMessage(state, messageId, { ...acked, ticketId, from: 'customer', clientId: null }, meta);
};

/** How events change what is known of messages, in tickets and outside of them. Messages that are too old stay unknown. */
export const messagesEvolve = {
  MessageReceived: (state, data, meta) => {
    const { ticketId, authorId } = data;
    heard(state, data.sentAt, meta);
    noteLine(state, data);
    const more = { ...(authorId && { authorId }), ...fileIn(state, data, meta) };
    putMessage(state, data.messageId, { ...acked, ticketId, from: 'customer', clientId: null, ...more }, meta);
  },
  MessageMirrored: (state, data, meta) => {
    noteLine(state, data);
    const brief = { ...acked, ticketId: data.ticketId, from: 'phone' as const, clientId: null };
    putMessage(state, data.messageId, { ...brief, ...fileIn(state, data, meta) }, meta);
  },
  MessageFilled: (state, data, meta) => {
    noteLine(state, data);
    changeMessage(state, data.messageId, { filledAt: Number(meta.revision), ...fileIn(state, data, meta) });
  },
  MessageSent: (state, { messageId, ticketId, clientId, template, origin, campaign }, meta) => {
    noteCampaign(state, messageId, campaign, meta);
    const brief = { ...acked, ticketId, from: 'us' as const, clientId, ...(campaign && { isCampaign: true as const }) };
    putMessage(state, messageId, { ...brief, ...(template && { isTemplate: true as const }), ...automatic(origin) }, meta);
  },
  MessageObserved: (state, { messageId, ticketId, clientId }, meta) =>
    putMessage(state, messageId, { ...acked, ticketId, from: 'team', clientId }, meta),
  RatingGiven: putRating,
  RatingCommented: putRating,
  OutreachSent: (state, { messageId, clientId, origin, template, campaign }, meta) => {
    noteCampaign(state, messageId, campaign, meta);
    const from = origin === 'phone' ? 'phone' : 'us';
    const more = { ...(template && { isTemplate: true as const }), ...(campaign && { isCampaign: true as const }) };
    putMessage(state, messageId, { ...acked, ticketId: null, from, clientId, ...more, ...automatic(origin) }, meta);
  },
  OutreachAnswered: (state, { answer, sentAt }, meta) => {
    if (answer !== 'other') heard(state, sentAt, meta);
    if (state.campaign) state.campaign = { ...state.campaign, isAnswered: true };
  },

  MessageAcknowledged: (state, { messageId, ack }) => changeMessage(state, messageId, { ack, state: null }),
  OutreachAcknowledged: (state, { messageId, ack }) => changeMessage(state, messageId, { ack, state: null }),
  // A channel that accepted it may fail to deliver it later.
  MessageFailed: (state, data) => noteFailure(state, data),
  OutreachFailed: (state, data) => noteFailure(state, data),
  MessageUnsure: (state, { messageId }) => changeMessage(state, messageId, { state: 'unsure' }),
  OutreachUnsure: (state, { messageId }) => changeMessage(state, messageId, { state: 'unsure' }),
  MessageRetried: (state, { messageId, attempt }) => changeMessage(state, messageId, { state: null, attempt }),
  OutreachRetried: (state, { messageId, attempt }) => changeMessage(state, messageId, { state: null, attempt }),
  MessageDeleted: (state, { messageId }) => deleteMessage(state, messageId),
  MessageRevoked: (state, { messageId }) => deleteMessage(state, messageId),
  OutreachDeleted: (state, { messageId }) => changeMessage(state, messageId, { deleted: true }),
  OutreachRevoked: (state, { messageId }) => changeMessage(state, messageId, { deleted: true }),
  MessageEdited: (state, { messageId, sentAt }) => changeMessage(state, messageId, { editedAt: Date.parse(sentAt) }),
  OutreachEdited: (state, { messageId, sentAt }) => changeMessage(state, messageId, { editedAt: Date.parse(sentAt) }),
  MessageReacted: (state, data) => noteReaction(state, data),
  OutreachReacted: (state, data) => noteReaction(state, data),
  MessageDeletionFailed: nothing,
  OutreachDeletionFailed: nothing,
  NumberChanged: nothing,

  MediaStored: (state, { messageId }, meta) => {
    state.files.delete(messageId);
    changeMessage(state, messageId, { storedAt: Number(meta.revision) });
  },
  MediaFailed: (state, { messageId, attempt, reason }) => changeFile(state, messageId, { attempt, failed: reason }),
  MediaRetried: (state, { messageId, attempt }) => changeFile(state, messageId, { attempt, failed: null }),
} satisfies Concern<MessageCommand, MessagesState>['evolve'];

const noteCampaign = (state: ConversationState, messageId: string, campaign: OfCampaign | undefined, { at }: Meta): void => {
  if (campaign) state.campaign = { messageId, of: campaign, at: at.getTime(), isAnswered: false };
};

/** A message that its campaign has withdrawn is sent anew under another id: nobody sees it, and nobody may try it again. */
const noteFailure = (state: ConversationState, { messageId, reason }: { messageId: string; reason: string }): void => {
  const isWithdrawn = state.messages.get(messageId)?.isCampaign && withdrawnReasons.has(reason);
  changeMessage(state, messageId, { state: 'failed', ack: 1, ...(isWithdrawn && { deleted: true }) });
  if (isWithdrawn && state.campaign?.messageId === messageId) state.campaign = null;
};

/** Marks a message that a person did not send themselves. */
const automatic = (origin: string): Pick<MessageBrief, 'isAutomatic'> =>
  origin === 'attendant' || origin === 'forward' || origin === 'phone' ? {} : { isAutomatic: true };

const heard = (state: ConversationState, sentAt: string, { at }: Meta): void => {
  state.customerAt = lastInboundAt(state.customerAt, sentAt, at.getTime());
};

const putMessage = (
  state: ConversationState,
  id: string,
  message: Omit<MessageBrief, 'at' | 'seq'>,
  { at, revision }: Meta,
): void => {
  state.count += 1;
  const oldest = put(state.messages, id, { ...message, at: at.getTime(), seq: Number(revision) }, KNOWN_MESSAGES);
  if (oldest) noteUnread(state, ...oldest);
};

/** Notes a message that is too old to be known further, if it is still to be read. */
const noteUnread = (state: ConversationState, id: string, { ticketId, from, seq }: MessageBrief): void => {
  const ticket = unfinishedOf(state);
  if (from !== 'customer' || !ticket || ticketId !== ticket.id || seq <= ticket.readUpTo) return;
  put(state.olderUnread, id, { ticketId, seq }, KNOWN_UNREAD);
};

const changeMessage = (state: ConversationState, id: string, changes: Partial<MessageBrief>): void => {
  const before = state.messages.get(id);
  if (before) state.messages.set(id, { ...before, ...changes });
};

const deleteMessage = (state: ConversationState, id: string): void => {
  state.lines.delete(id);
  changeMessage(state, id, { deleted: true });
};

const noteReaction = (
  state: ConversationState,
  { messageId, contactId, sentAt }: { messageId: string; contactId: string | null; sentAt: string },
): void => {
  put(state.reactedAt, reactionKey(messageId, contactId), Date.parse(sentAt), KNOWN_REACTIONS);
};

/** Notes the line that stands in the place of a message until its content can be read, or that there is none any more. */
const noteLine = (
  state: ConversationState,
  { ticketId, messageId, line }: { ticketId: string; messageId: string; line?: LineKind | undefined },
): void => {
  if (line === undefined || line === 'view-once') state.lines.delete(messageId);
  else put(state.lines, messageId, { ticketId, line }, KNOWN_LINES);
};

/** Notes the file that a message announces, which is to be fetched. */
const fileIn = (
  state: ConversationState,
  { ticketId, messageId, media }: { ticketId: string; messageId: string; media?: unknown },
  { revision }: Meta,
): { storedAt: null } | undefined => {
  if (!media) return undefined;
  put(state.files, messageId, { ticketId, seq: Number(revision), attempt: 1, failed: null }, KNOWN_FILES);
  return { storedAt: null };
};

const changeFile = (state: ConversationState, messageId: string, changes: Pick<FileBrief, 'attempt' | 'failed'>): void => {
  const file = state.files.get(messageId);
  if (file) put(state.files, messageId, { ...file, ...changes }, KNOWN_FILES);
};
