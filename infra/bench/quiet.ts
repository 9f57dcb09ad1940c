import { newId } from '@prosa/contracts';
import { percentiles } from '../simulate/statistics.ts';
import type { Product } from '../testing/product.ts';
import { until } from '../testing/until.ts';
import { type Place, paced, write } from './players.ts';
import { type Finding, rounded } from './report.ts';

/** Load of the quiet company: customers' messages per second, and half as many answers. */
const QUIET = { perSecond: 10, customers: 5 };
/** Nobody notices delays below this: a company whose p99 stays below twice this value was not disturbed, whatever the ratio. */
const UNSEEN_MS = 50;

export type Lag = { screen: number[]; delivery: number[] };

/** The p99 of the quiet company beside something, divided by that of the same company alone. */
export const shadowsOf = (what: string, alone: number[], noisy: number[]): Finding => {
  const [before, after] = [percentiles(alone), percentiles(noisy)];
  return {
    what: `another company beside ${what}, p99`,
    measured: rounded(after.p99 / Math.max(before.p99, UNSEEN_MS)),
    unit: '× alone',
    target: { under: 2 },
    detail: { alone: before.p99, beside: after.p99, aloneMedian: before.p50, besideMedian: after.p50 },
  };
};

/** Plays the quiet company's load and measures every message of it. */
export const measureQuiet = async (
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
