/** A signal that a loop waits for between two rounds. A wake() during a round is not lost: the next wait() ends at once. */
export type WakeSignal = { wake(): void; wait(ms: number, signal: AbortSignal): Promise<void> };

export const wakeSignal = (): WakeSignal => {
  let woken = false;
  let end: (() => void) | undefined;
  return {
    wake: () => {
      woken = true;
      end?.();
    },
    wait: async (ms, signal) => {
      if (!woken)
        await pause(ms, signal, (now) => {
          end = now;
        });
      end = undefined;
      woken = false;
    },
  };
};

/**
 * Sleeps; ends early, without an error, when the signal is aborted or the function that is given to `begun` is called. Loops wait many times
 * a second, so no error is made to end a wait, as an aborted timer of `node:timers/promises` does: that took a tenth of a busy gateway's
 * time.
 */
export const pause = (ms: number, signal: AbortSignal, begun?: (end: () => void) => void): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
    begun?.(end);
  });
