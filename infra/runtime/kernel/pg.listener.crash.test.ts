import type pg from 'pg';
import { testDatabase } from '../../testing/postgres/postgres.ts';
import { type Loss, type PostgresProxy, postgresProxy } from '../../testing/postgres/postgres-proxy.ts';
import { until } from '../../testing/until.ts';
import { createLogger } from './log.ts';
import { listenToPg, type PgListener } from './pg.listener.ts';
import { connectPg } from './pg.ts';

const log = createLogger('test', 'silent');
let database: Awaited<ReturnType<typeof testDatabase>>;
let proxy: PostgresProxy;
let pool: pg.Pool;
let listener: PgListener;
beforeAll(async () => {
  database = await testDatabase();
  pool = connectPg(database.url);
  await pool.query('create table told (n int)');
});
beforeEach(async () => {
  proxy = await postgresProxy(database.url);
  listener = await listenToPg({ url: proxy.url, applicationName: 'listening', log });
});
afterEach(async () => {
  await listener.close();
  await proxy.close();
  await until(async () => (await connections()) === 0);
});
afterAll(async () => {
  await pool?.end();
  await database?.drop();
});

const connections = async (): Promise<number> => {
  const { rows } = await pool.query(
    `select count(*)::int as n from pg_stat_activity where datname = current_database() and application_name = 'listening'`,
  );
  return rows[0].n;
};
const locks = async (): Promise<number> => {
  const { rows } = await pool.query(
    `select count(*)::int as n from pg_locks where locktype = 'advisory' and classid = 1 and objid = 2 and granted`,
  );
  return rows[0].n;
};
/** Listens to a channel, and reads everything new at each notification; nothing else makes it read. */
const reader = (channel: string) => {
  const read: number[] = [];
  let reading = Promise.resolve();
  const leave = listener.on(channel, () => {
    reading = reading.then(async () => {
      const { rows } = await pool.query('select n from told where n > $1 order by n', [read.at(-1) ?? 0]);
      read.push(...rows.map(({ n }) => n as number));
    });
  });
  return { read, leave };
};

test('changes made while the connection is broken, and broken again during the reconnect, are found as soon as it is back', async () => {
  const one = reader('numbers');
  const other = reader('Other "numbers"');
  await until(async () => (await connections()) === 1);
  const tell = async (n: number) => {
    await pool.query(`with told as (insert into told values ($1)) select pg_notify(c, $1::text) from unnest($2::text[]) c`, [
      n,
      ['numbers', 'Other "numbers"'],
    ]);
  };
  const losses: (Loss | undefined)[] = [undefined, 'request', 'answer'];
  for (let round = 0; round < 12; round += 1) {
    await tell(round * 2 + 1);
    const loss = losses[round % 3];
    let lost = 0;
    proxy.decide(({ kind }) => (kind.startsWith('listen') && lost++ === 0 ? loss : undefined));
    if (round % 4 !== 3) proxy.cut();
    // No listener receives this one.
    await tell(round * 2 + 2);
    await until(() => one.read.at(-1) === round * 2 + 2 && other.read.at(-1) === round * 2 + 2);
  }
  const all = Array.from({ length: 24 }, (_, n) => n + 1);
  expect([one.read, other.read]).toEqual([all, all]);
  expect(await connections()).toBe(1);
});

test('a subscriber gets the payload unchanged; after unsubscribing it gets nothing', async () => {
  const [heard, late]: (string | null)[][] = [[], []];
  const leave = listener.on('words', (payload) => heard!.push(payload));
  await until(() => heard!.length === 1);
  listener.on('words', (payload) => late!.push(payload));
  await pool.query(`select pg_notify('words', 'Olá'), pg_notify('others', 'no'), pg_notify('words', '')`);
  await until(() => late!.length === 2);
  leave();
  await pool.query(`select pg_notify('words', 'mais')`);
  await until(() => late!.length === 3);
  expect([heard, late]).toEqual([
    [null, 'Olá', ''],
    ['Olá', '', 'mais'],
  ]);
});

test('a lock is held by each later connection, until it is released', async () => {
  const lock = { text: 'select pg_advisory_lock_shared(1, 2)' };
  let times = 0;
  listener.on('words', () => {
    times += 1;
  });
  await listener.keep(lock);
  expect(await locks()).toBe(1);
  proxy.cut();
  await until(() => times === 2);
  await until(async () => (await locks()) === 1);
  await listener.forget(lock, { text: 'select pg_advisory_unlock_shared(1, 2)' });
  expect(await locks()).toBe(0);
  proxy.cut();
  await until(() => times === 3);
  expect(await locks()).toBe(0);
});

test.each([0, 1, 3, 10, 100, 120])('closed %i ms after its connection broke, it leaves none behind', async (ms) => {
  // Postgres can be reached again only from the second attempt on.
  let asked = 0;
  proxy.decide(({ kind }) => (kind.startsWith('listen') && asked++ === 1 ? 'request' : undefined));
  listener.on('words', () => undefined);
  await until(() => asked === 1);
  proxy.cut();
  await new Promise((resolve) => setTimeout(resolve, ms));
  await listener.close();
  await until(async () => (await connections()) === 0);
});

test('its notifications are sent on its own connection, before it closes; those sent during a reconnect are lost, and no later ones', async () => {
  const heard: (string | null)[] = [];
  const other = await listenToPg({ url: database.url, applicationName: 'other', log });
  other.on('words', (payload) => heard.push(payload));
  await until(() => heard.length === 1);
  listener.notify('words', 'a');
  await until(() => heard.length === 2);
  expect(await connections()).toBe(1);
  proxy.cut();
  listener.notify('words', 'lost');
  await listener.idle();
  await until(() => listener.isConnected());
  listener.notify('words', 'b');
  listener.notify('words', 'c');
  await listener.close();
  await until(() => heard.length === 4);
  expect(heard).toEqual([null, 'a', 'b', 'c']);
  await other.close();
});

test('it rejects if Postgres is unavailable at the start', async () => {
  const nowhere = listenToPg({ url: 'postgres://nobody@127.0.0.1:1/none', applicationName: 'listening', log });
  await expect(nowhere).rejects.toThrow('ECONNREFUSED');
});
