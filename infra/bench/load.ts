/** Runs `work` in `lanes` concurrent loops for `ms` milliseconds; resolves to the number of runs per second. The first error ends it. */
export const perSecond = async (lanes: number, ms: number, work: (lane: number) => Promise<void>): Promise<number> => {
  const start = performance.now();
  const end = start + ms;
  let done = 0;
  await Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      while (performance.now() < end) {
        await work(lane);
        done += 1;
      }
    }),
  );
  return (done * 1_000) / (performance.now() - start);
};
