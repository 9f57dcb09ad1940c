import { createHash, randomBytes } from 'node:crypto';
import { conversationKey, type Inbound, mediaObjectName, newId, type Outbound, thumbnailId } from '@prosa/contracts';
import sharp from 'sharp';
import { clip, mp3 } from '../../../../infra/runtime/media/clips.fixture.ts';
import { until } from '../../testing/gateway.fixture.ts';
import { openLinkedShop, type WhatsAppWorld } from '../../testing/whatsapp.fixture.ts';
import type { Phone } from '../../testing/whatsapp-peer/phone.ts';

let world: WhatsAppWorld;
let shop: Phone;
let carla: Phone;
let id: string;
beforeEach(async () => {
  const fetches = { delaysMs: [50, 50, 50, 50], idleMs: 2_000 };
  ({ world, shop, carla, id } = await openLinkedShop({ owners: { fetches, retryDelaysMs: [100, 100, 100, 100] } }));
});
afterEach(() => world.closeSoundly());

const pdf = (bytes = 0) => Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(bytes)]);

/** The message with a file that a customer sends, as it is reported. */
const fileFrom = async (bytes: Buffer) => {
  await carla.sendFile(shop.number, bytes, 'document', { mimetype: 'application/pdf', fileName: 'nota.pdf', caption: 'A nota' });
  const message = await until('it is reported', () => world.received(id)[0]);
  return message.media!;
};
/** Fetches a reported file, as the command side asks for it, and returns how that ended. */
const fetched = async (media: { mediaId: string }, attempt = 1): Promise<Extract<Inbound, { kind: 'media' }>> => {
  const messageId = newId();
  const fetch: Outbound = {
    kind: 'fetch',
    companyId: world.companyId,
    connectionId: id,
    conversation: conversationKey(id, '5511987654321'),
    messageId,
    media: { mediaId: media.mediaId, kind: 'document', name: 'nota.pdf' },
    attempt,
    subjectId: newId(),
    position: '1',
    at: new Date().toISOString(),
  };
  await world.send([fetch]);
  return until('its end is told', () =>
    world.heard.find(
      (said): said is Extract<Inbound, { kind: 'media' }> => said.kind === 'media' && said.messageId === messageId,
    ),
  );
};

test('C28: a file comes with its name, type and caption, and is downloaded and decrypted when it is asked for', async () => {
  const bytes = pdf(700_000);
  const media = await fileFrom(bytes);
  expect(media).toMatchObject({
    kind: 'document',
    mime: 'application/pdf',
    name: 'nota.pdf',
    caption: 'A nota',
    bytes: bytes.length,
  });
  expect(world.peer.media.counts.downloads).toBe(0);
  expect(await fetched(media)).toMatchObject({ reason: null, media: { mime: 'application/pdf', bytes: bytes.length } });
  expect(await world.kept(media.mediaId)).toEqual(bytes);
});

test('a video has the small picture that came with its message', async () => {
  const jpegThumbnail = await sharp({ create: { width: 72, height: 40, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer();
  const film = await clip('mp4', { seconds: 1, video: { width: 320, height: 180 } });
  await carla.sendFile(shop.number, film, 'video', { mimetype: 'video/mp4', jpegThumbnail });
  const { media } = await until('it is reported', () => world.received(id)[0]);
  expect(JSON.stringify(media)).not.toContain(jpegThumbnail.toString('base64').slice(0, 40));
  expect(await fetched(media!)).toMatchObject({ reason: null, media: { kind: 'video', width: 320, thumbnail: true } });
  expect(await sharp((await world.kept(thumbnailId(media!.mediaId)))!).metadata()).toMatchObject({ width: 72, height: 40 });
});

test('C28: a file whose mac is wrong is refused', async () => {
  const media = await fileFrom(pdf(5_000));
  world.peer.media.faults.spoils = true;
  expect(await fetched(media)).toMatchObject({ reason: 'refused', media: null });
});

test('C28: a file whose hash is wrong is refused, though its mac is right', async () => {
  const bytes = pdf(5_000);
  await carla.sendFile(shop.number, bytes, 'document', { mimetype: 'application/pdf', fileSha256: randomBytes(32) });
  const { media } = await until('it is reported', () => world.received(id)[0]);
  expect(await fetched(media!)).toMatchObject({ reason: 'refused', media: null });
  expect(await world.kept(media!.mediaId)).toBeNull();
});

test('C28: a download that breaks off is tried again', async () => {
  const bytes = pdf(300_000);
  const media = await fileFrom(bytes);
  world.peer.media.faults.cutAfter = 100_000;
  const end = fetched(media);
  await until('it was tried', () => world.peer.media.counts.downloads > 0);
  world.peer.media.faults.cutAfter = null;
  expect(await end).toMatchObject({ reason: null });
  expect(await world.kept(media.mediaId)).toEqual(bytes);
});

test('C28: a link that has ended: the phone is asked to upload the file again', async () => {
  const bytes = pdf(5_000);
  const media = await fileFrom(bytes);
  world.peer.media.expire(shop.shown[0]!.message.documentMessage!.directPath!);
  expect(await fetched(media)).toMatchObject({ reason: null });
  expect(await world.kept(media.mediaId)).toEqual(bytes);
});

test('C28: the phone is asked for a file of a group, and for one of its own, by who wrote it', async () => {
  const bytes = pdf(5_000);
  await fileFrom(bytes);
  const { documentMessage } = shop.shown[0]!.message;
  const group = world.peer.group('Entregas', [shop, carla]);
  await world.setting('CheckMsgIsGroup', 'disabled');
  const inGroup = await until('groups are taken', async () => {
    await carla.writeToGroup(group, { documentMessage });
    return world.received(id).find(({ identities, media }) => media && identities[0]!.kind === 'group');
  });
  await shop.write(carla.number, { documentMessage });
  const own = await until('it is reported', () =>
    world.heard.find((said): said is Extract<Inbound, { kind: 'mirrored' }> => said.kind === 'mirrored'),
  );
  world.peer.media.expire(documentMessage!.directPath!);
  for (const { media } of [inGroup, own]) {
    expect(await fetched(media!)).toMatchObject({ reason: null });
    expect(await world.kept(media!.mediaId)).toEqual(bytes);
    world.peer.media.expire(documentMessage!.directPath!);
  }
});

test('C28: a phone that never answers: each try ends, and so do they all; asked again when it is on, it uploads the file', async () => {
  const bytes = pdf(5_000);
  const media = await fileFrom(bytes);
  world.peer.media.expire(shop.shown[0]!.message.documentMessage!.directPath!);
  shop.habits.uploadsAgain = false;
  expect(await fetched(media)).toMatchObject({ reason: 'unavailable', media: null });
  expect(shop.receipts.filter(({ type }) => type === 'server-error')).toHaveLength(5);
  shop.habits.uploadsAgain = true;
  expect(await fetched(media, 2)).toMatchObject({ reason: null });
  expect(await world.kept(mediaObjectName(media.mediaId, 2))).toEqual(bytes);
});

test('C28: a file that the phone has no longer either is gone', async () => {
  const media = await fileFrom(pdf(5_000));
  world.peer.media.expire(shop.shown[0]!.message.documentMessage!.directPath!);
  shop.shown.splice(0);
  expect(await fetched(media)).toMatchObject({ reason: 'gone', media: null });
});

test('C29: an address that is not WhatsApp’s is not asked', async () => {
  const asked: string[] = [];
  const before = globalThis.fetch;
  globalThis.fetch = (...[input, init]: Parameters<typeof fetch>) => {
    asked.push(String(input));
    return before(input, init);
  };
  try {
    for (const url of ['https://169.254.169.254/latest', 'http://mmg.whatsapp.net/v/1', 'https://evil-whatsapp.net/1'])
      await carla.write(shop.number, { documentMessage: { url, mediaKey: randomBytes(32), mimetype: 'application/pdf' } });
    await until('they are reported', () => world.received(id).length === 3);
    for (const { media } of world.received(id)) expect(await fetched(media!)).toMatchObject({ reason: 'refused' });
    expect(asked).toEqual([]);
  } finally {
    globalThis.fetch = before;
  }
});

/** A file that an attendant sends to the customer. */
const sendFile = async (
  bytes: Buffer,
  kind: 'image' | 'sticker' | 'audio' | 'video' | 'document',
  mime: string,
  name: string,
  more: object = {},
) => {
  const { mediaId } = await world.keepFile(bytes, name);
  const media = { mediaId, kind, mime, bytes: bytes.length, name, caption: 'Segue', ...more };
  const message = world.attendant(id, carla).message(null, { media });
  await world.send([message]);
  await until('it has an end', () => world.outcomesOf(message.messageId).length > 0);
  return world.outcomesOf(message.messageId);
};

test('C29: a file goes out encrypted, and the phone opens it', async () => {
  const bytes = pdf(700_000);
  expect(await sendFile(bytes, 'document', 'application/pdf', 'nota.pdf')).toEqual(['taken']);
  const shown = await until('it is shown', () => carla.shown[0]);
  expect(shown.message.documentMessage).toMatchObject({ fileName: 'nota.pdf', mimetype: 'application/pdf', caption: 'Segue' });
  const opened = carla.openFile(shown);
  expect(createHash('sha256').update(opened).digest('hex')).toBe(createHash('sha256').update(bytes).digest('hex'));
});

test('C29: pictures, films, sounds and stickers go as what they are, and the phone opens them', async () => {
  const picture = sharp({ create: { width: 60, height: 40, channels: 3, background: 'teal' } });
  const plain = { caption: '' };
  const sent = [
    ['image', 'image/jpeg', 'praia.jpg', await picture.jpeg().toBuffer(), {}],
    ['video', 'video/mp4', 'praia.mp4', await clip('mp4', { seconds: 1, video: { width: 64, height: 48 } }), {}],
    ['audio', 'audio/mpeg', 'recado.mp3', mp3(100), plain],
    ['sticker', 'image/webp', 'oi.webp', await picture.webp().toBuffer(), plain],
  ] as const;
  for (const [nth, [kind, mimetype, name, bytes, more]] of sent.entries()) {
    expect(await sendFile(bytes, kind, mimetype, name, more)).toEqual(['taken']);
    const shown = await until('it is shown', () => carla.shown[nth]);
    expect(shown.message[`${kind}Message`]).toMatchObject({ mimetype, ...('caption' in more ? {} : { caption: 'Segue' }) });
    expect(carla.openFile(shown).equals(bytes)).toBe(true);
  }
});

test('C29: a sound with words goes as a document: WhatsApp shows none under a sound', async () => {
  expect(await sendFile(Buffer.from('ID3'), 'audio', 'audio/mpeg', 'recado.mp3')).toEqual(['taken']);
  const shown = await until('it is shown', () => carla.shown[0]);
  expect(shown.message.documentMessage).toMatchObject({ fileName: 'recado.mp3', caption: 'Segue' });
});

test('C29: a recorded voice goes with its duration and its shape', async () => {
  const recorded = { caption: '', durationMs: 2_600, waveform: [0, 40, 100] };
  expect(await sendFile(mp3(100), 'audio', 'audio/mpeg', 'recado.mp3', recorded)).toEqual(['taken']);
  const { audioMessage } = (await until('it is shown', () => carla.shown[0])).message;
  expect(audioMessage).toMatchObject({ seconds: 3, ptt: false, mimetype: 'audio/mpeg' });
  expect([...audioMessage!.waveform!]).toEqual(recorded.waveform);
});

test('C24: a sound that was played has been read, and more', async () => {
  expect(await sendFile(mp3(100), 'audio', 'audio/mpeg', 'recado.mp3', { caption: '' })).toEqual(['taken']);
  const shown = await until('it is shown', () => carla.shown[0]);
  const acks = () => world.heard.flatMap((said) => (said.kind === 'ack' ? [said.ack] : []));
  await until('it is delivered', () => acks().includes(3));
  carla.read(shown.id, 'played');
  await until('it is told', () => acks().includes(5));
  expect(acks()).not.toContain(4);
});

test('C29: an upload is made once, however often its message is sent', async () => {
  world.peer.faults.cutBeforeAck = 2;
  expect(await sendFile(pdf(10_000), 'document', 'application/pdf', 'nota.pdf')).toEqual(['taken']);
  expect(world.peer.media.counts.uploads).toBe(1);
  expect(carla.shown).toHaveLength(1);
});

test('C29: a media server that refuses is tried again, and the message has failed at the end, not in doubt', async () => {
  world.peer.media.faults.refusesUploads = true;
  expect(await sendFile(pdf(10), 'document', 'application/pdf', 'nota.pdf')).toEqual(['failed']);
  expect(carla.shown).toEqual([]);
});
