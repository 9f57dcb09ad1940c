import { useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { painted } from './painted.ts';

/**
 * Returns a function that has `work`, as it was rendered last, run once after the next frame: positions are known then without a layout
 * more, and the frame does not wait for it. Several calls before it are one; once the component is gone, it does not run.
 */
export const useAfterPaint = (work: () => void): (() => void) => {
  const newest = useRef<(() => void) | null>(null);
  const isAsked = useRef(false);
  useLayoutEffect(() => {
    newest.current = work;
  });
  useEffect(
    () => () => {
      newest.current = null;
    },
    [],
  );
  return useCallback(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    void painted().then(() => {
      isAsked.current = false;
      newest.current?.();
    });
  }, []);
};
