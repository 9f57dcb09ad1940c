import { createSlice } from '@reduxjs/toolkit';
import { liveFrame, refetchOf } from '../../kernel/live/live.slice.ts';

/** Counts what was heard of menus: an open editor then fetches its options again. */
export const menusSlice = createSlice({
  name: 'menus',
  initialState: { heard: 0 },
  reducers: {},
  extraReducers: (builder) =>
    builder
      .addCase(liveFrame, (state, { payload }) => {
        if (payload.channel === 'queueOption') state.heard += 1;
      })
      .addMatcher(refetchOf('queueOption'), (state) => {
        state.heard += 1;
      }),
});
export const selectHeard = (state: unknown): number => (state as { menus: { heard: number } }).menus.heard;
