import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { connectPg, inTransaction } from '../kernel/pg.ts';
import { until } from '../runtime.fixture.ts';
import { leasesFor } from './held.fixture.ts';
import { assertEpoch, LeaseLost, leases } from './leases.ts';

/** Longer than any stall of a machine on which these tests run alone: a holder that is merely slow must not lose its lease here. */
const TERM_MS = 3_000;

const held = leasesFor(TERM_MS);
const { open, start } = held;

test('one of several contenders holds the lease, and keeps it beyond its term', async () => {
  const contenders = [start('one'), start('one'), start('one')];
  await until(() => contenders.some((one) => one.held()));
  const end = Date.now() + TERM_MS + 500;
  await until(() => {
    expect(contenders.filter((one) => one.held())).toHaveLength(1);
    return Date.now() > end;
  });
  expect(contenders.map((one) => one.epoch()).filter((epoch) => epoch !== null)).toEqual([1]);
});

test('a holder that cannot renew stops before another can take over, and its later writes are refused', async () => {
  const pool = connectPg(held.database.url, { max: 1 });
  const told: string[] = [];
  const first = start('cut', {
    pool,
    onGained: (epoch) => void told.push(`gained ${epoch}`),
    onLost: () => void told.push('lost'),
  });
  await until(() => first.held());
  // The test takes the pool's only connection: to the lease this looks like a database that does not answer.
  const busy = await pool.connect();
  const second = start('cut');
  await until(() => {
    expect(first.held() && second.held()).toBe(false);
    return second.held();
  });
  expect(told).toEqual(['gained 1', 'lost']);
  const write = (epoch: number) => inTransaction(held.database.pool, (client) => assertEpoch(client, 'cut', epoch));
  await expect(write(1)).rejects.toThrow(LeaseLost);
  await expect(write(2)).resolves.toBeUndefined();
  busy.release();
  await first.stop();
  await pool.end();
});

test('a suspended process is superseded, and detects that when it continues', async () => {
  const program = fileURLToPath(new URL('./leases.fixture.ts', import.meta.url));
  const child = spawn(process.execPath, [program], {
    env: { PATH: process.env.PATH, DATABASE_URL: held.database.url, TERM_MS: String(TERM_MS) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let told = '';
  child.stdout.on('data', (data) => {
    told += data;
  });
  try {
    await until(() => told.includes('gained 1'));
    const second = start('stopped');
    child.kill('SIGSTOP');
    await until(() => second.epoch() === 2);
    told = '';
    child.kill('SIGCONT');
    await until(() => told.includes('lost'));
    // Stopped between its look and what it does then, it does that once: which is why writes name their epoch.
    expect(told.split('working').length - 1).toBeLessThanOrEqual(1);
    expect(second.epoch()).toBe(2);
  } finally {
    child.kill('SIGKILL');
  }
});

test('a transaction that freezes under its lease is ended by Postgres: it keeps the lease from nobody', async () => {
  const first = start('frozen');
  await until(() => first.held());
  const pool = connectPg(held.database.url, { max: 1 });
  const limit = async () => (await client.query('show idle_in_transaction_session_timeout')).rows;
  const client = await pool.connect();
  client.on('error', () => undefined);
  const usual = await limit();
  await client.query('begin');
  await assertEpoch(client, 'frozen', 1);
  await client.query('commit');
  // A transaction that is not under a lease may wait.
  expect(await limit()).toEqual(usual);
  await client.query('begin');
  await assertEpoch(client, 'frozen', 1);
  expect(await limit()).not.toEqual(usual);
  // From here on it says nothing, like a process that was stopped; who takes over waits for the lease's row.
  let isTaken = false;
  const taking = held.database.pool
    .query(`update lease.lease set epoch = epoch + 1 where name = 'frozen'`)
    .then(() => (isTaken = true));
  await until(() => isTaken, 20_000);
  await taking;
  await expect(client.query('commit')).rejects.toThrow();
  client.release(true);
  await pool.end();
});

test('a transaction under one lease that takes too long costs no other one', async () => {
  const group = leases({ pool: held.database.pool, owner: randomUUID(), ttlMs: 2_000, renewMs: 100 });
  const all = ['slow-0', 'slow-1', 'slow-2'].map((name) => group.compete(name, {}));
  open.push(...all);
  await until(() => all.every((one) => one.held()));
  await inTransaction(held.database.pool, async (client) => {
    await assertEpoch(client, 'slow-1', 1);
    await until(() => !all[1]!.held());
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect([all[0]!.held(), all[2]!.held()]).toEqual([true, true]);
  });
  await until(() => all[1]!.held());
});
