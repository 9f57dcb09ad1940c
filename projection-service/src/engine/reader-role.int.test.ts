import { connectPg, keysMigrations, leaseMigrations, migrate } from '@prosa/infra/runtime';
import type pg from 'pg';
import { testDatabase } from '../../../infra/testing/postgres/postgres.ts';
import { assertGuarded } from './reader-role.ts';
import { readMigrations } from './tables/schema.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let pool: pg.Pool;
/** A role of this test alone, because roles belong to the whole server. */
let role: string;
beforeEach(async () => {
  database = await testDatabase();
  pool = connectPg(database.url, { max: 2 });
  await migrate(pool, [keysMigrations, leaseMigrations, readMigrations]);
  role = `reader_${new URL(database.url).pathname.slice(1)}`;
  await pool.query(`create role ${role} nologin nosuperuser nobypassrls; grant usage on schema read to ${role}`);
});
afterEach(async () => {
  await pool.query(`drop owned by ${role}; drop role ${role}`);
  await pool.end();
  await database.drop();
});

test('the role created by the migrations is restricted by row-level security', async () => {
  await expect(assertGuarded(pool)).resolves.toBeUndefined();
  await expect(assertGuarded(pool, role)).resolves.toBeUndefined();
});

test.each([
  ['is above all policies', (name: string) => `alter role ${name} bypassrls`, 'has BYPASSRLS'],
  ['is a superuser', (name: string) => `alter role ${name} superuser`, 'is a superuser'],
  [
    'has the rights of who made the tables',
    (name: string) => `do $$ begin execute format('grant %I to ${name}', current_user); end $$`,
    'rights of the owner',
  ],
  [
    'owns a table itself',
    (name: string) => `create table read.thing_1 (company_id uuid); alter table read.thing_1 owner to ${name}`,
    'rights of the owner',
  ],
  [
    'may read a table without policies',
    (name: string) => `create table read.thing_1 (company_id uuid); grant select on read.thing_1 to ${name}`,
    'may read thing_1 without row-level security',
  ],
])('a role that %s is refused at the start', async (_, change, why) => {
  await pool.query(change(role));
  await expect(assertGuarded(pool, role)).rejects.toThrow(why);
});

test('a missing role is refused', () => expect(assertGuarded(pool, 'nobody_at_all')).rejects.toThrow('is not there'));
