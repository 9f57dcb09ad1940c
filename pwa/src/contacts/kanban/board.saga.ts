import { kanbanRoutes, limits } from '@prosa/contracts';
import type { SagaIterator } from 'redux-saga';
import { call, delay, fork, put, select, take, takeEvery, takeLatest } from 'redux-saga/effects';
import { failureOf } from '../../kernel/calls/api-error.ts';
import { fetchLive, frames } from '../../kernel/live/live.saga.ts';
import { liveFrame, liveWelcomed, refetchOf } from '../../kernel/live/live.slice.ts';
import { changeCard, moveCard, removeCard } from './board.commands.ts';
import {
  answered,
  type BoardFilter,
  type BoardPage,
  type BoardState,
  boardRefreshed,
  boardWanted,
  failed,
  filterChosen,
  loading,
  moreAnswered,
  moreTold,
  moreWanted,
  moveBegun,
  moveEnded,
  selectBoard,
} from './board.slice.ts';
import { laneId } from './lane-id.ts';

const STALE_MS = 1_000;
/** Maximum number of pages that are fetched again at once; the rest is loaded by scrolling. */
const REFRESHED_PAGES = 10;
const isRefetch = refetchOf('card', 'laneTally', 'tag', 'contact', 'user');

function* fetchPage({ searchParam, userIds, tagIds }: BoardFilter, of: object = {}): SagaIterator<BoardPage> {
  const query = {
    ...(searchParam && { searchParam }),
    ...(userIds.length > 0 && { userIds }),
    ...(tagIds.length > 0 && { tagIds }),
    ...of,
  };
  const { data, position } = yield call(fetchLive, kanbanRoutes.list, { query } as never);
  return { ...data, position };
}

/** Fetches the board, each lane as far as it was loaded, so that nothing that is looked at leaves. */
function* fetchBoard(): SagaIterator {
  yield put(loading());
  try {
    const { filter, lanes, cards }: BoardState = yield select(selectBoard);
    const first: BoardPage = yield call(fetchPage, filter);
    const pages = [first];
    for (const { tagId } of lanes) {
      const loaded = cards.ids.filter((id) => cards.byId[id]!.tagId === tagId).length;
      let cursor = first.lanes.find((lane) => lane.tagId === tagId)?.cursor ?? null;
      for (
        let has = limits.laneCards;
        has < loaded && cursor !== null && pages.length < REFRESHED_PAGES;
        has += limits.laneCards
      ) {
        const page: BoardPage = yield call(fetchPage, filter, { tagId: laneId(tagId), cursor });
        pages.push(page);
        cursor = page.lanes[0]?.cursor ?? null;
      }
    }
    yield put(answered({ pages, frames: frames.since(first.position) ?? [] }));
  } catch (error) {
    yield put(failed(failureOf(error)));
  }
}

function* fetchMore({ payload: { tagId } }: ReturnType<typeof moreWanted>): SagaIterator {
  const { lanes, filter, status }: BoardState = yield select(selectBoard);
  const lane = lanes.find((one) => one.tagId === tagId);
  if (status !== 'ready' || !lane || lane.cursor === null || lane.more === 'loading') return;
  yield put(moreTold({ tagId, more: 'loading' }));
  try {
    const page: BoardPage = yield call(fetchPage, filter, { tagId: laneId(tagId), cursor: lane.cursor });
    const now: BoardState = yield select(selectBoard);
    // The board was fetched again meanwhile, perhaps with another filter.
    if (now.filter !== filter || now.lanes.find((one) => one.tagId === tagId)?.cursor !== lane.cursor) return;
    yield put(moreAnswered({ page, frames: frames.since(page.position) ?? [] }));
  } catch {
    yield put(moreTold({ tagId, more: 'failed' }));
  }
}

/** Fetches what a push left undecided, at most once per STALE_MS. */
function* watchStale(): SagaIterator {
  while (true) {
    const { stale }: BoardState = yield select(selectBoard);
    if (!stale) {
      yield take([liveFrame, answered, moreAnswered]);
      continue;
    }
    yield delay(STALE_MS);
    yield put(boardRefreshed());
    yield take([answered, failed, boardWanted]);
  }
}

/** Whether the board has to be fetched again, whatever it shows. */
const needsAnswer = (action: { type: string }): boolean =>
  boardRefreshed.match(action) || filterChosen.match(action) || isRefetch(action);

function* fetchUnlessIdle(action: { type: string }): SagaIterator {
  const { status }: BoardState = yield select(selectBoard);
  if (status !== 'idle' || !isRefetch(action)) yield call(fetchBoard);
}

/** The board is shown, or the server is there again. */
function* fetchOnce(action: { type: string }): SagaIterator {
  const { status }: BoardState = yield select(selectBoard);
  if (status === 'failed' || (status === 'idle' && boardWanted.match(action))) yield put(boardRefreshed());
}

/** The board: what it shows, and what is done on it. */
export function* watchBoard(): SagaIterator {
  yield fork(moveCard.saga);
  yield fork(removeCard.saga);
  yield fork(changeCard.saga);
  yield fork(watchStale);
  yield takeLatest(needsAnswer, fetchUnlessIdle);
  yield takeEvery([boardWanted, liveWelcomed], fetchOnce);
  yield takeEvery(moreWanted, fetchMore);
  yield takeEvery(moveCard.start, function* ({ payload }) {
    yield put(moveBegun(payload));
  });
  yield takeEvery(moveCard.succeeded, function* ({ meta: { of, position } }) {
    yield put(moveEnded({ ...of, position }));
  });
  yield takeEvery(moveCard.failed, function* ({ meta: { of } }) {
    yield put(moveEnded({ ...of, position: null }));
  });
}
