import { limits, messageEmbeds, type PushChannel } from '@prosa/contracts';
import { createAction } from '@reduxjs/toolkit';
import type { SagaIterator, Task } from 'redux-saga';
import { call, cancelled, delay, fork, join, put, select, take, takeEvery, takeLatest } from 'redux-saga/effects';
import { failureOf } from '../../../kernel/calls/api-error.ts';
import { frames } from '../../../kernel/live/live.saga.ts';
import { liveFrame, liveJoin, liveLeave, liveWelcomed, refetchOf } from '../../../kernel/live/live.slice.ts';
import { painted } from '../../../kernel/loading/painted.ts';
import { type SessionState, selectSession } from '../../../people/sessions/sessions.slice.ts';
import { awaitAhead } from './ahead.ts';
import { type Conversation, type MessagePage, shownOf } from './conversation.ts';
import { deleteMessage, forwardMessage, retryMessage, sendMessage, sendTags } from './messages.commands.ts';
import {
  closed,
  furtherAnswered,
  furtherLoading,
  messageSought,
  messagesAnswered,
  messagesFailed,
  newestShown,
  opened,
  partAnswered,
  selectConversation,
  selectCurrent,
  type Way,
} from './messages.slice.ts';
import { forgetOffline } from './offline.ts';
import { answer } from './opening.saga.ts';
import { fetchPage, selectOf } from './page.saga.ts';
import { seek } from './seeking.saga.ts';
import { watchSending } from './sending.saga.ts';
import { watchOutcomes } from './watch-outcomes.saga.ts';

/** The conversation was scrolled near its top. */
export const olderWanted = createAction<string>('messages/olderWanted');
/** The shown part ends before the newest messages and was scrolled near its end. */
export const newerWanted = createAction<string>('messages/newerWanted');
/** Fetches the conversation again, e.g. after a failure. */
export const messagesWanted = createAction<string>('messages/wanted');

/** The customer's unread messages of an open ticket were seen, up to one of them. */
export const messagesSeen = createAction<{ ticketId: string; upTo: string; position: string }>('messages/seen');

/** A conversation will probably be opened next: fetches its newest messages ahead. */
export const openingExpected = createAction<string>('messages/openingExpected');

/** The page that is fetched ahead, if any. */
type Ahead = { of: { ticketId: string; at: number; task: Task } | null };
/** How long a page that was fetched ahead can be used. Joining a conversation delivers its pushes from 30 s before (decision 34). */
const AHEAD_MS = 10_000;
const REFRESHED_PAGES = 50;
const STALE_MS = 1_000;

export function* watchMessages(): SagaIterator {
  try {
    yield fork(sendMessage.saga);
    yield fork(sendTags.saga);
    yield fork(retryMessage.saga);
    yield fork(deleteMessage.saga);
    yield fork(forwardMessage.saga);
    yield fork(watchOutcomes);
    yield fork(watchSending);
    yield fork(watchStale);
    yield takeEvery(closed, leave);
    yield takeEvery(olderWanted, ({ payload }) => fetchFurther('older', payload));
    yield takeEvery(newerWanted, ({ payload }) => fetchFurther('newer', payload));
    yield takeLatest(messagesWanted, ({ payload }) => fetchAgain(payload));
    yield takeLatest(messageSought, seek);
    yield takeEvery(refetchOf('appMessage', 'ticketLine', ...(Object.keys(messageEmbeds) as PushChannel[])), refetch);
    yield takeEvery(liveWelcomed, retryFailed);
    const ahead: Ahead = { of: null };
    yield takeEvery(openingExpected, fetchAhead, ahead);
    yield takeLatest(opened, open, ahead);
    // The screen may have opened one, at a message, before there was anybody to hear of it.
    const current: string | null = yield select(selectCurrent);
    if (current !== null) {
      yield fork(open, ahead, opened(current));
      const conversation: Conversation | undefined = yield selectOf(current);
      const { sought } = conversation ?? {};
      if (sought?.state === 'seeking') yield put(messageSought({ ticketId: current, messageId: sought.messageId }));
    }
    yield take(() => false);
  } finally {
    if (yield cancelled()) yield call(forgetWritten);
  }
}

/** Deletes the stored texts of the user who signed out; keeps them if the server ended the session. */
function* forgetWritten(): SagaIterator {
  const { status, ended }: SessionState = yield select(selectSession);
  if (status !== 'out' || ended === null || ended === 'left' || ended === 'elsewhere') void forgetOffline();
}

/**
 * Subscribes to the conversation's pushes, then fetches its newest page unless it was fetched ahead. Messages in memory are shown at once,
 * and fetched again when they are painted.
 */
function* open(ahead: Ahead, { payload: ticketId }: ReturnType<typeof opened>): SagaIterator {
  const conversation: Conversation | undefined = yield selectOf(ticketId);
  if (conversation && conversation.live.asOf !== null) {
    yield call(painted);
    if ((yield select(selectCurrent)) !== ticketId) return; // closed meanwhile
  }
  yield put(liveJoin({ type: 'joinChatBox', ticketId }));
  const page: MessagePage | null = yield call(fetchedAhead, ahead, ticketId);
  if (page && frames.since(page.position)) yield call(answer, ticketId, [page]);
  else yield call(fetchMessages, ticketId, false);
}

/** Fetches ahead for one conversation at a time; messages already in memory are shown at once anyway. */
function* fetchAhead(ahead: Ahead, { payload: ticketId }: ReturnType<typeof openingExpected>): SagaIterator {
  const conversation: Conversation | undefined = yield selectOf(ticketId);
  if (conversation || isAhead(ahead, ticketId)) return;
  const task: Task = yield fork(fetchQuietly, ticketId);
  ahead.of = { ticketId, at: Date.now(), task };
  awaitAhead(ticketId, task.toPromise());
}

const isAhead = ({ of }: Ahead, ticketId: string): boolean => of?.ticketId === ticketId && Date.now() - of.at < AHEAD_MS;

/** Returns the page that was fetched ahead, once; null if there is none, or if the fetch failed. */
function* fetchedAhead(ahead: Ahead, ticketId: string): SagaIterator<MessagePage | null> {
  if (!ahead.of || !isAhead(ahead, ticketId)) return null;
  const { task } = ahead.of;
  ahead.of = null;
  return yield join(task);
}

/** Returns null on failure: opening the conversation fetches again, and reports a failure. */
function* fetchQuietly(ticketId: string): SagaIterator<MessagePage | null> {
  try {
    return yield call(fetchPage, ticketId, {});
  } catch {
    return null;
  }
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
  yield call(fetchPartAgain, ticketId);
}

/** The connection is back: retries what could not be fetched. */
function* retryFailed(): SagaIterator {
  const ticketId: string | null = yield select(selectCurrent);
  const conversation: Conversation | undefined = ticketId === null ? undefined : yield select(selectConversation(ticketId));
  if (ticketId === null) return;
  if (conversation?.status === 'failed') yield call(refetch);
  if (conversation?.sought?.state === 'away') yield put(messageSought({ ticketId, messageId: conversation.sought.messageId }));
}

/**
 * Fetches the newest page. `again`: fetches older pages too, until as many messages are loaded as before, including those that arrived
 * meanwhile, so that a user who has scrolled up stays in place.
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
    yield call(answer, ticketId, pages);
  } catch (error) {
    yield put(messagesFailed({ ticketId, failure: failureOf(error) }));
  }
}

/** Fetches the page beyond one end of what is shown. */
function* fetchFurther(way: Way, ticketId: string): SagaIterator {
  const conversation: Conversation | undefined = yield selectOf(ticketId);
  const end = endOf(conversation, way);
  if (conversation?.status !== 'ready' || end === undefined) return;
  yield put(furtherLoading({ ticketId, way }));
  try {
    const pageNumber = Math.ceil(shownOf(conversation).ids.length / limits.pageSize) + 1;
    const page: MessagePage = yield call(fetchPage, ticketId, way === 'older' ? { before: end, pageNumber } : { newer: end });
    const now: Conversation | undefined = yield selectOf(ticketId);
    // It was fetched again meanwhile, or the user has moved elsewhere: messages between that and this page would be missing.
    if (endOf(now, way) !== end) return;
    yield put(furtherAnswered({ ticketId, way, page, frames: frames.since(page.position) ?? [] }));
  } catch (error) {
    yield put(messagesFailed({ ticketId, failure: failureOf(error) }));
  }
}

/** The message from which there are others to fetch that way. */
const endOf = (conversation: Conversation | undefined, way: Way): string | undefined => {
  if (!conversation) return undefined;
  if (way === 'newer') return conversation.part?.ids.at(-1);
  const { ids, hasMore } = shownOf(conversation);
  return hasMore ? ids[0] : undefined;
};

/** Fetches the shown part again, to its previous extent. */
function* fetchPartAgain(ticketId: string): SagaIterator {
  const conversation: Conversation | undefined = yield selectOf(ticketId);
  const held = conversation?.part?.ids;
  if (!held?.[0]) return;
  try {
    const pages: MessagePage[] = [yield call(fetchPage, ticketId, { goMessage: held[0] })];
    for (let count = 0; pages.at(-1)!.hasNewer && count < held.length && pages.length < REFRESHED_PAGES; ) {
      const page: MessagePage = yield call(fetchPage, ticketId, { newer: pages.at(-1)!.records.at(-1)!.id });
      pages.push(page);
      count += page.records.length;
    }
    const now: Conversation | undefined = yield selectOf(ticketId);
    if (!now?.part) return; // joined or left
    yield put(partAnswered({ ticketId, pages, frames: frames.since(pages[0]!.position) ?? [] }));
  } catch (error) {
    const failure = failureOf(error);
    // The user may not see it any more: show the newest messages.
    yield put(failure.code === 'ERR_NO_MESSAGE_FOUND' ? newestShown(ticketId) : messagesFailed({ ticketId, failure }));
  }
}

/** Fetches the conversation again if a push could not be applied, perhaps one that came before the answer, but not with every push. */
function* watchStale(): SagaIterator {
  const news = [liveFrame, opened, messagesAnswered, furtherAnswered, partAnswered];
  while (true) {
    const ticketId: string | null = yield select(selectCurrent);
    const conversation: Conversation | undefined = ticketId === null ? undefined : yield selectOf(ticketId);
    if (!conversation?.stale) {
      yield take(news);
      continue;
    }
    yield delay(STALE_MS);
    yield call(refetch);
    const now: Conversation | undefined = ticketId === null ? undefined : yield selectOf(ticketId);
    if (now?.status === 'failed') yield take(news);
  }
}
