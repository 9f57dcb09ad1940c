import { limits } from '@prosa/contracts';
import type { SagaIterator } from 'redux-saga';
import { delay, put, select, takeEvery } from 'redux-saga/effects';
import { errorText } from '../i18n/error-text.ts';
import { failureShown, notified, toastDismissed } from '../kernel/toasts.slice.ts';
import { selectZone } from '../sessions/sessions.slice.ts';

function* goByItself({ payload: { id } }: ReturnType<typeof notified>): SagaIterator {
  yield delay(limits.toastMs);
  yield put(toastDismissed(id));
}

function* show({ payload }: ReturnType<typeof failureShown>): SagaIterator {
  const zone: string | undefined = yield select(selectZone);
  yield put(notified({ kind: 'bad', text: errorText(payload, zone) }));
}

/** Failures become toasts, and each toast goes after two seconds. */
export function* watchToasts(): SagaIterator {
  yield takeEvery(notified, goByItself);
  yield takeEvery(failureShown, show);
}
