import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { Product } from '../testing/product.ts';
import { type Finding, rounded } from './report.ts';

/** As many timers as the product has, each with so many entries that are due tomorrow. */
const TIMERS = ['bench-1', 'bench-2', 'bench-3'];
const ENTRIES = 10_000;
const UNDER_PERCENT = 1;

/** Measures timers with nothing due, in their process and in Postgres: a process of its own runs nothing else. */
export const benchIdleTimers = async ({ databaseUrl }: Pick<Product, 'databaseUrl'>): Promise<Finding> => {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(
      `insert into command.timer (timer, subject, company_id, due_at, armed_by, next_try)
       select timer, n::text, gen_random_uuid(), later.at, gen_random_uuid(), later.at
       from unnest($1::text[]) timer, generate_series(1, $2::int) n, (select now() + interval '1 day' as at) later`,
      [TIMERS, ENTRIES],
    );
    const { own, postgres } = await measured(databaseUrl);
    return {
      what: `${TIMERS.length} timers of ${ENTRIES} entries each while nothing is due, of a core`,
      measured: rounded(own + postgres),
      unit: '%',
      target: { under: UNDER_PERCENT },
      detail: { own: rounded(own), postgres: rounded(postgres) },
    };
  } finally {
    await client.query('delete from command.timer where timer = any($1)', [TIMERS]);
    await client.end();
  }
};

const measured = async (databaseUrl: string): Promise<{ own: number; postgres: number }> => {
  const child = fork(fileURLToPath(new URL('timers.idle.main.ts', import.meta.url)), TIMERS, {
    execArgv: ['--no-warnings'],
    env: { ...process.env, DATABASE_URL: databaseUrl },
  });
  const [shares] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`The timers ended with ${code}.`))),
  ])) as [{ own: number; postgres: number }];
  return shares;
};
