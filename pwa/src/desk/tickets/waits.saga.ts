import { type TicketView, ticketRoutes } from '@prosa/contracts';
import { buffers, type Channel, type SagaIterator } from 'redux-saga';
import { actionChannel, call, delay, flush, put, race, select, spawn, take } from 'redux-saga/effects';
import { titleOf } from '../../contacts/contacts/titles.ts';
import { queues } from '../../flows/queues/queues.slice.ts';
import { failureOf } from '../../kernel/calls/api-error.ts';
import { notified } from '../../kernel/calls/toasts.slice.ts';
import { textOf } from '../../kernel/i18n/dictionary.ts';
import { fetchLive } from '../../kernel/live/live.saga.ts';
import { liveFrame, liveWelcomed, refetchOf } from '../../kernel/live/live.slice.ts';
import { later } from '../../kernel/loading/later.ts';
import { chime, soundsOn } from '../../people/notices/sounds.ts';
import { selectServes } from '../../people/sessions/sessions.slice.ts';
import { lastingText } from './acts/use-waited.ts';
import { acceptTicket } from './state/tickets.commands.ts';
import { selectView } from './state/tickets.selectors.ts';
import { listRefreshed, listWanted, type TicketsView, waitsAnswered } from './state/tickets.slice.ts';
import { selectHasLimits } from './state/tickets.waits.ts';

/** Waits grow by themselves. */
const EVERY_MS = 60_000;
/** Changes of tickets are counted together. */
const SETTLE_MS = 3_000;
/** So many late tickets are kept in mind, those of the last answers: many times what one answer has. */
export const KNOWN_MAX = 500;

const notices = later(() => import('../../people/notices/show-notice.ts'), { atRest: true });

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
  let known: ReadonlySet<string> | null = null;
  // What changes while the server is asked may be missing from its answer.
  const changes: Channel<{ type: string }> = yield actionChannel(isChange, buffers.sliding(1));
  for (;;) {
    const hasLimits: boolean = yield select(selectHasLimits);
    const serves: boolean = yield select(selectServes);
    if (hasLimits && serves) {
      yield put(listWanted('lateOwn'));
      known = yield call(fetchWaits, known);
    }
    const { changed } = yield race({ changed: take(changes), passed: delay(EVERY_MS) });
    if (!changed) yield call(showPassing);
    else if (known) yield delay(SETTLE_MS);
    yield flush(changes);
  }
}

/** A list of late tickets gets those that have become late. */
function* showPassing(): SagaIterator {
  const { tab, subTab, narrow }: TicketsView = yield select(selectView);
  if (tab === 'open' && subTab === 'pending' && narrow.pending !== null) yield put(listRefreshed('pending'));
}

function* fetchWaits(known: ReadonlySet<string> | null): SagaIterator<ReadonlySet<string> | null> {
  try {
    const { data } = yield call(fetchLive<typeof ticketRoutes.waits>, ticketRoutes.waits, {});
    const lately = data.lately as TicketView[];
    yield put(waitsAnswered(data.waits));
    const fresh = known ? lately.filter((ticket) => !known.has(keyOf(ticket))) : [];
    if (fresh.length > 0) yield call(alarm, fresh);
    return keptInMind(known ?? new Set(), lately.map(keyOf));
  } catch (error) {
    console.warn('The waits could not be fetched:', failureOf(error).code); // the next minute tries again
    return known;
  }
}

/** Adds what is late now to what is known, of which the oldest is forgotten beyond KNOWN_MAX. */
export const keptInMind = (known: ReadonlySet<string>, lately: readonly string[]): ReadonlySet<string> => {
  const now = new Set(lately);
  return new Set([...[...known].filter((key) => !now.has(key)), ...now].slice(-KNOWN_MAX));
};

/** A ticket that waits anew may become late anew. */
const keyOf = ({ id, waitingSince }: TicketView): string => `${id} ${waitingSince}`;

function* alarm(tickets: TicketView[]): SagaIterator {
  const told = tickets
    .toReversed()
    .slice(-2)
    .map((ticket) => ({ ticket, text: textOfLate(ticket) }));
  yield spawn(sound, told);
  for (const { ticket, text } of told) {
    const accept = acceptTicket.start({ ticketId: ticket.id });
    yield put(notified({ kind: 'warn', text, action: { label: textOf('tickets', 'accept'), does: accept } }));
  }
}

const textOfLate = (ticket: TicketView): string =>
  textOf('tickets', 'late', {
    name: titleOf(ticket),
    time: lastingText(Date.now() - Date.parse(ticket.waitingSince!)),
    queue: ticket.queue?.name ?? textOf('tickets', 'noQueue'),
  });

/** Over a hidden page the browser notifies, with its own sound if sounds are chosen. */
function* sound(told: { ticket: TicketView; text: string }[]): SagaIterator {
  try {
    const { mayNotify, showNotice }: typeof import('../../people/notices/show-notice.ts') = yield call(notices.load);
    if (!document.hidden || !mayNotify()) return yield call(chime);
    for (const { ticket, text } of told) {
      const shown = { body: text, tag: ticket.id, url: `/tickets/${ticket.id}`, silent: !soundsOn() };
      yield call(showNotice, textOf('tickets', 'lateTitle'), shown);
    }
  } catch (error) {
    console.warn('The alarm could not be shown outside of the page:', error);
  }
}
