import { setTimeout as wait } from 'node:timers/promises';
import type { Product } from '../testing/product.ts';
import { pidsBelow, readOf } from './memory.bench.ts';
import { type Finding, rounded } from './report.ts';

const SETTLING_MS = 10_000;
const MEASURED_MS = 60_000;
/** How long measuring a rest takes. */
export const REST_MS = SETTLING_MS + MEASURED_MS;
/** How long a tick of the kernel's accounting is. */
const TICK_MS = 10;
const UNDER_PERCENT = 1;

/** Which share of a core the command service and Postgres take, in percent. */
export type Rest = { own: number; postgres: number };

/** Measures a product at which nothing happens. */
export const measureRest = async ({ children }: Pick<Product, 'children'>): Promise<Rest> => {
  const taken = (name: string): number => ticksOf(children.find((child) => child.name === name)!.pid()!) * TICK_MS;
  const both = () => ({ own: taken('command-1'), postgres: taken('postgres') });
  await wait(SETTLING_MS);
  const before = both();
  await wait(MEASURED_MS);
  const after = both();
  const share = (what: keyof Rest) => ((after[what] - before[what]) / MEASURED_MS) * 100;
  return { own: share('own'), postgres: share('postgres') };
};

/** Processor time of a process and its descendants so far, also of those that have ended. */
const ticksOf = (pid: number): number =>
  pidsBelow(pid).reduce((sum, one) => {
    const stat = readOf(`/proc/${one}/stat`) ?? '';
    const times = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 15);
    return times.reduce((all, ticks) => all + Number(ticks), sum);
  }, 0);

/** What entries of a timer cost while none of them is due. */
export const idleTimers = (entries: number, without: Rest, beside: Rest): Finding => ({
  what: `${entries} scheduled messages while none is due: what the command service and Postgres take for them, of a core`,
  measured: rounded(Math.max(0, beside.own + beside.postgres - without.own - without.postgres)),
  unit: '%',
  target: { under: UNDER_PERCENT },
  detail: {
    own: rounded(beside.own),
    ownWithout: rounded(without.own),
    postgres: rounded(beside.postgres),
    postgresWithout: rounded(without.postgres),
  },
});
