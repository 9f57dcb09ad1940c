import { type RefObject, useEffect, useLayoutEffect } from 'react';

/**
 * Focuses the element returned by `find` on mount, and again one frame later: in the commit that opens a dialog or popover, the one that
 * was open before still traps the focus and takes it back. If the focus has moved within `box` by then, it stays there.
 */
export const useFocusIn = (box: () => Element | null, find: () => HTMLElement | null | undefined, wanted = true): void => {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, on mount
  useLayoutEffect(() => {
    if (wanted) find()?.focus({ preventScroll: true });
  }, [wanted]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, on mount
  useEffect(() => {
    if (!wanted) return;
    const frame = requestAnimationFrame(() => {
      const around = box();
      const { activeElement } = document;
      if (activeElement === around || !around?.contains(activeElement)) find()?.focus({ preventScroll: true });
    });
    // Once the focus is within, a key that closes it, or a click elsewhere, decides where the focus goes.
    const handleInput = () => {
      if (box()?.contains(document.activeElement)) cancelAnimationFrame(frame);
    };
    document.addEventListener('keydown', handleInput, { capture: true });
    document.addEventListener('pointerdown', handleInput, { capture: true });
    return () => {
      cancelAnimationFrame(frame);
      document.removeEventListener('keydown', handleInput, { capture: true });
      document.removeEventListener('pointerdown', handleInput, { capture: true });
    };
  }, [wanted]);
};

/** Focuses a field on mount, within its dialog if it is in one. */
export const useAutoFocus = (field: RefObject<HTMLElement | null>, wanted = true): void =>
  useFocusIn(
    () => field.current?.closest('[role="dialog"]') ?? field.current,
    () => field.current,
    wanted,
  );
