import { type TicketView, ticketRoutes } from '@prosa/contracts';
import type { SagaIterator } from 'redux-saga';
import { call, delay, put, race, select, spawn, take } from 'redux-saga/effects';
import { titleOf } from '../../contacts/contacts/titles.ts';
import { queues } from '../../flows/queues/queues.slice.ts';
import { failureOf } from '../../kernel/calls/api-error.ts';
import { notified } from '../../kernel/calls/toasts.slice.ts';
import { textOf } from '../../kernel/i18n/dictionary.ts';
import { fetchLive } from '../../kernel/live/live.saga.ts';
import { liveFrame, liveWelcomed, refetchOf } from '../../kernel/live/live.slice.ts';
import { chime } from '../../people/notices/sounds.ts';
import { lastingText } from './acts/use-waited.ts';
import { acceptTicket } from './state/tickets.commands.ts';
import { selectView } from './state/tickets.selectors.ts';
import { listRefreshed, type TicketsView, waitsAnswered } from './state/tickets.slice.ts';
import { selectHasLimits } from './state/tickets.waits.ts';

/** Waits grow by themselves. */
const EVERY_MS = 60_000;
/** Changes of tickets are counted together. */
const SETTLE_MS = 3_000;

const isRefetch = refetchOf('ticketCounts');
/** What may change who is late. */
const isChange = (action: { type: string }): boolean =>
  queues.answered.match(action) ||
  isRefetch(action) ||
  liveWelcomed.match(action) ||
  (liveFrame.match(action) && ['ticket', 'queue', 'setting', 'company'].includes(action.payload.channel));

/** Counts who waits too long, once a queue has a limit, and sounds the alarm when a ticket of an own queue becomes late. */
export function* watchWaits(): SagaIterator {
  /** The late tickets that are known; null before the first answer: who is late already is no news. */
  let known: Set<string> | null = null;
  for (;;) {
    const hasLimits: boolean = yield select(selectHasLimits);
    if (hasLimits) known = yield call(fetchWaits, known);
    const { changed } = yield race({ changed: take(isChange), passed: delay(EVERY_MS) });
    if (!changed) yield call(showPassing);
    else if (known) yield delay(SETTLE_MS);
  }
}

/** A list of late tickets gets those that have become late. */
function* showPassing(): SagaIterator {
  const { tab, subTab, narrow }: TicketsView = yield select(selectView);
  if (tab === 'open' && subTab === 'pending' && narrow.pending !== null) yield put(listRefreshed('pending'));
}

function* fetchWaits(known: Set<string> | null): SagaIterator<Set<string> | null> {
  try {
    const { data } = yield call(fetchLive<typeof ticketRoutes.waits>, ticketRoutes.waits, {});
    const lately = data.lately as TicketView[];
    yield put(waitsAnswered(data.waits));
    const fresh = known ? lately.filter((ticket) => !known.has(keyOf(ticket))) : [];
    if (fresh.length > 0) yield call(alarm, fresh);
    return new Set([...(known ?? []), ...lately.map(keyOf)]);
  } catch (error) {
    console.warn('The waits could not be fetched:', failureOf(error).code); // the next minute tries again
    return known;
  }
}

/** A ticket that waits anew may become late anew. */
const keyOf = ({ id, waitingSince }: TicketView): string => `${id} ${waitingSince}`;

function* alarm(tickets: TicketView[]): SagaIterator {
  yield spawn(chime);
  for (const ticket of tickets.toReversed().slice(-2)) {
    const time = lastingText(Date.now() - Date.parse(ticket.waitingSince!));
    const text = textOf('tickets', 'late', {
      name: titleOf(ticket),
      time,
      queue: ticket.queue?.name ?? textOf('tickets', 'noQueue'),
    });
    yield put(
      notified({
        kind: 'warn',
        text,
        action: { label: textOf('tickets', 'accept'), does: acceptTicket.start({ ticketId: ticket.id }) },
      }),
    );
  }
}
