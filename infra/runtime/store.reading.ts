import { type StreamingRead, StreamNotFoundError } from '@eventstore/db-client';
import { StoreAway } from './store.errors.ts';

/**
 * Iterates a read of the client, which has no deadline of its own: throws StoreAway when the next event is not there in time or the
 * connection breaks. Leaving early ends the call on the server too.
 */
export async function* readPatiently<Event>(
  reading: StreamingRead<Event>,
  timeoutMs: number,
): AsyncGenerator<Event, void, undefined> {
  const events = reading[Symbol.asyncIterator]() as AsyncIterator<Event, void>;
  let ended = false;
  let waitingSince = 0;
  // One clock for the whole read: a timer for each event would cost more than the event.
  const watch = setInterval(
    () => {
      if (waitingSince > 0 && Date.now() - waitingSince > timeoutMs)
        reading.destroy(new Error(`No event came for ${timeoutMs} ms.`));
    },
    Math.max(20, timeoutMs / 4),
  );
  try {
    for (;;) {
      waitingSince = Date.now();
      const next = await events.next();
      waitingSince = 0;
      if (next.done) break;
      yield next.value;
    }
    ended = true;
  } catch (error) {
    if (error instanceof StreamNotFoundError) ended = true;
    if (isRefusal(error)) throw error;
    throw new StoreAway('The event store does not answer.', { cause: error });
  } finally {
    clearInterval(watch);
    // What is thrown by a call that is over is of no interest to anybody.
    reading.on('error', () => undefined);
    if (!ended) await reading.cancel().catch(() => undefined);
    reading.destroy();
  }
}

const isRefusal = (error: unknown): boolean =>
  ['stream-not-found', 'stream-deleted', 'access-denied'].includes((error as { type?: string }).type ?? '');
