import type { SagaIterator } from 'redux-saga';
import { delay, put, select, take, takeEvery } from 'redux-saga/effects';
import { errorText } from '../../kernel/calls/error-text.ts';
import {
  failureShown,
  notified,
  OFFER_MS,
  selectToasts,
  type Toast,
  toastDismissed,
  toastHeld,
} from '../../kernel/calls/toasts.slice.ts';
import { selectZone } from '../../people/sessions/sessions.slice.ts';
import { toastTime } from '../../shell/toast-time.ts';

function* goByItself({ payload: { id, action, countdown } }: ReturnType<typeof notified>): SagaIterator {
  let ms = countdown?.until === undefined ? null : Math.max(0, countdown.until - Date.now());
  while (true) {
    yield delay(ms ?? (action ? OFFER_MS : toastTime()));
    ms = null;
    const toasts: Toast[] = yield select(selectToasts);
    const toast = toasts.find((one) => one.id === id);
    if (!toast?.isHeld) break;
    yield take((taken: { type: string }) => toastHeld.match(taken) || toastDismissed.match(taken));
  }
  yield put(toastDismissed(id));
}

function* show({ payload, meta }: ReturnType<typeof failureShown>): SagaIterator {
  const zone: string | undefined = yield select(selectZone);
  yield put(notified({ kind: 'bad', text: meta.words ?? errorText(payload, zone) }));
}

/**
 * Failures become toasts. A toast disappears after the time of its screen, one with an action after ten seconds, and none while the pointer or the focus is on
 * it.
 */
export function* watchToasts(): SagaIterator {
  yield takeEvery(notified, goByItself);
  yield takeEvery(failureShown, show);
}
