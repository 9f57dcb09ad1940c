import { type TicketView, ticketRoutes } from '@prosa/contracts';
import { createAction } from '@reduxjs/toolkit';
import type { SagaIterator } from 'redux-saga';
import { call, put, select, takeLatest } from 'redux-saga/effects';
import { failureOf } from '../../../kernel/calls/api-error.ts';
import { api } from '../../../kernel/calls/client.ts';
import { failureShown, notified } from '../../../kernel/calls/toasts.slice.ts';
import { textOf } from '../../../kernel/i18n/dictionary.ts';
import { selectMe } from '../../../people/sessions/sessions.slice.ts';
import { navigateTo, shownPath } from '../../../shell/navigation.ts';
import { doneChanged, viewChanged } from './tickets.slice.ts';

/** The user asks for their next unanswered ticket, whatever is open. */
export const nextWanted = createAction('tickets/nextWanted');

const ask = (userId: string) =>
  api.call(ticketRoutes.list, {
    query: { status: 'open', users: [userId], unanswered: true, snoozed: false, sort: 'waiting' },
  });

/** The tickets of the user whose customers wait for an answer, who waits longest before all. */
function* unansweredOwn(): SagaIterator<TicketView[]> {
  const me: ReturnType<typeof selectMe> = yield select(selectMe);
  if (!me) return [];
  const { data }: Awaited<ReturnType<typeof ask>> = yield call(ask, me.id);
  // The tables that answer may be a moment older than what was just done.
  return data.tickets.filter(({ userId, waitingSince }) => userId === me.id && waitingSince !== null);
}

function* show(ticketId: string): SagaIterator {
  yield put(viewChanged({ tab: 'open', subTab: 'open' }));
  yield call(navigateTo, `/tickets/${ticketId}`);
}

/**
 * Opens the user's ticket whose customer waits longest for an answer, when they are done with the ticket `after`. If nobody waits, or that
 * cannot be known, it shows the list. Stays where the user has gone meanwhile.
 */
export function* openNext(after: string): SagaIterator {
  const from = shownPath();
  let next: TicketView | undefined;
  let isKnown = true;
  try {
    const tickets: TicketView[] = yield call(unansweredOwn);
    next = tickets.find(({ id }) => id !== after);
  } catch (error) {
    console.warn('The next ticket could not be fetched:', failureOf(error).code);
    isKnown = false;
  }
  if (shownPath() !== from) return;
  yield put(doneChanged(isKnown && next === undefined));
  if (next) yield call(show, next.id);
  else yield call(navigateTo, '/tickets/');
}

/** Opens the one that comes after the shown ticket, the first one after the last. */
function* openFollowing(): SagaIterator {
  const from = shownPath();
  try {
    const tickets: TicketView[] = yield call(unansweredOwn);
    if (shownPath() !== from) return;
    const at = tickets.findIndex(({ id }) => from === `/tickets/${id}`);
    const next = tickets[(at + 1) % tickets.length];
    if (next && tickets.indexOf(next) !== at) yield call(show, next.id);
    else yield put(notified({ kind: 'ok', text: textOf('tickets', at < 0 ? 'nobodyWaits' : 'nobodyElseWaits') }));
  } catch (error) {
    yield put(failureShown(failureOf(error)));
  }
}

export function* watchNext(): SagaIterator {
  yield takeLatest(nextWanted, openFollowing);
}
