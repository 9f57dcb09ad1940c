import { ticketNotes } from '@prosa/contracts';
import i18next from 'i18next';
import type { SagaIterator } from 'redux-saga';
import { call, put } from 'redux-saga/effects';
import { createCommand } from '../kernel/command.saga.ts';
import { refetchUnheard } from '../kernel/live.saga.ts';
import { notified } from '../kernel/toasts.slice.ts';

const telling = (text: 'added' | 'deleted') =>
  function* (): SagaIterator {
    yield put(notified({ kind: 'ok', text: i18next.t(text, { ns: 'ticket-notes' }) }));
    yield call(refetchUnheard);
  };

/** Adds a note to a ticket; `ref` tells one from another. */
export const addNote = createCommand({
  type: 'ticketNotes/add',
  route: ticketNotes.routes.add,
  by: ({ ref }: { ref: string; ticketId: string; contactId: string; note: string }) => ref,
  request: ({ ref: _, ...body }) => ({ body }),
  onDone: telling('added'),
});

/** Deletes one. */
export const deleteNote = createCommand({
  type: 'ticketNotes/delete',
  route: ticketNotes.routes.delete,
  by: ({ id }: { id: string }) => id,
  request: ({ id }) => ({ params: { id } }),
  onDone: telling('deleted'),
});
