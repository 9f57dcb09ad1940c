import type pg from 'pg';
import { tablesNamed } from '../kernel/projections.ts';
import { fixtureTables } from './engine.fixture.ts';
import { liveRow } from './tables/generation.ts';

/** Returns the numbers at the end of the live tables' names. */
export const livePlaces = async (pool: pg.Pool): Promise<(table: string) => number> => {
  const { projections = {} } = (await liveRow(pool)) ?? {};
  const places = new Map(
    Object.entries(projections).flatMap(([name, made]) => tablesNamed(name).map((table) => [table, made] as const)),
  );
  return (table) => {
    const place = places.get(table);
    if (place === undefined) throw new Error(`There is no live table ${table}.`);
    return place;
  };
};

/** Returns the full name of a live table in Postgres. */
export const liveTable = async (pool: pg.Pool, table: string): Promise<string> =>
  `read.${table}_${(await livePlaces(pool))(table)}`;

/** Returns all rows of the live tables as text in a fixed order, for byte-by-byte comparison. */
export const liveRows = async (pool: pg.Pool): Promise<Record<string, string[]>> => {
  const all: Record<string, string[]> = {};
  const place = await livePlaces(pool);
  for (const { table } of fixtureTables) {
    const found = await pool.query<{ row: string }>(
      `select to_jsonb(t)::text as row from read.${table}_${place(table)} t order by 1`,
    );
    all[table] = found.rows.map(({ row }) => row);
  }
  return all;
};

export const checkpoint = async (pool: pg.Pool): Promise<bigint> => {
  const { rows } = await pool.query<{ position: string }>(`select position from read.generation where state = 'live'`);
  return BigInt(rows[0]?.position ?? -2);
};
