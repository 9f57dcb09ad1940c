import { limits, mailRoutes } from '@prosa/contracts';
import type { SagaIterator } from 'redux-saga';
import { fork } from 'redux-saga/effects';
import { createCommand } from '../../kernel/calls/command.saga.ts';
import { refetchUnlessPushed } from '../../kernel/live/live.saga.ts';
import type { Values } from '../../records/record-list.ts';

type One = { id: string };
type Invited = Omit<Values, 'name' | 'email'> & { name: string; email: string };

/** Creates a user who sets their own password by a mailed link. */
export const inviteUser = createCommand({
  type: 'users/invite',
  route: mailRoutes.invite,
  by: ({ ref }: { ref: string; values: Values }) => ref,
  request: ({ values }) => ({ body: values as Invited }),
  delayMs: limits.submitDelayMs,
  onDone: refetchUnlessPushed,
});
export const inviteAgain = createCommand({
  type: 'users/inviteAgain',
  route: mailRoutes.inviteAgain,
  by: ({ id }: One) => id,
  request: ({ id }) => ({ params: { id } }),
});

export function* invitationCommands(): SagaIterator {
  for (const { saga } of [inviteUser, inviteAgain]) yield fork(saga);
}
