import type { EachBatchPayload, Kafka } from 'kafkajs';
import type { Log } from '../../log.ts';
import type { ConsumeOptions, Consumer } from '../bus.ts';
import type { BatchContext } from '../key-batch.ts';
import { places, runBatch } from '../key-batch.ts';
import { pause } from '../wake.ts';
import { patiently, retries } from './client.ts';
import { received } from './message.ts';

/** A batch that takes longer is moved aside, as the client waits for every batch of a fetch before it fetches or beats again. */
const QUICK_MS = 1000;
/** How long the broker holds a fetch without messages, and so the longest wait of a partition that comes back from aside. */
const FETCH_WAIT_MS = 500;
/** A handler that hangs keeps close() no longer than this; its message comes again. */
const CLOSE_MS = 15_000;

export type ConsumerContext = {
  kafka: Kafka;
  options: ConsumeOptions;
  deliver: BatchContext['deliver'];
  sessionTimeout: number;
  onCrash(error: Error): void;
  log: Log;
};

/** Joins a consumer group; resolves when it has been given its partitions. */
export const consumeKafka = async (context: ConsumerContext): Promise<Consumer> => {
  const { kafka, options, deliver, sessionTimeout, log } = context;
  const { group, topics, concurrency = 32, fromBeginning = true } = options;
  const consumer = kafka.consumer({
    groupId: group,
    sessionTimeout,
    heartbeatInterval: Math.floor(sessionTimeout / 5),
    maxWaitTimeInMs: Math.min(FETCH_WAIT_MS, Math.floor(sessionTimeout / 5)),
    allowAutoTopicCreation: false,
    retry: { ...retries, restartOnFailure: async () => true },
  });
  const slots = places(concurrency);
  /** What runs or still ends, by partition: the next batch of the same partition waits for it. */
  const working = new Map<string, Promise<unknown>>();
  /** Partitions that are read no further while a slow batch of theirs is aside. */
  const aside = new Map<string, { topic: string; partition: number }>();
  const stop = new AbortController();
  /** Ends with each rebalance: what was fetched before it may belong to another member now. */
  let generation = new AbortController();

  const setAside = (
    id: string,
    { batch, pause: hold, resolveOffset }: EachBatchPayload,
    work: Promise<number>,
    signal: AbortSignal,
  ): void => {
    const { topic, partition } = batch;
    const resume = hold();
    aside.set(id, { topic, partition });
    const finish = async (): Promise<void> => {
      const count = await work;
      const last = batch.messages[count - 1];
      if (signal.aborted) return;
      if (last) {
        resolveOffset(last.offset);
        const offset = String(BigInt(last.offset) + 1n);
        // If it fails, the next commit of this partition covers it.
        await consumer
          .commitOffsets([{ topic, partition, offset }])
          .catch((error: Error) => log.warn({ err: error, group, topic, partition }, 'an offset could not be committed'));
      }
      if (signal.aborted || stop.signal.aborted) return;
      aside.delete(id);
      resume();
    };
    working.set(id, finish());
  };

  const eachBatch = async (payload: EachBatchPayload): Promise<void> => {
    const { batch, resolveOffset, commitOffsetsIfNecessary } = payload;
    const { topic, partition } = batch;
    const id = `${topic}/${partition}`;
    const { signal } = generation;
    // While close() waits for slow handlers the client still fetches.
    if (stop.signal.aborted) return pause(100, signal);
    const messages = batch.messages.map((message) => received(topic, partition, message));
    const earlier = working.get(id);
    const work = (async () => {
      await earlier;
      return runBatch(messages, { deliver, places: slots, signal: AbortSignal.any([signal, stop.signal]), log });
    })();
    working.set(id, work);
    const patience = new AbortController();
    const count = await Promise.race([work, pause(QUICK_MS, patience.signal)]);
    patience.abort();
    if (count === undefined) return setAside(id, payload, work, signal);
    const last = messages[count - 1];
    if (!last) return;
    resolveOffset(last.offset);
    await commitOffsetsIfNecessary({
      topics: [{ topic, partitions: [{ partition, offset: String(BigInt(last.offset) + 1n) }] }],
    });
  };

  const { REBALANCING, GROUP_JOIN, CRASH } = consumer.events;
  const joined = new Promise<void>((resolve, reject) => {
    consumer.on(REBALANCING, () => generation.abort());
    consumer.on(GROUP_JOIN, () => {
      generation.abort();
      if (stop.signal.aborted) return;
      generation = new AbortController();
      for (const { topic, partition } of aside.values()) consumer.resume([{ topic, partitions: [partition] }]);
      aside.clear();
      options.onAssigned?.();
      resolve();
    });
    consumer.on(CRASH, ({ payload: { error, restart } }) => {
      generation.abort();
      log.warn({ err: error, group, restart }, 'a consumer crashed');
      if (restart || stop.signal.aborted) return;
      context.onCrash(error);
      options.onCrash?.(error);
      reject(error);
    });
  });

  await patiently(30_000, log, async () => {
    await consumer.connect();
    await consumer.subscribe({ topics, fromBeginning });
  });
  await Promise.all([
    joined,
    consumer.run({ autoCommit: false, eachBatchAutoResolve: false, partitionsConsumedConcurrently: 64, eachBatch }),
  ]);

  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    stop.abort();
    // Running handlers finish, and what is done is committed, while the member is still one.
    const patience = new AbortController();
    const slow = [...aside.keys()].map((id) => working.get(id));
    await Promise.race([Promise.all(slow), pause(CLOSE_MS, patience.signal)]);
    patience.abort();
    await consumer.disconnect();
  };
  return {
    close: () => {
      closing ??= close();
      return closing;
    },
  };
};
