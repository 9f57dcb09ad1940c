import { accountRoutes, limits } from '@prosa/contracts';
import type { SagaIterator } from 'redux-saga';
import { put } from 'redux-saga/effects';
import type { Request } from '../../kernel/calls/api.ts';
import { createCommand } from '../../kernel/calls/command.saga.ts';
import { notified } from '../../kernel/calls/toasts.slice.ts';
import { textOf } from '../../kernel/i18n/dictionary.ts';

type Body<Route extends keyof typeof accountRoutes> = NonNullable<Request<(typeof accountRoutes)[Route]>['body']>;
export type AccountBody = Body<'create'>;

const tell = function* (): SagaIterator {
  yield put(notified({ kind: 'ok', text: textOf('accounts', 'saved') }));
};
type Named = { id: string };
const byId = ({ id }: Named) => id;

/** `ref` distinguishes the forms that were sent one after another. Refusals stand in the form. */
export const createAccount = createCommand({
  type: 'accounts/create',
  route: accountRoutes.create,
  by: ({ ref }: { ref: string; body: AccountBody | null }) => ref,
  delayMs: limits.submitDelayMs,
  quiet: true,
  request: ({ body }) => ({ body: body! }),
  onDone: tell,
});

export const changeAccount = createCommand({
  type: 'accounts/change',
  route: accountRoutes.change,
  by: ({ id }: { id: string; body: Body<'change'> | null }) => id,
  delayMs: limits.submitDelayMs,
  quiet: true,
  request: ({ id, body }) => ({ params: { id }, body: body! }),
  onDone: tell,
});

/** By a month from the due date that is shown. */
export const renewAccount = createCommand({
  type: 'accounts/renew',
  route: accountRoutes.renew,
  by: byId,
  request: ({ id, dueDate }: Named & { dueDate: string }) => ({ params: { id }, body: { dueDate } }),
  onDone: tell,
});

export const deleteAccount = createCommand({
  type: 'accounts/delete',
  route: accountRoutes.delete,
  by: byId,
  quiet: true,
  request: ({ id }: Named) => ({ params: { id } }),
  onDone: tell,
});

export const restoreAccount = createCommand({
  type: 'accounts/restore',
  route: accountRoutes.restore,
  by: byId,
  request: ({ id }: Named) => ({ params: { id } }),
  onDone: tell,
});

/** For the screen on which they are given. */
export function* watchAccountCommands(): SagaIterator {
  for (const { saga } of [createAccount, changeAccount, renewAccount, deleteAccount, restoreAccount]) yield* saga();
}
