import { campaignRoutes } from '@prosa/contracts';
import type { SagaIterator } from 'redux-saga';
import { call, put, takeEvery } from 'redux-saga/effects';
import { failureOf } from '../../../kernel/calls/api-error.ts';
import { errorText } from '../../../kernel/calls/error-text.ts';
import { failureShown } from '../../../kernel/calls/toasts.slice.ts';
import { findText } from '../../../kernel/i18n/dictionary.ts';
import type { RecordProps } from '../../../records/record.ts';
import { pending, sendFile } from '../../../records/record-file.ts';
import type { Values } from '../../../records/record-list.ts';

const { setFile, removeFile } = campaignRoutes;
export const fileCalls = { setFile, removeFile };

/** When new campaigns are to start that wait for their file, by the `ref` of their act. */
const times = new Map<string, unknown>();
type Created = { ref: string; values: Values };

/** The payload that creates a campaign: with a file it has no time yet, because nothing may leave before the file is there. */
export const createWithFile = ({ ref, values }: Created): Created => {
  if (pending.file === null || (values.scheduledAt ?? null) === null) return { ref, values };
  times.set(ref, values.scheduledAt);
  return { ref, values: { ...values, scheduledAt: null } };
};

/** A new campaign gets the file that was chosen with it, then its time; without its file it stays inactive. */
export function* fileNewCampaigns({ create, change }: RecordProps['records']): SagaIterator {
  yield takeEvery(create.succeeded, function* ({ payload, meta }): SagaIterator {
    const { id } = payload as { id: string };
    const { ref } = meta.of;
    const { file } = pending;
    const scheduledAt = times.get(ref);
    pending.file = null;
    times.delete(ref);
    if (!file) return;
    try {
      yield call(sendFile, fileCalls, id, file);
      if (scheduledAt !== undefined) yield put(change.start({ id, values: { scheduledAt } }));
    } catch (error) {
      const failure = failureOf(error);
      yield put(failureShown(failure, findText('campaigns', 'fileFailed', { why: errorText(failure) })));
    }
  });
}
