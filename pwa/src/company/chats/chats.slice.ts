import {
  type ChatMessageView,
  type ChatView,
  chatEmbeds,
  chatMessageEmbeds,
  chatRoutes,
  type Embeds,
  embedded,
  type Me,
  type PushFrame,
  pushedBy,
} from '@prosa/contracts';
import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { SagaIterator } from 'redux-saga';
import { put, select } from 'redux-saga/effects';
import type { Failure } from '../../kernel/calls/api-error.ts';
import { isNewer } from '../../kernel/calls/positions.ts';
import { answered, applyFrame, continued, emptyList, type LiveList, type Page } from '../../kernel/lists/live-list.ts';
import { createLookup } from '../../kernel/lists/lookup.ts';
import { plain } from '../../kernel/lists/plain.ts';
import { frames as recent } from '../../kernel/live/live.saga.ts';
import { liveFrame } from '../../kernel/live/live.slice.ts';
import { selectMe } from '../../people/sessions/sessions.slice.ts';

/** Applies pushes of records embedded in those of a list. */
const renamed =
  <Item extends { id: string }>(embeds: Embeds<Item>) =>
  (list: LiveList<Item>, frame: PushFrame): LiveList<Item> => {
    const pushed = pushedBy(frame);
    if (!pushed || !embeds[pushed.channel]) return list;
    let { byId } = list;
    for (const item of Object.values(list.byId)) {
      const after = embedded(embeds, item, pushed);
      if (after !== item && isNewer(frame.position, list.at[item.id])) byId = { ...byId, [item.id]: after };
    }
    return byId === list.byId ? list : { ...list, byId };
  };

/** The user's chats, the one with the newest message first, as far as they are loaded. */
export const chats = createLookup({
  name: 'chats',
  channel: 'chat',
  route: chatRoutes.list,
  paged: true,
  recordsOf: ({ records }) => records,
  compare: (a: ChatView, b: ChatView) =>
    a.updatedAt === b.updatedAt ? (a.id < b.id ? 1 : -1) : a.updatedAt < b.updatedAt ? 1 : -1,
  embeds: renamed(chatEmbeds),
  onAnswer: function* ({ data: { unread }, position }): SagaIterator {
    const me: Me | null = yield select(selectMe);
    const marks = (recent.since(position) ?? []).map((frame) => markOf(frame, me?.id));
    yield put(unreadAnswered({ records: unread.map((id) => ({ id, isUnread: true })), hasMore: false, position, frames: marks }));
  },
});

/** How many messages of a chat a user has not read. */
export const unreadOf = ({ users }: ChatView, userId: string | undefined): number =>
  users.find((one) => one.userId === userId)?.unreads ?? 0;

/** A message that no record shows yet. The bytes of its files are in `chats.files.ts`. */
export type ChatOutgoing = {
  /** The Idempotency-Key, and the record's `clientId`. */
  key: string;
  chatId: string;
  message: string;
  files: string[];
  createdAt: string;
  state: 'waiting' | 'taken' | 'failed';
  failure: Failure | null;
};

export type ChatThread = {
  /** The chat that is shown. */
  chatId: string | null;
  status: 'loading' | 'ready' | 'older' | 'failed';
  failure: Failure | null;
  /** Newest first: older pages are added at the end. */
  live: LiveList<ChatMessageView>;
  outgoing: ChatOutgoing[];
};

const nothing: ChatThread = { chatId: null, status: 'loading', failure: null, live: emptyList(), outgoing: [] };

const rulesOf = (chatId: string | null) => ({
  channel: 'chat-message' as const,
  belongs: (message: ChatMessageView) => message.chatId === chatId,
  compare: (a: ChatMessageView, b: ChatMessageView) => b.seq - a.seq,
});
const rename = renamed(chatMessageEmbeds);

const fold = (state: ChatThread, frame: PushFrame): ChatThread => {
  const live = rename(applyFrame(rulesOf(state.chatId), state.live, frame), frame);
  const { clientId } = frame.channel === 'chat-message' ? (frame.record as Partial<ChatMessageView>) : {};
  const outgoing = clientId ? state.outgoing.filter(({ key }) => key !== clientId) : state.outgoing;
  return live === state.live && outgoing.length === state.outgoing.length ? state : { ...state, live, outgoing };
};
const changed = (state: ChatThread, key: string, changes: Partial<ChatOutgoing>): ChatThread => ({
  ...state,
  outgoing: state.outgoing.map((one) => (one.key === key ? { ...one, ...changes } : one)),
});

const slice = createSlice({
  name: 'chatThread',
  initialState: nothing,
  reducers: {
    chatOpened: plain<ChatThread, PayloadAction<string>>((state, { payload }) =>
      state.chatId === payload ? state : { ...nothing, outgoing: state.outgoing, chatId: payload },
    ),
    /** `isOlder`: a further page. */
    messagesAnswered: plain<ChatThread, PayloadAction<{ chatId: string; isOlder: boolean } & Page<ChatMessageView>>>(
      (state, { payload: { chatId, isOlder, frames, records, ...page } }) => {
        if (chatId !== state.chatId) return state;
        const rules = rulesOf(chatId);
        const told = { ...page, records: records.toReversed(), frames: [] };
        const live = isOlder ? continued(rules, state.live, told) : answered(rules, told);
        const known = new Set(records.map(({ clientId }) => clientId));
        const outgoing = state.outgoing.filter(({ key, state }) => state !== 'taken' || !known.has(key));
        return frames.reduce(fold, { ...state, status: 'ready', failure: null, live, outgoing } as ChatThread);
      },
    ),
    messagesFailed: plain<ChatThread, PayloadAction<{ chatId: string; failure: Failure }>>((state, { payload }) =>
      payload.chatId === state.chatId ? { ...state, status: 'failed', failure: payload.failure } : state,
    ),
    olderWanted: plain<ChatThread, PayloadAction<undefined>>((state) =>
      state.status === 'ready' && state.live.hasMore ? { ...state, status: 'older' } : state,
    ),
    chatSendAsked: plain<ChatThread, PayloadAction<ChatOutgoing>>((state, { payload }) => ({
      ...state,
      outgoing: [...state.outgoing, payload],
    })),
    /** Prosa has it; its record follows, unless another chat is shown by now, or it is here already. */
    chatSendTaken: plain<ChatThread, PayloadAction<string>>((state, { payload: key }) => {
      const one = state.outgoing.find((outgoing) => outgoing.key === key);
      if (!one) return state;
      const isHere = one.chatId !== state.chatId || Object.values(state.live.byId).some(({ clientId }) => clientId === key);
      if (!isHere) return changed(state, key, { state: 'taken', failure: null });
      return { ...state, outgoing: state.outgoing.filter((outgoing) => outgoing.key !== key) };
    }),
    chatSendFailed: plain<ChatThread, PayloadAction<{ key: string; failure: Failure }>>((state, { payload: { key, failure } }) =>
      changed(state, key, { state: 'failed', failure }),
    ),
    chatSendRetried: plain<ChatThread, PayloadAction<string>>((state, { payload: key }) =>
      changed(state, key, { state: 'waiting', failure: null }),
    ),
    chatSendDropped: plain<ChatThread, PayloadAction<string>>((state, { payload: key }) => ({
      ...state,
      outgoing: state.outgoing.filter((one) => one.key !== key),
    })),
  },
  extraReducers: (builder) =>
    builder.addCase(
      liveFrame,
      plain<ChatThread, PayloadAction<PushFrame>>((state, { payload }) => fold(state, payload)),
    ),
});

export const chatThread = slice;
export const {
  chatOpened,
  messagesAnswered,
  messagesFailed,
  olderWanted,
  chatSendAsked,
  chatSendTaken,
  chatSendFailed,
  chatSendRetried,
  chatSendDropped,
} = slice.actions;
/** Fetches the shown chat's newest messages again. */
export const chatRefreshed = createAction('chatThread/refreshed');
export type WithThread = { chatThread: ChatThread };
export const selectThread = (state: WithThread): ChatThread => state.chatThread;

type Mark = { id: string; isUnread: boolean };
const unreadRules = { channel: 'chat' as const, belongs: ({ isUnread }: Mark) => isUnread };

/** Which of the user's chats are unread: of all of them, also of those that are not loaded. */
export const unreadChats = createSlice({
  name: 'unreadChats',
  initialState: emptyList<Mark>(),
  reducers: {
    unreadAnswered: plain<LiveList<Mark>, PayloadAction<Page<Mark>>>((_, { payload }) => answered(unreadRules, payload)),
    /** A push with a mark as its record. */
    unreadPushed: plain<LiveList<Mark>, PayloadAction<PushFrame>>((list, { payload }) => applyFrame(unreadRules, list, payload)),
  },
});
export const { unreadAnswered, unreadPushed } = unreadChats.actions;

/** The push of a chat, with its mark as the record; one without the members says nothing of it. */
export const markOf = (frame: PushFrame, userId: string | undefined): PushFrame => {
  const chat = frame.record as Partial<ChatView> & { id: string };
  if (frame.channel !== 'chat' || frame.action === 'delete' || !chat.users) return frame;
  return { ...frame, record: { id: chat.id, isUnread: unreadOf(chat as ChatView, userId) > 0 } satisfies Mark };
};

/** In how many chats the user has unread messages. */
export const selectUnread = (state: unknown): number => (state as { unreadChats: LiveList<Mark> }).unreadChats.ids.length;
/** Whether the user has unread messages in any chat. */
export const selectIsUnread = (state: unknown): boolean => selectUnread(state) > 0;
