import { newId } from '@prosa/contracts';
import { customers, openWorld, until, type World, writer } from '../../testing/gateway.fixture.ts';

let world: World;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(() => world.close());

const statesOf = (id: string) =>
  world.heard.flatMap((said) => (said.kind === 'session' && said.connectionId === id ? [said.status] : []));
const ask = (connectionId: string, what: 'start' | 'renew' | 'end') =>
  world.control({ connectionId, asked: { id: newId(), ask: what } });

test('a session that was asked to end sends nothing, with the next owner either, until it is asked to start; then all in order', async () => {
  const first = await world.gateway();
  const id = await world.connection();
  const ana = writer(world.companyId, id);
  await ask(id, 'end');
  await until('it has ended', () => statesOf(id).includes('DISCONNECTED'));
  const messages = Array.from({ length: 5 }, (_, nth) => ana.message(`${nth}`));
  await world.send(messages.slice(0, 3));
  await first.close();
  const { url } = await world.gateway();
  await world.send(messages.slice(3));
  const marker = writer(world.companyId, await world.connection()).message('marker');
  await world.send([marker]);
  await until('another one sends', () => world.outcomesOf(marker.messageId).includes('taken'));
  expect((await customers(url, id).text()).status).toBe(202);
  expect(await customers(url, id).delivered()).toEqual([]);

  await ask(id, 'start');
  await until('all are taken', () => messages.every(({ messageId }) => world.outcomesOf(messageId).includes('taken')));
  expect((await customers(url, id).delivered()).map(({ text }) => text)).toEqual(messages.map(({ body }) => body));
  expect(statesOf(id)).toEqual(['DISCONNECTED', 'CONNECTED']);
});

test('one that nothing was asked of says nothing: it is there from the first', async () => {
  const { url } = await world.gateway();
  const id = await world.connection();
  const message = writer(world.companyId, id).message('Olá');
  await world.send([message]);
  await until('it is taken', () => world.outcomesOf(message.messageId).includes('taken'));
  expect((await customers(url, id).text()).status).toBe(202);
  expect(statesOf(id)).toEqual([]);
});
