/**
 * Spreads things over the time: returns a function that takes the number of things about to be done and returns the milliseconds to wait
 * before they may begin. What was not used in the past is lost. `now` in milliseconds.
 */
export const evenly = (perSecond: number, now: () => number = () => performance.now()) => {
  let free = 0;
  return (things: number): number => {
    const begins = Math.max(now(), free);
    free = begins + (things * 1_000) / perSecond;
    return begins - now();
  };
};
