import type { AllStreamResolvedEvent } from '@eventstore/db-client';
import { type Answers, cancel, readErrorOf } from './client.ts';
import { StoreDenied, StoreUnavailable } from './errors.ts';

/**
 * Yields the answers to a read in chunks of at most `size`. The read has no overall deadline: throws StoreUnavailable if no answer arrives
 * in time or the connection breaks, and the client's error if the store refuses. Yields nothing for a missing stream. Leaving the loop
 * early also ends the call on the server.
 */
export async function* readPatiently(
  opening: Promise<Answers>,
  timeoutMs: number,
  size: number,
): AsyncGenerator<AllStreamResolvedEvent[], void, undefined> {
  const answers = await opening.catch((cause: Error) => fail(cause));
  const arrived: AllStreamResolvedEvent[] = [];
  let over: { error: Error | null } | null = null;
  let wake = (): void => undefined;
  const end = (error: Error | null): void => {
    over ??= { error };
    wake();
  };
  answers
    .on('data', (answer) => {
      if (answer.kind === 'event') arrived.push(answer.resolved);
      if (arrived.length < size) return;
      answers.pause();
      wake();
    })
    // Keep the listener after the end: errors of a call that is already over are ignored.
    .on('error', (error) => end(readErrorOf(error)))
    .on('end', () => end(null));
  try {
    for (;;) {
      while (arrived.length < size && !over) {
        const before = arrived.length;
        await inTime(timeoutMs, (heard) => {
          wake = heard;
        });
        if (arrived.length === before && !over) throw new StoreUnavailable(`No event came for ${timeoutMs} ms.`);
      }
      const { error } = over ?? { error: null };
      if (error) fail(error);
      const chunk = arrived.splice(0, size);
      answers.resume();
      if (chunk.length > 0) yield chunk;
      if (over && arrived.length === 0) return;
    }
  } finally {
    if (!over) cancel(answers);
  }
}

/** Waits until woken, at most for `ms`. */
const inTime = (ms: number, tell: (wake: () => void) => void): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    tell(() => {
      clearTimeout(timer);
      resolve();
    });
  });

const fail = (error: Error): never => {
  if (error instanceof StoreDenied || isRefusal(error)) throw error;
  throw new StoreUnavailable('The event store does not answer.', { cause: error });
};

const isRefusal = (error: unknown): boolean =>
  ['stream-not-found', 'stream-deleted', 'access-denied'].includes((error as { type?: string }).type ?? '');
