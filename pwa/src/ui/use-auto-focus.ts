import { type RefObject, useEffect, useLayoutEffect } from 'react';

/**
 * Focuses what `find` gives when it comes, and once more a frame later: in the very commit that opens a dialog or popover, what was
 * open before still holds the focus fast and takes it back. Whoever has gone to another place in it by then stays there.
 */
export const useFocusIn = (box: () => Element | null, find: () => HTMLElement | null | undefined, wanted = true): void => {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it comes
  useLayoutEffect(() => {
    if (wanted) find()?.focus({ preventScroll: true });
  }, [wanted]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it comes
  useEffect(() => {
    if (!wanted) return;
    const frame = requestAnimationFrame(() => {
      const around = box();
      const { activeElement } = document;
      if (activeElement === around || !around?.contains(activeElement)) find()?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [wanted]);
};

/** Focuses a field when it comes, within its dialog where it is in one. */
export const useAutoFocus = (field: RefObject<HTMLElement | null>, wanted = true): void =>
  useFocusIn(
    () => field.current?.closest('[role="dialog"]') ?? field.current,
    () => field.current,
    wanted,
  );
