const TOUCHES = ['keydown', 'pointerdown', 'wheel'] as const;

/**
 * Calls `tell` when nobody has touched this window for so many milliseconds, and when somebody does again, until the returned function is
 * called.
 */
export const watchIdle = (ms: number, tell: (isIdle: boolean) => void): (() => void) => {
  let touchedAt = Date.now();
  let isIdle = false;
  const look = () => {
    const left = touchedAt + ms - Date.now();
    if (left > 0) {
      timer = setTimeout(look, left);
      return;
    }
    isIdle = true;
    tell(true);
  };
  let timer = setTimeout(look, ms);
  const handleTouch = () => {
    touchedAt = Date.now();
    if (!isIdle) return;
    isIdle = false;
    timer = setTimeout(look, ms);
    tell(false);
  };
  const options = { capture: true, passive: true };
  for (const type of TOUCHES) window.addEventListener(type, handleTouch, options);
  return () => {
    clearTimeout(timer);
    for (const type of TOUCHES) window.removeEventListener(type, handleTouch, options);
  };
};
