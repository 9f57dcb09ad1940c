import type { MediaLinks } from '@prosa/infra/runtime';
import type pg from 'pg';
import { dbOf, FLEETING } from '../../kernel/db.ts';
import type { Aside } from '../../kernel/feature.ts';
import { projectionsOf } from '../../kernel/projections.ts';
import { foldBatch } from './batch.ts';
import { generationOf } from './generation.ts';
import { declaration, qualified } from './tables.ts';

const STATEMENT_MS = 10_000;

/**
 * Folds facts into temporary tables, by the same code as the projector and in one batch, for one query. A connection makes them once, and
 * they are empty after each of its transactions: nothing remains, and no two queries meet. `pool` is one of its own, pipelined: few of these
 * queries run at once, and none makes a screen wait.
 */
export const foldingOf =
  ({
    pool,
    ...shown
  }: {
    pool: pg.Pool;
    links?: MediaLinks | undefined;
    hasHumanAgent?: boolean | undefined;
  }): Aside['folding'] =>
  (tables) => {
    const projections = projectionsOf(tables);
    const generation = generationOf(projections, FLEETING, Object.fromEntries(projections.map(({ name }) => [name, FLEETING])));
    const create = tables.map(
      (one) =>
        `create temporary table if not exists ${qualified(one.table, FLEETING)} (${declaration(one)}) on commit delete rows`,
    );
    // The readers' role may write nothing but these.
    const begin = ['begin', 'set local role prosa_reader', `set local statement_timeout = ${STATEMENT_MS}`, ...create].join('; ');
    return async ({ companyId, facts, position }, work) => {
      const client = await pool.connect();
      let broken: Error | undefined;
      try {
        await client.query(begin);
        await foldBatch(client, generation, facts, new Map());
        return await work(dbOf(client, { companyId, position, place: generation.place, ...shown }));
      } finally {
        // Empties the tables, whether it commits or not.
        await client.query('commit').catch((error: Error) => {
          broken = error;
        });
        client.release(broken);
      }
    };
  };
