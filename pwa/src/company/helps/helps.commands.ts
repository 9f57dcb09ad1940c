import { limits, helps as record } from '@prosa/contracts';
import type { SagaIterator } from 'redux-saga';
import { call, put } from 'redux-saga/effects';
import { createCommand } from '../../kernel/calls/command.saga.ts';
import { notified } from '../../kernel/calls/toasts.slice.ts';
import { textOf } from '../../kernel/i18n/dictionary.ts';
import { refetchUnlessPushed } from '../../kernel/live/live.saga.ts';

export type HelpFields = { title: string; video: string; description: string };

const tell = function* (): SagaIterator {
  yield put(notified({ kind: 'ok', text: textOf('helps', 'saved') }));
  yield call(refetchUnlessPushed);
};

/** `ref` distinguishes the forms that were sent one after another. */
export const createHelp = createCommand({
  type: 'helps/create',
  route: record.routes.create,
  by: ({ ref }: HelpFields & { ref: string }) => ref,
  delayMs: limits.submitDelayMs,
  request: ({ ref: _, ...body }) => ({ body }),
  onDone: tell,
});

export const changeHelp = createCommand({
  type: 'helps/change',
  route: record.routes.change,
  by: ({ id }: Partial<HelpFields> & { id: string }) => id,
  delayMs: limits.submitDelayMs,
  request: ({ id, ...body }) => ({ params: { id }, body }),
  onDone: tell,
});

export const deleteHelp = createCommand({
  type: 'helps/delete',
  route: record.routes.delete,
  by: ({ id }: { id: string }) => id,
  request: ({ id }) => ({ params: { id } }),
  onDone: tell,
});

/** For the screen on which they are given. */
export function* watchHelpCommands(): SagaIterator {
  for (const { saga } of [createHelp, changeHelp, deleteHelp]) yield* saga();
}
