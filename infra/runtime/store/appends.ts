import type { EventData } from '@eventstore/db-client';
import { newId } from '@prosa/contracts';
import { type Appended, MAX_APPEND_BYTES, sizeOfEvents, writeAppend } from './appends.wire.ts';
import { type AppendCall, errorOf } from './client.ts';
import { AppendTooLarge } from './errors.ts';

type Written = { revision: bigint; position: bigint | null };
type Waiting = { stream: string; timer: NodeJS.Timeout; resolve: (written: Written) => void; reject: (error: Error) => void };
type Open = { call: AppendCall; waiting: Map<string, Waiting> };

/**
 * Sends all appends of a process over one BatchAppend call, which is opened on demand. The client's own append costs three times as much,
 * because it makes base64 copies and serialises twice; and if its call breaks, it rejects a promise that nothing can catch. Rejects with
 * the client's errors if the store refuses, and with another error if the store does not answer within `timeoutMs` or the call breaks. What is too large for the store is
 * refused here, with AppendTooLarge: a store ends the call of all for a message that is too large for its connection.
 */
export const batchedAppends = (opening: () => Promise<AppendCall>, timeoutMs: number) => {
  let current: Promise<Open> | null = null;

  const begin = (): Promise<Open> => {
    const beginning: Promise<Open> = opening().then((call) => {
      const waiting = new Map<string, Waiting>();
      const over = (error: Error): void => {
        if (current === beginning) current = null;
        for (const one of waiting.values()) leave(one).reject(error);
        waiting.clear();
      };
      call
        .on('data', (answer: Appended) => settle(waiting, answer))
        .on('error', (error) => over(errorOf(error)))
        .on('end', () => over(new Error('The event store ended the call of appends.')));
      return { call, waiting };
    });
    // The callers that wait for it receive the error; the next append opens a new call.
    beginning.catch(() => {
      current = null;
    });
    return beginning;
  };

  return async (stream: string, events: EventData[], expected: bigint | 'no_stream'): Promise<Written> => {
    const id = newId();
    const deadline = Date.now() + timeoutMs;
    const bytes = writeAppend({ id, stream, events, expected, deadline });
    // Its bytes on the wire are more than what the store counts, unless the types have very long names.
    if (bytes.length > MAX_APPEND_BYTES / 2 && sizeOfEvents(events) > MAX_APPEND_BYTES)
      throw new AppendTooLarge(stream, `its ${events.length} events are larger than ${MAX_APPEND_BYTES} bytes`);
    current ??= begin();
    const { call, waiting } = await current;
    return new Promise((resolve, reject) => {
      const late = () => waiting.delete(id) && reject(new Error('The event store did not answer in time.'));
      waiting.set(id, { stream, timer: setTimeout(late, timeoutMs), resolve, reject });
      call.write(bytes);
    });
  };
};

const leave = (one: Waiting): Waiting => {
  clearTimeout(one.timer);
  return one;
};

const settle = (waiting: Map<string, Waiting>, answer: Appended): void => {
  const asked = waiting.get(answer.id);
  if (!asked) return;
  waiting.delete(answer.id);
  leave(asked);
  if ('refusal' in answer) asked.reject(answer.refusal(asked.stream));
  else asked.resolve(answer);
};
