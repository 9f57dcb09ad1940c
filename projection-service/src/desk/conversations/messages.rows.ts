import {
  type ConversationFact,
  conversationEvents,
  conversationOf,
  type MediaFailure,
  type Mention,
  type MessageView,
  type Meta,
  withdrawnReasons,
} from '@prosa/contracts';
import { flag, integer, json, nullable, position, text, time, uuid } from '../../kernel/columns.ts';
import { defineRows } from '../../kernel/rows.ts';
import { conversationOf as rowsOf } from './forgotten.ts';
import { broughtBy, cardsOf, type MediaRow } from './messages.brought.ts';
import { toldColumns, toldOf, untold } from './messages.told.ts';
import { naming, namingColumns } from './naming.ts';

const fresh = {
  ack: 1,
  state: null,
  failure: null,
  attempt: 1,
  isDeleted: false,
  isObservation: false,
  automatic: null,
  notice: null,
  quotedId: null,
  userId: null,
  signature: null,
  clientId: null,
  read: true,
  place: null,
  contacts: null,
  call: null,
  choice: null,
  line: null,
  authorId: null,
  fromPhone: false,
  reactions: [] as ReactionKept[],
  editedAt: null,
  firstBody: null,
  outreach: false,
  contactId: null,
  forwarded: false,
  deleteFailed: false,
  waveform: null,
  context: null,
  media: null,
  mediaState: null,
  mentions: [] as Mention[],
  mentionedIds: [] as string[],
  ...untold,
};

/** A reaction. `by` is the contact; null is the company itself. `emoji` is null if the person was forgotten. */
type ReactionKept = { by: string | null; emoji: string | null };
const reacted = (
  before: readonly ReactionKept[],
  { emoji, contactId: by }: { emoji: string | null; contactId: string | null },
) => {
  const others = before.filter((one) => one.by !== by);
  return emoji === '' ? others : [...others, { by, emoji }];
};

/** Its channel has it. */
const SENT = 2;

/** The initial fields of every message. */
const begun = (
  { ticketId, messageId, body }: { ticketId: string | null; messageId: string; body: string },
  { companyId, at, position }: Meta,
  fromMe: boolean,
) => ({
  ...fresh,
  id: messageId,
  companyId,
  conversation: conversationOf(messageId) ?? '',
  ticketId,
  body,
  fromMe,
  createdAt: at,
  position,
});

/** When a customer wrote a message: the channel's time, but not later than its arrival. */
export const writtenAt = (sentAt: string, { at }: Meta): Date => new Date(Math.min(Date.parse(sentAt), at.getTime()));

type Rated = { ticketId: string; messageId: string; body: string; sentAt: string };
/** The row of a customer's mark, or of their comment on it. */
const begunByRating = ({ data, meta }: { data: Rated; meta: Meta }) => ({
  ...begun(data, meta, false),
  read: false,
  createdAt: writtenAt(data.sentAt, meta),
});

const edited = (
  row: { body: string | null; firstBody: string | null; editedAt: Date | null },
  { body, sentAt }: { body: string | null; sentAt: string },
  meta: Meta,
) => ({ body, firstBody: row.editedAt ? row.firstBody : row.body, editedAt: writtenAt(sentAt, meta) });

/** What a campaign has withdrawn was never sent, and is sent anew under another id: it is not shown. */
const failed = <Row extends { automatic: MessageView['automatic'] }>(
  row: Row,
  { reason, attempt }: { reason: string; attempt: number },
) =>
  row.automatic === 'campaign' && withdrawnReasons.has(reason)
    ? null
    : { ...row, ack: 1, state: 'failed' as const, failure: reason, attempt };

const keysOf = (event: ConversationFact): string | readonly string[] => {
  if (event.type === 'MessagesRead') return event.data.messageIds;
  if (event.type === 'OutreachAnswered') return event.data.contactId === undefined ? [] : event.data.answerId;
  return (event.data as { messageId: string }).messageId;
};

/** What is left of a message whose person was forgotten: who wrote it when, and what became of it. */
const forgotten = (row: { media: MediaRow | null }) => ({
  body: null,
  firstBody: null,
  notice: null,
  place: null,
  contacts: null,
  call: null,
  choice: null,
  waveform: null,
  context: null,
  reactions: [] as ReactionKept[],
  media: row.media && { ...row.media, name: null, sha256: null },
  ...naming(),
});

/** A message. Its text is kept after deletion, for the history; GET omits it. */
export const messageRows = defineRows({
  table: 'message',
  version: 14,
  events: conversationEvents,
  columns: {
    id: uuid(),
    companyId: uuid(),
    conversation: text(),
    /** For a message sent outside of any ticket: the newest ticket at that time. */
    ticketId: nullable(uuid()),
    body: nullable(text()),
    fromMe: flag(),
    ack: integer(),
    state: nullable(text<'failed' | 'unsure'>()),
    failure: nullable(text()),
    attempt: integer(),
    isDeleted: flag(),
    isObservation: flag(),
    automatic: nullable(text<NonNullable<MessageView['automatic']>>()),
    notice: nullable(json<NonNullable<MessageView['notice']>>()),
    quotedId: nullable(uuid()),
    userId: nullable(uuid()),
    signature: nullable(text()),
    clientId: nullable(text()),
    read: flag(),
    createdAt: time(),
    position: position(),
    place: nullable(json<NonNullable<MessageView['place']>>()),
    contacts: nullable(json<NonNullable<MessageView['contacts']>>()),
    call: nullable(json<NonNullable<MessageView['call']>>()),
    choice: nullable(json<NonNullable<MessageView['choice']>>()),
    line: nullable(text<NonNullable<MessageView['line']>>()),
    /** In a group, the contact who wrote it. */
    authorId: nullable(uuid()),
    fromPhone: flag(),
    reactions: json<ReactionKept[]>(),
    editedAt: nullable(time()),
    /** The original text, if it was changed since; null otherwise, or if it was forgotten. */
    firstBody: nullable(text()),
    /** A message sent outside of any ticket. */
    outreach: flag(),
    /** Set for a message outside of any ticket; for others the ticket has the contact. */
    contactId: nullable(uuid()),
    forwarded: flag(),
    deleteFailed: flag(),
    /** The waveform of a recorded voice; null if it was forgotten. */
    waveform: nullable(json<NonNullable<MessageView['waveform']>>()),
    /** The subject of the message; null if it was forgotten. */
    context: nullable(json<NonNullable<MessageView['context']>>()),
    /** Its file. Forgotten names and hashes are null. */
    media: nullable(json<MediaRow>()),
    /** Whether its bytes are stored; null if there is no file. */
    mediaState: nullable(text<'coming' | 'kept' | MediaFailure>()),
    ...namingColumns,
    ...toldColumns,
  },
  indexes: [
    '(company_id, conversation, position desc)',
    '(ticket_id, position desc)',
    '(company_id, conversation, position desc) where outreach',
    `(ticket_id, position desc) where media_state = 'kept'`,
  ],
  key: keysOf,
  begins: {
    MessageReceived: ({ type, data, meta }) => ({
      ...begun(data, meta, false),
      ...broughtBy(data),
      ...toldOf({ type, data, meta }),
      read: false,
      createdAt: writtenAt(data.sentAt, meta),
      authorId: data.authorId ?? null,
    }),
    MessageMirrored: ({ data, meta }) => ({
      ...begun(data, meta, true),
      ...broughtBy(data),
      ack: SENT,
      createdAt: writtenAt(data.sentAt, meta),
      fromPhone: true,
    }),
    MessageSent: ({ type, data, meta }) => ({
      ...begun(data, meta, true),
      ...toldOf({ type, data, meta }),
      userId: data.userId,
      automatic: data.origin === 'attendant' || data.origin === 'forward' ? null : data.origin,
      forwarded: data.origin === 'forward',
      signature: data.signature,
      quotedId: data.quotedId,
      clientId: data.clientId,
      ...cardsOf(data),
      waveform: data.waveform ?? null,
      ...(data.media && { media: data.media, mediaState: 'kept' as const }),
    }),
    MessageObserved: ({ data, meta }) => ({
      ...begun(data, meta, true),
      userId: data.userId,
      clientId: data.clientId,
      isObservation: true,
      ...naming(data.mentions),
    }),
    RatingGiven: begunByRating,
    RatingCommented: begunByRating,
    NumberChanged: ({ data, meta }) => ({
      ...begun({ ...data, body: '' }, meta, true),
      userId: data.userId,
      isObservation: true,
      notice: { kind: 'number-changed', from: data.from, to: data.to },
    }),
    OutreachSent: ({ data, meta }) => ({
      ...begun({ ...data, ticketId: data.lastTicketId }, meta, true),
      userId: data.userId,
      clientId: data.clientId,
      outreach: true,
      contactId: data.contactId,
      automatic: data.origin === 'schedule' || data.origin === 'api' || data.origin === 'campaign' ? data.origin : null,
      forwarded: data.origin === 'forward' || data.forwarded === true,
      line: data.line ?? null,
      ...cardsOf(data),
      ...(data.origin === 'phone' && { fromPhone: true, ack: SENT }),
      ...(data.media && { media: data.media, mediaState: 'kept' as const }),
    }),
    // A yes to a campaign's request, for which no ticket was opened.
    OutreachAnswered: ({ data: { answerId, body, contactId = null, lastTicketId = null, sentAt }, meta }) => ({
      ...begun({ messageId: answerId, ticketId: lastTicketId, body: body! }, meta, false),
      createdAt: writtenAt(sentAt, meta),
      outreach: true,
      contactId,
    }),
  },
  changes: {
    MessagesRead: (row) => (row.read ? row : { ...row, read: true }),
    MessageAcknowledged: (row, { data }) => (data.ack > row.ack ? { ...row, ack: data.ack, state: null, failure: null } : row),
    MessageFailed: (row, { data }) => failed(row, data),
    MessageUnsure: (row, { data }) => ({ ...row, state: 'unsure', failure: null, attempt: data.attempt }),
    MessageRetried: (row, { data }) => ({ ...row, state: null, failure: null, attempt: data.attempt }),
    MessageDeleted: (row) => ({ ...row, isDeleted: true }),
    MessageEdited: (row, { data, meta }) => ({ ...row, ...edited(row, data, meta) }),
    MessageFilled: (row, { data }) => ({ ...row, body: data.body, ...broughtBy(data) }),
    MessageRevoked: (row) => ({ ...row, isDeleted: true }),
    MessageReacted: (row, { data }) => ({ ...row, reactions: reacted(row.reactions, data) }),
    MessageDeletionFailed: (row) => ({ ...row, deleteFailed: true }),
    MediaStored: (row, { data }) => ({ ...row, media: data.media, mediaState: 'kept' }),
    MediaFailed: (row, { data }) => ({ ...row, mediaState: data.reason }),
    MediaRetried: (row) => ({ ...row, mediaState: 'coming' }),
    OutreachAcknowledged: (row, { data }) => (data.ack > row.ack ? { ...row, ack: data.ack, state: null, failure: null } : row),
    OutreachFailed: (row, { data }) => failed(row, data),
    OutreachUnsure: (row, { data }) => ({ ...row, state: 'unsure', failure: null, attempt: data.attempt }),
    OutreachRetried: (row, { data }) => ({ ...row, state: null, failure: null, attempt: data.attempt }),
    OutreachEdited: (row, { data, meta }) => ({ ...row, ...edited(row, data, meta) }),
    OutreachRevoked: (row) => ({ ...row, isDeleted: true }),
    OutreachReacted: (row, { data }) => ({ ...row, reactions: reacted(row.reactions, data) }),
    OutreachDeleted: (row) => ({ ...row, isDeleted: true }),
    OutreachDeletionFailed: (row) => ({ ...row, deleteFailed: true }),
  },
  sweeps: { ConversationForgotten: ({ meta }) => ({ where: rowsOf(meta), setOf: forgotten }) },
});
