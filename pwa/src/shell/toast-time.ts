import { limits } from '@prosa/contracts';
import { useEffect } from 'react';

let shownMs: number = limits.toastMs;

/** How long a toast stays on the screen that is shown, in milliseconds. */
export const toastTime = (): number => shownMs;

/** Sets that time while a screen is shown. */
export const useToastTime = (ms: number = limits.toastMs): void => {
  useEffect(() => {
    shownMs = ms;
    return () => {
      shownMs = limits.toastMs;
    };
  }, [ms]);
};
