import { newId, sessionRoutes } from '@prosa/contracts';
import { buffers, type Channel, type EventChannel, eventChannel, type SagaIterator, type Task } from 'redux-saga';
import { actionChannel, call, delay, put, race, select, spawn, take, takeEvery } from 'redux-saga/effects';
import { type Failure, failureOf } from '../../../kernel/calls/api-error.ts';
import { api } from '../../../kernel/calls/client.ts';
import { failureShown, notified } from '../../../kernel/calls/toasts.slice.ts';
import { browserEvents } from '../../../kernel/device/browser-events.ts';
import { textOf } from '../../../kernel/i18n/dictionary.ts';
import { liveWelcomed, selectLive } from '../../../kernel/live/live.slice.ts';
import { selectMe } from '../../../people/sessions/sessions.slice.ts';
import { syncInBackground } from '../../outbox/background-sync.ts';
import { files } from '../../outbox/files.ts';
import { hearOthers, type OutboxNews, tellOthers } from '../../outbox/outbox.channel.ts';
import { holdTicket } from '../../outbox/outbox.lock.ts';
import { memory } from '../../outbox/outbox.memory.ts';
import { outbox } from '../../outbox/outbox.ts';
import { again, edited, isWorthRetrying, mayEdit, type Outgoing } from '../../outbox/outgoing.ts';
import { sendMessage, sendTags } from './messages.commands.ts';
import {
  outboxRead,
  selectOutbox,
  sendAsked,
  sendDropped,
  sendEdited,
  sendFailed,
  sendRetried,
  sendTaken,
  sendTried,
} from './messages.slice.ts';
import { forgetOffline } from './offline.ts';
import { uploadFile } from './uploading.saga.ts';

/** Maximum number of tries while Prosa can be reached; without a network the tries are unlimited. */
const TRIES = 4;
const BACK_OFF_MS = 1_000;
/**
 * Some browsers miss the `online` event after sleep, and some networks allow calls but no live connection, so the network is also polled.
 */
const LOOK_MS = 5_000;

type Act =
  | ReturnType<typeof sendAsked>
  | ReturnType<typeof sendRetried>
  | ReturnType<typeof sendDropped>
  | ReturnType<typeof sendEdited>;

/**
 * This tab's senders, one per ticket. `unqueued`: keys of messages that this tab shows although the device's outbox does not (yet, or no
 * longer) contain them.
 */
type Senders = { userId: string; tasks: Map<string, Task>; wanted: Map<string, number>; unqueued: Set<string> };

/**
 * Stores messages in the device's outbox first and sends them from there: one after another per ticket, each with its own idempotency key
 * until its outcome is known, so that none is reordered or sent twice. Every tab does this for all tickets; a lock decides which tab sends.
 */
export function* watchSending(): SagaIterator {
  const me: ReturnType<typeof selectMe> = yield select(selectMe);
  if (me === null) return;
  const senders: Senders = { userId: me.id, tasks: new Map(), wanted: new Map(), unqueued: new Set() };
  const acts: Channel<Act> = yield actionChannel([sendAsked, sendRetried, sendDropped, sendEdited], buffers.expanding());
  const news: EventChannel<OutboxNews> = yield call(() => eventChannel(hearOthers, buffers.expanding()));
  const hidden: EventChannel<Event> = yield call(browserEvents, document, 'visibilitychange');
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  /** Closing the tab loses messages that only it stores, and files until the device has their bytes: the browser asks first. */
  const guard = () =>
    files.size > 0 || memory.all(me.id).some(({ state }) => state === 'waiting')
      ? window.addEventListener('beforeunload', ask)
      : window.removeEventListener('beforeunload', ask);
  try {
    yield takeEvery(sendAsked, ({ payload }) => {
      senders.unqueued.add(payload.key);
      outbox.note(me.id, payload);
    });
    yield takeEvery([sendAsked, outboxRead, sendTaken, sendFailed], guard);
    yield takeEvery(hidden, function* (): SagaIterator {
      const waiting: Outgoing[] = yield select(selectOutbox);
      if (document.visibilityState === 'hidden' && waiting.some(({ state }) => state === 'waiting')) yield call(syncInBackground);
    });
    yield call(forgetOffline, me.id);
    yield call(outbox.adopt, me.id);
    yield call(readAnew, senders);
    yield takeEvery(news, hear, senders);
    while (true) {
      const act: Act = yield take(acts);
      yield call(carryOut, senders, act);
      yield call(readAnew, senders);
      yield call(tellOthers, { kind: 'changed', userId: me.id });
    }
  } finally {
    for (const task of senders.tasks.values()) task.cancel();
    for (const channel of [acts, news, hidden]) channel.close();
    window.removeEventListener('beforeunload', ask);
  }
}

/** Shows the device's outbox, and starts sending it. */
function* readAnew(senders: Senders): SagaIterator {
  const waiting: Outgoing[] = yield call(outbox.all, senders.userId);
  yield put(outboxRead({ waiting, unqueued: [...senders.unqueued] }));
  for (const ticketId of new Set(waiting.filter(({ state }) => state === 'waiting').map((one) => one.ticketId))) {
    senders.wanted.set(ticketId, (senders.wanted.get(ticketId) ?? 0) + 1);
    if (!senders.tasks.get(ticketId)?.isRunning()) senders.tasks.set(ticketId, yield spawn(sendAll, senders, ticketId));
  }
}

function* hear(senders: Senders, news: OutboxNews): SagaIterator {
  if (news.userId !== senders.userId) return;
  if (news.kind === 'taken') yield put(sendTaken(news));
  yield call(readAnew, senders);
}

function* carryOut({ userId, unqueued }: Senders, act: Act): SagaIterator {
  if (sendAsked.match(act)) {
    const { key } = act.payload;
    yield call(outbox.add, userId, act.payload, files.get(key));
    files.delete(key);
    unqueued.delete(key);
  } else if (sendRetried.match(act)) yield call(outbox.change, userId, act.payload, anew);
  else if (sendDropped.match(act)) yield call(outbox.change, userId, act.payload, () => null);
  else {
    const { key, body } = act.payload;
    let isDone = false;
    yield call(outbox.change, userId, key, (one: Outgoing) => {
      isDone = mayEdit(one);
      return isDone ? edited(one, body, newId()) : one;
    });
    if (!isDone) yield put(notified({ kind: 'warn', text: textOf('messages', 'editTooLate') }));
  }
}

/** If Prosa has swept the file of a message that waited long, it is uploaded again. */
const anew = (one: Outgoing): Outgoing =>
  one.failure?.code === 'ERR_NO_MEDIA_FOUND' && one.file
    ? { ...edited(one, one.body, newId()), file: { ...one.file, mediaId: null } }
    : again(one);

function* sendAll(senders: Senders, ticketId: string): SagaIterator {
  let tries: { key: string | null; count: number } = { key: null, count: 0 };
  while (true) {
    if (!(yield call(isReachable))) {
      yield call(waitForNetwork);
      continue;
    }
    const wanted = senders.wanted.get(ticketId);
    const end: End = yield call(sendNext, senders, ticketId, tries);
    if (end.kind === 'none' && senders.wanted.get(ticketId) === wanted) return;
    if (end.kind === 'again') {
      tries = end.isAway ? { key: null, count: 0 } : { key: end.key, count: (tries.key === end.key ? tries.count : 0) + 1 };
      if (end.isAway) yield call(waitForNetwork);
      else yield delay(BACK_OFF_MS * 2 ** (tries.count - 1));
    }
  }
}

type End = { kind: 'none' | 'done' } | { kind: 'again'; key: string; isAway: boolean };

/** Sends the ticket's first waiting message, as the outbox has it once no other tab is sending for the ticket. */
function* sendNext(senders: Senders, ticketId: string, before: { key: string | null; count: number }): SagaIterator<End> {
  const { userId } = senders;
  const controller = new AbortController();
  let release: () => void = () => undefined;
  try {
    release = yield call(holdTicket, ticketId, controller.signal);
    const next: Outgoing | undefined = yield call(outbox.next, userId, ticketId);
    if (!next) return { kind: 'none' };
    const { key } = next;
    const failure: Failure | null = yield call(sendOne, senders, next);
    if (failure === null) return { kind: 'done' };
    const isAway: boolean = failure.status === 0 && (yield call(isUnreachable));
    const tries = (before.key === key ? before.count : 0) + 1;
    if (failure.status === 401) {
      // The session is over: the message was not accepted, and waits for its user.
      yield call(outbox.change, userId, key, (one: Outgoing) => ({ ...one, isUnknown: false }));
      return { kind: 'again', key, isAway: true };
    }
    if (isWorthRetrying(failure) && (tries < TRIES || isAway)) return { kind: 'again', key, isAway };
    const isUnknown = isWorthRetrying(failure);
    yield call(outbox.change, userId, key, (one: Outgoing) => ({ ...one, state: 'failed' as const, failure, isUnknown }));
    yield put(sendFailed({ key, failure }));
    yield put(failureShown(failure));
    yield call(tellOthers, { kind: 'changed', userId });
    return { kind: 'done' };
  } finally {
    controller.abort();
    release();
  }
}

/** Sends one message; returns null if it was accepted, or withdrawn meanwhile. */
function* sendOne({ userId, unqueued }: Senders, next: Outgoing): SagaIterator<Failure | null> {
  const { key } = next;
  if (next.file?.mediaId === null) {
    const failure: Failure | null = yield call(uploadFile, userId, next);
    if (failure) return failure;
  }
  // From here on the text is fixed: the transaction decides between sending and an edit in another tab.
  const one: Outgoing | null = yield call(outbox.change, userId, key, (was: Outgoing) =>
    was.state === 'waiting' ? { ...was, isUsed: true, isUnknown: true } : was,
  );
  if (one?.state !== 'waiting' || one.file?.mediaId === null) return null;
  yield put(sendTried(key));
  const command = one.tags ? sendTags : sendMessage;
  yield put(command.start(one, key));
  const end: ReturnType<typeof command.succeeded> | ReturnType<typeof command.failed> = yield take(
    (action: { type: string; meta?: { of?: Outgoing } }) =>
      (command.succeeded.match(action) || command.failed.match(action)) && action.meta?.of?.key === key,
  );
  if (!command.succeeded.match(end)) return end.payload as Failure;
  const { position } = end.meta;
  unqueued.add(key);
  yield call(outbox.change, userId, key, () => null);
  yield put(sendTaken({ key, position }));
  unqueued.delete(key);
  yield call(tellOthers, { kind: 'taken', userId, key, position });
  return null;
}

/** Whether the browser reports no network, or the live connection is down. */
function* isUnreachable(): SagaIterator<boolean> {
  const { state }: ReturnType<typeof selectLive> = yield select(selectLive);
  return navigator.onLine === false || state !== 'connected';
}

/**
 * Whether Prosa can be reached. Without the live connection a call without side effects finds out: after a failed try to send a message it
 * would be unknown whether it was accepted, and it could no longer be edited.
 */
function* isReachable(): SagaIterator<boolean> {
  if (navigator.onLine === false) return false;
  if (!(yield call(isUnreachable))) return true;
  try {
    yield call(() => api.call(sessionRoutes.me, { timeout: LOOK_MS }));
    return true;
  } catch (error) {
    const { status } = failureOf(error);
    return status !== 0 && status < 500;
  }
}

function* waitForNetwork(): SagaIterator {
  yield spawn(syncInBackground);
  const back: EventChannel<Event> = yield call(browserEvents, window, 'online');
  try {
    do yield race([take(back), take(liveWelcomed), delay(LOOK_MS)]);
    while (navigator.onLine === false);
  } finally {
    back.close();
  }
}
