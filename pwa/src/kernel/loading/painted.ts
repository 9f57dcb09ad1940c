/** Where there are no frames, as in another tab's page, it waits this long instead. */
const NO_FRAME_MS = 200;

/** Resolves when what is rendered by now has been painted: for work that nobody sees and that would delay it. */
export const painted = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, NO_FRAME_MS);
    requestAnimationFrame(() => setTimeout(resolve)); // after that frame
  });

/** Resolves when the browser has nothing to do, after 2 s at the latest; where it cannot say so, after a moment. */
export const idle = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: 2_000 });
    else setTimeout(resolve, 200);
  });
