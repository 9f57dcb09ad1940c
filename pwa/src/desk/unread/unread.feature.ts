import { type TicketView, unread } from '@prosa/contracts';
import MessageSquareDot from 'lucide-react/icons/message-square-dot';
import type { SagaIterator } from 'redux-saga';
import { call, fork, put, select, take, takeLatest } from 'redux-saga/effects';
import { createCommand } from '../../kernel/calls/command.saga.ts';
import { selectServes } from '../../people/sessions/sessions.slice.ts';
import type { Feature } from '../../shell/feature.ts';
import { navigateTo, shownPath } from '../../shell/navigation.ts';
import type { Conversation } from '../messages/state/conversation.ts';
import { messagesAnswered, messagesOf, opened, selectConversation, selectCurrent } from '../messages/state/messages.slice.ts';
import { readTicket } from '../tickets/state/tickets.commands.ts';
import { selectTicket } from '../tickets/state/tickets.selectors.ts';
import { ticketAnswered } from '../tickets/state/tickets.slice.ts';

/** Marks a ticket as unread, and leaves it if it is shown: it is read when it is opened again. */
const markUnread = createCommand({
  type: 'unread/mark',
  route: unread.routes.mark,
  by: ({ ticketId }: { ticketId: string }) => ticketId,
  request: ({ ticketId }) => ({ params: { ticketId } }),
  *onDone({ ticketId }): SagaIterator {
    if (shownPath() === `/tickets/${ticketId}`) yield call(navigateTo, '/tickets/');
  },
});

/**
 * Reads a ticket that was marked, once its data and its messages are here. Only opening it does: whoever has it open while it is marked leaves
 * the mark. A message that nobody has read is read as ever.
 */
function* readMarked({ payload: ticketId }: ReturnType<typeof opened>): SagaIterator {
  const serves: boolean = yield select(selectServes);
  for (;;) {
    const ticket: TicketView | null = yield select(selectTicket(ticketId));
    const conversation: Conversation | undefined = yield select(selectConversation(ticketId));
    if (ticket && conversation?.status === 'ready' && !conversation.opening) {
      const own = messagesOf(conversation).filter((message) => message.ticketId === ticketId);
      const isRead = own.findLast(({ fromMe }) => !fromMe)?.read ?? true;
      const newest = own.at(-1);
      if (serves && ticket.status === 'open' && ticket.unreadMessages > 0 && isRead && newest)
        yield put(readTicket.start({ ticketId, upTo: newest.id }));
      return;
    }
    yield take([messagesAnswered, ticketAnswered]);
  }
}

function* watchUnread(): SagaIterator {
  yield fork(markUnread.saga);
  yield takeLatest(opened, readMarked);
  // The screen may have opened one before there was anybody to hear of it.
  const current: string | null = yield select(selectCurrent);
  if (current !== null) yield fork(readMarked, opened(current));
}

/** Tickets that are marked as unread, to come back to them. */
export const feature: Feature = {
  name: 'unread',
  saga: watchUnread,
  ticketActs: [
    {
      id: 'unread',
      label: { pt: 'Marcar como não lido', en: 'Mark as unread', es: 'Marcar como no leído' },
      icon: MessageSquareDot,
      key: 'u',
      may: 'tickets:serve',
      offers: ({ status, unreadMessages }) => status === 'open' && unreadMessages === 0,
      start: markUnread.start,
    },
  ],
};
