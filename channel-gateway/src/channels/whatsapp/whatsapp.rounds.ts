import { pause } from '@prosa/infra/runtime';

const AGAIN_MS = 1_000;

/**
 * Work that goes on until `over`: `keepOn` begins at once, and again a second after it has failed (`failed` is told why). `interrupted` ends
 * it, does something else meanwhile, and begins it again, also if that fails. `done` resolves when the work that runs has ended.
 */
export const roundsOf = (keepOn: (ended: AbortSignal) => Promise<void>, over: AbortSignal, failed: (err: unknown) => void) => {
  const begin = (): { ended: AbortController; done: Promise<void> } => {
    const ended = new AbortController();
    const signal = AbortSignal.any([over, ended.signal]);
    const done = (async () => {
      while (!signal.aborted)
        await keepOn(signal).catch(async (err: unknown) => {
          if (signal.aborted) return;
          failed(err);
          await pause(AGAIN_MS, signal);
        });
    })();
    return { ended, done };
  };
  let round = begin();
  return {
    interrupted: async (work: () => Promise<void>): Promise<void> => {
      round.ended.abort();
      await round.done;
      try {
        await work();
      } finally {
        round = begin();
      }
    },
    done: (): Promise<void> => round.done,
  };
};
