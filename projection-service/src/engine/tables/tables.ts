import { PLATFORM, type Reach } from '@prosa/contracts';
import { inTransaction, together } from '@prosa/infra/runtime';
import type pg from 'pg';
import { snake } from '../../kernel/columns.ts';
import { placed, tableName } from '../../kernel/db.ts';
import type { Feature } from '../../kernel/feature.ts';
import { type Made, tablesNamed } from '../../kernel/projections.ts';
import type { Table } from '../../kernel/table.ts';

/** All tables of some features. Throws if two have the same name, or if a counter's rows are missing. */
export const tablesOf = (features: readonly Feature[]): Table[] => {
  const tables = features.flatMap((feature) => feature.tables);
  const names = new Set<string>();
  for (const { table } of tables) {
    if (!/^[a-z][a-z_]{0,39}$/.test(table)) throw new Error(`A read table cannot be called ${table}.`);
    if (names.has(table)) throw new Error(`Two read tables are called ${table}.`);
    names.add(table);
  }
  for (const one of tables)
    if (one.kind === 'counter' && !tables.includes(one.of)) throw new Error(`${one.table} counts rows that no feature brings.`);
  return tables;
};

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;
export const qualified = (table: string, made: number): string => {
  const [schema, name] = placed(table, made);
  return `${schema}.${quote(name)}`;
};

/** The columns of a table as a SQL declaration. */
export const declaration = ({ columns, id }: Table): string =>
  [
    ...Object.entries(columns).map(([name, { sql, nullable }]) => `${quote(snake(name))} ${sql}${nullable ? '' : ' not null'}`),
    `primary key (${quote(snake(id))})`,
  ].join(', ');

const own = `current_setting('app.company')::uuid`;
/**
 * The condition for rows that the readers' role may see, by the table's reach (decision 31). Without a company in the session settings, a
 * query fails.
 */
const policies: Record<Reach, string> = {
  company: `company_id = ${own}`,
  platform: `company_id in (${own}, '${PLATFORM}')`,
  super: `company_id = ${own} or current_setting('app.super', true) = 'on'`,
};

/** Creates tables with the policies of their reach, but without the indexes, which would only slow down a complete fold. */
export const createTables = async (client: pg.ClientBase, tables: readonly Table[], made: number): Promise<void> => {
  for (const one of tables) {
    const name = qualified(one.table, made);
    await client.query(`create table ${name} (${declaration(one)});
      alter table ${name} enable row level security;
      create policy ${one.reach} on ${name} for select to prosa_reader using (${policies[one.reach]});
      grant select on ${name} to prosa_reader`);
  }
};

/**
 * Lets no index of texts keep more than 128 kB of entries that are not in their place yet. Whoever writes the last one puts all of them in
 * their places, within the one transaction that all screens wait for: with the ordinary 4 MB that is 30 ms of processor time every 4,000
 * contacts, with this it is 2 ms, and no more in all.
 */
export const TIDY_INDEXES = `
do $$ declare one record; begin
  for one in
    select i.oid::regclass as name from pg_class i join pg_am a on a.oid = i.relam
    where i.relnamespace = 'read'::regnamespace and a.amname = 'gin' and i.reloptions is null
  loop
    execute format('alter index %s set (gin_pending_list_limit = 128)', one.name);
  end loop;
end $$`;

/** Tables that are indexed at once: Postgres sorts two of them in little more time than one. */
const INDEX_LANES = 2;

/**
 * Creates the indexes and updates the planner's statistics, each table in a transaction of its own. Repeatable: what a killed process has
 * created stays.
 */
export const createIndexes = async (pool: pg.Pool, tables: readonly Table[], made: number): Promise<void> => {
  const left = tables.values();
  const lane = async (): Promise<void> => {
    for (const table of left) await inTransaction(pool, (client) => indexTable(client, table, made));
  };
  await together(Array.from({ length: INDEX_LANES }, lane));
  await pool.query(TIDY_INDEXES);
};

const indexTable = async (client: pg.ClientBase, { table, indexes }: Table, made: number): Promise<void> => {
  for (const [place, index] of indexes.entries()) {
    const name = quote(`${tableName(table, made)}_${place}`);
    await client.query(`create index if not exists ${name} on ${qualified(table, made)} ${index}`);
  }
  await client.query(`analyze ${qualified(table, made)}`);
};

/** Drops all tables of a generation, whichever code created them, and the generation with its parked streams. */
export const dropGeneration = async (client: pg.ClientBase, generation: number): Promise<void> => {
  const { rows } = await client.query<{ projections: Made }>(
    'delete from read.generation where generation = $1 returning projections',
    [generation],
  );
  for (const [name, made] of Object.entries(rows[0]?.projections ?? {}))
    for (const table of tablesNamed(name)) await client.query(`drop table if exists ${qualified(table, made)}`);
};
