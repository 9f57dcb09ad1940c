// Runs timers that have nothing to do, and tells the parent process which share of a core they take, here and in Postgres.
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { connectPg, createLogger, scheduler } from '@prosa/infra/runtime';
import { runTimer } from '../../command-service/src/kernel/timer.runner.ts';

const WARM_UP_MS = 5_000;
const MEASURED_MS = 60_000;
/** How long a tick of the kernel's accounting is. */
const TICK_MS = 10;

const timers = process.argv.slice(2);
const pool = connectPg(process.env.DATABASE_URL!, { max: 1 });
const backend = (await pool.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]!.pid;
const taken = () => {
  const { user, system } = process.cpuUsage();
  const stat = readFileSync(`/proc/${backend}/stat`, 'utf8');
  const [usertime, systime] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13);
  return { own: (user + system) / 1_000, postgres: (Number(usertime) + Number(systime)) * TICK_MS };
};

const stop = new AbortController();
const log = createLogger('bench', 'warn');
const running = timers.map((timer) =>
  runTimer({
    timer,
    concurrency: 8,
    pool,
    log,
    turns: scheduler({ bounds: { customer: { atOnce: 8 }, bulk: { atOnce: 8 } } }),
    remind: async ({ subject }) => {
      throw new Error(`${subject} is due tomorrow.`);
    },
  }).run(stop.signal),
);
await wait(WARM_UP_MS);
const before = taken();
await wait(MEASURED_MS);
const after = taken();
stop.abort();
await Promise.all(running);
await pool.end();
const share = (what: 'own' | 'postgres') => ((after[what] - before[what]) / MEASURED_MS) * 100;
process.send!({ own: share('own'), postgres: share('postgres') });
process.disconnect();
