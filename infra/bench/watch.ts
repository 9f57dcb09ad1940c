/**
 * Runs in a page, before the app. `longest`: the duration of the longest task since it was last set to zero; tasks under 50 ms are not told.
 * `paintedAfter(since, isShown)`: the milliseconds from that moment until `isShown` held and the frame was painted.
 */
export const WATCH = `
  Object.assign(globalThis, {
    longest: 0,
    painted: null,
    paintedAfter: (since, isShown) => new Promise((resolve, reject) => {
      setTimeout(reject, 20_000, new Error('It was not shown.'));
      const look = () => {
        if (!isShown()) return requestAnimationFrame(look);
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.now() - since);
        port2.postMessage(null); // after this frame
      };
      requestAnimationFrame(look);
    }),
  });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
  }).observe({ type: 'longtask' });`;
