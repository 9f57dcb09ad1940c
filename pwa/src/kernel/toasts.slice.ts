import { createAction, createSlice, nanoid, type PayloadAction, type UnknownAction } from '@reduxjs/toolkit';
import type { Failure } from './api-error.ts';

/** A short word that goes by itself. `text` is for reading: already in the person's language. */
export type Toast = {
  id: string;
  kind: 'ok' | 'bad' | 'warn';
  text: string;
  /** What can be done about it at once: the words of its button, and what that dispatches. Such a toast stays longer. */
  action?: { label: string; does: UnknownAction };
  /** The pointer or the focus is on it: it stays until they have gone. */
  isHeld?: boolean;
};

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
    held: (state, { payload: { id, isHeld } }: PayloadAction<{ id: string; isHeld: boolean }>) =>
      state.map((toast) => (toast.id === id ? { ...toast, isHeld } : toast)),
    dismissed: (state, { payload }: PayloadAction<string>) => state.filter(({ id }) => id !== payload),
  },
});

export const { notified, held: toastHeld, dismissed: toastDismissed } = toasts.actions;
export const toastsReducer = toasts.reducer;

/** Shows a failure as a toast, in the words of the error catalogue unless told others. */
export const failureShown = createAction('toasts/failureShown', (failure: Failure, words?: string) => ({
  payload: failure,
  meta: { words },
}));

export const selectToasts = ({ toasts }: { toasts: Toast[] }): Toast[] => toasts;
/** The newest toast about which something can be done. */
export const selectOffered = ({ toasts }: { toasts: Toast[] }): Toast | undefined => toasts.findLast(({ action }) => action);
