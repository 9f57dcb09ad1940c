import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { newId } from '@prosa/contracts';
import { percentiles } from '../simulate/statistics.ts';
import type { Product } from '../testing/product.ts';
import { until } from '../testing/until.ts';
import { DELETES, FLOOD, JOINS_SECONDS, type Noise } from './noise.ts';
import { type Place, paced, settle, write } from './players.ts';
import { type Finding, rounded } from './report.ts';

/** Load of the quiet company: customers' messages per second, and half as many answers. */
const QUIET = { perSecond: 10, customers: 5 };
const ALONE_SECONDS = 15;
/** Nobody notices delays below this: a company whose p99 stays below twice this value was not disturbed, whatever the ratio. */
const UNSEEN_MS = 50;

type Lag = { screen: number[]; delivery: number[] };

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

const finding = (beside: string, alone: number[], noisy: number[]): Finding => {
  const [before, after] = [percentiles(alone), percentiles(noisy)];
  return {
    what: `another company beside ${beside}, p99`,
    measured: rounded(after.p99 / Math.max(before.p99, UNSEEN_MS)),
    unit: '× alone',
    target: { under: 2 },
    detail: { alone: before.p99, beside: after.p99, aloneMedian: before.p50, besideMedian: after.p50 },
  };
};

const measure = async (
  product: Product,
  connection: { id: string; token: string },
  { attendant: { session, came, taken }, ticket }: Place,
  seconds: number,
): Promise<Lag> => {
  const said = await paced(QUIET.perSecond, seconds, async (n) => {
    const [text, answer] = [newId(), newId()];
    const wrote = await write(product, connection, n % QUIET.customers, text);
    const sent = performance.now();
    if (n % 2 === 0) await session.command('POST', `/messages/${ticket.id}`, { body: answer });
    return { text, wrote, answer: n % 2 === 0 ? answer : null, sent };
  });
  await until(() => said.every(({ text, answer }) => came.has(text) && (answer === null || taken.has(answer))), 300_000);
  return {
    screen: said.map(({ text, wrote }) => came.get(text)! - wrote),
    delivery: said.flatMap(({ answer, sent }) => (answer === null ? [] : [taken.get(answer)! - sent])),
  };
};
