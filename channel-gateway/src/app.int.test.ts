import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { createChannelGateway } from './app.ts';
import { customers } from './testing/customers.fixture.ts';
import { openWorld, silent, until, type World, writer } from './testing/gateway.fixture.ts';

let world: World;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(() => world.close());

test('it is alive at once, and ready when it knows the position of the pushes', async () => {
  const { url } = await world.gateway();
  const status = async (path: string) => (await fetch(`${url}${path}`)).status;
  expect([await status('/healthz'), await status('/readyz'), await status('/metrics')]).toEqual([200, 503, 200]);
  await world.bus.publish([{ topic: 'push', key: 'tick', value: { kind: 'tick', position: '1' } }]);
  await until('it is ready', async () => (await status('/readyz')) === 200);
});

test('two instances share one database: each connection’s messages are sent by one of them, and by the other when that one ends', async () => {
  const [first, second] = [await world.gateway(), await world.gateway()];
  const connectionId = await world.connection();
  const ana = writer(world.companyId, connectionId);
  const messages = Array.from({ length: 60 }, (_, index) => ana.message(`${index}`));
  await world.send(messages.slice(0, 30));
  await until('the first are taken', () =>
    messages.slice(0, 30).every(({ messageId }) => world.outcomesOf(messageId).length > 0),
  );
  const { rows } = await world.pool.query('select owner from lease.lease where name = $1', [`connection:${connectionId}`]);
  expect(rows).toHaveLength(1);
  await Promise.all([first.close(), world.send(messages.slice(30))]);
  await until('all are taken', () => messages.every(({ messageId }) => world.outcomesOf(messageId).length > 0));
  expect((await customers(second.url, connectionId).delivered()).map(({ text }) => text)).toEqual(
    messages.map(({ body }) => body),
  );
  // Delivered at least once; receiving it twice has no further effect.
  expect(new Set(messages.flatMap(({ messageId }) => world.outcomesOf(messageId)))).toEqual(new Set(['taken']));
});

test('faults requested on one instance apply on the other', async () => {
  const [first, second] = [await world.gateway(), await world.gateway()];
  const connectionId = await world.connection();
  await customers(first.url, connectionId).faults({ refusePermanently: 1 });
  await first.close();
  const message = writer(world.companyId, connectionId).message('no');
  await world.send([message]);
  await until('told', () => world.outcomesOf(message.messageId).length > 0);
  expect(world.outcomesOf(message.messageId)).toEqual(['failed']);
  expect(await customers(second.url, connectionId).delivered()).toEqual([]);
});

test('an unreadable bus message is parked, and the following ones are handled', async () => {
  await world.gateway();
  const connectionId = await world.connection();
  const message = writer(world.companyId, connectionId).message('good');
  await world.bus.publish([{ topic: 'channel.outbound', key: message.conversation, value: { kind: 'dance' } }]);
  await world.send([message]);
  await until('the good one is taken', () => world.outcomesOf(message.messageId).length > 0);
  expect((await world.bus.parked.list()).map(({ group }) => group)).toEqual(['gateway.outbound']);
});

test('a gateway whose port is in use reports that, and leaves nothing open', async () => {
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  const { port } = holder.address() as AddressInfo;
  const taken = createChannelGateway({ ...world.config(), PORT: port }, { log: silent });
  await expect(taken.start()).rejects.toMatchObject({ code: 'EADDRINUSE' });
  await taken.close();
  holder.close();
  await until('its connections are gone', async () => {
    const { rowCount } = await world.pool.query(
      `select 1 from pg_stat_activity where datname = current_database() and application_name like 'channel-gateway%'`,
    );
    return rowCount === 0;
  });
});

test('when Postgres becomes unreachable during sending, it continues by itself and loses or duplicates nothing', async () => {
  const { url } = await world.gateway();
  const connectionId = await world.connection();
  const ana = writer(world.companyId, connectionId);
  const messages = Array.from({ length: 60 }, (_, index) => ana.message(`${index}`));
  await world.send(messages);
  await until('some are on their way', () => messages.some(({ messageId }) => world.outcomesOf(messageId).length > 0));
  await world.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name like 'channel-gateway%'`,
  );
  await until('all are taken', () => messages.every(({ messageId }) => world.outcomesOf(messageId).includes('taken')));
  expect((await customers(url, connectionId).delivered()).map(({ text }) => text)).toEqual(messages.map(({ body }) => body));
  expect((await customers(url, connectionId).text()).status).toBe(202);
});

test('one connection receives all of Postgres’s notifications and holds the locks', async () => {
  await world.gateway();
  const { rows } = await world.pool.query(
    `select application_name as name from pg_stat_activity where datname = current_database() and application_name like 'channel-gateway%'
       and (query ilike 'listen%' or query like '%advisory%')`,
  );
  expect(rows).toEqual([{ name: 'channel-gateway-listener' }]);
});

test('the metrics show an operator what waits and how many sockets are open', async () => {
  const { url } = await world.gateway();
  const connectionId = await world.connection();
  await customers(url, connectionId).faults({ delayMs: 10_000 });
  await world.send([writer(world.companyId, connectionId).message('slow')]);
  await until('it is counted', async () => /outbox_waiting\{[^}]*\} 1\n/.test(await (await fetch(`${url}/metrics`)).text()));
  expect(await (await fetch(`${url}/metrics`)).text()).toMatch(/live_sockets\{[^}]*\} 0\n/);
});
