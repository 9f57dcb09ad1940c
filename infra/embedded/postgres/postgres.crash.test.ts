import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { until } from '../../testing/until.ts';
import { startPostgres } from './postgres.ts';

const folder = mkdtempSync(join(tmpdir(), 'prosa-pg-'));
const dataDir = join(folder, 'inner', 'postgres');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const query = async (url: string, sql: string): Promise<unknown[]> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
};

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

test('it keeps its data and its password over a restart, and listens on the loopback only', async () => {
  const first = await startPostgres({ dataDir });
  expect(first.url).toMatch(/^postgres:\/\/prosa:[\w-]{32}@127\.0\.0\.1:\d+\/prosa\?host=%2F.*postgres$/);
  await query(first.url, `create table kept as select 'á' as letter`);
  await first.close();
  expect(isAlive(first.pid)).toBe(false);
  expect(statSync(`${dataDir}.password`).mode & 0o777).toBe(0o600);

  const second = await startPostgres({ dataDir });
  expect(await query(second.url, 'select upper(letter) as letter from kept')).toEqual([{ letter: 'Á' }]);
  expect(await query(second.url, 'show listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }]);
  expect(await query(second.url, 'show synchronous_commit')).toEqual([{ synchronous_commit: 'on' }]);
  await second.close();
});

test('clients reach it by a socket in its own folder, which others may not enter; the sockets of killed servers go', async () => {
  const killed = await startPostgres({ dataDir });
  process.kill(killed.pid, 'SIGKILL');
  await killed.ended;
  const next = await startPostgres({ dataDir });
  expect(await query(next.url, 'select inet_client_addr() as address')).toEqual([{ address: null }]);
  const overTcp = next.url.replace(/\?.*/, '');
  expect(await query(overTcp, 'select host(inet_client_addr()) as address')).toEqual([{ address: '127.0.0.1' }]);
  const sockets = readdirSync(dataDir).filter((name) => name.startsWith('.s.PGSQL.'));
  expect(sockets.toSorted()).toEqual([`.s.PGSQL.${next.port}`, `.s.PGSQL.${next.port}.lock`]);
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
  await next.close();
});

test('in a folder whose path is too long for a socket it is reached over TCP', async () => {
  const long = join(folder, 'long'.repeat(30), 'postgres');
  const server = await startPostgres({ dataDir: long });
  expect(server.url).toMatch(/@127\.0\.0\.1:\d+\/prosa$/);
  expect(await query(server.url, 'select 1 as n')).toEqual([{ n: 1 }]);
  await server.close();
});

test('a Postgres left over in the folder is stopped first, and nothing committed is lost', async () => {
  const left = await startPostgres({ dataDir });
  await query(left.url, 'create table committed as select 1 as n');
  const next = await startPostgres({ dataDir });
  await left.ended;
  expect(isAlive(left.pid)).toBe(false);
  expect(await query(next.url, 'select n from committed')).toEqual([{ n: 1 }]);
  await next.close();
});

test('a pid file with the pid of another process does no harm', async () => {
  const before = await startPostgres({ dataDir });
  const pidFile = join(dataDir, 'postmaster.pid');
  const lines = readFileSync(pidFile, 'utf8');
  process.kill(before.pid, 'SIGKILL');
  await before.ended;
  const stranger = execFile(process.execPath, ['-e', 'setInterval(() => 0, 1000)']);
  try {
    const { writeFileSync } = await import('node:fs');
    writeFileSync(pidFile, lines.replace(String(before.pid), String(stranger.pid)));
    await expect(startPostgres({ dataDir }).then((server) => server.close())).resolves.toBeUndefined();
    expect(isAlive(stranger.pid as number)).toBe(true);
  } finally {
    stranger.kill('SIGKILL');
    await once(stranger, 'close');
  }
});

test('it ends when the process that started it is killed', async () => {
  const module = fileURLToPath(new URL('./postgres.ts', import.meta.url));
  const script = `const { startPostgres } = await import(${JSON.stringify(module)});
    const server = await startPostgres({ dataDir: ${JSON.stringify(dataDir)} });
    console.log(server.pid); setInterval(() => 0, 1000);`;
  const parent = execFile(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...process.env, NODE_OPTIONS: '--no-warnings' },
  });
  const [line] = (await once(parent.stdout!, 'data')) as [string];
  parent.kill('SIGKILL');
  const pid = Number(line);
  if (process.platform === 'linux') await until(() => !isAlive(pid));
  else expect(isAlive(pid)).toBe(true);
  await (await startPostgres({ dataDir })).close();
});
