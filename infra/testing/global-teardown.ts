import { running } from './running.ts';

/** Stops what global setup started, the last first: products use the servers. */
const teardown = async (): Promise<void> => {
  for (const one of running.splice(0).reverse()) await one.close();
};

export default teardown;
