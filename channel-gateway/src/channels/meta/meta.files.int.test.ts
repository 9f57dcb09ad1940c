import type { MediaKind, Outbound } from '@prosa/contracts';
import sharp from 'sharp';
import { clip, mp3 } from '../../../../infra/runtime/media/clips.fixture.ts';
import { type GraphWorld, openGraphWorld } from '../../testing/graph.fixture.ts';

let world: GraphWorld;
beforeAll(async () => {
  world = await openGraphWorld();
  await world.gateway();
});
afterEach(() => expect(world.graph.problems.splice(0)).toEqual([]));
afterAll(() => world.close());

const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } });
const files = {
  jpeg: { mime: 'image/jpeg', bytes: await picture.clone().jpeg().toBuffer(), name: 'foto.jpg' },
  gif: { mime: 'image/gif', bytes: await picture.clone().gif().toBuffer(), name: 'foto.gif' },
  webp: { mime: 'image/webp', bytes: await picture.clone().webp().toBuffer(), name: null },
  mp4: { mime: 'video/mp4', bytes: await clip('mp4', { seconds: 1, video: { width: 64, height: 48 } }), name: 'filme.mp4' },
  mp3: { mime: 'audio/mpeg', bytes: mp3(100), name: 'recado.mp3' },
  pdf: { mime: 'application/pdf', bytes: Buffer.from('%PDF-1.7 of ours'), name: 'nota.pdf' },
} as const;
type File = keyof typeof files;
type Send = Extract<Outbound, { kind: 'send' }>;

/** The media of an outgoing message. */
const mediaOf = async (file: File, kind: MediaKind, caption: string): Promise<Pick<Send, 'media'>> => {
  const { mime, bytes, name } = files[file];
  const { mediaId } = await world.keepFile(bytes, name);
  return { media: { mediaId, kind, mime, bytes: bytes.length, name, caption } };
};

test.each<[File, MediaKind, string, object]>([
  ['jpeg', 'image', 'Veja', { type: 'image', image: { caption: 'Veja' } }],
  ['jpeg', 'image', '', { type: 'image', image: {} }],
  ['webp', 'sticker', '', { type: 'sticker', sticker: {} }],
  ['mp4', 'video', 'Veja', { type: 'video', video: { caption: 'Veja' } }],
  ['mp3', 'audio', '', { type: 'audio', audio: {} }],
  ['pdf', 'document', 'Veja', { type: 'document', document: { filename: 'nota.pdf', caption: 'Veja' } }],
  // Files that WhatsApp shows without a caption, or not as that kind.
  ['mp3', 'audio', 'Ouça', { type: 'document', document: { filename: 'recado.mp3', caption: 'Ouça' } }],
  ['webp', 'sticker', 'Veja', { type: 'document', document: { filename: 'arquivo', caption: 'Veja' } }],
  ['webp', 'image', '', { type: 'document', document: { filename: 'arquivo' } }],
])('C29: %s as %s with "%s" goes to the Cloud API as what WhatsApp shows', async (file, kind, caption, body) => {
  const { account, writesTo } = await world.shop('whatsapp');
  const message = writesTo(1)(null, await mediaOf(file, kind, caption));
  await world.send([message]);
  await world.isTaken(message);
  const [sent, ...more] = world.acceptedOf(account);
  expect(more).toEqual([]);
  const { type } = sent!.body as { type: string };
  const { id: uploaded, ...shown } = sent!.body[type] as { id: string };
  expect({ type, [type]: shown }).toEqual(body);
  expect(world.graph.files.get(uploaded)).toMatchObject({ mime: files[file].mime, owner: account });
  expect(sent!.file).toEqual(files[file].bytes);
});

test.each<['facebook' | 'instagram', File, MediaKind, string | null]>([
  ['facebook', 'jpeg', 'image', 'image'],
  ['facebook', 'gif', 'image', 'image'],
  ['facebook', 'webp', 'sticker', 'file'],
  ['facebook', 'mp4', 'video', 'video'],
  ['facebook', 'mp3', 'audio', 'audio'],
  ['facebook', 'pdf', 'document', 'file'],
  ['instagram', 'jpeg', 'image', 'image'],
  ['instagram', 'gif', 'sticker', 'image'],
  ['instagram', 'mp4', 'video', 'video'],
  ['instagram', 'pdf', 'document', 'file'],
  // The command side sends these as links.
  ['instagram', 'mp3', 'audio', null],
  ['instagram', 'webp', 'sticker', null],
])('C29: on %s %s as %s goes as %s, fetched at our address, and its caption goes after it', async (channel, file, kind, type) => {
  const { account, writesTo } = await world.shop(channel);
  const message = writesTo(1)(null, await mediaOf(file, kind, 'Veja'));
  await world.send([message]);
  if (type === null) {
    expect(await world.failureOf(message)).toBe('media');
    expect(world.acceptedOf(account)).toEqual([]);
    return;
  }
  await world.isTaken(message);
  const sent = world.acceptedOf(account);
  expect(sent.map(({ body }) => body.message)).toMatchObject([
    { attachment: { type, payload: { is_reusable: false } } },
    { text: 'Veja' },
  ]);
  expect(sent[0]!.file).toEqual(files[file].bytes);
});
