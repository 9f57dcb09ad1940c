import type { ClientFrame, PushChannel, PushFrame } from '@prosa/contracts';
import { createAction, createSlice, type PayloadAction, prepareAutoBatched } from '@reduxjs/toolkit';

export type LiveState = {
  state: 'idle' | 'connecting' | 'connected' | 'lost';
  /** Unconnected for over two seconds: what the screen shows may be old. */
  stale: boolean;
  /** The browser knows of no network. */
  offline: boolean;
};

const live = createSlice({
  name: 'live',
  initialState: { state: 'idle', stale: false, offline: false } as LiveState,
  reducers: {
    stateChanged: (live, { payload }: PayloadAction<LiveState['state']>) => {
      live.state = payload;
      if (payload === 'connected' || payload === 'idle') live.stale = false;
    },
    becameStale: (live) => {
      if (live.state === 'lost' || live.state === 'connecting') live.stale = true;
    },
    networkChanged: (live, { payload }: PayloadAction<boolean>) => {
      live.offline = !payload;
    },
  },
});
export const { stateChanged, becameStale, networkChanged } = live.actions;
export const liveReducer = live.reducer;

/** A push: fold it into every list (`applyFrame`). Drawn with those that come close after it (`paced`). */
export const liveFrame = createAction('live/frame', prepareAutoBatched<PushFrame>());
/** Something was missed: whoever shows lists fetches them anew. */
export const liveRefetch = createAction('live/refetch');
/** Very much of these channels changed at once: whoever shows some of one fetches it anew. */
export const liveReload = createAction<PushChannel[]>('live/reload');
/** What has whoever shows records of these channels fetch them anew: all may have missed something, or one of them is reloaded. */
export const refetchOf =
  (...channels: readonly PushChannel[]) =>
  (action: { type: string }): boolean =>
    liveRefetch.match(action) || (liveReload.match(action) && action.payload.some((channel) => channels.includes(channel)));
/** Welcomed by the hub, the first time or again. */
export const liveWelcomed = createAction<{ position: string }>('live/welcomed');
/** Narrows what is heard; sent again after each reconnect. Every `liveJoin` wants its `liveLeave` with the same frame. */
export const liveJoin = createAction<ClientFrame>('live/join');
export const liveLeave = createAction<ClientFrame>('live/leave');

type WithLive = { live: LiveState };
export const selectLive = (state: WithLive): LiveState => state.live;
