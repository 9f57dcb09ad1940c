import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { testDatabase } from '../../testing/postgres/postgres.ts';
import { createLogger } from '../kernel/log.ts';
import type { Bus, BusConfig, Consumer, Received, Topics } from './index.ts';
import { connectBus, prepareBus } from './index.ts';

export type Adapter = 'PostgresBus' | 'KafkaBus';
export const adapters: Adapter[] = ['PostgresBus', 'KafkaBus'];

/** Throws, never skips, if no broker is configured. */
export const testBrokers = (): string => {
  const brokers = process.env.TEST_KAFKA_BROKERS;
  if (!brokers) throw new Error('TEST_KAFKA_BROKERS is not set: the contract is tested against a real Kafka.');
  return brokers;
};

export const until = async (what: string, holds: () => boolean | Promise<boolean>, ms = 30_000): Promise<void> => {
  for (const end = Date.now() + ms; !(await holds()); await sleep(10))
    if (Date.now() > end) throw new Error(`Not in ${ms} ms: ${what}`);
};

export const silent = createLogger('bus', process.env.BUS_LOG ?? 'silent');

export type World = {
  config: BusConfig;
  topic: string;
  single: string;
  /** A unique group name: test files share one broker, and members with the same name would join one group. */
  group: string;
  open(): Promise<Bus>;
  end(): Promise<void>;
};

/** For tests in which a member ends: its session is over soon. Elsewhere a busy machine must not end one. */
export const BRIEF = { sessionTimeoutMs: 3_000 };

type Asked = { databaseUrl?: string; brokers?: string; sessionTimeoutMs?: number };

/** Creates a bus with topics of its own: `topic` with 4 partitions and `single` with one. Closes everything that was opened. */
export const world = async (adapter: Adapter, asked: Asked = {}): Promise<World> => {
  const database = asked.databaseUrl ? { url: asked.databaseUrl, drop: async () => undefined } : await testDatabase();
  const id = randomBytes(4).toString('hex');
  const [topic, single] = [`many-${id}`, `one-${id}`];
  const topics: Topics = {
    [topic]: { partitions: 4, retentionMs: 3_600_000 },
    [single]: { partitions: 1, retentionMs: 3_600_000 },
  };
  const kafkaBrokers = adapter === 'KafkaBus' ? (asked.brokers ?? testBrokers()) : undefined;
  const config: BusConfig = {
    databaseUrl: database.url,
    kafkaBrokers,
    clientId: `test-${id}`,
    log: silent,
    topics,
    sessionTimeoutMs: asked.sessionTimeoutMs ?? 10_000,
  };
  await prepareBus(config);
  const opened: Bus[] = [];
  return {
    config,
    topic,
    single,
    group: `g-${id}`,
    open: async () => {
      const bus = await connectBus(config);
      opened.push(bus);
      return bus;
    },
    end: async () => {
      await Promise.all(opened.map((bus) => bus.close()));
      await database.drop();
    },
  };
};

export type Recorder = {
  seen: Received[];
  values(): unknown[];
  byKey(key: string): unknown[];
  handle(message: Received): Promise<void>;
};

export const recorder = (): Recorder => {
  const seen: Received[] = [];
  return {
    seen,
    values: () => seen.map(({ value }) => value),
    byKey: (key) => seen.filter((message) => message.key === key).map(({ value }) => value),
    handle: async (message) => {
      seen.push(message);
    },
  };
};

export const range = (count: number, from = 0): number[] => Array.from({ length: count }, (_, index) => from + index);

export const numbered = (topic: string, count: number, keys = 8, from = 0) =>
  range(count, from).map((n) => ({ topic, key: `key-${n % keys}`, value: n }));

export const byNumber = (a: unknown, b: unknown): number => Number(a) - Number(b);

export type { Bus, Consumer };
