/** Whether the person is using this window: it is on the screen, and none other has the focus. */
export const isLookedAt = (): boolean => document.visibilityState === 'visible' && document.hasFocus();

/** Calls `tell` when that may have become true, until the returned function is called. */
export const onLookedAt = (tell: () => void): (() => void) => {
  document.addEventListener('visibilitychange', tell);
  window.addEventListener('focus', tell);
  return () => {
    document.removeEventListener('visibilitychange', tell);
    window.removeEventListener('focus', tell);
  };
};
