import { setTimeout as sleep } from 'node:timers/promises';

/** A signal that a loop waits for between two rounds. A wake() during a round is not lost: the next wait() ends at once. */
export type WakeSignal = { wake(): void; wait(ms: number, signal: AbortSignal): Promise<void> };

export const wakeSignal = (): WakeSignal => {
  let woken = false;
  let waiting: AbortController | undefined;
  return {
    wake: () => {
      woken = true;
      waiting?.abort();
    },
    wait: async (ms, signal) => {
      if (!woken && !signal.aborted) {
        waiting = new AbortController();
        await pause(ms, AbortSignal.any([waiting.signal, signal]));
        waiting = undefined;
      }
      woken = false;
    },
  };
};

/** Sleeps; ends early, without an error, when the signal is aborted. */
export const pause = async (ms: number, signal: AbortSignal): Promise<void> => {
  await sleep(ms, undefined, { signal }).catch((error: Error) => {
    if (error.name !== 'AbortError') throw error;
  });
};
