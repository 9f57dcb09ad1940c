import { randomUUID } from 'node:crypto';
import type { Kafka } from 'kafkajs';
import type { Logger } from '../../kernel/log.ts';
import type { Consumer, TailOptions } from '../kernel/bus.ts';
import { isRetry } from '../kernel/parked.ts';
import { patiently, retries } from './client.ts';
import { received } from './message.ts';

/**
 * Reads a topic from its end in a consumer group of its own, as the client does not support manual partition assignment (its issue 373).
 * The positions are kept here and applied again after every join, so no message is missed in a rebalance or a restart.
 */
export const tailKafka = async (context: {
  kafka: Kafka;
  clientId: string;
  options: TailOptions;
  sessionTimeout: number;
  onCrash(error: Error): void;
  log: Logger;
}): Promise<Consumer> => {
  const { kafka, clientId, options, sessionTimeout, onCrash, log } = context;
  const { topic, handle, onHole } = options;
  const next = new Map<number, bigint>();

  const admin = kafka.admin();
  try {
    await patiently(30_000, log, async () => {
      await admin.connect();
      for (const { partition, high } of await admin.fetchTopicOffsets(topic)) next.set(partition, BigInt(high));
    });
  } finally {
    await admin.disconnect();
  }

  const consumer = kafka.consumer({
    groupId: `${clientId}-tail-${randomUUID()}`,
    sessionTimeout,
    heartbeatInterval: Math.floor(sessionTimeout / 5),
    maxWaitTimeInMs: Math.min(1000, Math.floor(sessionTimeout / 5)),
    allowAutoTopicCreation: false,
    retry: { ...retries, restartOnFailure: async () => true },
  });
  const { GROUP_JOIN, CRASH } = consumer.events;
  let closed = false;
  const joined = new Promise<void>((resolve, reject) => {
    consumer.on(GROUP_JOIN, () => {
      for (const [partition, offset] of next) consumer.seek({ topic, partition, offset: String(offset) });
      resolve();
    });
    consumer.on(CRASH, ({ payload: { error, restart } }) => {
      log.warn({ err: error, topic, restart }, 'a reader crashed');
      if (closed || restart) return;
      onHole();
      onCrash(error);
      reject(error);
    });
  });

  await patiently(30_000, log, async () => {
    await consumer.connect();
    await consumer.subscribe({ topics: [topic], fromBeginning: false });
  });
  const run = consumer.run({
    autoCommit: false,
    eachBatchAutoResolve: false,
    eachBatch: async ({ batch, resolveOffset, heartbeat }) => {
      for (const message of batch.messages) {
        if (closed) return;
        const offset = BigInt(message.offset);
        const expected = next.get(batch.partition) ?? offset;
        if (offset >= expected) {
          if (offset > expected) onHole();
          const one = received(topic, batch.partition, message);
          try {
            if (one.unreadable) throw new Error('The message is not JSON.');
            if (!isRetry(one)) await handle(one);
          } catch (error) {
            log.error({ err: error, topic, offset: message.offset }, 'a reader failed on a message, continuing');
            onHole();
          }
          next.set(batch.partition, offset + 1n);
        }
        resolveOffset(message.offset);
        await heartbeat();
      }
    },
  });
  await Promise.all([joined, run]);
  return {
    close: async () => {
      closed = true;
      await consumer.disconnect();
    },
  };
};
