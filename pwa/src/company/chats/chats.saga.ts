import { type ChatMessageOwn, chatRoutes, type Me } from '@prosa/contracts';
import type { SagaIterator, Task } from 'redux-saga';
import { call, delay, fork, join, put, race, select, take, takeEvery, takeLatest, takeLeading } from 'redux-saga/effects';
import { isWorthRetrying } from '../../desk/outbox/outgoing.ts';
import { failureOf } from '../../kernel/calls/api-error.ts';
import { api } from '../../kernel/calls/client.ts';
import { sendForm } from '../../kernel/calls/send-form.ts';
import { fetchLive } from '../../kernel/live/live.saga.ts';
import { liveFrame, liveWelcomed, refetchOf } from '../../kernel/live/live.slice.ts';
import { selectMe } from '../../people/sessions/sessions.slice.ts';
import { changeChat, createChat, deleteChat, readChat } from './chats.commands.ts';
import { chatFiles } from './chats.files.ts';
import {
  type ChatOutgoing,
  chatOpened,
  chatRefreshed,
  chatSendAsked,
  chatSendDropped,
  chatSendFailed,
  chatSendRetried,
  chatSendTaken,
  chats,
  markOf,
  messagesAnswered,
  messagesFailed,
  olderWanted,
  selectThread,
  unreadPushed,
} from './chats.slice.ts';

const AGAIN_MS = 5_000;
/** Uploading may take long; a connection that is stuck does not. */
const UPLOAD_MS = 15 * 60_000;

/** Runs what the drawer and the top bar need of chats, from the first screen on. */
export function* watchChats(): SagaIterator {
  yield takeEvery(isOfChat, markPushed);
  yield fork(chats.saga);
  yield put(chats.wanted());
}

const isOfChat = (action: { type: string }): boolean => liveFrame.match(action) && action.payload.channel === 'chat';

function* markPushed({ payload }: ReturnType<typeof liveFrame>): SagaIterator {
  const me: Me | null = yield select(selectMe);
  yield put(unreadPushed(markOf(payload, me?.id)));
}

/** Runs what the screen of chats needs. */
export function* watchThread(): SagaIterator {
  for (const { saga } of [createChat, changeChat, deleteChat, readChat]) yield fork(saga);
  yield takeLatest([chatOpened, chatRefreshed, refetchOf('chat-message', 'user', 'chat')], fetchNewest);
  yield takeLeading(olderWanted, fetchOlder);
  yield takeEvery(liveWelcomed, retryFailed);
  yield fork(sendInTurn);
}

function* fetchNewest(): SagaIterator {
  yield call(fetchPage, undefined);
}

function* fetchOlder(): SagaIterator {
  const { status, live }: ReturnType<typeof selectThread> = yield select(selectThread);
  if (status === 'older') yield call(fetchPage, live.ids.at(-1));
}

function* retryFailed(): SagaIterator {
  const { status }: ReturnType<typeof selectThread> = yield select(selectThread);
  if (status === 'failed') yield put(chatRefreshed());
}

/** `before`: the message before which the page ends; the newest page without it. */
function* fetchPage(before: string | undefined): SagaIterator {
  const { chatId }: ReturnType<typeof selectThread> = yield select(selectThread);
  if (chatId === null) return;
  const route = chatRoutes.messages;
  try {
    const request = { params: { id: chatId }, query: before === undefined ? {} : { before } };
    const { data, position, frames } = yield call(fetchLive<typeof route>, route, request);
    yield put(messagesAnswered({ chatId, isOlder: before !== undefined, ...data, position, frames }));
  } catch (error) {
    yield put(messagesFailed({ chatId, failure: failureOf(error) }));
  }
}

/** The messages of a chat leave one after another; those of another one do not wait for them. */
function* sendInTurn(): SagaIterator {
  const lanes = new Map<string, Task>();
  while (true) {
    const action: ReturnType<typeof chatSendAsked | typeof chatSendRetried> = yield take([chatSendAsked, chatSendRetried]);
    const { outgoing }: ReturnType<typeof selectThread> = yield select(selectThread);
    const key = chatSendAsked.match(action) ? action.payload.key : action.payload;
    const one = outgoing.find((of) => of.key === key);
    if (!one) continue;
    const before = lanes.get(one.chatId);
    const task: Task = yield fork(function* (): SagaIterator {
      if (before?.isRunning()) yield join(before);
      yield race({ sent: call(deliver, one), dropped: take(isDropOf(key)) });
    });
    lanes.set(one.chatId, task);
  }
}

const isDropOf = (key: string) => (action: { type: string; payload?: unknown }) =>
  chatSendDropped.match(action) && action.payload === key;

/** Sends until Prosa has it or refuses it: without an answer the same key is sent again, which posts nothing twice. */
function* deliver(outgoing: ChatOutgoing): SagaIterator {
  const { key } = outgoing;
  for (;;) {
    try {
      yield call(send, outgoing);
      chatFiles.delete(key);
      yield put(chatSendTaken(key));
      return;
    } catch (error) {
      const failure = failureOf(error);
      if (!isWorthRetrying(failure)) {
        yield put(chatSendFailed({ key, failure }));
        return;
      }
      yield race({ again: delay(AGAIN_MS), back: take(liveWelcomed) });
    }
  }
}

const send = async ({ key, chatId, message }: ChatOutgoing): Promise<void> => {
  const files = chatFiles.get(key) ?? [];
  if (files.length === 0) {
    await api.call(chatRoutes.post, { params: { id: chatId }, body: { message }, idempotencyKey: key });
    return;
  }
  const form = new FormData();
  form.append('body', message);
  form.append('fromMe', 'true');
  for (const file of files) form.append('medias', file, file.name);
  await sendForm<ChatMessageOwn>({ method: 'POST', path: `/chats/${chatId}/messages`, form, key, timeoutMs: UPLOAD_MS });
};
