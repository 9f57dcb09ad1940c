import type { ClientFrame, PushChannel, PushFrame, TicketPerson } from '@prosa/contracts';
import { createAction, createSlice, type PayloadAction, prepareAutoBatched } from '@reduxjs/toolkit';

export type LiveState = {
  state: 'idle' | 'connecting' | 'connected' | 'lost';
  /** Disconnected for more than two seconds: the screen may show old data. */
  stale: boolean;
  /** The browser reports no network. */
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

/** A push: apply it to every list (`applyFrame`). Rendered together with those that follow shortly after it (`paced`). */
export const liveFrame = createAction('live/frame', prepareAutoBatched<PushFrame>());
/** Frames were missed: every list is fetched again. */
export const liveRefetch = createAction('live/refetch');
/** Too many records of these channels changed at once: lists that show some of them are fetched again. */
export const liveReload = createAction<PushChannel[]>('live/reload');
/** Matches the actions after which lists of these channels must be fetched again: frames of all were missed, or one of them is reloaded. */
export const refetchOf =
  (...channels: readonly PushChannel[]) =>
  (action: { type: string }): boolean =>
    liveRefetch.match(action) || (liveReload.match(action) && action.payload.some((channel) => channels.includes(channel)));
/** The hub has accepted the connection, the first time or again. */
export const liveWelcomed = createAction<{ position: string }>('live/welcomed');
/** Sent now or, without a connection, never. */
export const liveSaid = createAction<ClientFrame>('live/said');
/** Who has a ticket open: all of them, each time. */
export const ticketPeopleTold = createAction<{ ticketId: string; people: TicketPerson[] }>('live/ticketPeopleTold');
/** Narrows the pushes; sent again after each reconnect. Every `liveJoin` needs its `liveLeave` with the same frame. */
export const liveJoin = createAction<ClientFrame>('live/join');
export const liveLeave = createAction<ClientFrame>('live/leave');

type WithLive = { live: LiveState };
export const selectLive = (state: WithLive): LiveState => state.live;
