import { forgettingRoutes } from '@prosa/contracts';
import { put } from 'redux-saga/effects';
import { createCommand } from '../../kernel/calls/command.saga.ts';
import { notified } from '../../kernel/calls/toasts.slice.ts';
import { findText } from '../../kernel/i18n/dictionary.ts';

/** Forgets a contact for good; its row goes by what the server pushes. The dialog shows a refusal. */
export const forgetContact = createCommand({
  type: 'contacts/forget',
  route: forgettingRoutes.forget,
  by: ({ id }: { id: string }) => id,
  request: ({ id }) => ({ params: { id } }),
  *onDone() {
    yield put(notified({ kind: 'ok', text: findText('contacts-screen', 'forgetting') ?? '' }));
  },
});
