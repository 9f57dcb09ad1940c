import pRetry from 'p-retry';
import { pause } from './wake-signal.ts';

/** What is waited before the second try, in milliseconds, and at most before a later one: each time twice as much. */
export type Waits = { firstMs: number; mostMs: number };

export type Retrying = Waits & {
  /** Ends the trying, and cuts a wait short. */
  signal?: AbortSignal;
  /** No try begins after so long. */
  withinMs?: number;
  /** Whether another try could succeed, which would begin in so many milliseconds; so it is unless told. */
  again?: (error: unknown, waitMs: number) => boolean;
  /** Told of each failure after which it is tried again. */
  failed?: (error: unknown) => void;
};

class Failure extends Error {}

/**
 * Tries `work` until it succeeds; rejects with the last error where it is not tried again, or with the signal's reason. What succeeded while
 * the signal was aborted has succeeded.
 */
export const retried = async <Result>(
  work: () => Promise<Result>,
  { firstMs, mostMs, signal, withinMs = Number.POSITIVE_INFINITY, again = () => true, failed }: Retrying,
): Promise<Result> => {
  let done: { result: Result } | undefined;
  const attempt = async (): Promise<void> => {
    try {
      done = { result: await work() };
    } catch (cause) {
      // p-retry tries nothing again that failed by a TypeError, which clients of servers throw too when a connection is cut off.
      throw new Failure('A try failed.', { cause });
    }
  };
  try {
    await pRetry(attempt, {
      retries: Number.POSITIVE_INFINITY,
      minTimeout: firstMs,
      maxTimeout: mostMs,
      maxRetryTime: withinMs,
      randomize: true,
      signal,
      shouldRetry: ({ error: { cause }, retryDelay }) => {
        const isTried = again(cause, retryDelay);
        if (isTried) failed?.(cause);
        return isTried;
      },
    });
  } catch (error) {
    if (!done) throw error instanceof Failure ? error.cause : error;
  }
  return done!.result;
};

/** The waits of a loop that is more than one thing tried again: it finds out first what holds, or has progress between two failures. */
export type BackOff = {
  /** Waits, a part of it by chance; ends early, without an error, when the signal is aborted. */
  wait(signal: AbortSignal): Promise<void>;
  /** What comes now fails for the first time. */
  reset(): void;
};

export const backOff = ({ firstMs, mostMs }: Waits): BackOff => {
  let next = firstMs;
  return {
    wait: async (signal) => {
      const ms = next * (0.5 + Math.random() / 2);
      next = Math.min(next * 2, mostMs);
      await pause(ms, signal);
    },
    reset: () => {
      next = firstMs;
    },
  };
};
