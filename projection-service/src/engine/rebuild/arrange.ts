import type pg from 'pg';
import { type Made, type Projection, tablesNamed } from '../../kernel/projections.ts';
import { type GenerationRow, ROW } from '../tables/generation.ts';

/** Changes which projections the live generation has. Each function runs in a transaction that holds the live generation's row. */

/** Locks the live generation's row until the end of the transaction; null if there is none yet. */
export const holdLive = async (client: pg.ClientBase, how: 'update' | 'share'): Promise<GenerationRow | null> => {
  const { rows } = await client.query<GenerationRow>(`select ${ROW} from read.generation where state = 'live' for ${how}`);
  return rows[0] ?? null;
};

/**
 * Detaches projections from the live generation at its current position: each gets a generation of its own, because each release that still
 * reads them may know a different subset. Returns the projections that the live generation keeps.
 */
export const leave = async (client: pg.ClientBase, live: GenerationRow, names: readonly string[]): Promise<Made> => {
  const kept = { ...live.projections };
  for (const name of names) {
    const { rows } = await client.query<{ generation: number }>(
      `insert into read.generation (state, position, projections, retired_at) values ('retired', $1, $2, now()) returning generation`,
      [live.position, { [name]: kept[name] }],
    );
    delete kept[name];
    const tables = tablesNamed(name);
    await client.query(
      `insert into read.parked (generation, stream, revision, position, type, company_id, fault, reason, waiting, parked_at, tables)
       select $2, stream, revision, position, type, company_id, fault, reason, waiting, parked_at,
         array(select unnest(tables) intersect select unnest($3::text[]))
       from read.parked where generation = $1 and tables && $3::text[]`,
      [live.generation, rows[0]!.generation, tables],
    );
    await client.query(
      `update read.parked set tables = array(select unnest(tables) except select unnest($2::text[]))
       where generation = $1 and tables && $2::text[]`,
      [live.generation, tables],
    );
    await client.query(`delete from read.parked where generation = $1 and tables = '{}'`, [live.generation]);
  }
  return kept;
};

/** Sets the projections of the live generation. Its projector then reloads its state. */
export const setLive = async (client: pg.ClientBase, generation: number, projections: Made): Promise<void> => {
  await client.query(`update read.generation set projections = $2, versions = '', turn = turn + 1 where generation = $1`, [
    generation,
    projections,
  ]);
};

/**
 * Adds the generations that were built alongside, which are at the live one's position, and detaches the projections that they replace:
 * those are no longer folded by the live projector.
 */
export const join = async (client: pg.ClientBase, live: GenerationRow, beside: readonly GenerationRow[]): Promise<void> => {
  const joining: Made = Object.assign({}, ...beside.map(({ projections }) => projections));
  const tables = new Set(Object.keys(joining).flatMap(tablesNamed));
  const replaced = Object.keys(live.projections).filter((name) => tablesNamed(name).some((table) => tables.has(table)));
  const kept = await leave(client, live, replaced);
  await setLive(client, live.generation, { ...kept, ...joining });
  for (const { generation } of beside) {
    await client.query(
      `insert into read.parked (generation, stream, revision, position, type, company_id, fault, reason, waiting, parked_at, tables)
       select $2, stream, revision, position, type, company_id, fault, reason, waiting, parked_at, tables
       from read.parked where generation = $1
       on conflict (generation, stream, revision) do update set tables = read.parked.tables || excluded.tables`,
      [generation, live.generation],
    );
    await client.query('delete from read.generation where generation = $1', [generation]);
  }
};

/**
 * Renames the generations that the previous release folded: that release stores only the versions of their tables, whose names all end with
 * the generation's own number.
 */
export const adopt = async (client: pg.ClientBase, projections: readonly Projection[]): Promise<void> => {
  const { rows } = await client.query<{ generation: number; versions: string }>(
    `select generation, versions from read.generation where projections = '{}' and versions <> '' for update`,
  );
  for (const { generation, versions } of rows) {
    const rest = new Set(versions.split(' '));
    const made: Record<string, number> = {};
    for (const { name } of projections) {
      const ones = name.split(' ');
      if (!ones.every((one) => rest.has(one))) continue;
      made[name] = generation;
      for (const one of ones) rest.delete(one);
    }
    for (const one of rest) made[one] = generation;
    await client.query('update read.generation set projections = $2 where generation = $1', [generation, made]);
  }
};
