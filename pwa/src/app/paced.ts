/** So far apart the screen is drawn while pushes keep coming. */
const PACE_MS = 80;

/**
 * When to tell the screen of pushes: the first one at once, those that come close after it together. A busy company has a hundred a
 * second, and a list drawn for each of them would leave no time for clicks. Timers and not animation frames, as a tab in the
 * background counts too.
 */
export const paced = (): ((notify: () => void) => void) => {
  let last = Number.NEGATIVE_INFINITY;
  return (notify) => {
    const wait = Math.max(0, last + PACE_MS - performance.now());
    setTimeout(() => {
      last = performance.now();
      notify();
    }, wait);
  };
};
