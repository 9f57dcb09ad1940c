import { setTimeout as wait } from 'node:timers/promises';
import { newId } from '@prosa/contracts';
import { percentiles } from '../simulate/statistics.ts';
import type { Product } from '../testing/product.ts';
import { attend, paced, write } from './players.ts';
import type { Finding } from './report.ts';

const PER_SECOND = 50;
const SECONDS = 20;
/** Seconds at that pace before the measurement: the customers' first messages, and V8's compilation. */
const WARM_UP = 15;
const CUSTOMERS = 40;

/** From a customer's POST at the webhook to the frame on an attendant's socket, at 50 messages a second on an otherwise idle machine. */
export const benchScreens = async (product: Product): Promise<Finding> => {
  const { came, close } = await attend(product, product.demo.users, 'ana@');
  const play = (seconds: number) =>
    paced(PER_SECOND, seconds, async (n): Promise<[string, number]> => {
      const text = newId();
      return [text, await write(product, product.demo.connection, n % CUSTOMERS, text)];
    });
  await play(WARM_UP);
  const all = await play(SECONDS);
  const end = Date.now() + 10_000;
  while (all.some(([text]) => !came.has(text)) && Date.now() < end) await wait(20);
  close();
  const missing = all.filter(([text]) => !came.has(text)).length;
  if (missing > 0) throw new Error(`${missing} of ${all.length} messages never came to the screen`);
  const times = percentiles(all.map(([text, start]) => came.get(text)! - start));
  return {
    what: `inbound to screen at ${PER_SECOND}/s, p99`,
    measured: times.p99,
    unit: 'ms',
    target: { under: 100 },
    detail: times,
  };
};
