import { servers } from './servers.ts';

/** Stops the servers that global setup started. */
const teardown = async (): Promise<void> => {
  // Products use the other servers.
  await servers.products?.close();
  await Promise.all([servers.postgres?.close(), servers.kafka?.close()]);
};

export default teardown;
