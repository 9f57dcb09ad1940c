import { useEffect, useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { failureOf } from './api-error.ts';
import { failureShown } from './toasts.slice.ts';

/** Loads a file of the app on demand; null until it is loaded. A failure is reported to the user, and the next demand tries again. */
export const useLoaded = <Module>(load: () => Promise<Module>, isWanted: boolean): Module | null => {
  const dispatch = useDispatch();
  const [loaded, setLoaded] = useState<Module | null>(null);
  const newest = useRef(load);
  newest.current = load;
  useEffect(() => {
    if (!isWanted || loaded) return;
    let isOver = false;
    newest
      .current()
      .then((module) => isOver || setLoaded(module))
      .catch((error: unknown) => isOver || dispatch(failureShown(failureOf(error))));
    return () => {
      isOver = true;
    };
  }, [isWanted, loaded, dispatch]);
  return loaded;
};
