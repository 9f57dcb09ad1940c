import { fields as f, newId, PLATFORM, type Reach, record } from '@prosa/contracts';
import { connectPg, inTransaction, keysMigrations, leaseMigrations, migrate } from '@prosa/infra/runtime';
import type pg from 'pg';
import { z } from 'zod';
import { testDatabase } from '../../infra/testing/postgres/postgres.ts';
import { readMigrations } from './engine/tables/schema.ts';
import { statementsOf } from './engine/tables/statements.ts';
import { createIndexes, createTables, TIDY_INDEXES, tablesOf } from './engine/tables/tables.ts';
import { features } from './features.ts';
import type { SqlType } from './kernel/columns.ts';
import type { AnyRow } from './kernel/rows.ts';
import type { Table } from './kernel/table.ts';
import { recordFeature } from './records/record.feature.ts';

/** A table of each reach, because the product's own tables may all have the same one. */
const ofReach = (reach: Reach) =>
  recordFeature(
    record({
      name: `${reach}Things`,
      kind: `${reach}-thing`,
      fields: z.object({ title: f.name }),
      missing: 'ERR_NO_TAG_FOUND',
      may: { read: 'signed-in', write: 'companies:write' },
      base: '/things',
      orderBy: ['title'],
      channel: 'tag',
      reach,
    }),
  );
const tables = tablesOf([...features, ...(['company', 'platform', 'super'] as const).map(ofReach)]);
const [mine, theirs] = [newId(), newId()];
const companies = { mine, theirs, platform: PLATFORM };
const MADE = 1;

let database: Awaited<ReturnType<typeof testDatabase>>;
let pool: pg.Pool;
beforeAll(async () => {
  database = await testDatabase();
  pool = connectPg(database.url, { max: 2 });
  await migrate(pool, [keysMigrations, leaseMigrations, readMigrations]);
  await inTransaction(pool, async (client) => {
    await createTables(client, tables, MADE);
    for (const one of tables) await statementsOf(one, MADE).insert(Object.values(companies).map((id) => rowOf(one, id)))(client);
  });
  await createIndexes(pool, tables, MADE);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

let count = 0n;
const values: Record<SqlType, () => unknown> = {
  uuid: newId,
  text: newId,
  integer: () => 1,
  'double precision': () => 0.5,
  bigint: () => {
    count += 1n;
    return count;
  },
  boolean: () => false,
  timestamptz: () => new Date(),
  'uuid[]': () => [],
  'text[]': () => [],
  jsonb: () => ({}),
};
/** A row of a company, for any table. */
const rowOf = ({ columns }: Table, companyId: string): AnyRow =>
  Object.fromEntries(Object.entries(columns).map(([name, { sql }]) => [name, name === 'companyId' ? companyId : values[sql]()]));

/** The companies whose rows of a table the readers' role sees with these settings, in a query without a company filter. */
const seen = (table: string, settings: Record<string, string>): Promise<string[]> =>
  inTransaction(pool, async (client) => {
    await client.query('set local role prosa_reader');
    for (const [name, value] of Object.entries(settings)) await client.query(`set local ${name} = '${value}'`);
    const { rows } = await client.query<{ id: string }>(`select company_id as id from read.${table}_${MADE}`);
    return rows.map(({ id }) => Object.entries(companies).find(([, known]) => known === id)![0]).sort();
  });
const asked = (companyId: string) => ({ 'app.company': companyId });

describe.each(tables.map((one) => [one.table, one] as const))('of %s', (table, { reach }) => {
  const everybody = Object.keys(companies).sort();

  test('a company sees what the reach allows, and no more', async () => {
    const own = reach === 'platform' ? ['mine', 'platform'] : ['mine'];
    expect(await seen(table, asked(mine))).toEqual(own);
    expect(await seen(table, asked(theirs))).toEqual(own.map((name) => (name === 'mine' ? 'theirs' : name)).sort());
    expect(await seen(table, asked(PLATFORM))).toEqual(['platform']);
    expect(await seen(table, asked(newId()))).toEqual(reach === 'platform' ? ['platform'] : []);
  });

  test('a platform-level user sees all companies if the reach allows it, otherwise their own', async () => {
    const without = await seen(table, asked(mine));
    expect(await seen(table, { ...asked(mine), 'app.super': 'on' })).toEqual(reach === 'super' ? everybody : without);
    for (const value of ['', 'off', 'true', 'ON'])
      expect(await seen(table, { ...asked(mine), 'app.super': value })).toEqual(without);
  });

  test('nothing is visible without a company, and no transaction leaves its company to the next one', async () => {
    await seen(table, { ...asked(mine), 'app.super': 'on' });
    for (const settings of [{}, { 'app.super': 'on' }] as Record<string, string>[])
      await expect(seen(table, settings)).rejects.toThrow(/app.company|uuid/);
  });

  test('the readers’ role is subject to one policy, owns nothing and writes nothing', async () => {
    const name = `${table}_${MADE}`;
    const policies = await pool.query(
      `select permissive, roles::text as roles, cmd from pg_policies where schemaname = 'read' and tablename = $1`,
      [name],
    );
    expect(policies.rows).toEqual([{ permissive: 'PERMISSIVE', roles: '{prosa_reader}', cmd: 'SELECT' }]);
    const rights = await pool.query(
      `select c.relrowsecurity as guarded, pg_has_role('prosa_reader', c.relowner, 'usage') as owns, r.rolbypassrls as above,
         has_table_privilege('prosa_reader', c.oid, 'insert, update, delete, truncate, references, trigger') as writes
       from pg_class c, pg_roles r where c.oid = $1::regclass and r.rolname = 'prosa_reader'`,
      [`read.${name}`],
    );
    expect(rights.rows).toEqual([{ guarded: true, owns: false, above: false, writes: false }]);
  });
});

test('no index of texts leaves much to be put in its place later, neither a new one nor one of an older release', async () => {
  const untidy = async () =>
    (
      await pool.query<{ name: string }>(
        `select i.relname as name from pg_class i join pg_am a on a.oid = i.relam
         where i.relnamespace = 'read'::regnamespace and a.amname = 'gin' and not coalesce('gin_pending_list_limit=128' = any(i.reloptions), false)`,
      )
    ).rows.map(({ name }) => name);
  expect(await untidy()).toEqual([]);
  await pool.query(`create index older on read.contact_${MADE} using gin (search gin_trgm_ops)`);
  expect(await untidy()).toEqual(['older']);
  await pool.query(TIDY_INDEXES);
  expect(await untidy()).toEqual([]);
});
