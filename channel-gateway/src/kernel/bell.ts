import { setTimeout as sleep } from 'node:timers/promises';

/** What a loop waits for between two rounds. A ring during a round is not lost: the next wait ends at once. */
export type Bell = { ring: () => void; wait: (ms: number, signal: AbortSignal) => Promise<void> };

export const bell = (): Bell => {
  let rung = false;
  let waiting: AbortController | undefined;
  return {
    ring: () => {
      rung = true;
      waiting?.abort();
    },
    wait: async (ms, signal) => {
      if (!rung && !signal.aborted) {
        waiting = new AbortController();
        await pause(ms, AbortSignal.any([waiting.signal, signal]));
        waiting = undefined;
      }
      rung = false;
    },
  };
};

/** Sleeps; ends early, without an error, when the signal is aborted. */
export const pause = async (ms: number, signal: AbortSignal): Promise<void> => {
  if (signal.aborted) return;
  await sleep(ms, undefined, { signal }).catch((error: Error) => {
    if (error.name !== 'AbortError') throw error;
  });
};
