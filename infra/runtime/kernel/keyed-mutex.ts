/** Keeps the lock until `rest` settles, after the work has returned its result. */
export type Hold = (rest: Promise<unknown>) => void;

/**
 * Runs work of the same name one after another, in order of arrival; work of different names runs concurrently. Not from a library: their
 * mutexes have no names, so the code to create and remove them per name would need as many lines here, at four times the cost.
 */
export const keyedMutex = () => {
  const last = new Map<string, Promise<unknown>>();
  return async <Result>(name: string, work: (hold: Hold) => Promise<Result>): Promise<Result> => {
    let rest: Promise<unknown> | undefined;
    const run = () =>
      work((until) => {
        rest = until;
      });
    const mine = (last.get(name) ?? Promise.resolve()).then(run, run);
    const over: Promise<unknown> = mine.then(
      () => rest,
      () => rest,
    );
    last.set(name, over);
    const leave = () => {
      if (last.get(name) === over) last.delete(name);
    };
    over.then(leave, leave);
    return mine;
  };
};
