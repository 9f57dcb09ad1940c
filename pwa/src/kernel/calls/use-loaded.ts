import { useEffect, useSyncExternalStore } from 'react';
import { useDispatch } from 'react-redux';
import type { Later } from '../loading/later.ts';
import { useEver } from '../loading/use-ever.ts';
import { failureOf } from './api-error.ts';
import { failureShown } from './toasts.slice.ts';

/**
 * A part that a screen goes on without: null until it is first wanted and loaded. A failure is reported to the user, and the next demand tries
 * again.
 */
export const useLoaded = <Module>(part: Later<Module>, isWanted: boolean): Module | null => {
  const dispatch = useDispatch();
  const module = useSyncExternalStore(part.subscribe, part.now);
  const isMissing = isWanted && module === null;
  useEffect(() => {
    if (!isMissing) return;
    let isOver = false;
    part.load().catch((error: unknown) => isOver || dispatch(failureShown(failureOf(error))));
    return () => {
      isOver = true;
    };
  }, [part, isMissing, dispatch]);
  return useEver(isWanted) ? module : null;
};
