import { limits, type Mention, ticketNotes } from '@prosa/contracts';
import type { SagaIterator } from 'redux-saga';
import { call, put, select } from 'redux-saga/effects';
import { createCommand } from '../../kernel/calls/command.saga.ts';
import { notified } from '../../kernel/calls/toasts.slice.ts';
import { textOf } from '../../kernel/i18n/dictionary.ts';
import { refetchUnlessPushed } from '../../kernel/live/live.saga.ts';
import { selectMe } from '../../people/sessions/sessions.slice.ts';
import { keepDraft, readDraft } from '../messages/state/offline.ts';

const telling = (text: 'added' | 'deleted') =>
  function* (): SagaIterator {
    yield put(notified({ kind: 'ok', text: textOf('ticket-notes', text) }));
    yield call(refetchUnlessPushed);
  };

type Added = { ref: string; ticketId: string; contactId: string; note: string; mentions?: Mention[] };

/** The draft goes even if its field is no longer shown; what was written since stays. */
function* forgetDraft({ ticketId, note }: Added): SagaIterator {
  const me: ReturnType<typeof selectMe> = yield select(selectMe);
  if (me && readDraft('ticketNote', me.id, ticketId).trim() === note) keepDraft('ticketNote', me.id, ticketId, '');
}

/** Adds a note to a ticket; `ref` tells one from another. It waits in no outbox: the field keeps it as a draft until it is saved. */
export const addNote = createCommand({
  type: 'ticketNotes/add',
  route: ticketNotes.routes.add,
  delayMs: limits.submitDelayMs,
  by: ({ ref }: Added) => ref,
  request: ({ ref: _, ...body }) => ({ body }),
  onDone: function* (added): SagaIterator {
    yield call(forgetDraft, added);
    yield call(telling('added'));
  },
});

/** Deletes a note. */
export const deleteNote = createCommand({
  type: 'ticketNotes/delete',
  route: ticketNotes.routes.delete,
  by: ({ id }: { id: string }) => id,
  request: ({ id }) => ({ params: { id } }),
  onDone: telling('deleted'),
});
