import { until } from '../../testing/gateway.fixture.ts';
import { type LinkedShop, openLinkedShop, type WhatsAppWorld } from '../../testing/whatsapp.fixture.ts';
import { node, SERVER, seconds } from '../../testing/whatsapp-peer/nodes.ts';

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

test('C11: nobody is there: whatever says something else is followed by that, so that the owner’s phone is not mute', async () => {
  const isAway = (after: number) =>
    until('nobody is there', () => {
      const said = companion.presences.slice(after);
      return said.includes('available') && said.at(-1) === 'unavailable';
    });
  // Baileys tells its name whenever its credentials change, as they do when it is linked.
  await isAway(0);
  companion.streamError({ code: '503' });
  await isBack(2);
  const before = companion.presences.length;
  companion.deliver(node('ib', {}, [node('dirty', { type: 'account_sync', timestamp: String(seconds()) })]));
  await isAway(before);
});

test('C23: that WhatsApp lets the account begin no more chats for now is shown until it ends', async () => {
  const tell = (capping_status: string, endsAt: number) => {
    const payload = { capping_status, total_quota: 50, used_quota: 50, cycle_end_timestamp: String(endsAt) };
    const data = { xwa2_notify_new_chat_messages_capping_info_update: payload };
    const update = node('update', { op_name: 'MessageCappingInfoNotification' }, Buffer.from(JSON.stringify({ data })));
    companion.deliver(node('notification', { type: 'mex', from: SERVER, id: `capping-${endsAt}`, t: seconds() }, [update]));
  };
  const ends = Math.ceil(Date.now() / 1_000) + 3;
  tell('FIRST_WARNING', ends - 1);
  tell('CAPPED', ends);
  const { until: end } = await until('it is told', () => world.statesOf(id).find(({ reason }) => reason === 'restricted'));
  expect(end).toBe(new Date(ends * 1_000).toISOString());
  await until('it is over', () => world.statesOf(id).at(-1)?.reason === null);
  expect(world.statesOf(id).at(-1)?.status).toBe('CONNECTED');
  expect(Date.now()).toBeGreaterThanOrEqual(ends * 1_000);
});
