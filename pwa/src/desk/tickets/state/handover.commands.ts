import { handover } from '@prosa/contracts';
import { createAction } from '@reduxjs/toolkit';
import type { SagaIterator } from 'redux-saga';
import { call, put } from 'redux-saga/effects';
import type { Failure } from '../../../kernel/calls/api-error.ts';
import { createCommand } from '../../../kernel/calls/command.saga.ts';
import { notified } from '../../../kernel/calls/toasts.slice.ts';
import { textOf } from '../../../kernel/i18n/dictionary.ts';
import { navigateTo } from '../../../shell/navigation.ts';
import { viewChanged } from './tickets.slice.ts';

/** Where a refused transfer says that the ticket is by now. */
type Moved = { by?: string | null; user?: string | null; queue?: string | null; closed?: boolean };

/** Of two who hand a ticket over, the second reads what the first has done; undefined for other failures. */
export const movedWords = ({ code, details }: Failure): string | undefined => {
  if (code !== 'ERR_TICKET_MOVED') return undefined;
  const { by = null, user = null, queue = null, closed } = details as Moved;
  if (closed) return textOf('tickets', 'movedClosed');
  if (by && user) return textOf('tickets', 'movedToUser', { by, user });
  if (by && queue) return textOf('tickets', 'movedToQueue', { by, queue });
  return user ? textOf('tickets', 'movedUser', { user }) : textOf('tickets', 'movedQueue');
};

/** Shows a ticket among the open ones. */
export const ticketShown = createAction<string>('tickets/shown');

export function* showTicket(ticketId: string): SagaIterator {
  yield put(viewChanged({ tab: 'open', subTab: 'open' }));
  yield call(navigateTo, `/tickets/${ticketId}`);
}

/** Takes a transfer or a return back, and shows the ticket. */
export const takeBack = createCommand({
  type: 'tickets/takeBack',
  route: handover.routes.undo,
  by: ({ ticketId }: { ticketId: string }) => ticketId,
  request: ({ ticketId }) => ({ params: { ticketId } }),
  words: movedWords,
  *onDone({ ticketId }): SagaIterator {
    yield put(notified({ kind: 'ok', text: textOf('tickets', 'transferUndone') }));
    yield call(showTicket, ticketId);
  },
});

type Gone = { queue: string; user: string | null } | { returnedTo: string | null };

/** Says where a ticket went, and offers to take it back. */
export function* offerTakingBack(ticketId: string, gone: Gone): SagaIterator {
  const said = 'returnedTo' in gone ? returned(gone.returnedTo) : transferred(gone);
  const action = { label: textOf('tickets', 'undo'), does: takeBack.start({ ticketId }) };
  yield put(notified({ kind: 'ok', ...said, countdown: {}, action }));
}

const returned = (queue: string | null) => ({
  icon: 'returned' as const,
  ...(queue ? { text: textOf('tickets', 'returned', { queue }), strong: queue } : { text: textOf('tickets', 'returnedAlone') }),
});

const transferred = ({ queue, user }: { queue: string; user: string | null }) => ({
  icon: 'transferred' as const,
  text: user ? textOf('tickets', 'transferredTo', { name: user, queue }) : textOf('tickets', 'transferredToQueue', { queue }),
  strong: user ?? queue,
});
