import { closing, limits, type TicketView, ticketRoutes } from '@prosa/contracts';
import type { SagaIterator } from 'redux-saga';
import { call, fork, put, select, takeEvery } from 'redux-saga/effects';
import { createCommand } from '../../../kernel/calls/command.saga.ts';
import { notified, type Toast } from '../../../kernel/calls/toasts.slice.ts';
import { textOf } from '../../../kernel/i18n/dictionary.ts';
import { keepPlace, lacksTag, letGo, reopenTicket, serve, wasShown } from './tickets.commands.ts';
import { type QueueChoice, selectServedQueues, selectTicket } from './tickets.selectors.ts';
import { tagsAsked } from './tickets.slice.ts';

const byTicket = ({ ticketId }: { ticketId: string }): string => ticketId;

/** When each ticket was sent to be resolved: the server's ten seconds begin a little later. */
const sentAt = new Map<string, number>();

/**
 * Closes a ticket, so that it can be undone for ten seconds. The customer gets the connection's closing message after them, unless
 * `isSilent`; `withoutRating` omits the rating request. `isAsked`: a dialog asked how.
 */
export const resolveTicket = createCommand({
  type: 'tickets/resolve',
  route: ticketRoutes.change,
  by: byTicket,
  delayMs: ({ isAsked }) => (isAsked ? limits.submitDelayMs : 0),
  request: ({
    ticketId,
    withoutRating,
    isSilent = false,
  }: {
    ticketId: string;
    withoutRating: boolean;
    isSilent?: boolean;
    isAsked?: boolean;
  }) => {
    sentAt.set(ticketId, Date.now());
    return {
      params: { ticketId },
      query: { msgAutomatic: !isSilent },
      body: { status: 'closed' as const, undoable: true, ...(withoutRating ? { withoutRating } : {}) },
    };
  },
  quiet: lacksTag,
  *onFailed({ ticketId }, failure): SagaIterator {
    if (lacksTag(failure)) yield put(tagsAsked(ticketId));
  },
  *onDone({ ticketId }, reply): SagaIterator {
    const waits = reply.closing?.waits === true;
    const isShown = wasShown('tickets/resolve', ticketId);
    yield put(
      notified({
        kind: 'ok',
        text: textOf('tickets', 'resolved'),
        action: { label: textOf('tickets', 'undo'), does: undoResolving.start({ ticketId, waits, isShown }) },
        countdown: {
          words: textOf('tickets', waits ? 'leavesIn' : 'leavesNot'),
          until: (sentAt.get(ticketId) ?? Date.now()) + limits.undoMs,
          ...(waits && { over: textOf('tickets', 'hasLeft') }),
        },
      }),
    );
    sentAt.delete(ticketId);
    yield call(letGo, 'tickets/resolve', ticketId);
  },
});

const isLate = ({ code }: { code: string }): boolean => code === 'ERR_UNDO_LATE';

/** Takes a closing back, and shows its ticket again if it was the open one. `waits`: a message to the customer waited. */
export const undoResolving = createCommand({
  type: 'tickets/undoResolving',
  route: closing.routes.undo,
  by: byTicket,
  request: ({ ticketId }: { ticketId: string; waits: boolean; isShown: boolean }) => ({ params: { ticketId } }),
  quiet: isLate,
  *onDone({ ticketId, isShown }): SagaIterator {
    if (isShown) yield call(serve, 'tickets/undoResolving', ticketId);
  },
  *onFailed({ ticketId, waits }, failure): SagaIterator {
    if (!isLate(failure)) return;
    const action: Toast['action'] = yield call(offerReopening, ticketId);
    yield put(
      notified({ kind: 'bad', text: textOf('tickets', waits ? 'hasLeft' : 'undoneLate'), ...(action ? { action } : {}) }),
    );
  },
});

/**
 * Reopens, in its queue, a ticket whose closing can no longer be undone. Undefined if the user does not serve that queue, because a dialog
 * must then ask for one.
 */
function* offerReopening(ticketId: string): SagaIterator<Toast['action']> {
  const ticket: TicketView | null = yield select(selectTicket(ticketId));
  const served: QueueChoice[] = yield select(selectServedQueues);
  const queueId = served.find(({ id }) => id === ticket?.queueId)?.id;
  if (queueId === undefined) return undefined;
  return { label: textOf('tickets', 'reopen'), does: reopenTicket.start({ ticketId, queueId }) };
}

export function* watchResolving(): SagaIterator {
  yield takeEvery([resolveTicket.start.type, undoResolving.start.type], keepPlace);
  yield fork(resolveTicket.saga);
  yield fork(undoResolving.saga);
}
