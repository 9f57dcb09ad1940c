import { type Me, type MessageView, mentions, type TicketView } from '@prosa/contracts';
import { eventChannel, type SagaIterator } from 'redux-saga';
import { call, delay, fork, put, select, takeEvery } from 'redux-saga/effects';
import { titleOf } from '../../contacts/contacts/titles.ts';
import { createCommand } from '../../kernel/calls/command.saga.ts';
import { notified } from '../../kernel/calls/toasts.slice.ts';
import { isLookedAt, onLookedAt } from '../../kernel/device/looked-at.ts';
import { textOf } from '../../kernel/i18n/dictionary.ts';
import { loadScreenTexts } from '../../kernel/i18n/i18n.ts';
import { liveFrame } from '../../kernel/live/live.slice.ts';
import { selectMe } from '../../people/sessions/sessions.slice.ts';
import type { Feature } from '../../shell/feature.ts';
import { shownPath } from '../../shell/navigation.ts';
import { opened, selectCurrent } from '../messages/state/messages.slice.ts';
import { ticketShown } from '../tickets/state/handover.commands.ts';
import { mentionOf } from '../tickets/state/tickets.filters.ts';
import { selectTicket } from '../tickets/state/tickets.selectors.ts';
import { ticketAnswered } from '../tickets/state/tickets.slice.ts';
import { mentionTo } from './mention-to.ts';
import type texts from './mentions.screen.pt.json';

declare module '../../kernel/i18n/texts.ts' {
  interface Texts {
    mentions: typeof texts;
  }
}

/** The ticket's own push, which has its contact's name, comes with that of the observation. */
const SETTLE_MS = 300;

/** Says that the user has opened a ticket in which something was new to them. */
const seeTicket = createCommand({
  type: 'mentions/see',
  route: mentions.routes.seen,
  by: ({ ticketId }: { ticketId: string }) => ticketId,
  request: ({ ticketId }) => ({ params: { ticketId } }),
  quiet: true,
});

/** Tells of the ticket on the screen once it is looked at, and again only of what has come since. */
function* watchSeen(): SagaIterator {
  /** By ticket, what was new when it was told. */
  const told = new Map<string, string>();
  function* tell(): SagaIterator {
    const ticketId: string | null = yield select(selectCurrent);
    const me: Me | null = yield select(selectMe);
    const ticket: TicketView | null = ticketId === null ? null : yield select(selectTicket(ticketId));
    if (ticketId === null || !ticket || !me || !isLookedAt()) return;
    const mention = mentionOf(ticket, me.id);
    const news = mention || ticket.handedTo === me.id ? `${ticket.handedTo} ${mention?.at}` : null;
    if (news === null) told.delete(ticketId);
    if (news === null || told.get(ticketId) === news) return;
    told.set(ticketId, news);
    yield put(seeTicket.start({ ticketId }));
  }
  yield fork(seeTicket.saga);
  yield takeEvery(seeTicket.failed, function* ({ meta: { of } }): SagaIterator {
    yield call(() => told.delete(of.ticketId));
  });
  yield takeEvery([opened, ticketAnswered, liveFrame], tell);
  const looks = eventChannel<true>((emit) => onLookedAt(() => emit(true)));
  yield takeEvery(looks, tell);
  // The screen may have opened one before there was anybody to hear of it. In a further session this begins before there are tickets.
  if (yield select((state: object) => 'tickets' in state && 'messages' in state)) yield call(tell);
}

/** Says who has named the user, and offers to open the ticket, unless it is on the screen. */
function* tellNamed({ payload }: ReturnType<typeof liveFrame>): SagaIterator {
  const me: Me | null = yield select(selectMe);
  const message: MessageView | null = mentionTo(me?.id, payload);
  if (!message?.ticketId) return;
  yield call(loadScreenTexts, 'mentions');
  yield delay(SETTLE_MS);
  const { ticketId } = message;
  const ticket: TicketView | null = yield select(selectTicket(ticketId));
  const by = message.user?.name?.split(' ')[0] ?? textOf('tickets', 'colleague');
  const text = textOf('mentions', 'mentionedIn', { by, name: ticket ? titleOf(ticket) : (message.contact.name ?? '') });
  const isShown = isLookedAt() && shownPath() === `/tickets/${ticketId}`;
  const action = { label: textOf('tickets', 'open'), does: ticketShown(ticketId) };
  yield put(notified({ kind: 'ok', text, strong: by, ...(isShown ? {} : { action }) }));
}

function* watchMentions(): SagaIterator {
  yield takeEvery(liveFrame, tellNamed);
  yield call(watchSeen);
}

/** What is new to the user in tickets until they open them: that a colleague named them, or gave them the ticket. */
export const feature: Feature = { name: 'mentions', saga: watchMentions };
