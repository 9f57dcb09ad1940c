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
    yield race({ kept: all([call(keepUp), call(keepSteps)]), end: take(left) });
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

/** One piece of news is enough to fetch again, however many came meanwhile. */
function* keepUp(): SagaIterator {
  const news: Channel<{ type: string; payload?: unknown }> = yield actionChannel(isNews, buffers.sliding(1));
  try {
    while (true) {
      const action: { type: string; payload?: unknown } = yield take(news);
      const { position }: State = yield select(selectDashboard);
      if (liveFrame.match(action) && position !== null && !isNewer(action.payload.position, position)) continue;
      yield call(load);
      yield delay(REST_MS);
    }
  } finally {
    news.close();
  }
}

const STEPS = ['whatsapp', 'queue', 'user', 'ticketCounts'] as const;
const isRefetchOfSteps = refetchOf(...STEPS);
const isStep = (action: { type: string; payload?: unknown }): boolean =>
  liveWelcomed.match(action) ||
  isRefetchOfSteps(action) ||
  (liveFrame.match(action) && STEPS.some((channel) => channel === action.payload.channel));

/** Asks for the first steps until all have been taken: when the screen is shown, and when one may have been. */
function* keepSteps(): SagaIterator {
  const news: Channel<{ type: string; payload?: unknown }> = yield actionChannel(isStep, buffers.sliding(1));
  try {
    while (true) {
      const { steps }: State = yield select(selectDashboard);
      if (steps && areTaken(steps)) return;
      try {
        const { data } = yield call(fetchLive<typeof dashboardRoutes.steps>, dashboardRoutes.steps, {});
        yield put(stepped(data));
      } catch (error) {
        console.warn('The first steps could not be fetched:', failureOf(error).code); // the figures are shown all the same
      }
      yield take(news);
      yield delay(REST_MS);
    }
  } finally {
    news.close();
  }
}

const isRefetch = refetchOf('ticketCounts', 'ticket', 'user', 'sector', 'company');
const isNews = (action: { type: string; payload?: unknown }): boolean =>
  liveWelcomed.match(action) || isRefetch(action) || (liveFrame.match(action) && isCounted(action.payload));

/** Whether a push may change a figure: of tickets only the end and what follows it, the rest shows in their counts. */
const isCounted = ({ channel, action, record }: PushFrame): boolean => {
  if (channel === 'ticket') return action === 'delete' || (record as Partial<TicketView>).status === 'closed';
  return channel === 'ticketCounts' || channel === 'user' || channel === 'sector' || channel === 'company';
};
