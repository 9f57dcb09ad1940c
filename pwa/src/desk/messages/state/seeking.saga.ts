import type { SagaIterator } from 'redux-saga';
import { call, delay, put, select, take } from 'redux-saga/effects';
import { failureOf } from '../../../kernel/calls/api-error.ts';
import { failureShown } from '../../../kernel/calls/toasts.slice.ts';
import { frames } from '../../../kernel/live/live.saga.ts';
import { type Conversation, type MessagePage, shownOf } from './conversation.ts';
import {
  type messageSought,
  messagesAnswered,
  messagesFailed,
  newestShown,
  opened,
  partAnswered,
  seekEnded,
  selectCurrent,
  soughtAway,
  soughtFound,
} from './messages.slice.ts';
import { fetchPage, selectOf } from './page.saga.ts';

/** How long after a failure a message is sought again. */
const SEEK_AGAIN_MS = 5_000;

/** Shows the part of a conversation around a message, until another is sought. */
export function* seek({ payload: { ticketId, messageId } }: ReturnType<typeof messageSought>): SagaIterator {
  const before: Conversation | undefined = yield selectOf(ticketId);
  if (before && !before.opening && (messageId in shownOf(before).byId || messageId in before.live.byId)) {
    if (!(messageId in shownOf(before).byId)) yield put(newestShown(ticketId));
    yield put(soughtFound(ticketId));
    return;
  }
  for (let isNotified = false; ; isNotified = true) {
    const isPassing: boolean = yield call(seekOnce, ticketId, messageId, isNotified);
    if (!isPassing) return;
    yield delay(SEEK_AGAIN_MS);
    if ((yield select(selectCurrent)) !== ticketId || !(yield call(isStillSought, ticketId, messageId))) return;
  }
}

/** Returns whether it failed for a reason that may pass. `isNotified`: the user knows of it. */
function* seekOnce(ticketId: string, messageId: string, isNotified: boolean): SagaIterator<boolean> {
  try {
    const page: MessagePage = yield call(fetchPage, ticketId, { goMessage: messageId });
    if (!(yield call(isStillSought, ticketId, messageId))) return false;
    yield put(partAnswered({ ticketId, pages: [page], frames: frames.since(page.position) ?? [] }));
    yield put(soughtFound(ticketId));
    return false;
  } catch (error) {
    const failure = failureOf(error);
    if (!(yield call(isStillSought, ticketId, messageId))) return false;
    const kept: Conversation | undefined = yield selectOf(ticketId);
    const isKept = kept !== undefined && messageId in kept.live.byId;
    const isPassing = !isKept && (failure.status === 0 || failure.status >= 500);
    yield put((isKept ? soughtFound : isPassing ? soughtAway : seekEnded)(ticketId));
    // A damaged address names no message.
    if (!isKept && !isNotified)
      yield put(failureShown(failure.fields.goMessage ? { ...failure, code: 'ERR_NO_MESSAGE_FOUND' } : failure));
    return isPassing;
  }
}

/** While a conversation is being opened, waits for its newest messages; they would otherwise replace what is joined to older ones. */
function* isStillSought(ticketId: string, messageId: string): SagaIterator<boolean> {
  let now: Conversation | undefined = yield selectOf(ticketId);
  while (now?.opening) {
    yield take([messagesAnswered, messagesFailed, opened]);
    now = yield selectOf(ticketId);
  }
  return now?.sought?.messageId === messageId && now.sought.state !== 'here';
}
