import { type CampaignSettings, campaignRoutes, limits, type PushFrame } from '@prosa/contracts';
import { createSlice, type PayloadAction, type Slice } from '@reduxjs/toolkit';
import type { SagaIterator } from 'redux-saga';
import { call, fork, put, select, takeEvery, takeLatest, takeLeading } from 'redux-saga/effects';
import { type Failure, failureOf } from '../../../kernel/calls/api-error.ts';
import { createCommand } from '../../../kernel/calls/command.saga.ts';
import { isNewer } from '../../../kernel/calls/positions.ts';
import { plain } from '../../../kernel/lists/plain.ts';
import { fetchLive } from '../../../kernel/live/live.saga.ts';
import { liveFrame, liveWelcomed, refetchOf } from '../../../kernel/live/live.slice.ts';

type State = {
  status: 'idle' | 'loading' | 'ready' | 'failed';
  failure: Failure | null;
  settings: CampaignSettings | null;
  /** As of which position they are. */
  position: string | null;
};
type Answer = { settings: CampaignSettings; position: string | null };

const CHANNEL = 'campaign-settings';

const slice = createSlice({
  name: 'campaignSettings',
  initialState: { status: 'idle', failure: null, settings: null, position: null } as State,
  reducers: {
    wanted: plain<State, unknown>((state) => state),
    loading: plain<State, unknown>((state) => ({ ...state, status: 'loading', failure: null })),
    /** An older answer changes nothing. */
    answered: plain<State, PayloadAction<Answer>>((state, { payload: { settings, position } }) =>
      state.position !== null && position !== null && isNewer(state.position, position)
        ? { ...state, status: 'ready', failure: null }
        : { status: 'ready', failure: null, settings, position },
    ),
    failed: plain<State, PayloadAction<Failure>>((state, { payload }) => ({ ...state, status: 'failed', failure: payload })),
  },
  extraReducers: (builder) =>
    builder.addCase(
      liveFrame,
      plain<State, PayloadAction<PushFrame>>((state, { payload: { channel, record, position } }) => {
        if (channel !== CHANNEL || state.settings === null || (state.position && !isNewer(position, state.position)))
          return state;
        return { ...state, settings: record as CampaignSettings, position };
      }),
    ),
});
const { wanted, loading, answered, failed } = slice.actions;
const selectState = (state: unknown): State => (state as { campaignSettings: State }).campaignSettings;

/** Sets them all. */
export const changeSettings = createCommand({
  type: 'campaigns/changeSettings',
  route: campaignRoutes.setSettings,
  request: (settings: CampaignSettings) => ({ body: { settings } }),
  delayMs: limits.submitDelayMs,
});

function* load(): SagaIterator {
  yield put(loading(undefined));
  try {
    const { data, position } = yield call(fetchLive<typeof campaignRoutes.settings>, campaignRoutes.settings, {});
    yield put(answered({ settings: data, position }));
  } catch (error) {
    yield put(failed(failureOf(error)));
  }
}

const isRefetch = refetchOf(CHANNEL);
function* loadWhenNeeded(action: { type: string }): SagaIterator {
  const { status, settings }: State = yield select(selectState);
  const isAnew = isRefetch(action) && settings !== null;
  if (isAnew || status === 'failed' || (status === 'idle' && wanted.match(action))) yield call(load);
}

/** The pace of the company's campaigns, and its variables. */
export const campaignSettings = {
  slice: slice as unknown as Slice,
  wanted: () => wanted(undefined),
  selectState,
  *saga(): SagaIterator {
    yield fork(changeSettings.saga);
    yield takeLeading(wanted.type, loadWhenNeeded);
    yield takeLatest(isRefetch, loadWhenNeeded);
    yield takeEvery(liveWelcomed.type, loadWhenNeeded); // the connection is back
    yield takeEvery(changeSettings.succeeded, function* ({ payload, meta }): SagaIterator {
      yield put(answered({ settings: payload, position: meta.position }));
    });
  },
};
