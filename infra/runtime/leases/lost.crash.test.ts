import { randomUUID } from 'node:crypto';
import { type Loss, type PostgresProxy, postgresProxy } from '../../testing/postgres/postgres-proxy.ts';
import { connectPg, inTransaction } from '../kernel/pg.ts';
import { runtimeDatabase, until } from '../runtime.fixture.ts';
import { assertEpoch, type Lease, LeaseLost, lease } from './leases.ts';

let database: Awaited<ReturnType<typeof runtimeDatabase>>;
let proxy: PostgresProxy;
let pool: ReturnType<typeof connectPg>;
const open: Lease[] = [];
beforeAll(async () => {
  database = await runtimeDatabase();
  proxy = await postgresProxy(database.url);
  pool = connectPg(proxy.url);
});
afterEach(async () => {
  proxy.decide(() => undefined);
  await Promise.all(open.splice(0).map((one) => one.stop()));
});
afterAll(async () => {
  await pool?.end();
  await proxy?.close();
  await database?.close();
});

const held = async (name: string) => {
  const told: string[] = [];
  const one = lease({
    pool,
    name,
    owner: randomUUID(),
    ttlMs: 60_000,
    renewMs: 20,
    onGained: (epoch) => void told.push(`gained ${epoch}`),
    onLost: () => void told.push('lost'),
  });
  open.push(one);
  await until(() => one.held());
  return { one, told };
};
/** Loses the first statement that starts with `beginning`; returns how often such a statement was sent. */
const loseFirst = (beginning: string, loss: Loss) => {
  let asked = 0;
  proxy.decide(({ kind }) => (kind.startsWith(beginning) && asked++ === 0 ? loss : undefined));
  return () => asked;
};

test('advancing keeps the lease, and writes under the previous epoch are refused from then on', async () => {
  const { one, told } = await held('advanced');
  expect(await one.advance()).toBe(2);
  const write = (epoch: number) => inTransaction(pool, (client) => assertEpoch(client, 'advanced', epoch));
  await expect(write(1)).rejects.toThrow(LeaseLost);
  await write(2);
  const renewals = loseFirst('with renewing', 'request');
  await until(() => renewals() > 2);
  expect([one.held(), one.epoch(), told]).toEqual([true, 2, ['gained 1']]);
});

test.each(['request', 'answer'] as const)(
  'an advance whose %s is lost is completed by the next one, and the lease is renewed meanwhile',
  async (loss) => {
    const { one, told } = await held(`unclear ${loss}`);
    loseFirst('update lease.lease set epoch', loss);
    await expect(one.advance()).rejects.toThrow();
    const renewals = loseFirst('with renewing', 'request');
    await until(() => renewals() > 3);
    expect(await one.advance()).toBe(2);
    const later = loseFirst('with renewing', 'answer');
    await until(() => later() > 3);
    expect([one.held(), one.epoch(), told]).toEqual([true, 2, ['gained 1']]);
  },
);

test.each(['request', 'answer'] as const)(
  'a lease whose acquisition loses its %s is held, and released at the end',
  async (loss) => {
    const name = `taken ${loss}`;
    loseFirst('with free', loss);
    const { one } = await held(name);
    expect(one.epoch()).toBe(loss === 'answer' ? 2 : 1);
    await one.advance();
    await Promise.all(open.splice(0).map((each) => each.stop()));
    const { rows } = await pool.query('select until <= clock_timestamp() as free from lease.lease where name = $1', [name]);
    expect(rows).toEqual([{ free: true }]);
  },
);
