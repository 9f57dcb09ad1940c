import { connectPg, inTransaction, keysMigrations, leaseMigrations, migrate } from '@prosa/infra/runtime';
import type pg from 'pg';
import { testDatabase } from '../../../infra/testing/postgres/postgres.ts';
import { type Generation, generationOf } from '../engine/tables/generation.ts';
import { readMigrations } from '../engine/tables/schema.ts';
import { createIndexes, createTables, qualified, tablesOf } from '../engine/tables/tables.ts';
import type { Feature } from '../kernel/feature.ts';
import { projectionsOf } from '../kernel/projections.ts';

/** An empty database with the tables of features, in which several laws can be checked one after another. */
export type LawDatabase = { pool: pg.Pool; generation: Generation; clear: () => Promise<void>; close: () => Promise<void> };

/** Creating the tables of all features takes longer than checking the law for most of them. */
export const lawDatabase = async (features: readonly Feature[]): Promise<LawDatabase> => {
  const tables = tablesOf(features);
  const { url, drop } = await testDatabase();
  const pool = connectPg(url, { max: 3, pipeline: true });
  await migrate(pool, [keysMigrations, leaseMigrations, readMigrations]);
  const number = await inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ generation: number }>(
      `insert into read.generation (state) values ('live') returning generation`,
    );
    const made = rows[0]!.generation;
    await createTables(client, tables, made);
    return made;
  });
  await createIndexes(pool, tables, number);
  const projections = projectionsOf(tables);
  const generation = generationOf(projections, number, Object.fromEntries(projections.map(({ name }) => [name, number])));
  const cleared = [
    ...tables.map(({ table }) => `delete from ${qualified(table, number)}`),
    'delete from read.parked',
    'update read.generation set position = default, turn = default',
    'update read.pushed set position = -1',
  ].join(';');
  return {
    pool,
    generation,
    clear: async () => {
      await pool.query(cleared);
    },
    close: async () => {
      await pool.end();
      await drop();
    },
  };
};
