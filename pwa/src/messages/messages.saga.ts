import { messageEmbeds, messageRoutes, type PushChannel } from '@prosa/contracts';
import { createAction } from '@reduxjs/toolkit';
import type { SagaIterator } from 'redux-saga';
import { call, cancelled, delay, fork, put, select, take, takeEvery, takeLatest } from 'redux-saga/effects';
import { failureOf } from '../kernel/api-error.ts';
import { fetchLive, frames } from '../kernel/live.saga.ts';
import { liveFrame, liveJoin, liveLeave, liveWelcomed, refetchOf } from '../kernel/live.slice.ts';
import { failureShown } from '../kernel/toasts.slice.ts';
import { type SessionState, selectSession } from '../sessions/sessions.slice.ts';
import type { Conversation, MessagePage } from './conversation.ts';
import { goToMessage } from './go-to-message.ts';
import { forgetKept } from './kept.ts';
import { deleteMessage, retryMessage, sendMessage } from './messages.commands.ts';
import {
  closed,
  messagesAnswered,
  messagesFailed,
  olderAnswered,
  olderLoading,
  opened,
  selectConversation,
  selectCurrent,
} from './messages.slice.ts';
import { watchSending } from './sending.saga.ts';

/** The conversation was scrolled near its top. */
export const olderWanted = createAction<string>('messages/olderWanted');
/** A message that is quoted but not loaded: fetch down to it and go there. */
export const messageSought = createAction<{ ticketId: string; messageId: string }>('messages/sought');
/** Fetches the conversation anew, as after a failure. */
export const messagesWanted = createAction<string>('messages/wanted');

const REFRESHED_PAGES = 50;
const STALE_MS = 1_000;

export function* watchMessages(): SagaIterator {
  try {
    yield fork(sendMessage.saga);
    yield fork(retryMessage.saga);
    yield fork(deleteMessage.saga);
    yield fork(watchSending);
    yield fork(watchStale);
    yield takeEvery(closed, leave);
    yield takeEvery(olderWanted, fetchOlder);
    yield takeLatest(messagesWanted, ({ payload }) => fetchAgain(payload));
    yield takeLatest(messageSought, seek);
    yield takeEvery(refetchOf('appMessage', ...(Object.keys(messageEmbeds) as PushChannel[])), refetch);
    yield takeEvery(liveWelcomed, retryFailed);
    yield takeLatest(opened, open);
    yield take(() => false);
  } finally {
    if (yield cancelled()) yield call(forgetWritten);
  }
}

/** What was written belongs to whoever was signed in: it goes with them, but waits for them where the server ended their session. */
function* forgetWritten(): SagaIterator {
  const { status, ended }: SessionState = yield select(selectSession);
  if (status !== 'out' || ended === null || ended === 'left' || ended === 'elsewhere') forgetKept();
}

/** What is held of it shows at once; its newest page is fetched, and its pushes heard from before that. */
function* open({ payload: ticketId }: ReturnType<typeof opened>): SagaIterator {
  yield put(liveJoin({ type: 'joinChatBox', ticketId }));
  yield call(fetchMessages, ticketId, false);
}

function* leave({ payload: ticketId }: ReturnType<typeof closed>): SagaIterator {
  yield put(liveLeave({ type: 'joinChatBox', ticketId }));
}

function* refetch(): SagaIterator {
  const ticketId: string | null = yield select(selectCurrent);
  if (ticketId !== null) yield call(fetchAgain, ticketId);
}

function* fetchAgain(ticketId: string): SagaIterator {
  yield call(fetchMessages, ticketId, true);
}

/** The connection is back: what could not be fetched is asked for again. */
function* retryFailed(): SagaIterator {
  const ticketId: string | null = yield select(selectCurrent);
  const conversation: Conversation | undefined = ticketId === null ? undefined : yield select(selectConversation(ticketId));
  if (conversation?.status === 'failed') yield call(refetch);
}

/**
 * The newest page; `again`: and older ones until as many are there as are held, those that came meanwhile among them: one who reads
 * further up stays there.
 */
function* fetchMessages(ticketId: string, again: boolean): SagaIterator {
  try {
    const pages: MessagePage[] = [];
    let before: string | undefined;
    let held = 0;
    do {
      const page: MessagePage = yield call(fetchPage, ticketId, before === undefined ? {} : { before });
      pages.push(page);
      before = page.hasMore ? page.records[0]?.id : undefined;
      const conversation: Conversation | undefined = yield select(selectConversation(ticketId));
      held = again ? (conversation?.live.ids.length ?? 0) : 0;
    } while (before !== undefined && pages.length < REFRESHED_PAGES && pages.flatMap(({ records }) => records).length < held);
    yield put(messagesAnswered({ ticketId, pages, frames: frames.since(pages[0]!.position) ?? [] }));
  } catch (error) {
    yield put(messagesFailed({ ticketId, failure: failureOf(error) }));
  }
}

function* fetchOlder({ payload: ticketId }: ReturnType<typeof olderWanted>): SagaIterator {
  const conversation: Conversation | undefined = yield select(selectConversation(ticketId));
  const oldest = conversation?.live.ids[0];
  if (!conversation?.live.hasMore || conversation.status !== 'ready' || oldest === undefined) return;
  yield put(olderLoading(ticketId));
  try {
    const page: MessagePage = yield call(fetchPage, ticketId, { before: oldest });
    const now: Conversation | undefined = yield select(selectConversation(ticketId));
    if (now?.live.ids[0] !== oldest) return; // fetched anew meanwhile: between it and this page something would be missing
    yield put(olderAnswered({ ticketId, page, frames: frames.since(page.position) ?? [] }));
  } catch (error) {
    yield put(messagesFailed({ ticketId, failure: failureOf(error) }));
  }
}

function* seek({ payload: { ticketId, messageId } }: ReturnType<typeof messageSought>): SagaIterator {
  try {
    const page: MessagePage = yield call(fetchPage, ticketId, { goMessage: messageId });
    yield put(messagesAnswered({ ticketId, pages: [page], frames: frames.since(page.position) ?? [] }));
    yield call(() => requestAnimationFrame(() => goToMessage(messageId))); // once it is drawn
  } catch (error) {
    yield put(failureShown(failureOf(error)));
  }
}

function* fetchPage(ticketId: string, query: { before?: string; goMessage?: string }): SagaIterator<MessagePage> {
  const { data, position } = yield call(fetchLive<typeof messageRoutes.list>, messageRoutes.list, {
    params: { ticketId },
    query,
  });
  return { records: data.messages, hasMore: data.hasMore, position };
}

/** What a push left undecided is fetched, but not at every push. */
function* watchStale(): SagaIterator {
  while (true) {
    yield take([liveFrame, opened]);
    const ticketId: string | null = yield select(selectCurrent);
    const conversation: Conversation | undefined = ticketId === null ? undefined : yield select(selectConversation(ticketId));
    if (!conversation?.stale) continue;
    yield delay(STALE_MS);
    yield call(refetch);
  }
}
