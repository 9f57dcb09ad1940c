import { startKafka } from './kafka.ts';
import { startTestCluster } from './postgres.ts';
import { servers } from './servers.ts';
import { keepSharedProducts } from './shared-product.ts';

/**
 * Starts what the tests of all packages share: one Postgres cluster (TEST_POSTGRES_URL) and one Kafka broker (TEST_KAFKA_BROKERS). Servers
 * already given there are used as they are. Products that test files share start when they are asked for (TEST_PRODUCTS). PROSA_TEST_KAFKA=0 leaves Kafka out; tests that need it then fail.
 */
const setup = async (): Promise<void> => {
  // Some 3,000 sign-ins of a run would otherwise cost 40 ms each.
  process.env.PROSA_TEST_PASSWORD_KIB ??= '64';
  const started = await Promise.allSettled([
    process.env.TEST_POSTGRES_URL ? undefined : startTestCluster(),
    process.env.TEST_KAFKA_BROKERS || process.env.PROSA_TEST_KAFKA === '0' ? undefined : startKafka(),
  ]);
  const [postgres, kafka] = started;
  if (postgres.status === 'fulfilled') servers.postgres = postgres.value;
  if (kafka.status === 'fulfilled') servers.kafka = kafka.value;
  const failed = started.find((result) => result.status === 'rejected');
  if (failed) {
    await Promise.all([servers.postgres?.close(), servers.kafka?.close()]);
    throw failed.reason;
  }
  if (servers.postgres) process.env.TEST_POSTGRES_URL = servers.postgres.url;
  servers.products = await keepSharedProducts();
  process.env.TEST_PRODUCTS = servers.products.url;
  if (servers.kafka) process.env.TEST_KAFKA_BROKERS = servers.kafka.brokers;
};

export default setup;
