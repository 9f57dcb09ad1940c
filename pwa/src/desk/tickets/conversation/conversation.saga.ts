import type { MessageView, TicketView } from '@prosa/contracts';
import type { Action } from '@reduxjs/toolkit';
import type { SagaIterator } from 'redux-saga';
import { call, delay, fork, put, select, take, takeEvery, takeLatest } from 'redux-saga/effects';
import { isNewer } from '../../../kernel/calls/positions.ts';
import { liveFrame } from '../../../kernel/live/live.slice.ts';
import { selectServes } from '../../../people/sessions/sessions.slice.ts';
import { messagesSeen, openingExpected } from '../../messages/state/messages.saga.ts';
import {
  furtherAnswered,
  messagesAnswered,
  messagesFailed,
  opened,
  partAnswered,
  selectCurrent,
} from '../../messages/state/messages.slice.ts';
import { readTicket } from '../state/tickets.commands.ts';
import { selectTicket } from '../state/tickets.selectors.ts';
import { ticketAnswered, ticketWanted } from '../state/tickets.slice.ts';
import { conversation } from './conversation-part.ts';

/** Loads the tickets that a shown conversation names, and marks the current ticket as read as far as it was seen. */
export function* watchConversation(): SagaIterator {
  yield fork(watchReading);
  yield takeEvery(openingExpected, () => void conversation.load().catch(() => undefined)); // opened, it is asked for again
  yield takeLatest(opened, askForOpened);
  yield takeEvery([messagesAnswered, partAnswered], ({ payload: { ticketId, pages } }) =>
    askForTickets(
      ticketId,
      pages.flatMap(({ records }) => records),
    ),
  );
  yield takeEvery(furtherAnswered, ({ payload: { ticketId, page } }) => askForTickets(ticketId, page.records));
  // The screen may have opened one before there was anybody to hear of it.
  const current: string | null = yield select(selectCurrent);
  if (current !== null) yield fork(askForOpened, opened(current));
}

/** The list's data of the ticket is shown already, so the messages are requested first. */
function* askForOpened({ payload: ticketId }: ReturnType<typeof opened>): SagaIterator {
  const listed: TicketView | null = yield select(selectTicket(ticketId));
  if (listed)
    yield take(
      (action: Action) =>
        (messagesAnswered.match(action) || messagesFailed.match(action)) && action.payload.ticketId === ticketId,
    );
  yield put(ticketWanted(ticketId, true));
}

/** The separators show when tickets began and ended. The component that shows the ticket itself requests it. */
function* askForTickets(shown: string, messages: MessageView[]): SagaIterator {
  for (const ticketId of new Set(messages.flatMap((message) => message.ticketId ?? [])))
    if (ticketId !== shown) yield put(ticketWanted(ticketId));
}

type Seen = { upTo: string; position: string };
/** How long after a call the next one may follow, in milliseconds: what was seen meanwhile is told together. */
const READ_AGAIN_MS = 300;

/** Marks an open ticket as read as far as it was seen, by who serves tickets. */
function* watchReading(): SagaIterator {
  /** By ticket: how far it was seen and told, and whether a call is on its way. */
  const [seen, told, asked] = [new Map<string, Seen>(), new Map<string, Seen>(), new Set<string>()];
  function* tell(ticketId: string): SagaIterator {
    const newest = seen.get(ticketId);
    if (!newest || asked.has(ticketId) || !isNewer(newest.position, told.get(ticketId)?.position)) return;
    const ticket: TicketView | null = yield select(selectTicket(ticketId));
    if (ticket?.status !== 'open' || !(yield select(selectServes))) return;
    told.set(ticketId, newest);
    asked.add(ticketId);
    yield put(readTicket.start({ ticketId, upTo: newest.upTo }));
  }
  function* tellOfCurrent(): SagaIterator {
    const ticketId: string | null = yield select(selectCurrent);
    if (ticketId !== null) yield call(tell, ticketId);
  }
  yield takeEvery(messagesSeen, function* ({ payload: { ticketId, ...newest } }): SagaIterator {
    if (isNewer(newest.position, seen.get(ticketId)?.position)) yield call(() => seen.set(ticketId, newest));
    yield call(tell, ticketId);
  });
  // A read position that could not be reported is reported with the next news.
  yield takeEvery([opened, messagesAnswered, ticketAnswered, liveFrame], tellOfCurrent);
  yield takeEvery(readTicket.failed, function* ({ payload: { code }, meta: { of } }): SagaIterator {
    // A message so old that the server knows it no more is marked as read with a newer one.
    if (code !== 'ERR_NO_MESSAGE_FOUND') yield call(() => told.delete(of.ticketId));
    yield call(() => asked.delete(of.ticketId));
  });
  yield takeEvery(readTicket.succeeded, function* ({ meta: { of } }): SagaIterator {
    yield delay(READ_AGAIN_MS);
    yield call(() => asked.delete(of.ticketId));
    yield call(tell, of.ticketId);
  });
}
