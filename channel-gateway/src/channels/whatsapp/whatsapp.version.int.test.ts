import { until } from '../../testing/gateway.fixture.ts';
import { openWhatsAppWorld, type WhatsAppWorld } from '../../testing/whatsapp.fixture.ts';
import { whatsAppProviderWith } from './whatsapp.provider.ts';
import { TIMINGS } from './wire/timings.ts';

let world: WhatsAppWorld;
beforeAll(async () => {
  world = await openWhatsAppWorld();
});
afterAll(() => world.closeSoundly());

test('C12: after a refused version the session goes on by itself as the current one, and nothing that waits fails', async () => {
  const shop = world.peer.phone('5511900000001', 'Loja');
  let asked = 0;
  await world.gateway({
    providers: (tools) => [
      whatsAppProviderWith(TIMINGS, async () => {
        asked += 1;
        world.peer.faults.failure = null;
        return [2, 3000, 1_999_999_999];
      })({ ...tools, env: { ...tools.env, ...world.peer.env } }),
    ],
  });
  const { id, companion } = await world.linked(shop);
  const carla = world.peer.phone('5511987654321', 'Carla');
  const message = world.attendant(id, carla).message('Bom dia');
  world.peer.faults.failure = { reason: '405' };
  companion.cut();
  await world.send([message]);
  await until('it is back', () => companion.counts.logins === 2 && companion.isOnline());
  await until('it is taken', () => world.outcomesOf(message.messageId).length > 0);
  expect(world.outcomesOf(message.messageId)).toEqual(['taken']);
  expect([asked, (await world.stateOf(id))?.status]).toEqual([1, 'CONNECTED']);
});
