import { limits } from '@prosa/contracts';
import { connections as definition } from '@prosa/contracts/schemas';
import type { SagaIterator } from 'redux-saga';
import { fork } from 'redux-saga/effects';
import { createCommand } from '../../kernel/calls/command.saga.ts';
import { refetchUnlessPushed } from '../../kernel/live/live.saga.ts';
import type { Values } from '../../records/record-list.ts';

const { routes } = definition;
type One = { id: string };
/** For commands that concern one connection and say nothing more. */
const ofOne = { by: ({ id }: One) => id, request: ({ id }: One) => ({ params: { id } }) };

export const createConnection = createCommand({
  type: 'connections/create',
  route: routes.create,
  by: ({ ref }: { ref: string; values: Values }) => ref,
  request: ({ values }) => ({ body: values as { name: string } }),
  delayMs: limits.submitDelayMs,
  onDone: refetchUnlessPushed,
});
export const changeConnection = createCommand({
  type: 'connections/change',
  route: routes.change,
  by: ({ id }: One & { values: Values }) => id,
  request: ({ id, values }) => ({ params: { id }, body: values }),
  delayMs: limits.submitDelayMs,
  onDone: refetchUnlessPushed,
});
export const removeConnection = createCommand({
  type: 'connections/remove',
  route: routes.delete,
  ...ofOne,
  onDone: refetchUnlessPushed,
});
/** Go on, or try again; begin anew with a new code; log out. */
export const startSession = createCommand({
  type: 'connections/start',
  route: routes.startSession,
  by: ofOne.by,
  /** `number`: of the phone into which a code shall be typed. */
  request: ({ id, number }: One & { number?: string }) => ({
    params: { id },
    body: number === undefined ? undefined : { number },
  }),
});
export const renewSession = createCommand({ type: 'connections/renew', route: routes.renewSession, ...ofOne });
export const endSession = createCommand({ type: 'connections/end', route: routes.endSession, ...ofOne });

const all = [createConnection, changeConnection, removeConnection, startSession, renewSession, endSession];

export function* connectionCommands(): SagaIterator {
  for (const { saga } of all) yield fork(saga);
}
