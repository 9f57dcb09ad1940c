import { newId, type QuotedContent } from '@prosa/contracts';
import { until } from '../../testing/gateway.fixture.ts';
import { openLinkedShop, type WhatsAppWorld } from '../../testing/whatsapp.fixture.ts';
import type { Phone } from '../../testing/whatsapp-peer/phone.ts';

let world: WhatsAppWorld;
let carla: Phone;
let id: string;
beforeAll(async () => {
  ({ world, carla, id } = await openLinkedShop());
});
afterAll(() => world.closeSoundly());

/** The quote that the phone receives with a message. */
const quotedBy = async (body: string, quoted: { messageId: string; channelId: string | null; shows?: QuotedContent }) => {
  await world.send([world.attendant(id, carla).message(body, { quoted })]);
  const { message } = await until('it is shown', () => carla.shown.find(({ text }) => text === body));
  return message.extendedTextMessage!.contextInfo!;
};

test.each<[string, QuotedContent, object]>([
  ['a text', { body: 'Tem pão?' }, { conversation: 'Tem pão?' }],
  [
    'a picture',
    { body: 'Este', media: { kind: 'image', mime: 'image/jpeg', name: null, width: 40, height: 30 } },
    { imageMessage: { mimetype: 'image/jpeg', caption: 'Este', width: 40, height: 30 } },
  ],
  [
    'a voice',
    { body: '', media: { kind: 'audio', mime: 'audio/ogg', name: null, durationMs: 4_000 } },
    { audioMessage: { mimetype: 'audio/ogg', seconds: 4 } },
  ],
  [
    'a document',
    { body: '', media: { kind: 'document', mime: 'application/pdf', name: 'nota.pdf' } },
    { documentMessage: { mimetype: 'application/pdf', fileName: 'nota.pdf' } },
  ],
  [
    'a place',
    { body: '', place: { latitude: -23.5, longitude: -46.6, name: 'Padaria', address: null } },
    { locationMessage: { degreesLatitude: -23.5, name: 'Padaria' } },
  ],
  ['contacts', { body: '', contacts: [{ name: 'Bia', numbers: ['5511900000009'] }] }, { contactMessage: { displayName: 'Bia' } }],
])('a quote of %s leaves with it', async (what, shows, quotedMessage) => {
  const context = await quotedBy(`about ${what}`, { messageId: newId(), channelId: 'CUSTOMERS', shows });
  expect(context).toMatchObject({ stanzaId: 'CUSTOMERS', participant: `${carla.number}@s.whatsapp.net`, quotedMessage });
});

test('a quote of our own message leaves with what was sent, without its own quote', async () => {
  const first = world.attendant(id, carla).message('first');
  const second = world
    .attendant(id, carla)
    .message('second', { quoted: { messageId: first.messageId, channelId: null }, position: '2' });
  await world.send([first, second]);
  await until('both are shown', () => carla.shown.some(({ text }) => text === 'second'));
  const about = carla.shown.find(({ text }) => text === 'second')!;
  expect(about.message.extendedTextMessage?.contextInfo?.quotedMessage).toEqual(
    expect.objectContaining({ conversation: 'first' }),
  );
  const context = await quotedBy('third', { messageId: second.messageId, channelId: null });
  expect(context).toMatchObject({ stanzaId: about.id, quotedMessage: { conversation: 'second' } });
  expect(context.quotedMessage?.extendedTextMessage ?? null).toBeNull();
});
