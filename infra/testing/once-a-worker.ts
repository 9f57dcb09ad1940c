/** The kind of jest-worker's message that ends a worker: CHILD_MESSAGE_END in its types. */
const ENDS = 2;
let isEnding = false;

/** Ends this worker when jest ends it: what lives as long as a worker would otherwise keep it until jest kills it. */
const endWithJest = (): void => {
  if (isEnding) return;
  isEnding = true;
  process.on('message', (message) => {
    if (Array.isArray(message) && message[0] === ENDS) process.exit();
  });
};

/**
 * Returns a function that starts something at its first call and returns the same to every later one: a thing that all test files of a
 * jest worker share, because Node loads their modules once per worker. It is never closed: it ends with the worker's process, and the
 * run's servers and its folder of temporary files (TMPDIR) are removed by the run. A start that fails is tried again at the next call.
 */
export const onceAWorker = <Thing>(start: () => Promise<Thing>): (() => Promise<Thing>) => {
  let started: Promise<Thing> | null = null;
  return () => {
    endWithJest();
    started ??= start().catch((error: unknown) => {
      started = null;
      throw error;
    });
    return started;
  };
};
