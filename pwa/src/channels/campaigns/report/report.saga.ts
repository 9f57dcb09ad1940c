import { campaignRoutes, type PushFrame } from '@prosa/contracts';
import { buffers, type Channel, type SagaIterator } from 'redux-saga';
import { actionChannel, all, call, cancelled, delay, fork, put, race, select, take, takeLeading } from 'redux-saga/effects';
import { failureOf } from '../../../kernel/calls/api-error.ts';
import { isNewer } from '../../../kernel/calls/positions.ts';
import { fetchLive } from '../../../kernel/live/live.saga.ts';
import { liveFrame, liveWelcomed, refetchOf } from '../../../kernel/live/live.slice.ts';
import { cancelCampaign, restartCampaign } from '../state/campaigns.commands.ts';
import {
  answered,
  failed,
  left,
  moreAnswered,
  moreFailed,
  moreWanted,
  type ReportState,
  selectReport,
  shown,
  wanted,
} from './report.slice.ts';

/** A report is fetched at most so often: a campaign that is sent changes with every message. */
const REST_MS = 1_000;
/** Receipts come after the last message: a report that is open when its campaign finishes is fetched again so long after. */
export const AFTER_FINISH_MS = 5_000;

/** Fetches the report of the campaign that is shown, again with each news of it, and once more after it has finished. */
export function* watchReport(): SagaIterator {
  while (true) {
    yield take(shown);
    yield race({ work: call(keepUp), end: take(left) });
  }
}

function* load(): SagaIterator {
  const { campaignId: id }: ReportState = yield select(selectReport);
  if (id === null) return;
  const params = { id };
  try {
    const [one, report, page] = yield all([
      call(fetchLive<typeof campaignRoutes.show>, campaignRoutes.show, { params }),
      call(fetchLive<typeof campaignRoutes.report>, campaignRoutes.report, { params }),
      call(fetchLive<typeof campaignRoutes.shipping>, campaignRoutes.shipping, { params }),
    ]);
    const { shipping, cursor } = page.data;
    yield put(answered({ id, campaign: one.data, report: report.data, position: one.position, shipping, cursor }));
  } catch (error) {
    yield put(failed({ id, failure: failureOf(error) }));
  }
}

function* loadMore(): SagaIterator {
  const { campaignId: id, cursor }: ReportState = yield select(selectReport);
  if (id === null || cursor === null) return;
  try {
    const request = { params: { id }, query: { cursor } };
    const { data } = yield call(fetchLive<typeof campaignRoutes.shipping>, campaignRoutes.shipping, request);
    yield put(moreAnswered({ id, ...data }));
  } catch {
    yield put(moreFailed(undefined));
  }
}

/** One piece of news is enough to fetch again, however many came meanwhile. */
function* keepUp(): SagaIterator {
  yield takeLeading(moreWanted, loadMore);
  const news: Channel<{ type: string; payload?: unknown }> = yield actionChannel(isNews, buffers.sliding(1));
  try {
    yield call(loadAndWatchEnd);
    while (true) {
      const action: { type: string; payload?: unknown } = yield take(news);
      const { campaignId, position }: ReportState = yield select(selectReport);
      if (liveFrame.match(action)) {
        const { record, position: at } = action.payload;
        if (record.id !== campaignId || (position !== null && !isNewer(at, position))) continue;
      }
      yield call(loadAndWatchEnd);
      yield delay(REST_MS);
    }
  } finally {
    news.close();
    if (yield cancelled()) yield put(left(undefined));
  }
}

/** Fetches; if the campaign has finished since it was last fetched, again after a while. */
function* loadAndWatchEnd(): SagaIterator {
  const before: ReportState = yield select(selectReport);
  yield call(load);
  const now: ReportState = yield select(selectReport);
  if (before.campaign && before.campaign.status !== 'FINALIZADA' && now.campaign?.status === 'FINALIZADA') yield fork(loadLater);
}

function* loadLater(): SagaIterator {
  yield delay(AFTER_FINISH_MS);
  yield call(load);
}

const isRefetch = refetchOf('campaign');
const isNews = (action: { type: string; payload?: unknown }): boolean =>
  wanted.match(action) ||
  liveWelcomed.match(action) ||
  isRefetch(action) ||
  cancelCampaign.succeeded.match(action) ||
  restartCampaign.succeeded.match(action) ||
  (liveFrame.match(action) && (action.payload as PushFrame).channel === 'campaign');
