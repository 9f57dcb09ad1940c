import { type Inbound, newId } from '@prosa/contracts';
import { LeaseLost } from '@prosa/infra/runtime';
import { simulatorProvider } from '../channels/simulator/simulator.provider.ts';
import { openWorld, until, type World, writer } from '../testing/gateway.fixture.ts';
import { pairingProvider } from '../testing/pairing.provider.ts';

const channel = { channel: 'whatsapp', provider: 'pairing' } as const;
let world: World;
let pairing: ReturnType<typeof pairingProvider>;
let isBusAway = false;
const gateway = () =>
  world.gateway({
    providers: (tools) => [simulatorProvider(tools), pairing.make(tools)],
    wrapBus: (bus) => ({
      ...bus,
      publish: (messages) => (isBusAway ? Promise.reject(new Error('The bus is away.')) : bus.publish(messages)),
    }),
  });
beforeEach(async () => {
  world = await openWorld();
  pairing = pairingProvider();
});
afterEach(() => world.close());

type State = Extract<Inbound, { kind: 'session' }>;
const statesOf = (id: string) => world.heard.filter((said): said is State => said.kind === 'session' && said.connectionId === id);
const atWork = async (id: string) => {
  await until('it shows a code', () => statesOf(id).some(({ status }) => status === 'qrcode'));
  return pairing.session(id)!;
};
const handledOf = async (id: string) => {
  const { rows } = await world.pool.query('select handled from gateway.connection where connection_id = $1', [id]);
  return rows[0]?.handled ?? null;
};
const ask = async (id: string, what: 'start' | 'renew' | 'end', askId = newId()) => {
  await world.control({ connectionId: id, ...channel, asked: { id: askId, ask: what } });
  return askId;
};
const renewed = (id: string) => pairing.asked.filter((one) => one === `renew ${id}`).length;

test('a session’s state is reported to the command side with increasing numbers, and the same state only once', async () => {
  await gateway();
  const id = await world.connection(channel);
  const { held, scan } = await atWork(id);
  await scan('5511900000000');
  await until('it was told', () => statesOf(id).length === 2);
  await held.report({ status: 'CONNECTED', account: '5511900000000' });
  await new Promise((resolve) => setTimeout(resolve, 300));
  await held.report({ status: 'DISCONNECTED', reason: 'banned', until: new Date('2026-11-21T12:00:00.000Z') });
  await until('the last was told', () => statesOf(id).some(({ status }) => status === 'DISCONNECTED'));
  const told = statesOf(id);
  expect(told.map(({ status }) => status)).toEqual(['qrcode', 'CONNECTED', 'DISCONNECTED']);
  expect(told[1]).toMatchObject({ companyId: world.companyId, reason: null, until: null, account: '5511900000000' });
  expect(told[2]).toMatchObject({ reason: 'banned', until: '2026-11-21T12:00:00.000Z', account: null });
  const [first, second, third] = told.map(({ sequence }) => sequence) as [number, number, number];
  expect(first < second && second < third).toBe(true);
  const { rows } = await world.pool.query(`select distinct key from bus.log where value like '%"kind":"session"%'`);
  expect(rows).toEqual([{ key: id }]);
});

test('the state at a time when the bus was unavailable is reported when it is back', async () => {
  await gateway();
  const id = await world.connection(channel);
  const { held } = await atWork(id);
  isBusAway = true;
  try {
    await held.report({ status: 'TIMEOUT', reason: 'replaced' });
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(statesOf(id).map(({ status }) => status)).toEqual(['qrcode']);
  } finally {
    isBusAway = false;
  }
  await until('it is told', () => statesOf(id).some(({ status }) => status === 'TIMEOUT'));
});

test('a state that an owner stored and did not report is reported by the next one', async () => {
  const id = newId();
  const first = await gateway();
  await first.close();
  await world.pool.query(
    `insert into gateway.session (connection_id, status, reason, sequence) values ($1, 'DISCONNECTED', 'logged-out', 7)`,
    [id],
  );
  const simulated = newId();
  await world.pool.query(`insert into gateway.session (connection_id, status, sequence) values ($1, 'TIMEOUT', 9)`, [simulated]);
  await gateway();
  await world.connection({ connectionId: simulated });
  await until('it is told', () => statesOf(simulated).length > 0);
  expect(statesOf(simulated)).toMatchObject([{ status: 'TIMEOUT', sequence: 9 }]);
  // Its own report is newer, whatever the last number was.
  await world.connection({ connectionId: id, ...channel });
  await until('it shows a code', () => statesOf(id).some(({ status }) => status === 'qrcode'));
  expect(statesOf(id).at(-1)!.sequence).toBeGreaterThan(7);
});

test('a request to a session is carried out once, and the provider’s write is committed together with the record of it', async () => {
  const first = await gateway();
  const id = await world.connection(channel);
  await (await atWork(id)).scan('5511900000000');
  const askId = await ask(id, 'renew');
  await until('it is noted', async () => (await handledOf(id)) === askId);
  // Another message about the connection still contains it.
  await world.control({ connectionId: id, ...channel, name: 'Outro nome', asked: { id: askId, ask: 'renew' } });
  await first.close();
  await gateway();
  await until('the next owner is at work', () => (pairing.session(id)?.begun ?? 0) > 1);
  await ask(id, 'start');
  await until('the next one came', () => pairing.asked.includes(`start ${id}`));
  expect(renewed(id)).toBe(1);
  // Another request of the same kind has another id.
  await ask(id, 'renew');
  await until('it came', () => renewed(id) === 2);
});

test('a failed request is repeated, also by the next owner if the first one died during it', async () => {
  const first = await gateway();
  const id = await world.connection(channel);
  await (await atWork(id)).scan('5511900000000');
  let fails = 2;
  pairing.onAsked(async () => {
    fails -= 1;
    if (fails >= 0) throw new Error('not now');
  });
  const firstAsk = await ask(id, 'renew');
  await until('it is done', async () => (await handledOf(id)) === firstAsk);
  expect(renewed(id)).toBe(3);

  pairing.onAsked(() => Promise.reject(new Error('never here')));
  const secondAsk = await ask(id, 'renew');
  await until('it was tried', () => renewed(id) > 3);
  expect(await handledOf(id)).toBe(firstAsk);
  await first.close();
  pairing.onAsked(async () => undefined);
  await gateway();
  await until('the next owner has done it', async () => (await handledOf(id)) === secondAsk);
});

test('of several requests made while no owner was there, the last one is carried out', async () => {
  const id = newId();
  await ask(id, 'renew');
  await ask(id, 'start');
  const last = await ask(id, 'end');
  await gateway();
  await until('it is done', async () => (await handledOf(id)) === last);
  expect(pairing.asked).toEqual([`end ${id}`]);
});

test('a session is notified of each change of its connection once', async () => {
  await gateway();
  const id = await world.connection(channel);
  await atWork(id);
  await world.control({ connectionId: id, ...channel, name: 'Outro nome' });
  await until('it heard', () => pairing.changed.length > 0);
  await world.control();
  await world.control({ connectionId: id, ...channel, name: 'Outro nome', tokenHash: null });
  await until('it heard again', () => pairing.changed.length > 1);
  expect(pairing.changed.map(({ name, tokenHash }) => [name, tokenHash === null])).toEqual([
    ['Outro nome', false],
    ['Outro nome', true],
  ]);
});

test('a control message from a command side that does not know requests is understood', async () => {
  await gateway();
  const { asked: _, ...before } = await world.control({ ...channel, name: 'De antes' });
  await world.bus.publish([
    { topic: 'channel.control', key: before.connectionId, value: { ...before, position: '9', name: 'Depois' } },
  ]);
  await until('it is kept', async () => {
    const { rows } = await world.pool.query('select name from gateway.connection where connection_id = $1', [
      before.connectionId,
    ]);
    return rows[0]?.name === 'Depois';
  });
  expect(await world.bus.parked.list()).toEqual([]);
});

test('a deleted connection’s session is asked to end once, and nothing encrypted for it can be decrypted', async () => {
  const first = await gateway();
  const id = await world.connection(channel);
  const { held, scan } = await atWork(id);
  await scan('5511900000000');
  const { vault } = held;
  const { rows } = await world.pool.query('select sealed from gateway.pairing_credential where connection_id = $1', [id]);
  expect(String(await vault.open(rows[0].sealed, 'credential'))).toBe('5511900000000');
  await world.control({ connectionId: id, ...channel, deleted: true });
  await until('it is done', async () => (await handledOf(id)) !== null);
  expect(pairing.asked).toEqual([`end ${id}`]);
  expect((await world.pool.query('select 1 from gateway.pairing_credential where connection_id = $1', [id])).rowCount).toBe(0);
  await expect(vault.open(rows[0].sealed, 'credential')).rejects.toThrow('destroyed');
  await until('nobody owns it', async () => {
    const { rowCount } = await world.pool.query('select 1 from lease.lease where name = $1 and until > clock_timestamp()', [
      `connection:${id}`,
    ]);
    return rowCount === 0;
  });
  await first.close();
  await gateway();
  await world.connection(channel);
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(pairing.asked).toEqual([`end ${id}`]);
});

test('a request to end made while the gateway is down is not lost', async () => {
  const first = await gateway();
  const id = await world.connection(channel);
  await (await atWork(id)).scan('5511900000000');
  await first.close();
  await world.control({ connectionId: id, ...channel, deleted: true });
  await gateway();
  await until('it is done', async () => (await handledOf(id)) === id);
  expect(pairing.asked).toEqual([`end ${id}`]);
});

test('a session that has lost its connection is notified first, and cannot write any more', async () => {
  await gateway();
  const id = await world.connection(channel);
  const { held } = await atWork(id);
  await held.vault.seal('x', 'warm');
  // Like another process whose clock is ahead taking the lease: the epoch becomes its own.
  await world.pool.query(
    `update lease.lease set owner = 'another', epoch = epoch + 1, until = now() + interval '1 minute' where name = $1`,
    [`connection:${id}`],
  );
  const word = held.report({ status: 'CONNECTED' });
  await expect(word).rejects.toThrow(LeaseLost);
  expect(pairing.lost).toContain(id);
  await expect(held.show({ qrcode: 'late', retries: 9 })).rejects.toThrow(LeaseLost);
  await expect(held.transaction(async () => undefined)).rejects.toThrow(LeaseLost);
  const { rows } = await world.pool.query('select status from gateway.session where connection_id = $1', [id]);
  expect(rows).toEqual([{ status: 'qrcode' }]);
});

test('an owner that takes over from itself continues to write', async () => {
  await gateway();
  const id = await world.connection(channel);
  const { held, scan } = await atWork(id);
  await scan('5511900000000');
  const epoch = async () =>
    Number((await world.pool.query('select epoch from lease.lease where name = $1', [`connection:${id}`])).rows[0].epoch);
  const before = await epoch();
  await world.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name like 'channel-gateway%'
       and application_name <> 'channel-gateway-listener'`,
  );
  const message = writer(world.companyId, id).message('Olá');
  await world.send([message]);
  await until('it is taken', () => world.outcomesOf(message.messageId).includes('taken'));
  await world.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name like 'channel-gateway%'`,
  );
  await until('it was written', () =>
    held.report({ status: 'TIMEOUT', reason: 'replaced' }).then(
      () => true,
      () => false,
    ),
  );
  await until('it was told', () => statesOf(id).at(-1)?.status === 'TIMEOUT');
  expect(await epoch()).toBeGreaterThanOrEqual(before);
});
