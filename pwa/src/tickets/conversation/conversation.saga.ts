import type { MessageView, TicketView } from '@prosa/contracts';
import type { EventChannel, SagaIterator } from 'redux-saga';
import { call, fork, put, select, take, takeEvery } from 'redux-saga/effects';
import { browserEvents } from '../../kernel/browser-events.ts';
import { liveFrame } from '../../kernel/live.slice.ts';
import type { Conversation } from '../../messages/conversation.ts';
import {
  messagesAnswered,
  messagesOf,
  olderAnswered,
  opened,
  selectConversation,
  selectCurrent,
} from '../../messages/messages.slice.ts';
import { readTicket } from '../state/tickets.commands.ts';
import { selectTicket } from '../state/tickets.selectors.ts';
import { ticketAnswered, ticketWanted } from '../state/tickets.slice.ts';

/** What a conversation on the screen asks of tickets: those that it names are fetched, and the one that is looked at is read. */
export function* watchConversation(): SagaIterator {
  yield fork(watchReading);
  yield takeEvery(opened, function* ({ payload: ticketId }): SagaIterator {
    yield put(ticketWanted(ticketId, true));
  });
  yield takeEvery(messagesAnswered, ({ payload: { pages } }) => askForTickets(pages.flatMap(({ records }) => records)));
  yield takeEvery(olderAnswered, ({ payload: { page } }) => askForTickets(page.records));
}

/** The marks between tickets name when they began and ended. */
function* askForTickets(messages: MessageView[]): SagaIterator {
  for (const ticketId of new Set(messages.map((message) => message.ticketId))) yield put(ticketWanted(ticketId));
}

/** What somebody looks at is read: an open ticket on a visible screen, up to the customer's last message. */
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
      if (told.get(of.ticketId) !== of.upTo) yield call(() => told.delete(of.ticketId)); // a newer one came while it was under way
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
