/** Keeps the turn for a while after the work has answered. */
export type Hold = (rest: Promise<unknown>) => void;

/**
 * Runs works of one name one after another, in the order they came; works of different names side by side. Of no library: their mutexes have
 * no names, so that which there are, and when one is let go of, would be said here all the same, in as many lines, at four times the cost.
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
