import { type EventChannel, eventChannel, type SagaIterator } from 'redux-saga';
import { call, put, race, take } from 'redux-saga/effects';
import { ApiError, type Failure, failureOf } from '../../../kernel/calls/api-error.ts';
import { outbox } from '../../outbox/outbox.ts';
import type { Outgoing } from '../../outbox/outgoing.ts';
import { upload } from '../../outbox/upload.ts';
import { sendAdvanced, sendDropped, sendUploaded } from './messages.slice.ts';

/** Minimum progress between two reports. */
const STEP = 0.01;

type Told = { part: number } | { mediaId: string } | { failure: Failure };

/** Uploads the file of a message, unless the message is withdrawn meanwhile; returns null if nothing failed. */
export function* uploadFile(userId: string, one: Outgoing): SagaIterator<Failure | null> {
  const { key } = one;
  const { failure }: { failure?: Failure | null } = yield race({
    failure: call(uploadOne, userId, one),
    dropped: take((action: { type: string }) => sendDropped.match(action) && action.payload === key),
  });
  return failure ?? null;
}

function* uploadOne(userId: string, one: Outgoing): SagaIterator<Failure | null> {
  const { key } = one;
  yield put(sendAdvanced({ key, part: 0 }));
  const blob: Blob | null = yield call(outbox.fileOf, key);
  const told: EventChannel<Told> = yield call(sent, one, blob);
  try {
    while (true) {
      const news: Told = yield take(told);
      if ('part' in news) yield put(sendAdvanced({ key, part: news.part }));
      else if ('failure' in news) {
        yield put(sendAdvanced({ key, part: undefined }));
        return news.failure;
      } else {
        const { mediaId } = news;
        yield call(outbox.change, userId, key, (was: Outgoing) => (was.file ? { ...was, file: { ...was.file, mediaId } } : was));
        yield put(sendUploaded({ key, mediaId }));
        return null;
      }
    }
  } finally {
    told.close();
  }
}

/** Reports an upload's progress and outcome; closing the channel cancels the upload. */
const sent = ({ ticketId, file }: Outgoing, blob: Blob | null): EventChannel<Told> =>
  eventChannel((tell) => {
    const controller = new AbortController();
    let last = 0;
    const onProgress = (part: number) => {
      if (part < last + STEP) return;
      last = part;
      tell({ part });
    };
    const { name = '', durationMs } = file ?? {};
    const done = blob
      ? upload({ ticketId, file: blob, name, durationMs, onProgress, signal: controller.signal })
      : Promise.reject(new ApiError('ERR_NO_MEDIA_FOUND', 404));
    done.then((mediaId) => tell({ mediaId })).catch((error: unknown) => tell({ failure: failureOf(error) }));
    return () => controller.abort();
  });
