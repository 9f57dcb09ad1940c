import { connectionKeys } from '@prosa/infra/runtime';
import { simulatorProvider } from '../channels/simulator/simulator.provider.ts';
import { masterKey, until } from '../testing/gateway.fixture.ts';
import { type LiveWorld, openLiveWorld } from '../testing/live.fixture.ts';
import { pairingProvider } from '../testing/pairing.provider.ts';

const channel = { channel: 'whatsapp', provider: 'pairing' } as const;
let world: LiveWorld;
let pairing: ReturnType<typeof pairingProvider>;
const providers = () => ({
  providers: (tools: Parameters<typeof simulatorProvider>[0]) => [simulatorProvider(tools), pairing.make(tools)],
});
beforeEach(async () => {
  pairing = pairingProvider();
  world = await openLiveWorld({}, providers());
});
afterEach(() => world.close());

const adminScreen = () => world.screen(world.person({ profile: 'admin' }));
type Screen = Awaited<ReturnType<typeof adminScreen>>;
const shownOn = (screen: Screen) => screen.pushes('whatsappSession').map(({ record }) => record);
const linking = async (screen: Screen) => {
  const id = await world.connection(channel);
  await until('a code is shown', () => shownOn(screen).some((record) => record.id === id && record.qrcode !== ''));
  const session = pairing.session(id)!;
  await session.beginning;
  return { id, session };
};

test('C5: a code is shown to the administrators of its company, changed, and gone when the device is linked', async () => {
  const admin = await adminScreen();
  const others = [
    await world.screen(world.person({ profile: 'user' })),
    await world.screen(world.person({ profile: 'supervisor' })),
    await world.screen(world.person({ profile: 'admin', companyId: '0190a000-0000-7000-8000-000000000002' })),
  ];
  const { id, session } = await linking(admin);
  expect(shownOn(admin).at(-1)).toMatchObject({ id, qrcode: expect.stringContaining('secret-code-'), retries: 0 });
  await session.held.show({ qrcode: 'second', retries: 1 });
  await until('the second is shown', () => shownOn(admin).some(({ qrcode }) => qrcode === 'second'));
  await session.scan('5511900000000');
  await until('none is shown', () => shownOn(admin).at(-1)?.qrcode === '');
  expect(shownOn(admin).at(-1)).toEqual({ id, status: 'CONNECTED', qrcode: '', retries: 0 });
  expect(others.flatMap((screen) => screen.pushes('whatsappSession'))).toEqual([]);
});

test('many codes at once: the last that a screen hears is the one that holds', async () => {
  const admin = await adminScreen();
  const { session } = await linking(admin);
  for (let nth = 0; nth < 40; nth += 1) await session.held.show({ qrcode: `n${nth}`, retries: nth });
  await until('the last is shown', () => shownOn(admin).at(-1)?.qrcode === 'n39');
});

test('C5: a code is in no table, nor on the bus, in the clear; and is not told again to who comes back', async () => {
  const admin = await adminScreen();
  const { id, session } = await linking(admin);
  await session.held.show({ qrcode: 'seek-me-everywhere', retries: 1 });
  await until('it is shown', () => shownOn(admin).some(({ qrcode }) => qrcode === 'seek-me-everywhere'));
  const tables = await world.pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  expect(tables.rows.map(({ name }) => name)).toEqual(expect.arrayContaining(['live.session', 'bus.log', 'gateway.session']));
  for (const { name } of tables.rows) {
    const { rowCount } = await world.pool.query(`select 1 from ${name} t where t::text like '%seek-me-everywhere%'`);
    expect({ name, rowCount }).toEqual({ name, rowCount: 0 });
  }
  const kept = await world.pool.query(`select relpersistence as how from pg_class where oid = 'live.session'::regclass`);
  expect(kept.rows).toEqual([{ how: 'u' }]);
  const { rows } = await world.pool.query('select sealed from live.session where connection_id = $1', [id]);
  expect(String(rows[0].sealed)).not.toContain('seek-me');
  const vault = connectionKeys({ pool: world.pool, masterKey }).vault({ id, companyId: world.companyId });
  expect(String(await vault.open(rows[0].sealed, 'code'))).toContain('seek-me-everywhere');

  await world.push([]);
  const back = await world.screen(world.person({ profile: 'admin' }), { after: admin.position()! });
  expect(back.frames.map((frame) => JSON.stringify(frame)).join()).not.toContain('seek-me');
});

test('a code goes with any state but `qrcode`', async () => {
  const admin = await adminScreen();
  const { id, session } = await linking(admin);
  await session.held.report({ status: 'DISCONNECTED', reason: 'not-scanned' });
  await until('none is shown', () => shownOn(admin).at(-1)?.qrcode === '');
  expect(shownOn(admin).at(-1)).toEqual({ id, status: 'DISCONNECTED', qrcode: '', retries: 0 });
  expect((await world.pool.query('select 1 from live.session where connection_id = $1', [id])).rowCount).toBe(0);
});

test('a code that a dead owner left is taken away by the next', async () => {
  const admin = await adminScreen();
  const id = await world.connection();
  const epoch = await until('it is owned', async () => {
    const { rows } = await world.pool.query<{ epoch: string }>('select epoch from lease.lease where name = $1', [
      `connection:${id}`,
    ]);
    return rows[0]?.epoch;
  });
  const vault = connectionKeys({ pool: world.pool, masterKey }).vault({ id, companyId: world.companyId });
  const sealed = await vault.seal(JSON.stringify({ qrcode: 'of a dead socket', retries: 0 }), 'code');
  await world.pool.query(
    `with shown as (insert into live.session (connection_id, company_id, epoch, sealed) values ($1, $2, $3, $4))
     select pg_notify('gateway_code', $1::uuid::text)`,
    [id, world.companyId, epoch, sealed],
  );
  await until('it is shown', () => shownOn(admin).some(({ qrcode }) => qrcode === 'of a dead socket'));
  await world.pool.query(
    `update lease.lease set owner = 'dead', epoch = epoch + 1, until = now() + interval '500 ms' where name = $1`,
    [`connection:${id}`],
  );
  await until('none is shown', () => shownOn(admin).at(-1)?.qrcode === '');
});
