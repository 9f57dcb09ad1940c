import { createContext, useContext, useSyncExternalStore } from 'react';

const EVERY_MS = 30_000;
const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  if (timer === undefined) {
    now = Date.now(); // there was no listener for a while
    timer = setInterval(() => {
      now = Date.now();
      for (const changed of listeners) changed();
    }, EVERY_MS);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
};

/** The time as of which what is below it is shown, in milliseconds; null: it is shown as it stands, and lives. */
export const Then = createContext<number | null>(null);
/** Whether this is a picture of an earlier time, in which nothing can be done. */
export const useIsPast = (): boolean => useContext(Then) !== null;

/** The time in steps of half a minute, in milliseconds, for texts like "há 14 min". */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now);

/** The result of `of` for that time; renders again only when it changes, such as the day at midnight. */
export const useOfNow = (of: (now: number) => string): string => {
  const then = useContext(Then);
  return useSyncExternalStore(subscribe, () => of(then ?? now));
};
