import { useEffect, useRef } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import type { Failure } from './api-error.ts';
import { attended, dismissed, selectAct } from './commands.slice.ts';

/**
 * The state of a command that a dialog waits for: whether it runs and why it failed; calls `onDone` when it has succeeded. The dialog shows
 * the failure; a refusal is a toast first.
 */
export const useAct = (act: string, onDone: () => void): { isBusy: boolean; failure: Failure | null; forget: () => void } => {
  const dispatch = useDispatch();
  const state = useSelector(selectAct(act));
  const isBusy = state?.status === 'running';
  const wasBusy = useRef(false);
  /** A failure from before the dialog's own request is not shown. */
  const isOwn = useRef(false);
  if (isBusy) isOwn.current = true;
  useEffect(() => {
    if (wasBusy.current && !state) onDone();
    wasBusy.current = isBusy;
  }, [state, isBusy, onDone]);
  // A failure is dismissed when its dialog is unmounted.
  useEffect(() => {
    dispatch(attended({ act, by: 1 }));
    return () => {
      dispatch(attended({ act, by: -1 }));
      dispatch(dismissed({ act }));
    };
  }, [act, dispatch]);
  return { isBusy, failure: isOwn.current ? (state?.failure ?? null) : null, forget: () => dispatch(dismissed({ act })) };
};
