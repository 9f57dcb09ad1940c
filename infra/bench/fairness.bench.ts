import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Product } from '../testing/product.ts';
import { DELETES, FLOOD, JOINS_SECONDS, type Noise } from './noise.ts';
import { settle } from './players.ts';
import { shadowsOf as finding, type Lag, measureQuiet as measure } from './quiet.ts';
import type { Finding } from './report.ts';

const ALONE_SECONDS = 15;

/**
 * How much one company's customers and attendants are slowed down by another company at full load: p99 next to it divided by p99 alone.
 * `screen`: a customer's message to the attendant's screen. `delivery`: an attendant's message to the channel, as shown on the screen.
 */
export const benchFairness = async (product: Product): Promise<Finding[]> => {
  const { demo } = product;
  const other = demo.other as typeof demo;
  const quiet = await settle(product, other, '', 800);
  const noisy = new Worker(new URL('noise.worker.ts', import.meta.url), { workerData: { url: product.url, demo } });
  try {
    await once(noisy, 'message');
    const beside = async (seconds: number, noise: Noise): Promise<Lag> => {
      noisy.postMessage(noise);
      const [lag] = await Promise.all([measure(product, other.connection, quiet, seconds), once(noisy, 'message')]);
      return lag;
    };
    await measure(product, other.connection, quiet, ALONE_SECONDS);
    const alone = await measure(product, other.connection, quiet, ALONE_SECONDS);
    const flooded = await beside(FLOOD.seconds, 'flood');
    const joined = await beside(JOINS_SECONDS, 'joins');
    const deleted = await beside(20, 'deletes');
    return [
      finding('a conversation at 100/s, inbound to screen', alone.screen, flooded.screen),
      finding('a conversation at 100/s, delivery', alone.delivery, flooded.delivery),
      finding('three sockets that join without end, inbound to screen', alone.screen, joined.screen),
      finding(`${DELETES} deletes, delivery`, alone.delivery, deleted.delivery),
    ];
  } finally {
    await noisy.terminate();
    quiet.attendant.close();
  }
};
