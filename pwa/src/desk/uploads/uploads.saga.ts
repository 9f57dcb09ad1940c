import type { SagaIterator } from 'redux-saga';
import { put, take, takeEvery } from 'redux-saga/effects';
import { sendAsked } from '../messages/state/messages.slice.ts';
import { files } from '../outbox/files.ts';
import { uploadsAsked } from './uploads.slice.ts';

/** Adds sent files to the outbox, each as its own message. */
export function* watchUploads(): SagaIterator {
  try {
    yield takeEvery(uploadsAsked, function* ({ payload }): SagaIterator {
      for (const { name, bytes, type, durationMs, waveform, part: _, state: __, failure: ___, ...message } of payload) {
        const fresh = { createdAt: new Date().toISOString(), state: 'waiting', position: null, failure: null } as const;
        const file = { mediaId: null, name, bytes, type, durationMs, waveform };
        yield put(sendAsked({ ...message, ...fresh, isObservation: false, file }));
      }
    });
    yield take(() => false);
  } finally {
    files.clear();
  }
}
