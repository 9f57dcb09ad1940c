import type { EventChannel, SagaIterator, Task } from 'redux-saga';
import { call, delay, fork, put, race, select, take } from 'redux-saga/effects';
import type { Failure } from '../kernel/api-error.ts';
import { browserEvents } from '../kernel/browser-events.ts';
import { liveWelcomed, selectLive } from '../kernel/live.slice.ts';
import { selectMe } from '../sessions/sessions.slice.ts';
import { forgetKept, keepOutbox, readOutbox } from './kept.ts';
import { sendMessage } from './messages.commands.ts';
import { outboxRestored, selectOutbox, sendAsked, sendDropped, sendFailed, sendRetried, sendTaken } from './messages.slice.ts';
import type { Outgoing } from './outgoing.ts';

/** While Prosa can be reached, so often; while it cannot, for as long as it takes. */
const TRIES = 4;
const BACK_OFF_MS = 1_000;
/** Some browsers miss the event after sleep, some networks carry calls but no live connection: look from time to time. */
const LOOK_MS = 5_000;

/**
 * The messages of a ticket go out one after another, each with its own key until its end is known: nothing overtakes, nothing
 * goes twice. It runs for all tickets, whichever is on the screen.
 */
export function* watchSending(): SagaIterator {
  const workers = new Map<string, Task>();
  yield fork(keepUnsent);
  while (true) {
    const outbox: Outgoing[] = yield select(selectOutbox);
    for (const ticketId of new Set(outbox.filter(({ state }) => state === 'waiting').map((one) => one.ticketId)))
      if (!workers.get(ticketId)?.isRunning()) workers.set(ticketId, yield fork(sendAll, ticketId));
    yield take([sendAsked, sendRetried, outboxRestored]);
  }
}

function* sendAll(ticketId: string): SagaIterator {
  while (true) {
    const outbox: Outgoing[] = yield select(selectOutbox);
    const next = outbox.find((one) => one.ticketId === ticketId && one.state === 'waiting');
    if (!next) return;
    yield call(sendOne, next);
  }
}

function* sendOne(outgoing: Outgoing): SagaIterator {
  const isOwn = ({ meta }: { meta?: { of?: Outgoing } }) => meta?.of?.key === outgoing.key;
  for (let tries = 1; ; tries += 1) {
    yield put(sendMessage.start(outgoing, outgoing.key));
    const end: ReturnType<typeof sendMessage.succeeded> | ReturnType<typeof sendMessage.failed> = yield take(
      (action: { type: string }) =>
        (sendMessage.succeeded.match(action) || sendMessage.failed.match(action)) && isOwn(action as never),
    );
    if (sendMessage.succeeded.match(end)) return yield put(sendTaken({ key: outgoing.key, position: end.meta.position }));
    const failure = end.payload as Failure;
    const isAway: boolean = failure.status === 0 && (yield call(isUnreachable));
    if (!isWorthRetrying(failure) || (tries >= TRIES && !isAway)) return yield put(sendFailed({ key: outgoing.key, failure }));
    if (isAway) {
      tries = 0;
      yield call(waitForNetwork);
    } else yield delay(BACK_OFF_MS * 2 ** (tries - 1));
  }
}

/** Nobody answered, or was busy: its end is not known, and the same key may be tried again. */
const isWorthRetrying = ({ code, status }: Failure): boolean =>
  code !== 'CANCELLED' && (status === 0 || status >= 500 || status === 429);

/** The browser knows of no network, or the live connection is down too. */
function* isUnreachable(): SagaIterator<boolean> {
  const { state }: ReturnType<typeof selectLive> = yield select(selectLive);
  return navigator.onLine === false || state !== 'connected';
}

function* waitForNetwork(): SagaIterator {
  const back: EventChannel<Event> = yield call(browserEvents, window, 'online');
  try {
    do yield race([take(back), take(liveWelcomed), delay(LOOK_MS)]);
    while (navigator.onLine === false);
  } finally {
    back.close();
  }
}

/** What is not taken yet outlives the page: it is sent when the page is back, with the keys that it had, so that nothing doubles. */
function* keepUnsent(): SagaIterator {
  const me: ReturnType<typeof selectMe> = yield select(selectMe);
  if (me === null) return;
  forgetKept(me.id);
  const kept = readOutbox(me.id);
  if (kept.length > 0) yield put(outboxRestored(kept));
  yield call(keepFor, me.id);
}

function* keepFor(userId: string): SagaIterator {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  try {
    while (true) {
      const outbox: Outgoing[] = yield select(selectOutbox);
      keepOutbox(userId, outbox);
      if (outbox.some(({ state }) => state === 'waiting')) window.addEventListener('beforeunload', ask);
      else window.removeEventListener('beforeunload', ask);
      yield take([sendAsked, sendTaken, sendFailed, sendRetried, sendDropped]);
    }
  } finally {
    window.removeEventListener('beforeunload', ask);
  }
}
