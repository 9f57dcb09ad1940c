import type { Logger } from '../../kernel/log.ts';
import { beginRound, type Pace } from '../../kernel/rest.ts';
import { retried } from '../../kernel/retry.ts';
import type { BusMessage } from './bus.ts';
import { MessageTooLarge } from './bus.ts';

/** A message as it is written: JSON in `value`, `headers` undefined if there are none. */
export type Outgoing = { topic: string; key: string; value: string; headers?: Record<string, string> };

const MAX_BYTES = 900_000;
/** Most of what people wait for passes here, once or twice. */
const PACE: Pace = { share: 0.25, mostMs: 20 };

type Call = { left: number; done(): void; fail(error: unknown): void };
type Waiting = { message: Outgoing; bytes: number; call: Call };

/** Throws `MessageTooLarge`, or a TypeError for text that no server could store. */
const prepare = ({ topic, key, value, headers }: BusMessage): { message: Outgoing; bytes: number } => {
  const json = JSON.stringify(value);
  if (json === undefined) throw new TypeError('A message has no value that JSON could hold.');
  if (key === '' || key.includes('\0')) throw new TypeError('A message needs a key, without the character U+0000.');
  const own = headers && Object.keys(headers).length > 0 ? headers : undefined;
  const bytes = Buffer.byteLength(json) + Buffer.byteLength(key) + (own ? Buffer.byteLength(JSON.stringify(own)) : 0);
  if (bytes > MAX_BYTES) throw new MessageTooLarge(`A message for ${topic} has ${bytes} bytes; at most ${MAX_BYTES} are taken.`);
  return { message: { topic, key, value: json, headers: own }, bytes };
};

export type PublishQueue = { publish(messages: BusMessage[]): Promise<void>; close(): Promise<void> };

/**
 * Batches the publishes of many callers, one write at a time: all messages that wait when a write ends go out together in the next write.
 * The latency is about one write, the throughput is not limited by it, and the order is that of the calls. After a write it rests, so that
 * what comes meanwhile goes together.
 */
export const publishQueue = (options: {
  /** Throws for an unknown topic. */
  check(topic: string): unknown;
  send(messages: Outgoing[]): Promise<void>;
  /** Whether a retry could succeed. */
  isPassing(error: unknown): boolean;
  limits: { messages: number; bytes: number };
  timeoutMs?: number;
  log: Logger;
}): PublishQueue => {
  const { send, isPassing, limits, log } = options;
  let timeoutMs = options.timeoutMs ?? 30_000;
  const waiting: Waiting[] = [];
  let pumping: Promise<void> | undefined;
  let closed = false;

  const take = (): Waiting[] => {
    let bytes = 0;
    let count = 0;
    for (const { bytes: size } of waiting) {
      if (count > 0 && (count >= limits.messages || bytes + size > limits.bytes)) break;
      // Allows for what the servers add to each message.
      bytes += size + 100;
      count += 1;
    }
    return waiting.splice(0, count);
  };

  const sendPatiently = (messages: Outgoing[]): Promise<void> => {
    const since = Date.now();
    return retried(() => send(messages), {
      firstMs: 50,
      mostMs: 1000,
      // close() makes `timeoutMs` shorter.
      again: (error, waitMs) => isPassing(error) && Date.now() - since + waitMs <= timeoutMs,
      failed: (err) => log.warn({ err, count: messages.length }, 'publishing failed, trying again'),
    });
  };

  const pump = async (): Promise<void> => {
    // Waits one microtask, so that messages published in the same turn of the event loop go out together.
    await Promise.resolve();
    while (waiting.length > 0) {
      const batch = take();
      const isAll = waiting.length === 0;
      const rest = beginRound(PACE);
      try {
        await sendPatiently(batch.map(({ message }) => message));
        for (const { call } of batch) {
          call.left -= 1;
          if (call.left === 0) call.done();
        }
      } catch (error) {
        const failed = new Set(batch.map(({ call }) => call));
        for (const call of failed) call.fail(error);
        // The remaining messages of a failed call must not be sent: there would be a gap in its order.
        for (let index = waiting.length - 1; index >= 0; index -= 1)
          if (failed.has(waiting[index]!.call)) waiting.splice(index, 1);
      }
      if (isAll && !closed) await rest();
    }
    pumping = undefined;
  };

  return {
    publish: async (messages) => {
      if (closed) throw new Error('The bus is closed.');
      const prepared = messages.map((message) => {
        options.check(message.topic);
        return prepare(message);
      });
      if (prepared.length === 0) return;
      await new Promise<void>((done, fail) => {
        const call = { left: prepared.length, done, fail };
        for (const one of prepared) waiting.push({ ...one, call });
        pumping ??= pump();
      });
    },
    close: async () => {
      closed = true;
      timeoutMs = Math.min(timeoutMs, 3000);
      await pumping;
    },
  };
};
