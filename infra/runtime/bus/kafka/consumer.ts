import type { EachBatchPayload, Kafka } from 'kafkajs';
import pLimit from 'p-limit';
import type { Logger } from '../../kernel/log.ts';
import { pause, wakeSignal } from '../../kernel/wake-signal.ts';
import type { ConsumeOptions, Consumer } from '../kernel/bus.ts';
import { type KeyQueues, lanes } from '../kernel/key-queues.ts';
import type { Deliver } from '../kernel/parked.ts';
import type { ParkedKeys } from '../kernel/parked-keys.ts';
import { patiently, retries } from './client.ts';
import { received } from './message.ts';

/** How long the broker holds a fetch that finds no messages; therefore also the longest delay before a full partition is read again. */
const FETCH_WAIT_MS = 500;
/** Minimum time between two offset commits. */
const COMMIT_MS = 100;
/** close() waits at most this long for a handler that hangs; its message is delivered again. */
const CLOSE_MS = 15_000;

export type ConsumerContext = {
  kafka: Kafka;
  options: ConsumeOptions;
  deliver: Deliver;
  held(topic: string, partition: number): ParkedKeys;
  sessionTimeout: number;
  onCrash(error: Error): void;
  log: Logger;
};

type Place = { topic: string; partition: number };
type Line = Place & { lanes: KeyQueues; committed: bigint | null };

/**
 * Joins a consumer group; resolves when the group has assigned partitions to this member. The client processes every batch of a fetch
 * before it fetches or sends a heartbeat again, so `eachBatch` only takes the messages over; the handlers run outside of it, and a full
 * partition is paused.
 */
export const consumeKafka = async (context: ConsumerContext): Promise<Consumer> => {
  const { kafka, options, deliver, held, sessionTimeout, log } = context;
  const { group, topics, concurrency = 32, fromBeginning = true } = options;
  const consumer = kafka.consumer({
    groupId: group,
    sessionTimeout,
    heartbeatInterval: Math.floor(sessionTimeout / 5),
    maxWaitTimeInMs: Math.min(FETCH_WAIT_MS, Math.floor(sessionTimeout / 5)),
    allowAutoTopicCreation: false,
    retry: { ...retries, restartOnFailure: async () => true },
  });
  const slots = pLimit(concurrency);
  const stop = new AbortController();
  const progress = wakeSignal();
  /** The partitions of the current generation, each with its lanes. */
  let lines = new Map<string, Line>();
  /** Work of earlier generations that is still ending: a partition is not started again before its earlier work has ended. */
  const ending = new Map<string, Promise<void>>();
  /** Partitions that are paused until there is room. */
  const paused = new Map<string, Place>();
  /** Aborted at each rebalance: messages fetched before it may now belong to another member. */
  let generation = new AbortController();

  const begin = ({ topic, partition }: Place): Line => {
    const id = `${topic}/${partition}`;
    const line: Line = {
      topic,
      partition,
      committed: null,
      lanes: lanes({
        deliver,
        held: held(topic, partition),
        places: slots,
        signal: AbortSignal.any([generation.signal, stop.signal]),
        after: ending.get(id),
        onProgress: progress.wake,
        log: log.child({ group, topic, partition }),
      }),
    };
    lines.set(id, line);
    return line;
  };

  const endGeneration = (): void => {
    generation.abort();
    for (const [id, { lanes: line }] of lines) {
      const over: Promise<void> = line.over().then(() => {
        if (ending.get(id) === over) ending.delete(id);
      });
      ending.set(id, over);
    }
    lines = new Map();
  };

  const commit = async (): Promise<void> => {
    const moved = [...lines.values()].flatMap((line) => {
      const reached = line.lanes.reached();
      return reached === null || reached === line.committed ? [] : [{ line, reached }];
    });
    if (moved.length === 0) return;
    const offsets = moved.map(({ line: { topic, partition }, reached }) => ({ topic, partition, offset: `${reached}` }));
    try {
      await consumer.commitOffsets(offsets);
      for (const { line, reached } of moved) line.committed = reached;
    } catch (err) {
      // The next commit covers this one; after a rebalance the messages are delivered again to the partition's new reader.
      log.warn({ err, group }, 'offsets could not be committed');
    }
  };
  const commitAlong = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      await progress.wait(5_000, stop.signal);
      await commit();
      await pause(COMMIT_MS, stop.signal);
    }
  };

  /** Pauses the partition until `until` resolves. */
  const waitFor = ({ batch: { topic, partition }, pause: hold }: EachBatchPayload, until: Promise<void>): void => {
    const id = `${topic}/${partition}`;
    const { signal } = generation;
    const resume = hold();
    paused.set(id, { topic, partition });
    void until.then(() => {
      if (signal.aborted || stop.signal.aborted) return;
      paused.delete(id);
      resume();
    });
  };

  const eachBatch = async (payload: EachBatchPayload): Promise<void> => {
    const { batch, resolveOffset } = payload;
    const { topic, partition } = batch;
    // While close() waits for slow handlers the client continues to fetch.
    if (stop.signal.aborted) return pause(100, generation.signal);
    const line = lines.get(`${topic}/${partition}`) ?? begin({ topic, partition });
    const isReady = await Promise.race([line.lanes.ready.then(() => true), pause(100, stop.signal).then(() => false)]);
    // A batch that is not taken is fetched again.
    if (!isReady) return waitFor(payload, line.lanes.ready);
    const last = batch.messages.at(-1);
    if (!last || generation.signal.aborted || lines.get(`${topic}/${partition}`) !== line) return;
    line.lanes.take(batch.messages.map((message) => received(topic, partition, message)));
    resolveOffset(last.offset);
    if (line.lanes.isFull()) waitFor(payload, line.lanes.room());
  };

  const { REBALANCING, GROUP_JOIN, CRASH } = consumer.events;
  const joined = new Promise<void>((resolve, reject) => {
    consumer.on(REBALANCING, endGeneration);
    consumer.on(GROUP_JOIN, ({ payload: { memberAssignment } }) => {
      endGeneration();
      if (stop.signal.aborted) return;
      generation = new AbortController();
      for (const place of paused.values()) consumer.resume([{ topic: place.topic, partitions: [place.partition] }]);
      paused.clear();
      // Start all assigned partitions now, so that keys that were set aside continue even if no new message arrives.
      for (const [topic, mine] of Object.entries(memberAssignment)) for (const partition of mine) begin({ topic, partition });
      options.onAssigned?.();
      resolve();
    });
    consumer.on(CRASH, ({ payload: { error, restart } }) => {
      endGeneration();
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
  const committing = commitAlong();

  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    stop.abort();
    // Running handlers finish and their offsets are committed while this consumer is still a member of the group.
    const timeout = new AbortController();
    const over = [...[...lines.values()].map((line) => line.lanes.over()), ...ending.values(), committing];
    await Promise.race([Promise.all(over), pause(CLOSE_MS, timeout.signal)]);
    timeout.abort();
    await commit();
    await consumer.disconnect();
  };
  return {
    close: () => {
      closing ??= close();
      return closing;
    },
  };
};
