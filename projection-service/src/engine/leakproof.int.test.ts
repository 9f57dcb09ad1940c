import { connectPg } from '@prosa/infra/runtime';
import type pg from 'pg';
import { testDatabase } from '../../../infra/testing/postgres/postgres.ts';
import { silent } from './engine.fixture.ts';
import { allowIndexedSearch } from './leakproof.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let pool: pg.Pool;
const company = '00000000-0000-7000-8000-000000000001';
beforeEach(async () => {
  database = await testDatabase();
  pool = connectPg(database.url);
  await pool.query(`
    create extension pg_trgm;
    do $$ begin create role prosa_reader nologin nosuperuser nobypassrls; exception when duplicate_object or unique_violation then null; end $$;
    create table thing (company_id uuid not null, search text not null, tag_ids uuid[] not null);
    create index thing_search on thing using gin (search gin_trgm_ops);
    create index thing_tags on thing using gin (tag_ids);
    alter table thing enable row level security;
    create policy company on thing for select to prosa_reader using (company_id = current_setting('app.company')::uuid);
    grant select on thing to prosa_reader`);
});
afterEach(async () => {
  await pool.end();
  await database.drop();
});

const planned = async (where = `search like '%pedido%'`): Promise<string> => {
  const client = await pool.connect();
  try {
    await client.query(
      `begin; set local role prosa_reader; set local app.company = '${company}'; set local enable_seqscan = off`,
    );
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain select * from thing where ${where}`);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  } finally {
    await client.query('rollback');
    client.release();
  }
};

const tagged = `tag_ids @> array['${company}']::uuid[]`;

test('a search below row-level security goes by its index, however many instances start at once', async () => {
  expect(await planned()).not.toContain('thing_search');
  expect(await planned(tagged)).not.toContain('thing_tags');
  await Promise.all([allowIndexedSearch(pool, silent), allowIndexedSearch(pool, silent)]);
  expect(await planned()).toContain('thing_search');
  expect(await planned()).toContain('company_id');
  expect(await planned(tagged)).toContain('thing_tags');
});

test('who is no superuser starts all the same', async () => {
  const password = 'only-here';
  const role = `plain_${new URL(database.url).pathname.slice(1)}`;
  await pool.query(`create role ${role} login password '${password}' nosuperuser`);
  const url = new URL(database.url);
  [url.username, url.password] = [role, password];
  const plain = connectPg(url.href);
  try {
    await allowIndexedSearch(plain, silent);
    expect(await planned()).not.toContain('thing_search');
  } finally {
    await plain.end();
    await pool.query(`drop role ${role}`);
  }
});
