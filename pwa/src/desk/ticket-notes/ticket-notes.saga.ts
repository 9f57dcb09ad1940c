import { ticketNotes } from '@prosa/contracts';
import type { SagaIterator } from 'redux-saga';
import { call, fork, put, select, takeEvery, takeLatest } from 'redux-saga/effects';
import { failureOf } from '../../kernel/calls/api-error.ts';
import { fetchLive } from '../../kernel/live/live.saga.ts';
import { liveWelcomed, refetchOf } from '../../kernel/live/live.slice.ts';
import { addNote, deleteNote } from './ticket-notes.commands.ts';
import { notesAnswered, notesFailed, notesWanted, selectNotes } from './ticket-notes.slice.ts';

export function* watchTicketNotes(): SagaIterator {
  yield fork(addNote.saga);
  yield fork(deleteNote.saga);
  yield takeLatest([notesWanted, refetchOf('ticketNote', 'user', 'ticket')], fetchNotes);
  yield takeEvery(liveWelcomed, retryFailed);
}

/** The connection is back: requests the notes again that could not be fetched. */
function* retryFailed(): SagaIterator {
  const { status, ticketId }: ReturnType<typeof selectNotes> = yield select(selectNotes);
  if (status === 'failed' && ticketId !== null) yield put(notesWanted(ticketId));
}

function* fetchNotes(): SagaIterator {
  const { ticketId }: ReturnType<typeof selectNotes> = yield select(selectNotes);
  if (ticketId === null) return;
  const { list } = ticketNotes.routes;
  try {
    const { data, position, frames } = yield call(fetchLive<typeof list>, list, { query: { ticketId } });
    yield put(notesAnswered({ ticketId, records: data.notes, hasMore: false, position, frames }));
  } catch (error) {
    yield put(notesFailed({ ticketId, failure: failureOf(error) }));
  }
}
