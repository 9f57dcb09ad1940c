import { type FileRoutes, newId } from '@prosa/contracts';
import type { SagaIterator } from 'redux-saga';
import { call, put, takeEvery } from 'redux-saga/effects';
import { failureOf } from '../kernel/calls/api-error.ts';
import { call as callApi } from '../kernel/calls/client.ts';
import { sendForm } from '../kernel/calls/send-form.ts';
import { failureShown } from '../kernel/calls/toasts.slice.ts';
import type { RecordProps } from './record.ts';

const UPLOAD_MS = 5 * 60_000;

/** The calls of a record's file. */
export type FileCalls = { setFile: Pick<FileRoutes['setFile'], 'call'>; removeFile: FileRoutes['removeFile'] };
/** A record as its file is told. */
export type Filed = { id: string; mediaName: string | null };

/** The file that was chosen for a record that does not exist yet. */
export const pending: { file: File | null } = { file: null };

/** Attaches a file; resolves to its name. Throws ApiError. */
export const sendFile = async ({ setFile }: FileCalls, id: string, file: File): Promise<string | null> => {
  const form = new FormData();
  form.append('file', file, file.name);
  const path = setFile.call.replace('POST ', '').replace(':id', id);
  const sent = { method: 'POST', path, form, key: newId(), timeoutMs: UPLOAD_MS } as const;
  return (await sendForm<Filed>(sent)).mediaName;
};

/** Removes the file. Throws ApiError. */
export const removeFile = async ({ removeFile }: FileCalls, id: string): Promise<null> => {
  await callApi(removeFile, { params: { id } });
  return null;
};

/** A new record gets the file that was chosen with it; then `after` is done. */
export function* fileNewRecords(calls: FileCalls, { create }: RecordProps['records'], after?: () => SagaIterator): SagaIterator {
  yield takeEvery(create.succeeded, function* ({ payload }): SagaIterator {
    const { file } = pending;
    pending.file = null;
    try {
      if (file) yield call(sendFile, calls, (payload as { id: string }).id, file);
    } catch (error) {
      yield put(failureShown(failureOf(error)));
    }
    if (after) yield call(after);
  });
}
