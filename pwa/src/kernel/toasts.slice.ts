import { createAction, createSlice, nanoid, type PayloadAction } from '@reduxjs/toolkit';
import type { Failure } from './api-error.ts';

/** A short word that goes by itself. `text` is for reading: already in the person's language. */
export type Toast = { id: string; kind: 'ok' | 'bad' | 'warn'; text: string };

const toasts = createSlice({
  name: 'toasts',
  initialState: [] as Toast[],
  reducers: {
    notified: {
      prepare: (toast: Omit<Toast, 'id'>) => ({ payload: { ...toast, id: nanoid() } }),
      /** The same words twice are one toast; at most three stand at a time. */
      reducer: (state, { payload }: PayloadAction<Toast>) =>
        [...state.filter(({ text, kind }) => text !== payload.text || kind !== payload.kind), payload].slice(-3),
    },
    dismissed: (state, { payload }: PayloadAction<string>) => state.filter(({ id }) => id !== payload),
  },
});

export const { notified, dismissed: toastDismissed } = toasts.actions;
export const toastsReducer = toasts.reducer;

/** Shows a failure as a toast, in the words of the error catalogue. */
export const failureShown = createAction<Failure>('toasts/failureShown');
