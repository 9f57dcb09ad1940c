import { type EventChannel, eventChannel, type SagaIterator, type Task } from 'redux-saga';
import { call, delay, fork, put, race, select, take } from 'redux-saga/effects';
import type { Failure } from '../kernel/api-error.ts';
import { sendMessage } from './messages.commands.ts';
import { selectOutbox, sendAsked, sendFailed, sendRetried, sendTaken } from './messages.slice.ts';
import type { Outgoing } from './outgoing.ts';

/** While the network is there, so often; while it is not, for as long as it takes. */
const TRIES = 4;
const BACK_OFF_MS = 1_000;

/**
 * The messages of a ticket go out one after another, each with its own key until its end is known: nothing overtakes, nothing
 * goes twice. It runs for all tickets, whichever is on the screen.
 */
export function* watchSending(): SagaIterator {
  const workers = new Map<string, Task>();
  while (true) {
    const outbox: Outgoing[] = yield select(selectOutbox);
    for (const ticketId of new Set(outbox.filter(({ state }) => state === 'waiting').map((one) => one.ticketId)))
      if (!workers.get(ticketId)?.isRunning()) workers.set(ticketId, yield fork(sendAll, ticketId));
    yield take([sendAsked, sendRetried]);
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
    const isOffline: boolean = yield call(() => navigator.onLine === false);
    if (!isWorthRetrying(failure) || (tries >= TRIES && !isOffline)) return yield put(sendFailed({ key: outgoing.key, failure }));
    if (isOffline) {
      tries = 0;
      yield call(waitForNetwork);
    } else yield delay(BACK_OFF_MS * 2 ** (tries - 1));
  }
}

/** Nobody answered, or was busy: its end is not known, and the same key may be tried again. */
const isWorthRetrying = ({ code, status }: Failure): boolean =>
  code !== 'CANCELLED' && (status === 0 || status >= 500 || status === 429);

function* waitForNetwork(): SagaIterator {
  const back: EventChannel<true> = yield call(() =>
    eventChannel<true>((tell) => {
      const online = () => tell(true);
      window.addEventListener('online', online);
      return () => window.removeEventListener('online', online);
    }),
  );
  try {
    // Some browsers miss the event after sleep: look from time to time.
    while (navigator.onLine === false) yield race([take(back), delay(5_000)]);
  } finally {
    back.close();
  }
}
