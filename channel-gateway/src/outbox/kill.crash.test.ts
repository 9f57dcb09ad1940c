import { once } from 'node:events';
import { drawn } from '../../../infra/testing/volume.ts';
import { simulatorProvider } from '../channels/simulator/simulator.provider.ts';
import { forgetfulProvider } from '../testing/forgetful.provider.ts';
import { openWorld, until, type World, writer } from '../testing/gateway.fixture.ts';
import { gatewayProcesses } from '../testing/gateway-processes.fixture.ts';

let world: World;
const gateways = gatewayProcesses('./killed-gateway.process.ts');
beforeAll(async () => {
  world = await openWorld();
  await world.pool.query('create table public.arrived (message_id uuid not null)');
});
afterAll(async () => {
  gateways.killAll();
  await world.close();
});

const gatewayProcess = (killAt: string) => gateways.start(world, { KILL_AT: killAt });
let next: { close: () => Promise<void> } | undefined;
const successor = async (): Promise<void> => {
  next = await world.gateway({ providers: (tools) => [simulatorProvider(tools), forgetfulProvider(tools)] });
};
afterEach(async () => {
  await next?.close();
  next = undefined;
  gateways.killAll();
});

const arrivals = async (channel: string, messageId: string): Promise<number> => {
  const table = channel === 'simulator' ? 'gateway.simulator_delivered' : 'public.arrived';
  return (await world.pool.query(`select 1 from ${table} where message_id = $1`, [messageId])).rowCount ?? 0;
};

const places = drawn('killed when a message to the simulator is', ['inserted', 'handed', 'called', 'taken', 'told']);

test.each(places)('killed when a message is %s: the simulator has it once, and its end is told', async (place) => {
  const dying = await gatewayProcess(place);
  const connectionId = await world.connection();
  const ana = writer(world.companyId, connectionId);
  const [first, second] = [ana.message('first'), ana.message('second')];
  await world.send([first, second]);
  await gateways.killed(world, dying);
  await successor();
  await until('both ends are told', () =>
    [first, second].every(({ messageId }) => world.outcomesOf(messageId).includes('taken')),
  );
  await until('both are acknowledged', () => [first, second].every(({ messageId }) => world.acksOf(messageId).includes(4)));
  const { rows } = await world.pool.query('select body from gateway.simulator_delivered where connection_id = $1 order by seq', [
    connectionId,
  ]);
  expect(rows.map(({ body }) => body)).toEqual(['first', 'second']);
});

const unrepeatable = drawn('killed when a message to a channel that cannot detect a repeat is', [
  ['inserted', ['taken'], 1],
  ['handed', ['unsure'], 0],
  ['called', ['unsure'], 1],
  ['taken', ['taken'], 1],
  ['told', ['taken'], 1],
] as const);

test.each(unrepeatable)(
  'killed when a message is %s: a channel that cannot detect a repeat gets it at most once, and is reported as unsure if it may not have it',
  async (place, ends, times) => {
    const dying = await gatewayProcess(place);
    const connectionId = await world.connection({ channel: 'facebook' });
    const ana = writer(world.companyId, connectionId);
    const [first, second] = [ana.message('first'), ana.message('second')];
    await world.send([first]);
    await gateways.killed(world, dying);
    await world.send([second]);
    await successor();
    await until('the next is taken', () => world.outcomesOf(second.messageId).includes('taken'));
    await until('the end is told', () => world.outcomesOf(first.messageId).length > 0);
    expect([...new Set(world.outcomesOf(first.messageId))]).toEqual(ends);
    expect(await arrivals('facebook', first.messageId)).toBe(times);
  },
);

test('an owner that is stopped for longer than its lease doubles nothing when it goes on', async () => {
  const stopped = await gatewayProcess('nowhere');
  const [same, unsure] = [await world.connection(), await world.connection({ channel: 'facebook' })];
  const writers = [same, unsure].flatMap((id) =>
    Array.from({ length: 5 }, (_, index) => writer(world.companyId, id, `5511990000${index}00`)),
  );
  const messages = writers.flatMap((ana) => Array.from({ length: 20 }, (_, index) => ana.message(`${index}`)));
  await world.send(messages);
  await until('some are on their way', () => messages.some(({ messageId }) => world.outcomesOf(messageId).length > 0));
  stopped.kill('SIGSTOP');
  await successor();
  await until('all ends are told', () => messages.every(({ messageId }) => world.outcomesOf(messageId).length > 0), 40_000);
  stopped.kill('SIGCONT');
  const after = writers[0]!.message('after');
  await world.send([after]);
  await until('the line goes on', () => world.outcomesOf(after.messageId).includes('taken'));
  stopped.kill('SIGTERM');
  await once(stopped, 'exit');
  const { rows } = await world.pool.query('select message_id from public.arrived group by message_id having count(*) > 1');
  expect(rows).toEqual([]);
  const { rows: delivered } = await world.pool.query(
    'select to_value, array_agg(body order by seq) as texts from gateway.simulator_delivered where connection_id = $1 group by to_value order by to_value',
    [same],
  );
  const twenty = Array.from({ length: 20 }, (_, index) => `${index}`);
  expect(delivered.map(({ texts }) => texts)).toEqual([[...twenty, 'after'], twenty, twenty, twenty, twenty]);
});
