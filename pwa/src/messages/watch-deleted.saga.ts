import type { MessageView } from '@prosa/contracts';
import type { SagaIterator } from 'redux-saga';
import { call, put, takeEvery } from 'redux-saga/effects';
import { errorText } from '../i18n/error-text.ts';
import { liveFrame } from '../kernel/live.slice.ts';
import { notified } from '../kernel/toasts.slice.ts';
import { deleteMessage } from './messages.commands.ts';

/** Notifies the user who deleted a message if the channel did not delete it, wherever in the app they are by then. */
export function* watchDeleted(): SagaIterator {
  const asked = new Set<string>();
  yield takeEvery(deleteMessage.succeeded, function* ({ meta }): SagaIterator {
    yield call(() => asked.add(meta.of.messageId));
  });
  yield takeEvery(liveFrame, function* ({ payload: { channel, record } }): SagaIterator {
    const { id, deleteFailed } = record as Partial<MessageView>;
    if (channel !== 'appMessage' || !deleteFailed || !id || !asked.delete(id)) return;
    yield put(notified({ kind: 'bad', text: errorText({ code: 'ERR_DELETE_WAPP_MSG', details: {} }) }));
  });
}
