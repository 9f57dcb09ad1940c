import type { Outbound } from '@prosa/contracts';
import { until } from '../../testing/gateway.fixture.ts';
import { type LinkedShop, openLinkedShop, type WhatsAppWorld } from '../../testing/whatsapp.fixture.ts';
import type { Phone } from '../../testing/whatsapp-peer/phone.ts';

let world: WhatsAppWorld;
let shop: Phone;
let id: string;
let gateway: LinkedShop['gateway'];
let companion: LinkedShop['companion'];
beforeEach(async () => {
  ({ world, shop, gateway, id, companion } = await openLinkedShop({ owners: { retryDelaysMs: [50, 50, 50, 50] } }));
});
afterEach(() => world.closeSoundly());

const TYPED = '5511987650002';
/** Sends to a number as people type it. */
const send = async (phone: Phone, body: string, number = TYPED, more: object = {}) => {
  const message = world.attendant(id, phone).message(body, { to: { kind: 'phone', value: number }, ...more });
  await world.send([message]);
  await until('it has an end', () => world.outcomesOf(message.messageId).length > 0);
  return { ...message, outcomes: world.outcomesOf(message.messageId) };
};
const reasonOf = (messageId: string) =>
  world.heard.flatMap((said) => (said.kind === 'outcome' && said.messageId === messageId ? [said.reason] : []))[0];

test('a number with its ninth digit reaches the account that WhatsApp knows without it: new, answered, quoted, deleted, later', async () => {
  const bruno = world.peer.phone('551187650002', 'Bruno');
  expect((await send(bruno, 'new')).outcomes).toEqual(['taken']);
  await until('it is shown', () => bruno.shown.some(({ text }) => text === 'new'));
  const said = await bruno.write(shop.number, 'Oi');
  await until('it is reported', () => world.received(id).length > 0);
  const answer = await send(bruno, 'answer', TYPED, { quoted: { messageId: crypto.randomUUID(), channelId: said } });
  expect(answer.outcomes).toEqual(['taken']);
  const shown = await until('it is shown', () => bruno.shown.find(({ text }) => text === 'answer'));
  expect(shown.message.extendedTextMessage?.contextInfo).toMatchObject({
    stanzaId: said,
    participant: '551187650002@s.whatsapp.net',
  });
  const takenBack = world.attendant(id, bruno).takeBack(answer.messageId) as Extract<Outbound, { kind: 'delete' }>;
  await world.send([{ ...takenBack, position: '2', to: { kind: 'phone', value: TYPED } }]);
  await until('it is deleted', () => bruno.shown.some(({ message }) => message.protocolMessage?.key?.id === shown.id));
  // Kept for the connection: the next owner need not ask.
  world.peer.faults.questions.usync = '500';
  const { rows } = await world.pool.query(`select from gateway.whatsapp_key where connection_id = $1 and type = 'address'`, [id]);
  expect(rows).toHaveLength(1);
  delete world.peer.faults.questions.usync;
  await gateway.close();
  await world.gateway();
  await until('it is connected', () => companion.isOnline());
  await send(bruno, 'later');
  await until('it is shown', () => bruno.shown.some(({ text }) => text === 'later'));
});

test('a number that WhatsApp spells in a way that nobody foresaw is reached as well', async () => {
  const ana = world.peer.phone('5491155550000', 'Ana');
  world.peer.spell('5491155550000', '541155550000');
  expect((await send(ana, 'hola', '541155550000')).outcomes).toEqual(['taken']);
  await until('it is shown', () => ana.shown.some(({ text }) => text === 'hola'));
});

test('what has no device to go to has failed: nobody has the number, or its account is gone', async () => {
  const bruno = world.peer.phone('551187650002', 'Bruno');
  const nobody = await send(bruno, 'to nobody', '5511955554444');
  expect([nobody.outcomes, reasonOf(nobody.messageId)]).toEqual([['failed'], 'not-there']);
  const hidden = await send(bruno, 'to a LID without devices', '', { to: { kind: 'lid', value: '99999999999999@lid' } });
  expect([hidden.outcomes, reasonOf(hidden.messageId)]).toEqual([['failed'], 'not-there']);
});
