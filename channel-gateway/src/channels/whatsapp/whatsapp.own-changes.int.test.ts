import type { Inbound } from '@prosa/contracts';
import { until } from '../../testing/gateway.fixture.ts';
import { openLinkedShop, type WhatsAppWorld } from '../../testing/whatsapp.fixture.ts';
import type { Phone } from '../../testing/whatsapp-peer/phone.ts';

let world: WhatsAppWorld;
let shop: Phone;
let carla: Phone;
let id: string;
beforeEach(async () => {
  ({ world, shop, carla, id } = await openLinkedShop());
});
afterEach(() => world.closeSoundly());

const changes = () =>
  world.heard.filter(
    (said): said is Extract<Inbound, { kind: 'edit' | 'revoke' }> => said.kind === 'edit' || said.kind === 'revoke',
  );
const sent = async (body: string) => {
  const message = world.attendant(id, carla).message(body);
  await world.send([message]);
  const shown = await until('it is shown', () => carla.shown.find(({ text }) => text === body));
  return { messageId: message.messageId, channelId: shown.id };
};

test('what the owner edits or deletes on the phone may be a message of Prosa: it is named by our id', async () => {
  const [first, second] = [await sent('one'), await sent('two')];
  await shop.edit(carla.number, first.channelId, 'one!');
  await shop.revoke(carla.number, second.channelId);
  await until('both are reported', () => changes().length === 2);
  expect(changes()).toMatchObject([
    { kind: 'edit', own: true, target: { messageId: first.messageId }, body: 'one!' },
    { kind: 'revoke', own: true, target: { messageId: second.messageId } },
  ]);
});

test('a customer who names a message of ours changes their own at most', async () => {
  const { channelId } = await sent('ours');
  await carla.revoke(shop.number, channelId);
  await until('it is reported', () => changes().length === 1);
  expect(changes()).toMatchObject([{ kind: 'revoke', own: false, target: { channelId } }]);
});
