/** Minimum time between two renderings while pushes keep arriving. */
const PACE_MS = 80;

/**
 * Decides when to notify the screen of pushes: the first one immediately, those that follow shortly after it together. A busy company has a
 * hundred a second, and rendering a list for each of them would leave no time for clicks. It uses timers and not animation frames, because
 * a background tab must update its count too.
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
