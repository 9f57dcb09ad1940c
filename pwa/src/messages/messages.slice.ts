import type { MessageView, PushFrame } from '@prosa/contracts';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Failure } from '../kernel/api-error.ts';
import { liveFrame } from '../kernel/live.slice.ts';
import { plain } from '../kernel/plain.ts';
import { isNewer } from '../kernel/positions.ts';
import { type Conversation, emptyConversation, foldMessages, type MessagePage, withMessages, withOlder } from './conversation.ts';
import { changed, type Outgoing, type Quote, withoutRecorded } from './outgoing.ts';

export type MessagesState = {
  /** By ticket; the last ones opened, the newest last. */
  conversations: Record<string, Conversation>;
  /** The ticket whose conversation is on the screen. */
  current: string | null;
  /** In the order in which they were sent. */
  outbox: Outgoing[];
  /** What the next message of a ticket answers. */
  replies: Record<string, Quote>;
};

/** So many conversations are kept to be shown at once when they are opened again. */
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

/** What an answer contains that is no older needs no bubble of its own, even where so much came after it that it is not shown. */
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
      return { ...state, current: ticketId, conversations: { ...kept, [ticketId]: known } };
    }),
    /** As this device last saw them: what a server has answered meanwhile holds. */
    conversationsRestored: on<Record<string, Conversation>>((state, kept) => ({
      ...state,
      conversations: { ...kept, ...state.conversations },
    })),
    closed: on<string>((state, ticketId) => (state.current === ticketId ? { ...state, current: null } : state)),
    messagesAnswered: on<{ ticketId: string; pages: MessagePage[]; frames: PushFrame[] }>((state, { ticketId, pages, frames }) =>
      withoutContained(
        setConversation(state, ticketId, withMessages(ticketId, pages, frames)),
        ticketId,
        pages[0]?.position ?? null,
      ),
    ),
    olderLoading: on<string>((state, ticketId) => patch(state, ticketId, { status: 'older', failure: null })),
    olderAnswered: on<{ ticketId: string; page: MessagePage; frames: PushFrame[] }>((state, { ticketId, page, frames }) => {
      const known = state.conversations[ticketId];
      return known ? setConversation(state, ticketId, withOlder(known, ticketId, page, frames)) : state;
    }),
    messagesFailed: on<{ ticketId: string; failure: Failure }>((state, { ticketId, failure }) =>
      patch(state, ticketId, { status: 'failed', failure }),
    ),
    sendAsked: on<Outgoing>((state, outgoing) => {
      const { [outgoing.ticketId]: _, ...replies } = state.replies;
      return { ...state, outbox: [...state.outbox, outgoing], replies };
    }),
    /** What this tab had not sent when it went: to be sent now, before what was written since. */
    outboxRestored: on<Outgoing[]>((state, outgoings) => {
      const known = new Set(state.outbox.map(({ key }) => key));
      return { ...state, outbox: [...outgoings.filter(({ key }) => !known.has(key)), ...state.outbox] };
    }),
    sendTaken: on<{ key: string; position: string | null }>((state, { key, position }) => {
      const taken = { ...state, outbox: changed(state.outbox, key, { state: 'taken', position, failure: null }) };
      const { ticketId } = taken.outbox.find((one) => one.key === key) ?? {};
      // One that was sent before a reload is known to an answer already.
      return ticketId ? withoutContained(taken, ticketId, taken.conversations[ticketId]?.live.asOf ?? null) : taken;
    }),
    sendFailed: on<{ key: string; failure: Failure }>((state, { key, failure }) => ({
      ...state,
      outbox: changed(state.outbox, key, { state: 'failed', failure }),
    })),
    sendRetried: on<string>((state, key) => ({
      ...state,
      outbox: changed(state.outbox, key, { state: 'waiting', failure: null }),
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

const foldAll = (state: MessagesState, frame: PushFrame): MessagesState => {
  let conversations = state.conversations;
  for (const [ticketId, before] of Object.entries(state.conversations)) {
    const after = foldMessages(before, ticketId, frame);
    if (after !== before) conversations = { ...conversations, [ticketId]: after };
  }
  // Only where the record is shown: a bubble never goes before its record stands in its place.
  const records = Object.values(conversations).flatMap(({ live }) => live.byId[String(frame.record.id)] ?? []);
  const outbox = frame.channel === 'appMessage' ? withoutRecorded(state.outbox, records) : state.outbox;
  return conversations === state.conversations && outbox === state.outbox ? state : { ...state, conversations, outbox };
};

export const {
  opened,
  conversationsRestored,
  closed,
  messagesAnswered,
  olderLoading,
  olderAnswered,
  messagesFailed,
  outboxRestored,
  sendAsked,
  sendTaken,
  sendFailed,
  sendRetried,
  sendDropped,
  replyChosen,
} = slice.actions;
export const messagesSlice = slice;
export const messagesReducer = slice.reducer;

export type WithMessages = { messages: MessagesState };
export const selectConversation =
  (ticketId: string) =>
  (state: WithMessages): Conversation | undefined =>
    state.messages.conversations[ticketId];
export const selectCurrent = (state: WithMessages): string | null => state.messages.current;
export const selectOutbox = (state: WithMessages): Outgoing[] => state.messages.outbox;
/** What Prosa has not taken: on its way, or failed. */
export const selectUnsentCount = (state: WithMessages): number =>
  state.messages.outbox.filter((one) => one.state !== 'taken').length;
export const selectReply =
  (ticketId: string) =>
  (state: WithMessages): Quote | null =>
    state.messages.replies[ticketId] ?? null;

/** Messages in order; the same array while they are the same. */
export const messagesOf = (() => {
  const made = new WeakMap<Conversation, MessageView[]>();
  return (conversation: Conversation): MessageView[] => {
    const known = made.get(conversation) ?? conversation.live.ids.map((id) => conversation.live.byId[id]!);
    made.set(conversation, known);
    return known;
  };
})();
