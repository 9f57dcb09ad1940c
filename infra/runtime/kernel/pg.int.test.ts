import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { testDatabase } from '../../testing/postgres/postgres.ts';
import { connectPg, inTransaction, isPostgresUnavailable, migrate, together } from './pg.ts';

let url: string;
let drop: () => Promise<void>;
beforeEach(async () => {
  ({ url, drop } = await testDatabase());
});
afterEach(() => drop());

const part = { schema: 'shop', migrations: [{ name: '001-fruit', sql: 'create table shop.fruit (name text primary key)' }] };

test('migrations are applied once, and a second run applies only the new one', async () => {
  const pool = connectPg(url);
  expect(await migrate(pool, [part])).toEqual(['shop/001-fruit']);
  const more = { ...part, migrations: [...part.migrations, { name: '002-price', sql: 'alter table shop.fruit add price int' }] };
  expect(await migrate(pool, [more])).toEqual(['shop/002-price']);
  expect(await migrate(pool, [more])).toEqual([]);
  await pool.end();
});

test('processes that migrate concurrently take turns', async () => {
  const pools = [connectPg(url), connectPg(url), connectPg(url)];
  const applied = await Promise.all(pools.map((pool) => migrate(pool, [part])));
  expect(applied.flat()).toEqual(['shop/001-fruit']);
  await Promise.all(pools.map((pool) => pool.end()));
});

test('a failing migration leaves nothing and is retried', async () => {
  const pool = connectPg(url);
  const bad = {
    schema: 'shop',
    migrations: [{ name: '001-fruit', sql: 'create table shop.fruit (name text); select nonsense' }],
  };
  await expect(migrate(pool, [bad])).rejects.toThrow('shop/001-fruit failed');
  expect(await migrate(pool, [part])).toEqual(['shop/001-fruit']);
  await pool.end();
});

test('a part missing from a backup is recreated only if it is derived', async () => {
  const pool = connectPg(url);
  await migrate(pool, [part]);
  await pool.query('drop schema shop cascade');
  expect(await migrate(pool, [part])).toEqual([]);
  await pool.query('drop schema shop cascade');
  expect(await migrate(pool, [{ ...part, derived: true }])).toEqual(['shop/001-fruit']);
  expect(await migrate(pool, [{ ...part, derived: true }])).toEqual([]);
  await pool.end();
});

test('a migration whose text changed after it was applied is refused', async () => {
  const pool = connectPg(url);
  await migrate(pool, [part]);
  const changed = { schema: 'shop', migrations: [{ name: '001-fruit', sql: 'create table shop.fruit (id int)' }] };
  await expect(migrate(pool, [changed])).rejects.toThrow('another text');
  await pool.end();
});

test('a transaction that throws leaves nothing behind, one that ends is kept', async () => {
  const pool = connectPg(url, { max: 1 });
  await migrate(pool, [part]);
  const failing = inTransaction(pool, async (client) => {
    await client.query(`insert into shop.fruit values ('apple')`);
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  await inTransaction(pool, (client) => client.query(`insert into shop.fruit values ('pear')`), { isolation: 'repeatable read' });
  expect((await pool.query('select name from shop.fruit')).rows).toEqual([{ name: 'pear' }]);
  await pool.end();
});

test('a connection that breaks in use only fails its query', async () => {
  const pool = connectPg(url, { max: 1 });
  const other = connectPg(url);
  const cut = inTransaction(pool, async (client) => {
    const { rows } = await client.query('select pg_backend_pid() as pid');
    await other.query('select pg_terminate_backend($1)', [rows[0].pid]);
    await client.query('select 1');
  });
  expect(isPostgresUnavailable(await cut.catch((error: unknown) => error))).toBe(true);
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await Promise.all([pool.end(), other.end()]);
});

test('a transaction whose connection broke between two queries fails at the next one with "unavailable"', async () => {
  const pool = connectPg(url, { max: 1 });
  const other = connectPg(url);
  const cut = inTransaction(pool, async (client) => {
    const { rows } = await client.query('select pg_backend_pid() as pid');
    const broken = once(client, 'error');
    await other.query('select pg_terminate_backend($1)', [rows[0].pid]);
    await broken;
    await client.query('select 1');
  });
  expect(isPostgresUnavailable(await cut.catch((error: unknown) => error))).toBe(true);
  await Promise.all([pool.end(), other.end()]);
});

test('a socket that is not there is a server that is away; a file that is not there is not', async () => {
  const nowhere = connectPg('postgres://prosa:x@127.0.0.1:5432/prosa?host=%2Fnowhere');
  expect(isPostgresUnavailable(await nowhere.query('select 1').catch((error: unknown) => error))).toBe(true);
  await nowhere.end();
  expect(isPostgresUnavailable(Object.assign(new Error('no such file'), { code: 'ENOENT', syscall: 'open' }))).toBe(false);
});

test('a silent connection is probed after ten seconds', async () => {
  const overTcp = new URL(url);
  overTcp.searchParams.delete('host');
  const pool = connectPg(overTcp.href);
  const client = await pool.connect();
  const { localPort } = (client as unknown as { connection: { stream: { localPort: number } } }).connection.stream;
  // proc(5): state 01 is an established connection; the sixth field is `kind of timer:hundredths of a second left`, 2 being the keepalive
  // timer.
  const line = readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((row) => row.trim().split(/\s+/))
    .find(([, local, , state]) => state === '01' && Number.parseInt(local?.split(':')[1] ?? '', 16) === localPort);
  const [kind, left] = line![5]!.split(':').map((hex) => Number.parseInt(hex, 16));
  expect(kind).toBe(2);
  expect(left).toBeLessThanOrEqual(1_100);
  client.release();
  await pool.end();
});

test('without a free connection, or without Postgres, the caller gets "unavailable"; after an invalid query it does not', async () => {
  const pool = connectPg(url, { max: 1, connectTimeoutMs: 2_000 });
  const held = await pool.connect();
  const exhausted = await pool.query('select 1').catch((error: unknown) => error);
  held.release();
  const nonsense = await pool.query('select nonsense').catch((error: unknown) => error);
  await pool.end();
  const nobody = connectPg(url.replace(/:\d+\//, ':1/'));
  const refused = await nobody.query('select 1').catch((error: unknown) => error);
  await nobody.end();
  expect([exhausted, refused, nonsense].map(isPostgresUnavailable)).toEqual([true, true, false]);
});

test('of statements sent together, the error of the one that failed is reported, even if it arrives late', async () => {
  const pool = connectPg(url, { pipeline: true });
  await pool.query('create table fruit (name text primary key)');
  const sent = inTransaction(pool, (client) => {
    const late = client.query(`insert into fruit values ('fig'), ('fig')`).catch(async (error: unknown) => {
      await Promise.resolve();
      throw error;
    });
    return together([
      client.query(`insert into fruit values ('plum')`),
      late,
      client.query('select 1'),
      client.query('select 2'),
    ]);
  });
  await expect(sent).rejects.toMatchObject({ code: '23505' });
  expect((await pool.query('select * from fruit')).rows).toEqual([]);
  expect(
    await inTransaction(pool, (client) => together([client.query('select 1 as n'), Promise.resolve('other')])),
  ).toMatchObject([{ rows: [{ n: 1 }] }, 'other']);
  await pool.end();
});

test('a transaction in a pipeline whose last statement fails is not committed, and reports the error', async () => {
  const pool = connectPg(url, { pipeline: true });
  await pool.query('create table fruit (name text primary key)');
  const adding = (...names: string[]) =>
    inTransaction(pool, (client) => together(names.map((name) => client.query('insert into fruit values ($1)', [name]))));
  await adding('fig', 'plum');
  await expect(adding('pear', 'fig')).rejects.toMatchObject({ code: '23505' });
  expect((await pool.query('select name from fruit order by 1')).rows).toEqual([{ name: 'fig' }, { name: 'plum' }]);
  await pool.end();
});
