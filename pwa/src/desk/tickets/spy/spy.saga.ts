import type { SagaIterator } from 'redux-saga';
import { put, select, takeEvery } from 'redux-saga/effects';
import { liveJoin, liveLeave, liveWelcomed, refetchOf } from '../../../kernel/live/live.slice.ts';
import { messagesWanted } from '../../messages/state/messages.saga.ts';
import { messagesFailed } from '../../messages/state/messages.slice.ts';
import { selectSpied, type WithTickets } from '../state/tickets.selectors.ts';
import { spyBegun, spyEnded, spyFailed, ticketWanted } from '../state/tickets.slice.ts';

/**
 * Subscribes to a conversation that is read in a dialog and fetches it like an open one. It is not the current conversation, so nothing in
 * it is marked as read.
 */
export function* watchSpying(): SagaIterator {
  yield takeEvery(spyBegun, function* ({ payload: ticketId }): SagaIterator {
    yield put(liveJoin({ type: 'joinChatBox', ticketId }));
    yield put(ticketWanted(ticketId, true));
    yield put(messagesWanted(ticketId));
  });
  yield takeEvery(spyEnded, function* ({ payload: ticketId }): SagaIterator {
    yield put(liveLeave({ type: 'joinChatBox', ticketId }));
  });
  yield takeEvery(messagesFailed, function* ({ payload }): SagaIterator {
    yield put(spyFailed(payload));
  });
  yield takeEvery([refetchOf('appMessage'), liveWelcomed.match], function* (): SagaIterator {
    const spied: ReturnType<typeof selectSpied> = yield select((state: WithTickets) => selectSpied(state));
    if (spied) yield put(messagesWanted(spied.ticketId));
  });
}
