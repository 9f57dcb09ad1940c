import type { MessageView, TicketView } from '@prosa/contracts';
import type { Action } from '@reduxjs/toolkit';
import type { EventChannel, SagaIterator } from 'redux-saga';
import { call, fork, put, select, take, takeEvery, takeLatest } from 'redux-saga/effects';
import { browserEvents } from '../../kernel/browser-events.ts';
import { liveFrame } from '../../kernel/live.slice.ts';
import type { Conversation } from '../../messages/conversation.ts';
import { openingExpected } from '../../messages/messages.saga.ts';
import {
  messagesAnswered,
  messagesFailed,
  messagesOf,
  newerAnswered,
  olderAnswered,
  opened,
  partAnswered,
  selectConversation,
  selectCurrent,
} from '../../messages/messages.slice.ts';
import { readTicket } from '../state/tickets.commands.ts';
import { selectTicket } from '../state/tickets.selectors.ts';
import { ticketAnswered, ticketWanted } from '../state/tickets.slice.ts';
import { conversation } from './conversation-part.ts';

/** Loads the tickets that a shown conversation names, and marks the current ticket as read. */
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
  yield takeEvery([olderAnswered, newerAnswered], ({ payload: { ticketId, page } }) => askForTickets(ticketId, page.records));
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

/** Marks the current ticket as read up to the customer's last message, if it is open and the page is visible. */
function* watchReading(): SagaIterator {
  const looks: EventChannel<Event> = yield call(browserEvents, document, 'visibilitychange');
  const told = new Map<string, string>();
  try {
    yield takeEvery(looks, markRead, told);
    yield takeEvery([opened, messagesAnswered, ticketAnswered, liveFrame], markRead, told);
    yield takeEvery(readTicket.failed, function* ({ meta }): SagaIterator {
      yield call(() => told.delete(meta.of.ticketId));
    });
    yield takeEvery(readTicket.succeeded, function* ({ meta: { of } }): SagaIterator {
      if (told.get(of.ticketId) !== of.upTo) yield call(() => told.delete(of.ticketId)); // a newer message arrived during the request
      yield call(markRead, told);
    });
    yield take(() => false);
  } finally {
    looks.close();
  }
}

function* markRead(told: Map<string, string>): SagaIterator {
  const ticketId: string | null = yield select(selectCurrent);
  if (ticketId === null || document.visibilityState !== 'visible') return;
  const ticket: TicketView | null = yield select(selectTicket(ticketId));
  const conversation: Conversation | undefined = yield select(selectConversation(ticketId));
  if (ticket?.status !== 'open' || !conversation) return;
  const last = messagesOf(conversation).findLast((message) => message.ticketId === ticketId && !message.fromMe);
  if (!last || last.read || told.get(ticketId) === last.id) return;
  told.set(ticketId, last.id);
  yield put(readTicket.start({ ticketId, upTo: last.id }));
}
