import type { MessageView, PushFrame, Unread } from '@prosa/contracts';
import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Failure } from '../../../kernel/calls/api-error.ts';
import { isNewer } from '../../../kernel/calls/positions.ts';
import { plain } from '../../../kernel/lists/plain.ts';
import { liveFrame } from '../../../kernel/live/live.slice.ts';
import { unchangedById } from '../../../kernel/unchanged.ts';
import { again, isWorthRetrying } from '../../outbox/outgoing.ts';
import {
  atNewest,
  type Conversation,
  emptyConversation,
  foldMessages,
  keepingLines,
  type MessagePage,
  shownOf,
  withMessages,
  withNewer,
  withOlder,
  withPart,
} from './conversation.ts';
import { changed, type Outgoing, type Quote, withoutRecorded } from './outgoing.ts';

export type MessagesState = {
  /** By ticket; the most recently opened ones, the latest last. */
  conversations: Record<string, Conversation>;
  /** The ticket whose conversation is on the screen. */
  current: string | null;
  /** In the order of sending. */
  outbox: Outgoing[];
  /** The quote that a ticket's next message answers. */
  replies: Record<string, Quote>;
};

/** Where a further page is. */
export type Way = 'older' | 'newer';

/** Number of conversations kept in memory, to be shown at once when they are reopened. */
const KEPT = 20;

const initial: MessagesState = { conversations: {}, current: null, outbox: [], replies: {} };
type Case<Payload> = (state: MessagesState, payload: Payload) => MessagesState;
const on = <Payload>(change: Case<Payload>) =>
  plain<MessagesState, PayloadAction<Payload>>((state, { payload }) => change(state, payload));

const setConversation = (state: MessagesState, ticketId: string, conversation: Conversation): MessagesState => ({
  ...state,
  conversations: { ...state.conversations, [ticketId]: conversation },
  outbox: withoutRecorded(state.outbox, Object.values(conversation.live.byId)),
});

const changing = (state: MessagesState, ticketId: string, change: (known: Conversation) => Conversation): MessagesState => {
  const known = state.conversations[ticketId];
  return known ? setConversation(state, ticketId, change(known)) : state;
};

/**
 * Removes accepted messages whose position is not newer than an answer: the answer contains them, even if so many messages followed that
 * they are not shown.
 */
const withoutContained = (state: MessagesState, ticketId: string, answer: string | null): MessagesState => {
  const isContained = (one: Outgoing) =>
    one.ticketId === ticketId &&
    one.state === 'taken' &&
    one.position !== null &&
    answer !== null &&
    !isNewer(one.position, answer);
  return state.outbox.some(isContained) ? { ...state, outbox: state.outbox.filter((one) => !isContained(one)) } : state;
};

const slice = createSlice({
  name: 'messages',
  initialState: initial,
  reducers: {
    opened: on<string>((state, ticketId) => {
      const { [ticketId]: known = emptyConversation(), ...others } = state.conversations;
      const kept = Object.fromEntries(Object.entries(others).slice(1 - KEPT));
      const anew: Conversation = { ...known, part: null, opening: true, sought: null, unread: null };
      return { ...state, current: ticketId, conversations: { ...kept, [ticketId]: anew } };
    }),
    /** Restores what this device last stored; answers received meanwhile take precedence, an opening alone does not. */
    conversationsRestored: on<Record<string, Conversation>>((state, kept) => {
      const known = Object.entries(state.conversations).map(([ticketId, one]) => {
        const stored = one.live.asOf === null ? kept[ticketId] : undefined;
        return [ticketId, stored ? { ...stored, opening: one.opening, sought: one.sought } : one];
      });
      const all = Object.entries({ ...kept, ...(Object.fromEntries(known) as typeof kept) });
      // One that an earlier version stored lacks the fields that are new since.
      const conversations = Object.fromEntries(all.map(([id, one]) => [id, { ...emptyConversation(), ...one }]));
      return { ...state, conversations };
    }),
    closed: on<string>((state, ticketId) => {
      const left = patch(state, ticketId, { unread: null });
      return left.current === ticketId ? { ...left, current: null } : left;
    }),
    messagesAnswered: on<{ ticketId: string; pages: MessagePage[]; frames: PushFrame[] }>((state, { ticketId, pages, frames }) =>
      withoutContained(
        setConversation(
          state,
          ticketId,
          answeredAfter(state.conversations[ticketId], withMessages(ticketId, pages, frames), pages[0]?.unread ?? null),
        ),
        ticketId,
        pages[0]?.position ?? null,
      ),
    ),
    furtherLoading: on<{ ticketId: string; way: Way }>((state, { ticketId, way }) =>
      patch(state, ticketId, { status: way, failure: null }),
    ),
    furtherAnswered: on<{ ticketId: string; way: Way; page: MessagePage; frames: PushFrame[] }>(
      (state, { ticketId, way, page, frames }) => {
        const longer = way === 'older' ? withOlder : withNewer;
        return changing(state, ticketId, (known) => longer(known, ticketId, page, frames));
      },
    ),
    messagesFailed: on<{ ticketId: string; failure: Failure }>((state, { ticketId, failure }) =>
      patch(state, ticketId, { status: 'failed', failure, opening: false }),
    ),
    /** Scrolls to a message anywhere in the conversation; the messages around it are fetched if it is not loaded. */
    messageSought: on<{ ticketId: string; messageId: string }>((state, { ticketId, messageId }) => {
      const first = state.conversations[ticketId]?.opening === true;
      return patch(state, ticketId, { sought: { messageId, state: 'seeking', first } });
    }),
    /** The message is among those shown. */
    soughtFound: on<string>((state, ticketId) => seeking(state, ticketId, 'here')),
    /** The message could not be fetched, but may be later. */
    soughtAway: on<string>((state, ticketId) => seeking(state, ticketId, 'away')),
    /** The message was scrolled to, or cannot be. */
    seekEnded: on<string>((state, ticketId) => patch(state, ticketId, { sought: null })),
    partAnswered: on<{ ticketId: string; pages: MessagePage[]; frames: PushFrame[] }>((state, { ticketId, pages, frames }) =>
      changing(state, ticketId, (known) => withPart(known, ticketId, pages, frames)),
    ),
    newestShown: on<string>((state, ticketId) => toNewest(state, ticketId)),
    sendAsked: on<Outgoing>((state, outgoing) => {
      const { [outgoing.ticketId]: _, ...replies } = state.replies;
      const outbox = [...state.outbox, outgoing];
      if (outgoing.tags) return { ...state, outbox };
      const shown = toNewest(state, outgoing.ticketId);
      return outgoing.isObservation ? { ...shown, outbox } : { ...shown, outbox, replies };
    }),
    /**
     * The outbox of this device, of all tabs. A message of this tab that is not in it was sent or withdrawn in another tab, unless this tab
     * has yet to store it (`unqueued`) or knows that it was accepted.
     */
    outboxRead: on<{ waiting: Outgoing[]; unqueued: readonly string[] }>((state, { waiting, unqueued }) => {
      const known = new Map(state.outbox.map((one) => [one.key, one]));
      const rows = new Set(waiting.map(({ key }) => key));
      const isTaken = (key: string) => known.get(key)?.state === 'taken';
      const records = Object.values(state.conversations).flatMap(({ live }) => Object.values(live.byId));
      const outbox = [
        ...state.outbox.filter(({ key }) => isTaken(key)),
        ...waiting.filter(({ key }) => !isTaken(key)).map((one) => ({ ...one, part: known.get(one.key)?.part })),
        ...state.outbox.filter(({ key }) => !rows.has(key) && unqueued.includes(key)),
      ];
      return { ...state, outbox: withoutRecorded(outbox, records) };
    }),
    /** The message is being sent: until there is an answer, its outcome is unknown. */
    sendTried: on<string>((state, key) => ({
      ...state,
      outbox: changed(state.outbox, key, { isUsed: true, isUnknown: true, part: undefined }),
    })),
    /** Part of its file that was uploaded. */
    sendAdvanced: on<{ key: string; part: number | undefined }>((state, { key, part }) => ({
      ...state,
      outbox: changed(state.outbox, key, { part }),
    })),
    /** Prosa has stored its file. */
    sendUploaded: on<{ key: string; mediaId: string }>((state, { key, mediaId }) => ({
      ...state,
      outbox: state.outbox.map((one) =>
        one.key === key && one.file ? { ...one, part: undefined, file: { ...one.file, mediaId } } : one,
      ),
    })),
    sendTaken: on<{ key: string; position: string | null }>((state, { key, position }) => {
      const outbox = changed(state.outbox, key, { state: 'taken', position, failure: null });
      const taken = { ...state, outbox: outbox.filter((one) => !(one.tags && one.key === key)) };
      const { ticketId } = taken.outbox.find((one) => one.key === key) ?? {};
      // A message sent before a reload may already be in an answer.
      return ticketId ? withoutContained(taken, ticketId, taken.conversations[ticketId]?.live.asOf ?? null) : taken;
    }),
    sendFailed: on<{ key: string; failure: Failure }>((state, { key, failure }) => ({
      ...state,
      outbox: changed(state.outbox, key, { state: 'failed', failure, part: undefined, isUnknown: isWorthRetrying(failure) }),
    })),
    sendRetried: on<string>((state, key) => ({
      ...state,
      outbox: state.outbox.map((one) => (one.key === key ? again(one) : one)),
    })),
    sendDropped: on<string>((state, key) => ({ ...state, outbox: state.outbox.filter((one) => one.key !== key) })),
    replyChosen: on<{ ticketId: string; quote: Quote | null }>((state, { ticketId, quote }) => {
      const { [ticketId]: _, ...replies } = state.replies;
      return { ...state, replies: quote ? { ...replies, [ticketId]: quote } : replies };
    }),
  },
  extraReducers: (builder) =>
    builder.addCase(
      liveFrame,
      plain<MessagesState, PayloadAction<PushFrame>>((state, { payload }) => foldAll(state, payload)),
    ),
});

const patch = (state: MessagesState, ticketId: string, change: Partial<Conversation>): MessagesState => {
  const known = state.conversations[ticketId];
  return known ? { ...state, conversations: { ...state.conversations, [ticketId]: { ...known, ...change } } } : state;
};

/** Fetching the newest messages keeps the part that the user reads, and the objects of unchanged records. */
const answeredAfter = (known: Conversation | undefined, fresh: Conversation, told: Unread | null): Conversation => {
  if (!known) return fresh;
  const byId = unchangedById(known.live.byId, fresh.live.byId);
  const { part, sought, unread: before } = known;
  const unread = !known.opening ? before : sought ? null : told;
  return keepingLines({ ...fresh, live: { ...fresh.live, byId }, part, sought, unread }, known);
};

const seeking = (state: MessagesState, ticketId: string, now: 'here' | 'away'): MessagesState => {
  const sought = state.conversations[ticketId]?.sought;
  return sought ? patch(state, ticketId, { sought: { ...sought, state: now } }) : state;
};

const toNewest = (state: MessagesState, ticketId: string): MessagesState => {
  const known = state.conversations[ticketId];
  return known?.part ? patch(state, ticketId, { ...atNewest(known), status: 'ready' }) : state;
};

const foldAll = (state: MessagesState, frame: PushFrame): MessagesState => {
  let conversations = state.conversations;
  for (const [ticketId, before] of Object.entries(state.conversations)) {
    const after = foldMessages(before, ticketId, frame);
    if (after !== before) conversations = { ...conversations, [ticketId]: after };
  }
  // Only if the record is shown: a bubble disappears only when its record replaces it.
  const records = Object.values(conversations).flatMap(({ live }) => live.byId[String(frame.record.id)] ?? []);
  const outbox = frame.channel === 'appMessage' ? withoutRecorded(state.outbox, records) : state.outbox;
  return conversations === state.conversations && outbox === state.outbox ? state : { ...state, conversations, outbox };
};

export const {
  opened,
  conversationsRestored,
  closed,
  messagesAnswered,
  furtherLoading,
  furtherAnswered,
  messagesFailed,
  messageSought,
  soughtFound,
  soughtAway,
  seekEnded,
  partAnswered,
  newestShown,
  outboxRead,
  sendAdvanced,
  sendAsked,
  sendTaken,
  sendTried,
  sendUploaded,
  sendFailed,
  sendRetried,
  sendDropped,
  replyChosen,
} = slice.actions;
export const messagesSlice = slice;
/** Edits a message that waits or was refused. */
export const sendEdited = createAction<{ key: string; body: string }>('messages/sendEdited');
export const messagesReducer = slice.reducer;

export type WithMessages = { messages: MessagesState };
export const selectConversation =
  (ticketId: string) =>
  (state: WithMessages): Conversation | undefined =>
    state.messages.conversations[ticketId];
export const selectCurrent = (state: WithMessages): string | null => state.messages.current;
export const selectOutbox = (state: WithMessages): Outgoing[] => state.messages.outbox;
/** Number of messages that Prosa has not accepted: being sent, or failed. */
export const selectUnsentCount = (state: WithMessages): number =>
  state.messages.outbox.filter((one) => one.state !== 'taken').length;
export const selectReply =
  (ticketId: string) =>
  (state: WithMessages): Quote | null =>
    state.messages.replies[ticketId] ?? null;

const inOrder = (() => {
  /** By the records: their order follows from them. */
  const made = new WeakMap<Conversation['live']['byId'], MessageView[]>();
  return ({ byId, ids }: Conversation['live']): MessageView[] => {
    const known = made.get(byId) ?? ids.map((id) => byId[id]!);
    made.set(byId, known);
    return known;
  };
})();

/** The messages up to the newest, in order; the same array while they are unchanged. */
export const messagesOf = ({ live }: Conversation): MessageView[] => inOrder(live);
/** The messages shown: those of the part, if there is one. */
export const shownMessagesOf = (conversation: Conversation): MessageView[] => inOrder(shownOf(conversation));
