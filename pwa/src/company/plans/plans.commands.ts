import { limits, plans as record } from '@prosa/contracts';
import type { SagaIterator } from 'redux-saga';
import { call, put } from 'redux-saga/effects';
import { createCommand } from '../../kernel/calls/command.saga.ts';
import { notified } from '../../kernel/calls/toasts.slice.ts';
import { textOf } from '../../kernel/i18n/dictionary.ts';
import { refetchUnlessPushed } from '../../kernel/live/live.saga.ts';

export type PlanFields = { name: string; users: number; connections: number; queues: number; value: number };

const tell = function* (): SagaIterator {
  yield put(notified({ kind: 'ok', text: textOf('plans', 'saved') }));
  yield call(refetchUnlessPushed);
};

/** `ref` distinguishes the forms that were sent one after another. Their refusals stand in the form. */
export const createPlan = createCommand({
  type: 'plans/create',
  route: record.routes.create,
  by: ({ ref }: PlanFields & { ref: string }) => ref,
  delayMs: limits.submitDelayMs,
  quiet: true,
  request: ({ ref: _, ...body }) => ({ body }),
  onDone: tell,
});

export const changePlan = createCommand({
  type: 'plans/change',
  route: record.routes.change,
  by: ({ id }: Partial<PlanFields> & { id: string }) => id,
  delayMs: limits.submitDelayMs,
  quiet: true,
  request: ({ id, ...body }) => ({ params: { id }, body }),
  onDone: tell,
});

export const deletePlan = createCommand({
  type: 'plans/delete',
  route: record.routes.delete,
  by: ({ id }: { id: string }) => id,
  quiet: true,
  request: ({ id }) => ({ params: { id } }),
  onDone: tell,
});

/** For the screen on which they are given. */
export function* watchPlanCommands(): SagaIterator {
  for (const { saga } of [createPlan, changePlan, deletePlan]) yield* saga();
}
