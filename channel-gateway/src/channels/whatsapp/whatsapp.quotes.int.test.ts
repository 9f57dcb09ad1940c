import { newId, type QuotedContent } from '@prosa/contracts';
import sharp from 'sharp';
import { clip } from '../../../../infra/runtime/media/clips.fixture.ts';
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

describe('the picture of a quoted file', () => {
  const noise = () =>
    ({ create: { width: 900, height: 600, channels: 3, noise: { type: 'gaussian', mean: 128, sigma: 60 } } }) as const;
  /** The quoted file of a customer, as its message tells of it. */
  const media = async (kind: 'image' | 'document', bytes: Buffer) => {
    const { mediaId } = await world.keepFile(bytes, 'foto');
    return { mediaId, kind, mime: 'image/png', name: null, width: 900, height: 600 };
  };
  const jpegIn = async (part: { jpegThumbnail?: Uint8Array | null } | null | undefined) => {
    const bytes = Buffer.from(part!.jpegThumbnail!);
    const { format, width, height } = await sharp(bytes).metadata();
    return { format, width, height, isSmall: bytes.length < 10_000 };
  };
  const small = { format: 'jpeg', width: 100, height: 67, isSmall: true };

  test('leaves with it as a small JPEG, however much is in the picture', async () => {
    const file = await media(
      'image',
      await sharp(noise() as never)
        .png()
        .toBuffer(),
    );
    const { quotedMessage } = await quotedBy('about a stored picture', {
      messageId: newId(),
      channelId: 'CUSTOMERS',
      shows: { body: 'Este', media: file },
    });
    expect(quotedMessage!.imageMessage).toMatchObject({ mimetype: 'image/png', caption: 'Este', width: 900 });
    expect(await jpegIn(quotedMessage!.imageMessage)).toEqual(small);
  });

  test('leaves with a quote of our own picture too', async () => {
    const bytes = await sharp(noise() as never)
      .jpeg()
      .toBuffer();
    const { mediaId } = await world.keepFile(bytes, 'foto.jpg');
    const facts = { mediaId, kind: 'image', mime: 'image/jpeg', name: 'foto.jpg' } as const;
    const first = world.attendant(id, carla).message(null, { media: { ...facts, bytes: bytes.length, caption: 'A nossa' } });
    await world.send([first]);
    await until('it has an end', () => world.outcomesOf(first.messageId).length > 0);
    const { quotedMessage } = await quotedBy('about our picture', {
      messageId: first.messageId,
      channelId: null,
      shows: { body: 'A nossa', media: facts },
    });
    expect(quotedMessage!.imageMessage).toMatchObject({ mimetype: 'image/jpeg', caption: 'A nossa' });
    expect(await jpegIn(quotedMessage!.imageMessage)).toEqual(small);
  });

  test('leaves with a quote of a video that came with one, by the customer or passed on', async () => {
    const poster = await sharp(noise() as never)
      .resize(300)
      .jpeg()
      .toBuffer();
    const film = await clip('mp4', { seconds: 1, video: { width: 90, height: 60 } });
    const { mediaId } = await world.keepFile(film, 'praia.mp4', newId(), poster);
    const facts = { mediaId, kind: 'video', mime: 'video/mp4', name: 'praia.mp4' } as const;
    const theirs = await quotedBy('about their video', {
      messageId: newId(),
      channelId: 'CUSTOMERS',
      shows: { body: 'A praia', media: { ...facts, width: 90, height: 60, durationMs: 1_000 } },
    });
    expect(theirs.quotedMessage!.videoMessage).toMatchObject({ mimetype: 'video/mp4', caption: 'A praia', seconds: 1 });
    expect(await jpegIn(theirs.quotedMessage!.videoMessage)).toEqual(small);
    const sent = world.attendant(id, carla).message(null, { media: { ...facts, bytes: film.length, caption: '' } });
    await world.send([sent]);
    await until('it has an end', () => world.outcomesOf(sent.messageId).length > 0);
    const shows: QuotedContent = { body: '', media: facts };
    const ours = await quotedBy('about our video', { messageId: sent.messageId, channelId: null, shows });
    expect(await jpegIn(ours.quotedMessage!.videoMessage)).toEqual(small);
  });

  test('leaves with a sticker as a small PNG, transparent where the sticker is', async () => {
    const round = Buffer.from('<svg width="512" height="512"><circle cx="256" cy="256" r="200" fill="#e11d48"/></svg>');
    const { mediaId } = await world.keepFile(await sharp(round).webp().toBuffer(), 'figurinha');
    const { quotedMessage } = await quotedBy('about a sticker', {
      messageId: newId(),
      channelId: 'CUSTOMERS',
      shows: { body: '', media: { mediaId, kind: 'sticker', mime: 'image/webp', name: null, width: 512, height: 512 } },
    });
    const png = Buffer.from(quotedMessage!.stickerMessage!.pngThumbnail!);
    const { format, width, height } = await sharp(png).metadata();
    expect({ format, width, height, isSmall: png.length < 10_000 }).toEqual({
      format: 'png',
      width: 100,
      height: 100,
      isSmall: true,
    });
    const pixels = await sharp(png).ensureAlpha().raw().toBuffer();
    expect([pixels[3], pixels[(50 * 100 + 50) * 4 + 3]]).toEqual([0, 255]);
  });

  test.each<[string, () => Promise<Buffer | null>, 'image' | 'document']>([
    ['of a file that is not here', async () => null, 'image'],
    ['of a file that is no picture', async () => Buffer.from('%PDF-1.7\n1'), 'document'],
  ])('is missing %s; the message goes all the same', async (what, bytesOf, kind) => {
    const bytes = await bytesOf();
    const file = bytes
      ? await media(kind, bytes)
      : { mediaId: newId(), kind, mime: 'image/png', name: null, width: null, height: null };
    const { quotedMessage } = await quotedBy(`about one ${what}`, {
      messageId: newId(),
      channelId: 'CUSTOMERS',
      shows: { body: '', media: file },
    });
    const part = quotedMessage!.imageMessage ?? quotedMessage!.documentMessage;
    expect(part).toMatchObject({ mimetype: 'image/png' });
    expect(part!.jpegThumbnail?.length ?? 0).toBe(0);
  });

  test('is missing of a forgotten person', async () => {
    const subjectId = newId();
    const { mediaId } = await world.keepFile(
      await sharp(noise() as never)
        .png()
        .toBuffer(),
      'foto',
      subjectId,
    );
    await world.keys.destroy(subjectId);
    const shows: QuotedContent = { body: '', media: { mediaId, kind: 'image', mime: 'image/png', name: null } };
    const { quotedMessage } = await quotedBy('about a forgotten one', { messageId: newId(), channelId: 'CUSTOMERS', shows });
    expect(quotedMessage!.imageMessage!.jpegThumbnail?.length ?? 0).toBe(0);
  });
});
