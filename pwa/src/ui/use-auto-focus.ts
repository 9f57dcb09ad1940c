import { type RefObject, useEffect } from 'react';

/**
 * Focuses a field a frame after it came. In the very commit that opens a dialog or popover, what was open before still holds the
 * focus fast, and would take it back.
 */
export const useAutoFocus = (field: RefObject<HTMLElement | null>, wanted = true): void => {
  useEffect(() => {
    if (!wanted) return;
    const frame = requestAnimationFrame(() => field.current?.focus({ preventScroll: true }));
    return () => cancelAnimationFrame(frame);
  }, [field, wanted]);
};
