import {
  type ChatMessageView,
  type ChatView,
  chatEmbeds,
  chatMessageEmbeds,
  chatRoutes,
  type Me,
  type PushFrame,
} from '@prosa/contracts';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { SagaIterator } from 'redux-saga';
import { put, select } from 'redux-saga/effects';
import type { Failure } from '../../kernel/calls/api-error.ts';
import type { ListPage } from '../../kernel/lists/collection.ts';
import { liveCollection } from '../../kernel/lists/live-collection.ts';
import { answered, applyFrame, emptyList, type LiveList, type Page } from '../../kernel/lists/live-list.ts';
import { createLookup } from '../../kernel/lists/lookup.ts';
import { plain } from '../../kernel/lists/plain.ts';
import { frames as recent } from '../../kernel/live/live.saga.ts';
import { liveFrame } from '../../kernel/live/live.slice.ts';
import { selectMe } from '../../people/sessions/sessions.slice.ts';

/** The user's chats, the one with the newest message first, as far as they are loaded. */
export const chats = createLookup({
  name: 'chats',
  channel: 'chat',
  route: chatRoutes.list,
  paged: true,
  recordsOf: ({ records }) => records,
  compare: (a: ChatView, b: ChatView) =>
    a.updatedAt === b.updatedAt ? (a.id < b.id ? 1 : -1) : a.updatedAt < b.updatedAt ? 1 : -1,
  embeds: chatEmbeds,
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

/** The messages of the shown chat, newest first: older pages are added at the end. The filter is the chat's id. */
export const chatMessages = liveCollection({
  name: 'chatMessages',
  channel: 'chat-message',
  route: chatRoutes.messages,
  page: 'before',
  filter: '',
  request: (chatId) => ({ params: { id: chatId } }),
  recordsOf: ({ records }) => records,
  belongs: (chatId, message: ChatMessageView) => message.chatId === chatId,
  compare: (a: ChatMessageView, b: ChatMessageView) => b.seq - a.seq,
  embeds: chatMessageEmbeds,
  follows: ['chat'],
});

const changed = (all: ChatOutgoing[], key: string, changes: Partial<ChatOutgoing>): ChatOutgoing[] =>
  all.map((one) => (one.key === key ? { ...one, ...changes } : one));
const without = (all: ChatOutgoing[], isGone: (one: ChatOutgoing) => boolean): ChatOutgoing[] =>
  all.some(isGone) ? all.filter((one) => !isGone(one)) : all;
/** Without those that Prosa has and that are on a page. */
const withoutRecorded = (all: ChatOutgoing[], pages: ListPage<ChatMessageView>[]): ChatOutgoing[] => {
  const recorded = new Set(pages.flatMap(({ records }) => records.map(({ clientId }) => clientId)));
  return without(all, ({ key, state }) => state === 'taken' && recorded.has(key));
};
const on = <Payload>(change: (all: ChatOutgoing[], payload: Payload) => ChatOutgoing[]) =>
  plain<ChatOutgoing[], PayloadAction<Payload>>((all, { payload }) => change(all, payload));

/** What the user sends in chats, in that order. */
export const chatOutbox = createSlice({
  name: 'chatOutbox',
  initialState: [] as ChatOutgoing[],
  reducers: {
    chatSendAsked: on<ChatOutgoing>((all, outgoing) => [...all, outgoing]),
    /** Prosa has it. Its record follows, unless it is here already (`isDone`), or another chat is shown by now. */
    chatSendTaken: on<{ key: string; isDone: boolean }>((all, { key, isDone }) =>
      isDone ? without(all, (one) => one.key === key) : changed(all, key, { state: 'taken', failure: null }),
    ),
    chatSendFailed: on<{ key: string; failure: Failure }>((all, { key, failure }) =>
      changed(all, key, { state: 'failed', failure }),
    ),
    chatSendRetried: on<string>((all, key) => changed(all, key, { state: 'waiting', failure: null })),
    chatSendDropped: on<string>((all, key) => without(all, (one) => one.key === key)),
  },
  extraReducers: (builder) =>
    builder
      .addCase(
        liveFrame,
        on<PushFrame>((all, { channel, record }) =>
          channel === 'chat-message' ? without(all, ({ key }) => key === record.clientId) : all,
        ),
      )
      .addCase(
        chatMessages.answered,
        on<{ pages: ListPage<ChatMessageView>[] }>((all, { pages }) => withoutRecorded(all, pages)),
      )
      .addCase(
        chatMessages.moreAnswered,
        on<{ page: ListPage<ChatMessageView> }>((all, { page }) => withoutRecorded(all, [page])),
      ),
});
export const { chatSendAsked, chatSendTaken, chatSendFailed, chatSendRetried, chatSendDropped } = chatOutbox.actions;
export const selectOutgoing = (state: unknown): ChatOutgoing[] => (state as { chatOutbox: ChatOutgoing[] }).chatOutbox;

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
