import { contactRoutes } from '@prosa/contracts';
import { put } from 'redux-saga/effects';
import { createCommand } from '../../kernel/calls/command.saga.ts';
import { notified } from '../../kernel/calls/toasts.slice.ts';
import { findText } from '../../kernel/i18n/dictionary.ts';

/** Merges one contact into another; both rows change by what the server pushes. The dialog shows a refusal. */
export const mergeContacts = createCommand({
  type: 'contacts/merge',
  route: contactRoutes.merge,
  request: (body: { keepId: string; mergeId: string }) => ({ body }),
  *onDone() {
    yield put(notified({ kind: 'ok', text: findText('contacts-screen', 'merged') ?? '' }));
  },
});
