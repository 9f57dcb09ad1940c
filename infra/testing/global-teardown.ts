import { servers } from './servers.ts';

/** Ends the servers that global setup started. */
const teardown = async (): Promise<void> => {
  await Promise.all([servers.postgres?.close(), servers.kafka?.close()]);
};

export default teardown;
