import type { Inbound } from '@prosa/contracts';
import { until } from '../../testing/gateway.fixture.ts';
import { type LinkedShop, openLinkedShop, type WhatsAppWorld } from '../../testing/whatsapp.fixture.ts';
import type { Phone } from '../../testing/whatsapp-peer/phone.ts';

let world: WhatsAppWorld;
let shop: Phone;
let carla: Phone;
let id: string;
let gateway: LinkedShop['gateway'];
beforeEach(async () => {
  ({ world, shop, carla, gateway, id } = await openLinkedShop());
});
afterEach(() => world.closeSoundly());

const shown = () => world.received(id).map(({ body, line }) => line ?? body);
const reaction = () => world.heard.find((said): said is Extract<Inbound, { kind: 'reaction' }> => said.kind === 'reaction');
/** Writes with bytes that no program would send. */
const spoiled = async (bytes: (padded: Buffer) => Buffer, text: string): Promise<string> => {
  carla.habits.spoils = bytes;
  return carla.write(shop.number, text);
};

test.each<[string, (padded: Buffer) => Buffer]>([
  ['that are no message', () => Buffer.from([7, 7, 7, 7, 7, 7, 7, 7])],
  ['that are padded in a wrong way', (padded) => Buffer.concat([padded, Buffer.from([255])])],
  ['of which there are none', () => Buffer.alloc(0)],
])('bytes %s are set aside and shown as a line, and later messages come', async (_, bytes) => {
  const broken = await spoiled(bytes, 'nobody reads this');
  carla.habits.spoils = null;
  await carla.write(shop.number, 'after it');
  await until('both are reported', () => shown().length >= 2 && shown().includes('after it'));
  expect(world.received(id).find(({ line }) => line === 'unsupported')).toMatchObject({ channelId: broken });
  await until('it is counted', async () => (await world.figureOf(gateway.url, id, 'session_set_aside')) === 1);
  await world.isIn(id, 'CONNECTED', 'set-aside 1');
  const { rows } = await world.pool.query<{ fault: string; kept: boolean }>(
    'select fault, sealed is not null as kept from gateway.whatsapp_journal where connection_id = $1 and fault is not null',
    [id],
  );
  expect(rows).toEqual([{ fault: 'What was decrypted is no message.', kept: true }]);
});

test('U+0000 and lone surrogates stop nothing, in texts, ids and names', async () => {
  const text = await carla.write(shop.number, 'Oi', 'ODD\0ID');
  const quoting = await carla.write(shop.number, {
    extendedTextMessage: { text: 'a\0b', contextInfo: { stanzaId: 'ODD\0ID', participant: `${carla.number}@s.whatsapp.net` } },
  });
  await carla.react(shop.number, 'ODD\0ID', '\0👍');
  await carla.write(shop.number, 'after it');
  await until('all are reported', () => shown().includes('after it') && reaction() !== undefined);
  expect(shown()).toEqual(['Oi', 'ab', 'after it']);
  expect(
    world
      .received(id)
      .map(({ channelId }) => channelId)
      .slice(0, 2),
  ).toEqual([text.replace('\0', ''), quoting]);
  expect(world.received(id)[1]).toMatchObject({ quoted: { channelId: 'ODDID' } });
  expect(reaction()).toMatchObject({ target: { channelId: 'ODDID' }, emoji: '👍' });
});

test('what the command side could not take is a line as well: an impossible place, an id without an end', async () => {
  await carla.write(shop.number, { locationMessage: { degreesLatitude: 400, degreesLongitude: Number.NaN } });
  const long = await carla.write(shop.number, {
    extendedTextMessage: { text: 'quotes', contextInfo: { stanzaId: 'Q'.repeat(5_000) } },
  });
  await carla.write(shop.number, 'after it');
  await until('all are reported', () => shown().includes('after it'));
  expect(shown()).toEqual(['unsupported', 'quotes', 'after it']);
  expect(world.received(id)[1]).toMatchObject({ channelId: long, quoted: { channelId: expect.stringMatching(/^Q{156}\//) } });
});
