import { startKafka, type TestKafka } from './kafka/kafka.ts';
import { startTestCluster, type TestCluster } from './postgres/postgres.ts';

/** Servers of the tests of all packages. */
export type Servers = { close(): Promise<void> };

/** Sets an environment variable until it is closed. */
const announce = (name: string, value: string): (() => void) => {
  process.env[name] = value;
  return () => void delete process.env[name];
};

/**
 * Starts one Postgres cluster (TEST_POSTGRES_URL) and one Kafka broker (TEST_KAFKA_BROKERS), and names them in these variables for the
 * processes that this one starts. Servers already given there are used as they are. PROSA_TEST_KAFKA=0 leaves Kafka out; tests that need
 * it then fail. Throws if one cannot start, with the reason and what to do.
 */
export const startServers = async (): Promise<Servers> => {
  // Some 3,000 sign-ins of a run would otherwise cost 40 ms each.
  process.env.PROSA_TEST_PASSWORD_KIB ??= '64';
  const closers: (() => Promise<void> | void)[] = [];
  const postgres = async (): Promise<void> => {
    if (process.env.TEST_POSTGRES_URL) return;
    const cluster: TestCluster = await startTestCluster();
    closers.push(announce('TEST_POSTGRES_URL', cluster.url), () => cluster.close());
  };
  const kafka = async (): Promise<void> => {
    if (process.env.TEST_KAFKA_BROKERS || process.env.PROSA_TEST_KAFKA === '0') return;
    const broker: TestKafka = await startKafka();
    closers.push(announce('TEST_KAFKA_BROKERS', broker.brokers), () => broker.close());
  };
  const close = async (): Promise<void> => {
    await Promise.all(closers.splice(0).map((one) => one()));
  };
  const started = await Promise.allSettled([postgres(), kafka()]);
  const failed = started.find((result) => result.status === 'rejected');
  if (!failed) return { close };
  await close();
  throw failed.reason;
};
