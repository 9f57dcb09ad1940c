import type { MediaLinks } from '@prosa/infra/runtime';
import type pg from 'pg';
import { livePlaces } from '../engine/live-tables.fixture.ts';
import { type Db, dbOf } from '../kernel/db.ts';

type Plan = Record<string, unknown> & { Plans?: Plan[] };

/**
 * Explaining runs a query twice and measures each of its steps: its time limits are those of users times this, so that a busy machine reads
 * as far as an idle one.
 */
const TIMES_LONGER = 30;

/**
 * Returns the result of `work` in a transaction of the company, and what its queries read: `rows` of tables, including filtered ones, the
 * same by `tables` (as they are defined), and the indexes used.
 */
export const explained = async <Result>(
  pool: pg.Pool,
  companyId: string,
  work: (db: Db) => Promise<Result>,
  links?: MediaLinks,
) => {
  const client = await pool.connect();
  let rows = 0;
  const tables = new Map<string, number>();
  const indexes = new Set<string>();
  const count = (plan: Plan): void => {
    const loops = Number(plan['Actual Loops']);
    const passed = ['Actual Rows', 'Rows Removed by Filter', 'Rows Removed by Index Recheck'].reduce(
      (sum, name) => sum + Number(plan[name] ?? 0),
      0,
    );
    if (typeof plan['Relation Name'] === 'string') {
      const table = plan['Relation Name'].replace(/_\d+$/, '');
      rows += passed * loops;
      tables.set(table, (tables.get(table) ?? 0) + passed * loops);
    }
    if (typeof plan['Index Name'] === 'string') indexes.add(plan['Index Name']);
    for (const one of plan.Plans ?? []) count(one);
  };
  const explaining = {
    query: async (asked: pg.QueryConfig | string) => {
      if (typeof asked !== 'string' && !/^\s*explain/.test(asked.text)) {
        const { text: sql, values } = asked;
        const { rows: plans } = await client.query(`explain (analyze, format json) ${sql}`, values as unknown[]);
        count(plans[0]['QUERY PLAN'][0].Plan as Plan);
      }
      return client.query(asked);
    },
  } as unknown as pg.ClientBase;
  try {
    const places = await livePlaces(pool);
    await client.query(`begin; set local role prosa_reader; set local app.company = '${companyId}'`);
    const db = dbOf(explaining, { companyId, position: 0n, place: places, links });
    const result = await work({ ...db, within: (ms, limited) => db.within(TIMES_LONGER * ms, limited) });
    return { result, rows, tables, indexes };
  } finally {
    await client.query('rollback');
    client.release();
  }
};
