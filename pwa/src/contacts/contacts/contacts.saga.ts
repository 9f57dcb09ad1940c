import { type ContactView, contactRoutes } from '@prosa/contracts';
import { createAction } from '@reduxjs/toolkit';
import type { SagaIterator } from 'redux-saga';
import { call, fork, put, select, takeEvery } from 'redux-saga/effects';
import { failureOf } from '../../kernel/calls/api-error.ts';
import { fetchLive } from '../../kernel/live/live.saga.ts';
import { liveWelcomed, refetchOf } from '../../kernel/live/live.slice.ts';
import { changeContact, createContact, endOptOut } from './contacts.commands.ts';
import { contactAnswered, contactFailed, selectContact } from './contacts.slice.ts';

/** The contact's details are shown, so they must be loaded. */
export const contactWanted = createAction<string>('contacts/wanted');

export function* watchContacts(): SagaIterator {
  yield fork(createContact.saga);
  yield fork(changeContact.saga);
  yield fork(endOptOut.saga);
  let shown: string | null = null;
  yield takeEvery(contactWanted, function* ({ payload }): SagaIterator {
    shown = payload;
    yield call(fetchContact, payload);
  });
  yield takeEvery(refetchOf('contact'), function* (): SagaIterator {
    if (shown !== null) yield call(fetchContact, shown);
  });
  // The connection is back.
  yield takeEvery(liveWelcomed, function* (): SagaIterator {
    const looked: ReturnType<ReturnType<typeof selectContact>> = shown === null ? undefined : yield select(selectContact(shown));
    if (shown !== null && looked?.failure) yield call(fetchContact, shown);
  });
}

function* fetchContact(id: string): SagaIterator {
  try {
    const answer = yield call(fetchLive<typeof contactRoutes.show>, contactRoutes.show, { params: { id } });
    yield put(contactAnswered({ contact: answer.data as ContactView, position: answer.position, frames: answer.frames }));
  } catch (error) {
    yield put(contactFailed({ id, failure: failureOf(error) }));
  }
}
