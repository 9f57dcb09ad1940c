import { useEffect, useRef } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import type { Failure } from './api-error.ts';
import { dismissed, selectAct } from './commands.slice.ts';

/** A command that a dialog waits for: whether it runs, why it failed; calls `onDone` when it has succeeded. */
export const useAct = (act: string, onDone: () => void): { isBusy: boolean; failure: Failure | null; forget: () => void } => {
  const dispatch = useDispatch();
  const state = useSelector(selectAct(act));
  const isBusy = state?.status === 'running';
  const wasBusy = useRef(false);
  useEffect(() => {
    if (wasBusy.current && !state) onDone();
    wasBusy.current = isBusy;
  }, [state, isBusy, onDone]);
  // What failed in a dialog is forgotten when it goes.
  useEffect(() => () => void dispatch(dismissed({ act })), [act, dispatch]);
  return { isBusy, failure: state?.failure ?? null, forget: () => dispatch(dismissed({ act })) };
};
