import type { SagaIterator } from 'redux-saga';
import { delay, put, select } from 'redux-saga/effects';
import { selectMe } from '../../people/sessions/sessions.slice.ts';
import { connections } from './connections.slice.ts';

/** The first screen comes before the check of the connections. */
const CHECK_MS = 2_000;

/** Fetches the connections for those who see their entry in the drawer; pushes keep them up to date. */
export function* watchAlarm(): SagaIterator {
  yield delay(CHECK_MS);
  const me: ReturnType<typeof selectMe> = yield select(selectMe);
  if (me?.profile === 'admin') yield put(connections.wanted());
}
