import type { Logger } from '../kernel/log.ts';
import type { PgListener } from '../kernel/pg.listener.ts';
import { connectPg, migrate } from '../kernel/pg.ts';
import { kafkaBus } from './kafka/kafka-bus.ts';
import { createTopics } from './kafka/topics.ts';
import type { Bus } from './kernel/bus.ts';
import type { Topics } from './kernel/topics.ts';
import { busTopics } from './kernel/topics.ts';
import { busMigrations } from './migrations.ts';
import { postgresBus } from './postgres/postgres-bus.ts';

export type BusConfig = {
  /** Postgres, prepared by prepareBus(): the bus itself, or, with Kafka, the parked messages. */
  databaseUrl: string;
  /** KAFKA_BROKERS, `host:port` separated by commas or as a list; absent or empty: Postgres is the bus. */
  kafkaBrokers?: string | readonly string[];
  /** The service's name; the same for all its instances. */
  clientId: string;
  /** That of the process, where it hears of more than the bus by Postgres; it outlives the bus. Else a bus on Postgres has its own. */
  listener?: PgListener;
  log: Logger;
  /** Those of the house unless a test has its own. */
  topics?: Topics;
  /** Kafka: a member silent for so long is taken for dead; 15 s. */
  sessionTimeoutMs?: number;
};

const brokersOf = ({ kafkaBrokers }: Pick<BusConfig, 'kafkaBrokers'>): string =>
  typeof kafkaBrokers === 'string' ? kafkaBrokers : (kafkaBrokers ?? []).join(',');

/**
 * Makes what the bus needs: the schema `bus`, and the topics (in Kafka where it is the bus; KAFKA_REPLICATION copies of each, 1 unless set).
 * Idempotent; run it before the first connectBus().
 */
export const prepareBus = async (config: Omit<BusConfig, 'sessionTimeoutMs' | 'listener'>): Promise<void> => {
  const { databaseUrl, clientId, log, topics = busTopics } = config;
  const pool = connectPg(databaseUrl, { max: 2, log, applicationName: `${clientId}-bus` });
  try {
    await migrate(pool, [busMigrations]);
    const brokers = brokersOf(config);
    if (brokers)
      return await createTopics({ brokers, clientId, topics, replication: Number(process.env.KAFKA_REPLICATION ?? 1), log });
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

/** KafkaBus where brokers are named, else PostgresBus. Rejects when a server cannot be reached (Kafka: within 30 s). */
export const connectBus = async (config: BusConfig): Promise<Bus> => {
  const { databaseUrl, clientId, listener, log, topics = busTopics, sessionTimeoutMs = 15_000 } = config;
  const brokers = brokersOf(config);
  if (brokers) return kafkaBus({ brokers, databaseUrl, clientId, topics, sessionTimeout: sessionTimeoutMs, log });
  return postgresBus({ databaseUrl, clientId, topics, listener, log });
};
