type Waiting = { urgent: (() => void)[]; bulk: (() => void)[] };

/**
 * Does one piece of work after another, in the order in which they came; bulk work only while nothing else waits. Each resolves when it has
 * ended, however, or after `ms`: then the next one begins.
 */
export const oneAtATime = (ms: number) => {
  const waiting: Waiting = { urgent: [], bulk: [] };
  let isBusy = false;
  const begin = (): void => {
    const next = waiting.urgent.shift() ?? waiting.bulk.shift();
    isBusy = next !== undefined;
    next?.();
  };
  return (work: () => Promise<unknown>, isBulk = false): Promise<void> =>
    new Promise((resolve) => {
      const done = (): void => {
        resolve();
        begin();
      };
      waiting[isBulk ? 'bulk' : 'urgent'].push(() => void within(ms, Promise.resolve().then(work)).then(done));
      if (!isBusy) begin();
    });
};

/** Resolves when `work` is done, or after some time. */
const within = (ms: number, work: Promise<unknown>): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    const done = () => {
      clearTimeout(timer);
      resolve();
    };
    work.then(done, done);
  });
