import type { LogEntry } from 'kafkajs';
import { Kafka, logLevel } from 'kafkajs';
import type { Logger } from '../../kernel/log.ts';
import { retried } from '../../kernel/retry.ts';
import { patchRequestQueue } from './request-queue.patch.ts';

/** Parts of the client whose errors are transient or are reported by our own code: restarts, rebalances, coordinators that are loading. */
const noisy = /^(Connection|BrokerPool|Cluster|Consumer|ConsumerGroup|Runner|FetchManager|Producer|Admin)$/;

const forward = (log: Logger) => (entry: LogEntry) => {
  const { message, error, groupId, broker } = entry.log;
  const fields = { kafka: entry.namespace, error: typeof error === 'string' ? error : undefined, groupId, broker };
  if (entry.level === logLevel.ERROR && !noisy.test(entry.namespace)) log.warn(fields, message);
  else log.debug(fields, message);
};

/** Retries of one operation inside the client: about 12 s in total. Set explicitly, because the client uses other defaults under jest. */
export const retries = { initialRetryTime: 100, maxRetryTime: 3000, multiplier: 2, factor: 0.2, retries: 8 };

/** Creates the client, with our fix applied and its log output sent to our logger. */
export const kafkaClient = (config: { brokers: string; clientId: string; log: Logger }): Kafka => {
  patchRequestQueue();
  const write = forward(config.log);
  return new Kafka({
    clientId: config.clientId,
    brokers: config.brokers.split(',').map((broker) => broker.trim()),
    connectionTimeout: 5000,
    requestTimeout: 30_000,
    enforceRequestTimeout: true,
    retry: retries,
    logLevel: logLevel.WARN,
    logCreator: () => write,
  });
};

/** Retries the work until it succeeds or the time is over, for example while a broker starts or a topic has just been created. */
export const patiently = <Result>(withinMs: number, log: Logger, work: () => Promise<Result>): Promise<Result> =>
  retried(work, {
    firstMs: 300,
    mostMs: 300,
    withinMs,
    failed: (err) => log.debug({ err }, 'Kafka is not ready, trying again'),
  });
