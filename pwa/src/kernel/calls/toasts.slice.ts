import { createAction, createSlice, nanoid, type PayloadAction, type UnknownAction } from '@reduxjs/toolkit';
import type { Failure } from './api-error.ts';

/** Enough time to read two short texts, find the button and press it. */
export const OFFER_MS = 10_000;

/**
 * The seconds that are left: in `words`, which have `{{seconds}}`, else as a figure. Without `until` they are the toast's own, and stand still
 * while it is held; with it (milliseconds since 1970) they are those of the server, and `over` is said when they are over.
 */
export type Countdown = { words?: string; until?: number; over?: string };

/** A short message that disappears by itself. `text` is shown as it is: already in the person's language. */
export type Toast = {
  id: string;
  kind: 'ok' | 'bad' | 'warn';
  /** Says what was done, in place of the sign of its kind. */
  icon?: 'transferred' | 'returned' | 'snoozed';
  text: string;
  /** A part of the text that is bold, such as a name. */
  strong?: string;
  /** An offered action: the label of its button, and the action that it dispatches. Such a toast stays ten seconds. */
  action?: { label: string; does: UnknownAction };
  /** Shows the seconds in which the action undoes something. */
  countdown?: Countdown;
  /** The pointer or the focus is on it: it stays until both have left. */
  isHeld?: boolean;
};

const toasts = createSlice({
  name: 'toasts',
  initialState: [] as Toast[],
  reducers: {
    notified: {
      prepare: (toast: Omit<Toast, 'id'>) => ({ payload: { ...toast, id: nanoid() } }),
      /** A toast with the same text and kind replaces the earlier one; at most three are shown at a time. */
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

/** Shows a failure as a toast, with the text of the error catalogue unless `words` is given. */
export const failureShown = createAction('toasts/failureShown', (failure: Failure, words?: string) => ({
  payload: failure,
  meta: { words },
}));

export const selectToasts = ({ toasts }: { toasts: Toast[] }): Toast[] => toasts;
/** Whether something that was just done can still be undone. */
export const selectIsUndoable = ({ toasts }: { toasts: Toast[] }): boolean => toasts.some(({ countdown }) => countdown);
/** The newest toast that offers an action. */
export const selectOffered = ({ toasts }: { toasts: Toast[] }): Toast | undefined => toasts.findLast(({ action }) => action);
