import pRetry from 'p-retry';
import { pause } from './wake-signal.ts';

/** Back-off: the wait before the second try in milliseconds, doubled for each later try, and its maximum. */
export type Waits = { firstMs: number; mostMs: number };

export type Retrying = Waits & {
  /** Stops retrying, and ends a wait early. */
  signal?: AbortSignal;
  /** No try starts after this time. */
  withinMs?: number;
  /** Whether to retry; the next try would start in `waitMs` milliseconds. Default: always. */
  again?: (error: unknown, waitMs: number) => boolean;
  /** Called for each failure that is followed by a retry. */
  failed?: (error: unknown) => void;
};

class Failure extends Error {}

/**
 * Retries `work` until it succeeds; rejects with the last error if it is not retried, or with the signal's reason. If `work` succeeds
 * although the signal is already aborted, its result is returned.
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
      // p-retry does not retry after a TypeError, but server clients also throw one when a connection is cut off.
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

/**
 * The back-off of a loop that does more than retry one thing: for example, it reads the state first, or makes progress between two
 * failures.
 */
export type BackOff = {
  /** Waits, with jitter; ends early, without an error, when the signal is aborted. */
  wait(signal: AbortSignal): Promise<void>;
  /** Starts again with the first wait. */
  reset(): void;
};

/** The wait before the next try of work whose failed tries are counted in its row; without jitter. */
export const waitAfter = (attempts: number, { firstMs, mostMs }: Waits): number =>
  Math.min(firstMs * 2 ** Math.min(attempts, 16), mostMs);

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
