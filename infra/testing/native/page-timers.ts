type Run = (...args: unknown[]) => void;
type Schedule = (run: Run, ...more: unknown[]) => unknown;

/** Cancels what has been scheduled and not run yet. */
const pending = new Set<() => void>();
const endingWithPage = (schedule: Schedule, cancel: (timer: never) => void, isRepeated = false): Schedule => {
  return (run, ...more) => {
    const end = () => cancel(timer as never);
    const timer = schedule(
      (...args) => {
        if (!isRepeated) pending.delete(end);
        run(...args);
      },
      ...more,
    );
    pending.add(end);
    return timer;
  };
};

/**
 * Node's timers, which end with their page as a browser's do. They are the same for all files of a worker, because libraries keep them from
 * when they are loaded. Not `setImmediate`: React's scheduler would wait for ever for one that does not come.
 */
export const pageTimers = {
  setTimeout: endingWithPage(setTimeout as Schedule, clearTimeout),
  setInterval: endingWithPage(setInterval as Schedule, clearInterval, true),
};

export const endPageTimers = (): void => {
  for (const end of pending) end();
  pending.clear();
};
