import { useEffect, useSyncExternalStore } from 'react';

/** Content that a reload of this page would lose: a recording, or chosen files that were not sent. */
const held = new Set<symbol>();
const listeners = new Set<() => void>();
const tell = (): void => {
  for (const changed of listeners) changed();
};
const ask = (event: Event): void => event.preventDefault();

/** While `isHeld`, the reload to a new version is delayed, and the browser asks before the page is left. */
export const useHold = (isHeld: boolean): void => {
  useEffect(() => {
    if (!isHeld) return;
    const hold = Symbol();
    held.add(hold);
    window.addEventListener('beforeunload', ask);
    tell();
    return () => {
      held.delete(hold);
      if (held.size === 0) window.removeEventListener('beforeunload', ask);
      tell();
    };
  }, [isHeld]);
};

/** Whether this page must not be reloaded now. */
export const useIsHeld = (): boolean =>
  useSyncExternalStore(
    (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    () => held.size > 0,
  );
