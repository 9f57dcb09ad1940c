import { snooze } from '@prosa/contracts';
import type { SagaIterator } from 'redux-saga';
import { call, fork, put, select, takeEvery } from 'redux-saga/effects';
import { createCommand } from '../../../kernel/calls/command.saga.ts';
import { notified } from '../../../kernel/calls/toasts.slice.ts';
import { textOf } from '../../../kernel/i18n/dictionary.ts';
import { selectZone } from '../../../people/sessions/sessions.slice.ts';
import { shownPath } from '../../../shell/navigation.ts';
import { returnText } from './snooze-times.ts';
import { keepPlace, letGo } from './tickets.commands.ts';

const byTicket = ({ ticketId }: { ticketId: string }): string => ticketId;

/** Takes a snoozed ticket back at once. */
export const wakeTicket = createCommand({
  type: 'tickets/wake',
  route: snooze.routes.set,
  by: byTicket,
  request: ({ ticketId }: { ticketId: string }) => ({ params: { ticketId }, body: { until: null } }),
});

/** Puts a ticket out of sight until a time, and leaves it if it is shown. */
export const snoozeTicket = createCommand({
  type: 'tickets/snooze',
  route: snooze.routes.set,
  by: byTicket,
  request: ({ ticketId, until }: { ticketId: string; until: string }) => ({ params: { ticketId }, body: { until } }),
  *onDone({ ticketId, until }): SagaIterator {
    const zone: string | undefined = yield select(selectZone);
    const text = textOf('tickets', 'snoozed', { time: returnText(until, zone, Date.now()) });
    yield put(
      notified({
        kind: 'ok',
        icon: 'snoozed',
        text,
        countdown: {},
        action: { label: textOf('tickets', 'undo'), does: wakeTicket.start({ ticketId }) },
      }),
    );
    if (shownPath() === `/tickets/${ticketId}`) yield call(letGo, snoozeTicket.start.type, ticketId);
  },
});

export function* watchSnooze(): SagaIterator {
  yield takeEvery(snoozeTicket.start, keepPlace);
  yield fork(snoozeTicket.saga);
  yield fork(wakeTicket.saga);
}
