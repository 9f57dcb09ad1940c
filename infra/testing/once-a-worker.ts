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

/** How long a thing waits for the next file that uses it: in that time an idle pair of services needs as much of a processor as a start. */
const LINGER_MS = 15_000;

/**
 * A thing that test files of a jest worker use one after another: `join` starts it for the first of them, and each file says with
 * `leave` that it uses it no more. It ends when the worker runs other files, because even idle services need processor time.
 * `isWhole` is called for each later file: what an earlier one broke is closed and started anew.
 */
export const sharedByFiles = <Thing>({
  start,
  isWhole,
  close,
}: {
  start: () => Promise<Thing>;
  isWhole: (thing: Thing) => Promise<boolean>;
  close: (thing: Thing) => Promise<void>;
}) => {
  let started: Promise<Thing> | null = null;
  let ending: NodeJS.Timeout | undefined;
  let ended: Promise<void> = Promise.resolve();
  const end = (): Promise<void> => {
    const last = started;
    started = null;
    ended = ended.then(() => last?.then(close));
    return ended;
  };
  const begin = (): Promise<Thing> => {
    const beginning = start();
    started = beginning;
    beginning.catch(() => {
      if (started === beginning) started = null;
    });
    return beginning;
  };
  return {
    join: async (): Promise<Thing> => {
      endWithJest();
      clearTimeout(ending);
      await ended;
      if (started && !(await started.then(isWhole))) await end();
      return await (started ?? begin());
    },
    leave: (): void => {
      clearTimeout(ending);
      ending = setTimeout(() => void end(), LINGER_MS);
    },
  };
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
