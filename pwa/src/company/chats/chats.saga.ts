import { type ChatMessageOwn, chatRoutes, type Me } from '@prosa/contracts';
import type { SagaIterator, Task } from 'redux-saga';
import { call, delay, fork, join, put, race, select, take, takeEvery } from 'redux-saga/effects';
import { isWorthRetrying } from '../../desk/outbox/outgoing.ts';
import { failureOf } from '../../kernel/calls/api-error.ts';
import { api } from '../../kernel/calls/client.ts';
import { sendForm } from '../../kernel/calls/send-form.ts';
import { liveFrame, liveWelcomed } from '../../kernel/live/live.slice.ts';
import { selectMay, selectMe, userChanged } from '../../people/sessions/sessions.slice.ts';
import { changeChat, createChat, deleteChat, readChat } from './chats.commands.ts';
import { chatFiles } from './chats.files.ts';
import {
  type ChatOutgoing,
  chatMessages,
  chatSendAsked,
  chatSendDropped,
  chatSendFailed,
  chatSendRetried,
  chatSendTaken,
  chats,
  markOf,
  selectOutgoing,
  unreadPushed,
} from './chats.slice.ts';

const AGAIN_MS = 5_000;
/** Uploading may take long; a connection that is stuck does not. */
const UPLOAD_MS = 15 * 60_000;

/** Runs what the drawer and the top bar need of chats, from the first screen on. */
export function* watchChats(): SagaIterator {
  while (!(yield select(selectMay('chats:write')))) yield take(userChanged);
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
  yield fork(chatMessages.saga);
  yield fork(sendInTurn);
}

/** The messages of a chat leave one after another; those of another one do not wait for them. */
function* sendInTurn(): SagaIterator {
  const lanes = new Map<string, Task>();
  while (true) {
    const action: ReturnType<typeof chatSendAsked | typeof chatSendRetried> = yield take([chatSendAsked, chatSendRetried]);
    const outgoing: ChatOutgoing[] = yield select(selectOutgoing);
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
      yield put(chatSendTaken({ key, isDone: yield select(isDone(outgoing)) }));
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

/** Whether its record is shown, or another chat is. */
const isDone =
  ({ key, chatId }: ChatOutgoing) =>
  (state: unknown): boolean =>
    chatMessages.selectState(state).filter !== chatId || chatMessages.selectAll(state).some(({ clientId }) => clientId === key);

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
