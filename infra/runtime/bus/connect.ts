import type { Logger } from '../kernel/log.ts';
import type { PgListener } from '../kernel/pg.listener.ts';
import { connectPg, migrate } from '../kernel/pg.ts';
import type { Bus } from './kernel/bus.ts';
import type { Topics } from './kernel/topics.ts';
import { busTopics } from './kernel/topics.ts';
import { busMigrations } from './migrations.ts';
import { postgresBus } from './postgres/postgres-bus.ts';

export type BusConfig = {
  /** Postgres database prepared by prepareBus(): the whole bus, or, with Kafka, only the parked messages. */
  databaseUrl: string;
  /** KAFKA_BROKERS, `host:port` separated by commas or as a list; if absent or empty, Postgres is the bus. */
  kafkaBrokers?: string | readonly string[];
  /** The service's name; the same for all instances of the service. */
  clientId: string;
  /**
   * The process's own listener, if it also listens to Postgres for other things; it outlives the bus. Without it a bus on Postgres opens
   * one of its own.
   */
  listener?: PgListener;
  log: Logger;
  /** Default: the topics in `busTopics`; tests may pass their own. */
  topics?: Topics;
  /** Kafka: a member that sends no heartbeat for this long is considered dead; default 15 s. */
  sessionTimeoutMs?: number;
};

const brokersOf = ({ kafkaBrokers }: Pick<BusConfig, 'kafkaBrokers'>): string =>
  typeof kafkaBrokers === 'string' ? kafkaBrokers : (kafkaBrokers ?? []).join(',');

/**
 * Creates what the bus needs: the schema `bus`, and the topics (in Kafka if it is the bus, with KAFKA_REPLICATION copies of each; default
 * 1). Idempotent; run it before the first connectBus().
 */
export const prepareBus = async (config: Omit<BusConfig, 'sessionTimeoutMs' | 'listener'>): Promise<void> => {
  const { databaseUrl, clientId, log, topics = busTopics } = config;
  const pool = connectPg(databaseUrl, { max: 2, log, applicationName: `${clientId}-bus` });
  try {
    await migrate(pool, [busMigrations]);
    const brokers = brokersOf(config);
    if (brokers) {
      const { createTopics } = await import('./kafka/topics.ts');
      return await createTopics({ brokers, clientId, topics, replication: Number(process.env.KAFKA_REPLICATION ?? 1), log });
    }
    for (const [topic, { partitions }] of Object.entries(topics)) {
      await pool.query(
        `insert into bus.partition (topic, partition) select $1, n from generate_series(0, $2::int - 1) n on conflict do nothing`,
        [topic, partitions],
      );
    }
  } finally {
    await pool.end();
  }
};

/** Returns a KafkaBus if brokers are configured, otherwise a PostgresBus. Rejects if a server cannot be reached (Kafka: within 30 s). */
export const connectBus = async (config: BusConfig): Promise<Bus> => {
  const { databaseUrl, clientId, listener, log, topics = busTopics, sessionTimeoutMs = 15_000 } = config;
  const brokers = brokersOf(config);
  if (brokers) {
    // Loaded on demand: its client takes memory and time in every process.
    const { kafkaBus } = await import('./kafka/kafka-bus.ts');
    return kafkaBus({ brokers, databaseUrl, clientId, topics, sessionTimeout: sessionTimeoutMs, log });
  }
  return postgresBus({ databaseUrl, clientId, topics, listener, log });
};
