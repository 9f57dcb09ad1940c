import type { Me, TicketView } from '@prosa/contracts';
import type { SagaIterator } from 'redux-saga';
import { call, delay, put, select, takeEvery } from 'redux-saga/effects';
import { titleOf } from '../../contacts/contacts/titles.ts';
import { notified } from '../../kernel/calls/toasts.slice.ts';
import { textOf } from '../../kernel/i18n/dictionary.ts';
import { liveFrame } from '../../kernel/live/live.slice.ts';
import { selectMe } from '../../people/sessions/sessions.slice.ts';
import { shownPath } from '../../shell/navigation.ts';
import { transferTo } from './state/handed-over.ts';
import { showTicket, ticketShown } from './state/handover.commands.ts';
import { selectTicket } from './state/tickets.selectors.ts';

/** The ticket's own push, which has its contact's name, comes with that of the transfer. */
const SETTLE_MS = 300;

/** Says who has transferred a ticket to the user, and offers to open it, unless it is on the screen. */
function* tellReceiver({ payload }: ReturnType<typeof liveFrame>): SagaIterator {
  const me: Me | null = yield select(selectMe);
  const line = transferTo(me?.id, payload);
  if (!line) return;
  yield delay(SETTLE_MS);
  const { ticketId } = line;
  const ticket: TicketView | null = yield select(selectTicket(ticketId));
  const by = line.by?.name?.split(' ')[0] ?? textOf('tickets', 'colleague');
  const text = ticket
    ? textOf('tickets', 'receivedFrom', { by, name: titleOf(ticket) })
    : textOf('tickets', 'receivedFromAlone', { by });
  const isShown = shownPath() === `/tickets/${ticketId}`;
  const action = { label: textOf('tickets', 'open'), does: ticketShown(ticketId) };
  yield put(notified({ kind: 'ok', icon: 'transferred', text, strong: by, ...(isShown ? {} : { action }) }));
}

export function* watchHandovers(): SagaIterator {
  yield takeEvery(liveFrame, tellReceiver);
  yield takeEvery(ticketShown, function* ({ payload }): SagaIterator {
    yield call(showTicket, payload);
  });
}
