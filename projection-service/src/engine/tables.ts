import type pg from 'pg';
import { snake } from '../kernel/columns.ts';
import { tableName } from '../kernel/db.ts';
import type { Feature, Table } from '../kernel/feature.ts';

/** All tables of some features: what one generation is made of. Throws where two have one name, or a counter lacks its rows. */
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

/** Names the folding that this code does: another one needs tables of its own. */
export const versionsOf = (tables: readonly Table[]): string =>
  tables
    .map(({ table, version }) => `${table}:${version}`)
    .sort()
    .join(' ');

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;
export const qualified = (table: string, generation: number): string => `read.${quote(tableName(table, generation))}`;

/** The columns of a table as SQL declares them. */
export const declaration = ({ columns, id }: Table): string =>
  [
    ...Object.entries(columns).map(([name, { sql, nullable }]) => `${quote(snake(name))} ${sql}${nullable ? '' : ' not null'}`),
    `primary key (${quote(snake(id))})`,
  ].join(', ');

/** Makes the tables of a generation, guarded by company, without the indexes that a folding of everything would only drag along. */
export const createTables = async (client: pg.ClientBase, tables: readonly Table[], generation: number): Promise<void> => {
  for (const one of tables) {
    const name = qualified(one.table, generation);
    await client.query(`create table ${name} (${declaration(one)});
      alter table ${name} enable row level security;
      create policy company on ${name} for select to prosa_reader using (company_id = current_setting('app.company')::uuid);
      grant select on ${name} to prosa_reader`);
  }
};

/** Makes the indexes, and tells the planner what is there. Repeatable. */
export const createIndexes = async (client: pg.ClientBase, tables: readonly Table[], generation: number): Promise<void> => {
  for (const { table, indexes } of tables) {
    for (const [place, index] of indexes.entries()) {
      const name = quote(`${tableName(table, generation)}_${place}`);
      await client.query(`create index if not exists ${name} on ${qualified(table, generation)} ${index}`);
    }
    await client.query(`analyze ${qualified(table, generation)}`);
  }
};

/** Drops every table of a generation, whichever code made them, and the generation with what it had parked. */
export const dropGeneration = async (client: pg.ClientBase, generation: number): Promise<void> => {
  const { rows } = await client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'read' and tablename ~ $1`,
    [`_${generation}$`],
  );
  for (const { name } of rows) await client.query(`drop table read.${quote(name)}`);
  await client.query('delete from read.generation where generation = $1', [generation]);
};
