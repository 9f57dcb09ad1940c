import { useCallback, useEffect, useRef } from 'react';

/** Distance from the end, in pixels, at which the next page is fetched. */
const NEAR_END = 100;

/** Whether a list is scrolled so near its end that its next page is fetched. */
export const isNearEnd = ({ scrollHeight, scrollTop, clientHeight }: HTMLElement): boolean =>
  scrollHeight - scrollTop - clientHeight < NEAR_END;

/**
 * A ref for a list in a dialog that calls back near its end. Some lists scroll by themselves; others, and all on a phone, with the whole
 * dialog.
 */
export const useNearEnd = (onNearEnd: () => void) => {
  const latest = useRef(onNearEnd);
  useEffect(() => {
    latest.current = onNearEnd;
  });
  return useCallback((list: HTMLElement | null) => {
    const around = list?.closest('.content');
    const handleScroll = ({ target }: Event) => {
      if (isNearEnd(target as HTMLElement)) latest.current();
    };
    around?.addEventListener('scroll', handleScroll, { capture: true, passive: true });
    return () => around?.removeEventListener('scroll', handleScroll, { capture: true });
  }, []);
};
