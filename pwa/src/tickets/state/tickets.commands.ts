import { limits, type QueueView, type TicketView, ticketRoutes } from '@prosa/contracts';
import i18next from 'i18next';
import type { SagaIterator } from 'redux-saga';
import { call, fork, put, select, takeEvery } from 'redux-saga/effects';
import type { Failure } from '../../kernel/api-error.ts';
import { createCommand } from '../../kernel/command.saga.ts';
import { notified, type Toast } from '../../kernel/toasts.slice.ts';
import { navigateTo, shownPath } from '../../shell/navigation.ts';
import { selectServedQueues, selectTicket } from './tickets.selectors.ts';
import { tagsAsked, viewChanged } from './tickets.slice.ts';

type Act = { ticketId: string };
const byTicket = ({ ticketId }: Act): string => ticketId;

/** Whether a refusal names who was quicker. */
const winnerOf = ({ code, details }: Failure): string | null =>
  code === 'ERR_OTHER_OPEN_TICKET' && typeof details.name === 'string' ? details.name : null;

/** Two may want the same ticket at once: who comes second is told who was quicker. */
const inWords =
  (key: 'alreadyAccepted' | 'servedBy') =>
  (failure: Failure): string | undefined => {
    const name = winnerOf(failure);
    return name === null ? undefined : i18next.t(key, { ns: 'tickets', name });
  };

export const lacksTag = ({ code }: Failure): boolean => code === 'ERR_TAG_REQUIRED';

/** Where somebody was when they last began an act, by its type. */
const begunAt = new Map<string, string>();
const keepPlace = ({ type }: { type: string }): void => {
  begunAt.set(type, shownPath());
};
/** Whether they have opened something else while the act was under way: then they are not taken away from it. */
const hasGoneOn = (type: string): boolean => {
  const now = shownPath();
  return now !== begunAt.get(type) && !/^\/tickets\/?$/.test(now);
};

/** The ticket is one's own now: shown, and its list beside it. */
function* serve(type: string, ticketId: string): SagaIterator {
  if (hasGoneOn(type)) return;
  yield put(viewChanged({ tab: 'open', subTab: 'open' }));
  yield call(navigateTo, `/tickets/${ticketId}`);
}
/** It is no longer: the list is left. */
function* letGo(type: string): SagaIterator {
  if (hasGoneOn(type)) return;
  yield call(navigateTo, '/tickets/');
}

/** Takes a waiting ticket and opens it. */
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
  request: ({ ticketId }: Act) => ({ params: { ticketId }, body: { status: 'pending' as const } }),
  onDone: () => letGo('tickets/return'),
});

/**
 * Closes a ticket. From the chat with the connection's closing message, where `withoutRating` leaves the question about it out; from
 * a row of the list without a word to the customer.
 */
export const resolveTicket = createCommand({
  type: 'tickets/resolve',
  route: ticketRoutes.change,
  by: byTicket,
  request: ({ ticketId, withoutRating, fromList = false }: Act & { withoutRating: boolean; fromList?: boolean }) => ({
    params: { ticketId },
    query: { msgAutomatic: !fromList },
    body: { status: 'closed' as const, ...(withoutRating ? { withoutRating } : {}) },
  }),
  quiet: lacksTag,
  *onFailed({ ticketId }, failure): SagaIterator {
    if (lacksTag(failure)) yield put(tagsAsked(ticketId));
  },
  *onDone({ ticketId }): SagaIterator {
    const text = i18next.t('resolved', { ns: 'tickets' });
    const action: Toast['action'] = yield call(offerReopening, ticketId);
    yield put(notified({ kind: 'ok', text, ...(action ? { action } : {}) }));
    yield call(letGo, 'tickets/resolve');
  },
});

/** What was resolved by mistake comes back with one press, into its queue; without a queue that one serves there is a dialog to choose. */
function* offerReopening(ticketId: string): SagaIterator<Toast['action']> {
  const ticket: TicketView | null = yield select(selectTicket(ticketId));
  const served: QueueView[] = yield select(selectServedQueues);
  const queueId = served.find(({ id }) => id === ticket?.queueId)?.id;
  if (queueId === undefined) return undefined;
  return { label: i18next.t('reopen', { ns: 'tickets' }), does: reopenTicket.start({ ticketId, queueId }) };
}

/** Opens a closed ticket again, in a queue, served by the caller. */
export const reopenTicket = createCommand({
  type: 'tickets/reopen',
  route: ticketRoutes.change,
  by: byTicket,
  delayMs: limits.submitDelayMs,
  request: ({ ticketId, queueId }: Act & { queueId: string }) => ({
    params: { ticketId },
    body: { status: 'open' as const, queueId },
  }),
  words: inWords('alreadyAccepted'),
  onDone: ({ ticketId }) => serve('tickets/reopen', ticketId),
});

/** Hands a ticket on to a queue, or to somebody in it. */
export const transferTicket = createCommand({
  type: 'tickets/transfer',
  route: ticketRoutes.change,
  by: byTicket,
  delayMs: limits.submitDelayMs,
  request: ({ ticketId, queueId, userId }: Act & { queueId: string; userId: string | null }) => ({
    params: { ticketId },
    body: { queueId, ...(userId ? { userId } : {}) },
  }),
  onDone: () => letGo('tickets/transfer'),
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

/** Sets the tags of a ticket. */
export const tagTicket = createCommand({
  type: 'tickets/tag',
  route: ticketRoutes.tag,
  by: byTicket,
  request: ({ ticketId, tagIds }: Act & { tagIds: string[] }) => ({ body: { ticketId, tags: tagIds } }),
});

/** Marks the messages as read up to one. Nobody waits for it: it is tried again with the next reason. */
export const readTicket = createCommand({
  type: 'tickets/read',
  route: ticketRoutes.read,
  by: byTicket,
  request: ({ ticketId, upTo }: Act & { upTo: string }) => ({ params: { ticketId }, body: { upTo } }),
  quiet: true,
});

/** The tags are edited where the conversation is: a row has no place for them. */
function* showConversation({ payload: ticketId }: ReturnType<typeof tagsAsked>): SagaIterator {
  if (shownPath() !== `/tickets/${ticketId}`) yield call(navigateTo, `/tickets/${ticketId}`);
}

export function* watchTicketCommands(): SagaIterator {
  yield takeEvery(tagsAsked, showConversation);
  const going = [acceptTicket, returnTicket, resolveTicket, reopenTicket, transferTicket, createTicket];
  yield takeEvery(
    going.map(({ start }) => start.type),
    keepPlace,
  );
  for (const { saga } of [...going, tagTicket, readTicket]) yield fork(saga);
}
