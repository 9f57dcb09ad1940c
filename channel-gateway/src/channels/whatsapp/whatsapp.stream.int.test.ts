import { until } from '../../testing/gateway.fixture.ts';
import { type LinkedShop, openLinkedShop, type WhatsAppWorld } from '../../testing/whatsapp.fixture.ts';
import { node } from '../../testing/whatsapp-peer/nodes.ts';

let world: WhatsAppWorld;
let id: string;
let companion: LinkedShop['companion'];
beforeEach(async () => {
  ({ world, id, companion } = await openLinkedShop({}, { replacedMs: 500 }));
});
afterEach(() => world.closeSoundly());

const isBack = async (logins: number): Promise<void> => {
  await until('it is back', () => companion.counts.logins === logins && companion.isOnline());
  await world.isIn(id, 'CONNECTED');
};

test('C12: one that is replaced says so and comes back by itself; replaced again soon after, it stops, until it is asked to go on', async () => {
  const replace = () => companion.streamError({}, [node('conflict', { type: 'replaced' })]);
  replace();
  await world.isIn(id, 'TIMEOUT', 'replaced');
  await isBack(2);
  replace();
  await world.isIn(id, 'DISCONNECTED', 'replaced');
  expect(companion.counts).toMatchObject({ logins: 2, mostLive: 1 });
  await world.ask(id, 'start');
  await isBack(3);
});

test.each([
  ['of the code 503', { code: '503' }, []],
  ['about a confirmation', {}, [node('ack', { class: 'message', id: 'UNKNOWN' })]],
])('C12: an end of the stream %s is no bad session: it comes back by itself', async (_, attrs, content) => {
  companion.streamError(attrs, content);
  await world.isIn(id, 'OPENING');
  await isBack(2);
  expect(companion.counts.mostLive).toBe(1);
});
