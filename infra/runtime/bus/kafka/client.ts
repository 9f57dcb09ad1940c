import type { LogEntry } from 'kafkajs';
import { Kafka, logLevel } from 'kafkajs';
import type { Logger } from '../../kernel/log.ts';
import { retried } from '../../kernel/retry.ts';
import { mendRequestQueue } from './mend.ts';

/** Parts of the client whose errors pass by themselves or are reported by us: restarts, rebalances, coordinators that load. */
const noisy = /^(Connection|BrokerPool|Cluster|Consumer|ConsumerGroup|Runner|FetchManager|Producer|Admin)$/;

const forward = (log: Logger) => (entry: LogEntry) => {
  const { message, error, groupId, broker } = entry.log;
  const fields = { kafka: entry.namespace, error: typeof error === 'string' ? error : undefined, groupId, broker };
  if (entry.level === logLevel.ERROR && !noisy.test(entry.namespace)) log.warn(fields, message);
  else log.debug(fields, message);
};

/** Tries of one operation inside the client: about 12 s in all. Named, because under jest the client takes other defaults. */
export const retries = { initialRetryTime: 100, maxRetryTime: 3000, multiplier: 2, factor: 0.2, retries: 8 };

/** The client, mended, its talk in our log. */
export const kafkaClient = (config: { brokers: string; clientId: string; log: Logger }): Kafka => {
  mendRequestQueue();
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

/** Runs it again until it succeeds or the time is over: a broker that starts, or a topic that was made this moment. */
export const patiently = <Result>(withinMs: number, log: Logger, work: () => Promise<Result>): Promise<Result> =>
  retried(work, {
    firstMs: 300,
    mostMs: 300,
    withinMs,
    failed: (err) => log.debug({ err }, 'Kafka is not ready, trying again'),
  });
