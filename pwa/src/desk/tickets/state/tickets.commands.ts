import { limits, type Mention, reading, type TicketView, ticketRoutes } from '@prosa/contracts';
import type { SagaIterator } from 'redux-saga';
import { call, fork, put, select, takeEvery } from 'redux-saga/effects';
import type { Failure } from '../../../kernel/calls/api-error.ts';
import { createCommand } from '../../../kernel/calls/command.saga.ts';
import { notified } from '../../../kernel/calls/toasts.slice.ts';
import { textOf } from '../../../kernel/i18n/dictionary.ts';
import { selectMe } from '../../../people/sessions/sessions.slice.ts';
import { navigateTo, shownPath } from '../../../shell/navigation.ts';
import { selectOpensNext } from '../../../shell/preferences.slice.ts';
import { sendAsked } from '../../messages/state/messages.slice.ts';
import { keepDraft } from '../../messages/state/offline.ts';
import type { Outgoing } from '../../messages/state/outgoing.ts';
import { movedWords, offerTakingBack } from './handover.commands.ts';
import { openNext } from './next-ticket.ts';
import { bulkTickets } from './tickets.bulk.ts';
import { isUnanswered, watchTagsOffline } from './tickets.offline.ts';
import { selectTicket } from './tickets.selectors.ts';
import { tagsAsked, viewChanged } from './tickets.slice.ts';

type Act = { ticketId: string };
const byTicket = ({ ticketId }: Act): string => ticketId;

/** Returns the name of the user who was quicker, if the refusal contains it. */
const winnerOf = ({ code, details }: Failure): string | null =>
  code === 'ERR_OTHER_OPEN_TICKET' && typeof details.name === 'string' ? details.name : null;

/** Two users may want the same ticket at once: the second is told who was quicker. */
const inWords =
  (key: 'alreadyAccepted' | 'servedBy') =>
  (failure: Failure): string | undefined => {
    const name = winnerOf(failure);
    return name === null ? undefined : textOf('tickets', key, { name });
  };

export const lacksTag = ({ code }: Failure): boolean => code === 'ERR_TAG_REQUIRED';

/** The path at which each type of action was last started. */
const begunAt = new Map<string, string>();
export const keepPlace = ({ type }: { type: string }): void => {
  begunAt.set(type, shownPath());
};
/** Whether the ticket was the open one then. */
export const wasShown = (type: string, ticketId: string): boolean => begunAt.get(type) === `/tickets/${ticketId}`;
/** Whether the user opened something else while the action was running; they are then not navigated away. */
const hasGoneOn = (type: string): boolean => {
  const now = shownPath();
  return now !== begunAt.get(type) && !/^\/tickets\/?$/.test(now);
};

/** Shows a ticket that is now the user's own, and its list beside it. */
export function* serve(type: string, ticketId: string): SagaIterator {
  if (hasGoneOn(type)) return;
  yield put(viewChanged({ tab: 'open', subTab: 'open' }));
  yield call(navigateTo, `/tickets/${ticketId}`);
}
/**
 * Leaves a ticket with which the user is done: shows the next one if it was open and they want that, else the list. `type`: the act, which
 * `keepPlace` was told of.
 */
export function* letGo(type: string, ticketId: string): SagaIterator {
  if (hasGoneOn(type)) return;
  const me: ReturnType<typeof selectMe> = yield select(selectMe);
  const opensNext: boolean = yield select(selectOpensNext(me?.id));
  if (opensNext && wasShown(type, ticketId)) yield call(openNext, ticketId);
  else yield call(navigateTo, '/tickets/');
}

/** Accepts a pending ticket and opens it. */
export const acceptTicket = createCommand({
  type: 'tickets/accept',
  route: ticketRoutes.change,
  by: byTicket,
  request: ({ ticketId }: Act) => ({ params: { ticketId }, body: { status: 'open' as const } }),
  words: inWords('alreadyAccepted'),
  onDone: ({ ticketId }) => serve('tickets/accept', ticketId),
});

/** Gives a ticket back to its queue. */
export const returnTicket = createCommand({
  type: 'tickets/return',
  route: ticketRoutes.change,
  by: byTicket,
  request: ({ ticketId, servedBy }: Act & { servedBy?: string | null }) => ({
    params: { ticketId },
    body: { status: 'pending' as const, ...(servedBy === undefined ? {} : { servedBy }) },
  }),
  words: movedWords,
  *onDone({ ticketId }): SagaIterator {
    const ticket: TicketView | null = yield select(selectTicket(ticketId));
    yield call(offerTakingBack, ticketId, { returnedTo: ticket?.queue?.name ?? null });
    yield call(letGo, 'tickets/return', ticketId);
  },
});

/** Reopens a closed ticket in a queue, served by the caller, and sends `text`, which was left there when it was closed. */
export const reopenTicket = createCommand({
  type: 'tickets/reopen',
  route: ticketRoutes.change,
  by: byTicket,
  delayMs: limits.submitDelayMs,
  request: ({ ticketId, queueId }: Act & { queueId: string; text?: Outgoing }) => ({
    params: { ticketId },
    body: { status: 'open' as const, queueId },
  }),
  words: inWords('alreadyAccepted'),
  *onDone({ ticketId, text }): SagaIterator {
    if (text) {
      const me: ReturnType<typeof selectMe> = yield select(selectMe);
      yield put(sendAsked(text));
      keepDraft('draft', me?.id ?? '', ticketId, '');
    }
    yield call(serve, 'tickets/reopen', ticketId);
  },
});

/** `servedBy`: who served the ticket as its user saw it. `names`: what the toast says, which offers to take it back; without them there is none. */
type Transfer = Act & {
  queueId: string;
  userId: string | null;
  servedBy?: string | null;
  note?: string;
  /** Whom the note names. */
  mentions?: Mention[];
  names?: { queue: string; user: string | null };
};

/** Transfers a ticket to a queue, or to a user, with a note for them. */
export const transferTicket = createCommand({
  type: 'tickets/transfer',
  route: ticketRoutes.change,
  by: byTicket,
  delayMs: limits.submitDelayMs,
  request: ({ ticketId, queueId, userId, servedBy, note, mentions = [] }: Transfer) => ({
    params: { ticketId },
    body: {
      queueId,
      ...(userId && { userId }),
      ...(note && { note }),
      ...(mentions.length > 0 && { mentions }),
      ...(servedBy !== undefined && { servedBy }),
    },
  }),
  words: movedWords,
  *onDone({ ticketId, names }): SagaIterator {
    if (names) yield call(offerTakingBack, ticketId, names);
    yield call(letGo, 'tickets/transfer', ticketId);
  },
});

/** Opens a ticket with a contact. */
export const createTicket = createCommand({
  type: 'tickets/create',
  route: ticketRoutes.create,
  delayMs: limits.submitDelayMs,
  request: ({ contactId, queueId }: { contactId: string; queueId: string | null }) => ({
    body: { contactId, ...(queueId ? { queueId } : {}) },
  }),
  words: inWords('servedBy'),
  onDone: (_, { id }) => serve('tickets/create', String(id)),
});

/** Deletes a ticket permanently; the screen leaves it if it is shown. */
export const deleteTicket = createCommand({
  type: 'tickets/delete',
  route: ticketRoutes.delete,
  by: byTicket,
  request: ({ ticketId }: Act) => ({ params: { ticketId } }),
  *onDone({ ticketId }): SagaIterator {
    yield put(notified({ kind: 'ok', text: textOf('tickets', 'ticketDeleted') }));
    if (shownPath() === `/tickets/${ticketId}`) yield call(navigateTo, '/tickets/');
  },
});

/** Sets the tags of a ticket. */
export const tagTicket = createCommand({
  type: 'tickets/tag',
  route: ticketRoutes.tag,
  by: byTicket,
  request: ({ ticketId, tagIds }: Act & { tagIds: string[] }) => ({ body: { ticketId, tags: tagIds } }),
  quiet: isUnanswered,
});

/** Marks the messages as read up to one. Failures are ignored: the next trigger tries again. */
export const readTicket = createCommand({
  type: 'tickets/read',
  route: reading.routes.read,
  by: byTicket,
  request: ({ ticketId, upTo }: Act & { upTo: string }) => ({ params: { ticketId }, body: { upTo } }),
  quiet: true,
});

/** Tags are edited in the conversation, because a row has no space for them. */
function* showConversation({ payload: ticketId }: ReturnType<typeof tagsAsked>): SagaIterator {
  if (shownPath() !== `/tickets/${ticketId}`) yield call(navigateTo, `/tickets/${ticketId}`);
}

export function* watchTicketCommands(): SagaIterator {
  yield takeEvery(tagsAsked, showConversation);
  yield fork(watchTagsOffline, tagTicket.failed);
  const going = [acceptTicket, returnTicket, reopenTicket, transferTicket, createTicket];
  yield takeEvery(
    going.map(({ start }) => start.type),
    keepPlace,
  );
  for (const { saga } of [...going, deleteTicket, bulkTickets, tagTicket, readTicket]) yield fork(saga);
}
