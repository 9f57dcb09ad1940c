import { dashboardRoutes, type PushFrame, type TicketView } from '@prosa/contracts/schemas';
import { buffers, type Channel, type SagaIterator } from 'redux-saga';
import { actionChannel, all, call, delay, fork, put, race, select, take, takeLatest } from 'redux-saga/effects';
import { playSample, removeSampleThere } from '../../channels/sample-customer/sample-customer.commands.ts';
import { failureOf } from '../../kernel/calls/api-error.ts';
import { isNewer } from '../../kernel/calls/positions.ts';
import { fetchLive } from '../../kernel/live/live.saga.ts';
import { liveFrame, liveWelcomed, refetchOf } from '../../kernel/live/live.slice.ts';
import { answered, areTaken, failed, filtered, left, selectDashboard, shown, stepped } from './dashboard.slice.ts';

/** The figures are fetched again at most so often, in milliseconds: with every ticket of a busy company they would be fetched all day. */
const REST_MS = 2_000;

type State = ReturnType<typeof selectDashboard>;

/** Fetches what is chosen, and again while the screen is shown and something happens that its figures count. */
export function* watchDashboard(): SagaIterator {
  yield takeLatest(filtered, load);
  yield fork(playSample.saga);
  yield fork(removeSampleThere.saga);
  while (true) {
    yield take(shown);
    yield race({ kept: all([call(keep, isNews, figures), call(keep, isStep, firstSteps)]), end: take(left) });
  }
}

function* load(): SagaIterator {
  const { filter }: State = yield select(selectDashboard);
  if (!filter) return;
  try {
    const { data, position } = yield call(fetchLive<typeof dashboardRoutes.show>, dashboardRoutes.show, { query: filter });
    yield put(answered({ filter, view: data, position }));
  } catch (error) {
    yield put(failed({ filter, failure: failureOf(error) }));
  }
}

type News = { type: string; payload?: unknown };

/** Does `work` at once and with each piece of news, until it returns true. One is enough, however many came meanwhile. */
function* keep(isOfWork: (action: News) => boolean, work: (action: News | null) => SagaIterator<boolean>): SagaIterator {
  const news: Channel<News> = yield actionChannel(isOfWork, buffers.sliding(1));
  try {
    let action: News | null = null;
    while (!(yield call(work, action))) action = yield take(news);
  } finally {
    news.close();
  }
}

/** Fetches the figures again; what is shown at first, the chosen filter fetches. */
function* figures(action: News | null): SagaIterator<boolean> {
  const { position }: State = yield select(selectDashboard);
  const isKnown = action && liveFrame.match(action) && position !== null && !isNewer(action.payload.position, position);
  if (!action || isKnown) return false;
  yield call(load);
  yield delay(REST_MS);
  return false;
}

const STEPS = ['whatsapp', 'queue', 'user', 'ticketCounts'] as const;
const isRefetchOfSteps = refetchOf(...STEPS);
const isStep = (action: News): boolean =>
  liveWelcomed.match(action) ||
  isRefetchOfSteps(action) ||
  (liveFrame.match(action) && STEPS.some((channel) => channel === action.payload.channel));

/** Asks for the first steps until all have been taken: when the screen is shown, and when one may have been. */
function* firstSteps(action: News | null): SagaIterator<boolean> {
  const { steps }: State = yield select(selectDashboard);
  if (steps && areTaken(steps)) return true;
  if (action) yield delay(REST_MS);
  try {
    const { data } = yield call(fetchLive<typeof dashboardRoutes.steps>, dashboardRoutes.steps, {});
    yield put(stepped(data));
  } catch (error) {
    console.warn('The first steps could not be fetched:', failureOf(error).code); // the figures are shown all the same
  }
  return false;
}

const isRefetch = refetchOf('ticketCounts', 'ticket', 'user', 'sector', 'company');
const isNews = (action: News): boolean =>
  liveWelcomed.match(action) || isRefetch(action) || (liveFrame.match(action) && isCounted(action.payload));

/** Whether a push may change a figure: of tickets only the end and what follows it, the rest shows in their counts. */
const isCounted = ({ channel, action, record }: PushFrame): boolean => {
  if (channel === 'ticket') return action === 'delete' || (record as Partial<TicketView>).status === 'closed';
  return channel === 'ticketCounts' || channel === 'user' || channel === 'sector' || channel === 'company';
};
