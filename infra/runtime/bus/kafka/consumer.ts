import type { EachBatchPayload, Kafka } from 'kafkajs';
import pLimit from 'p-limit';
import type { Logger } from '../../kernel/log.ts';
import { pause, wakeSignal } from '../../kernel/wake-signal.ts';
import type { ConsumeOptions, Consumer } from '../kernel/bus.ts';
import type { HeldTable } from '../kernel/held.ts';
import { type Lanes, lanes } from '../kernel/lanes.ts';
import type { Arrived } from '../kernel/parked.rows.ts';
import { patiently, retries } from './client.ts';
import { received } from './message.ts';

/** How long the broker holds a fetch without messages, and so the longest wait of a partition that was full. */
const FETCH_WAIT_MS = 500;
/** Offsets are committed so long after the ones before, at least. */
const COMMIT_MS = 100;
/** A handler that hangs keeps close() no longer than this; its message comes again. */
const CLOSE_MS = 15_000;

export type ConsumerContext = {
  kafka: Kafka;
  options: ConsumeOptions;
  deliver(message: Arrived): Promise<void>;
  held(topic: string, partition: number): HeldTable;
  sessionTimeout: number;
  onCrash(error: Error): void;
  log: Logger;
};

type Place = { topic: string; partition: number };
type Line = Place & { lanes: Lanes; committed: bigint | null };

/**
 * Joins a consumer group; resolves when it has been given its partitions. The client waits for every batch of a fetch before it fetches
 * or beats again, so a batch is only taken there; its messages are handled aside, and a partition that is full is read later.
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
  /** What is handled of each partition of this generation. */
  let lines = new Map<string, Line>();
  /** What still ends of generations before: nothing of a partition begins before it. */
  const ending = new Map<string, Promise<void>>();
  /** Partitions that are read no further until there is room. */
  const paused = new Map<string, Place>();
  /** Ends with each rebalance: what was fetched before it may belong to another member now. */
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
      // The next commit covers it; after a rebalance it comes again, to whoever reads it then.
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

  /** Reads the partition no further until then. */
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
    // While close() waits for slow handlers the client still fetches.
    if (stop.signal.aborted) return pause(100, generation.signal);
    const line = lines.get(`${topic}/${partition}`) ?? begin({ topic, partition });
    const isReady = await Promise.race([line.lanes.ready.then(() => true), pause(100, stop.signal).then(() => false)]);
    // What is not taken is fetched again.
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
      // What waits of keys that were set aside goes on, whether anything more comes or not.
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
    // Running handlers finish, and what is done is committed, while the member is still one.
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
