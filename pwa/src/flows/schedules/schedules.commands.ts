import { limits, type RouteDefinition, scheduleRoutes } from '@prosa/contracts';
import type { SagaIterator } from 'redux-saga';
import { fork } from 'redux-saga/effects';
import type { Request } from '../../kernel/calls/api.ts';
import { createCommand } from '../../kernel/calls/command.saga.ts';
import { refetchUnlessPushed } from '../../kernel/live/live.saga.ts';
import type { Values } from '../../records/record-list.ts';

/** `ref` distinguishes the acts of different dialogs. */
const create = createCommand({
  type: 'schedules/create',
  route: scheduleRoutes.create as RouteDefinition,
  by: ({ ref }: { ref: string; values: Values }) => ref,
  request: ({ values }) => ({ body: values }) as object as Request<RouteDefinition>,
  delayMs: limits.submitDelayMs,
  onDone: refetchUnlessPushed,
});
const change = createCommand({
  type: 'schedules/change',
  route: scheduleRoutes.change as RouteDefinition,
  by: ({ id }: { id: string; values: Values }) => id,
  request: ({ id, values }) => ({ params: { id }, body: values }) as object as Request<RouteDefinition>,
  delayMs: limits.submitDelayMs,
  onDone: refetchUnlessPushed,
});
/** The commands that the dialog sends, from whichever screen. */
export const scheduleCommands = { create, change };

/** Sends one that has failed again. */
export const retrySchedule = createCommand({
  type: 'schedules/retry',
  route: scheduleRoutes.retry,
  by: ({ id }: { id: string }) => id,
  request: ({ id }) => ({ params: { id } }),
  onDone: refetchUnlessPushed,
});

export function* watchScheduleCommands(): SagaIterator {
  for (const { saga } of [create, change, retrySchedule]) yield fork(saga);
}
