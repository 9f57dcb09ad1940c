import { createHash, createSecretKey, randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { thumbnailId } from '@prosa/contracts';
import sharp from 'sharp';
import { clip } from './clips.fixture.ts';
import { MediaForgotten, mediaVault } from './media.ts';
import { fileStore } from './store.files.ts';
import { type MediaStore, MediaStoreFailed } from './store.port.ts';

const folder = mkdtempSync(join(tmpdir(), 'prosa-vault-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const store = fileStore(folder);
const known = new Map<string, ReturnType<typeof createSecretKey> | null>();
const keys = {
  create: async (id: string) => {
    const key = known.get(id) ?? createSecretKey(randomBytes(32));
    known.set(id, key);
    return key;
  },
  load: async (ids: Iterable<string>) => new Map([...ids].flatMap((id) => (known.has(id) ? [[id, known.get(id)!]] : []))),
};
const vault = mediaVault({ store, keys });
const owner = { subjectId: randomUUID(), companyId: randomUUID() };

async function* pieces(bytes: Uint8Array, size = 30_000): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
const keep = (bytes: Uint8Array, name: string | null = null, more = {}) =>
  vault.keep({ mediaId: randomUUID(), owner, bytes: pieces(bytes), name, ...more });
const contentOf = async (mediaId: string): Promise<Buffer> => {
  const found: Buffer[] = [];
  for await (const piece of (await vault.open(mediaId))!.read()) found.push(piece);
  return Buffer.concat(found);
};
const files = (): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => statSync(join(folder, path)).isFile());

/** A PNG of one colour in any size that compresses to very few bytes. */
const pngOf = (width: number, height: number): Buffer => {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0], 8);
  const row = Buffer.alloc(1 + Math.ceil(width / 8));
  const data = deflateSync(Buffer.alloc(Math.min(row.length * height, 40_000_000)), { level: 9 });
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};

test('a picture has its type and size, and a thumbnail without the camera’s metadata', async () => {
  const bytes = await sharp({ create: { width: 1_000, height: 600, channels: 3, background: '#236' } })
    .withExif({ IFD0: { Copyright: 'Ana' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const facts = await keep(bytes, 'praia.exe');
  expect(facts).toMatchObject({ kind: 'image', mime: 'image/jpeg', bytes: bytes.length, name: 'praia.exe', thumbnail: true });
  // As displayed, which differs from the stored orientation.
  expect(facts).toMatchObject({ width: 600, height: 1_000, durationMs: null });
  expect(facts.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
  expect((await contentOf(facts.mediaId)).equals(bytes)).toBe(true);
  const small = await sharp(await contentOf(thumbnailId(facts.mediaId))).metadata();
  expect(small).toMatchObject({ format: 'webp', height: 480 });
  expect(small.exif).toBeUndefined();
});

test.each([
  ['a picture bomb', async () => pngOf(50_000, 50_000), 'image/png'],
  [
    'a picture that is cut off',
    async () =>
      (
        await sharp({
          create: { width: 800, height: 800, channels: 3, background: '#fff', noise: { type: 'gaussian', mean: 128, sigma: 40 } },
        })
          .jpeg()
          .toBuffer()
      ).subarray(0, 9_000),
    'image/jpeg',
  ],
])('%s can be downloaded, and is no picture', async (_, make, mime) => {
  const bytes = await make();
  const facts = await keep(bytes, 'foto.png');
  expect(facts).toMatchObject({ kind: 'document', mime, width: null, thumbnail: false });
  expect((await contentOf(facts.mediaId)).equals(bytes)).toBe(true);
});

test.each([
  ['a program called a picture', Buffer.concat([Buffer.from('MZ'), randomBytes(500)]), 'férias.jpg', 'application/x-msdownload'],
  ['a page with a script', Buffer.from('<!doctype html><script>alert(1)</script>'), 'x.jpg', 'text/plain'],
  [
    'an SVG with a script',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    'x.svg',
    'text/plain',
  ],
  [
    'an SVG that begins as XML',
    Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'),
    'x.svg',
    'application/xml',
  ],
  ['a text', Buffer.from('Olá, João'), 'carta.txt', 'text/plain'],
  ['bytes', Buffer.alloc(100, 0xff), null, 'application/octet-stream'],
])('%s is a document, whatever its name', async (_, bytes, name, mime) => {
  expect(await keep(bytes, name)).toMatchObject({ kind: 'document', mime, name });
});

test('a truncated video is still a video, with the duration that its sender states', async () => {
  const head = Buffer.concat([
    Buffer.from([0, 0, 0, 24]),
    Buffer.from('ftypmp42'),
    Buffer.alloc(4),
    Buffer.from('mp42isom'),
    Buffer.from([0, 0, 255, 255]),
    Buffer.from('mdat'),
  ]);
  expect(await keep(Buffer.concat([head, randomBytes(90_000)]), 'v.mp4', { durationMs: 1_500 })).toMatchObject({
    kind: 'video',
    mime: 'video/mp4',
    durationMs: 1_500,
  });
});

test('of a video and a sound the measures are told, by their bytes rather than their sender', async () => {
  const film = await clip('mov', { seconds: 4, video: { width: 320, height: 180, rotation: 90 }, sound: 'aac' });
  expect(await keep(film, 'v.mov', { durationMs: 99_000 })).toMatchObject({
    ...{ kind: 'video', mime: 'video/quicktime', width: 180, height: 320, durationMs: 4_000 },
  });
  // As telephones name what they record: nothing but what is in it tells that it is a sound.
  const memo = await clip('mp4', { seconds: 3, sound: 'aac' });
  expect(await keep(memo, 'recado.m4a')).toMatchObject({ kind: 'audio', mime: 'audio/mp4', width: null, durationMs: 3_000 });
});

test('a video or document has the small picture that came with it, unless that is none; a sound has no picture', async () => {
  const poster = await sharp({ create: { width: 72, height: 128, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer();
  const film = await clip('mp4', { seconds: 1, video: { width: 320, height: 180 } });
  const facts = await keep(film, 'v.mp4', { poster });
  expect(facts).toMatchObject({ kind: 'video', width: 320, height: 180, thumbnail: true });
  const small = await sharp(await contentOf(thumbnailId(facts.mediaId))).metadata();
  expect(small).toMatchObject({ format: 'webp', width: 72, height: 128 });
  expect(await keep(Buffer.from('%PDF-1.7\n'), 'nota.pdf', { poster })).toMatchObject({ kind: 'document', thumbnail: true });
  expect(await keep(film, 'v.mp4', { poster: randomBytes(500) })).toMatchObject({ kind: 'video', thumbnail: false });
  const memo = await clip('mp4', { seconds: 1, sound: 'aac' });
  expect(await keep(memo, 'recado.m4a', { poster })).toMatchObject({ kind: 'audio', thumbnail: false });
});

test('what is refused, breaks off or finds no room leaves nothing', async () => {
  const before = files();
  await expect(keep(Buffer.alloc(0))).rejects.toMatchObject({ code: 'ERR_MEDIA_EMPTY' });
  await expect(keep(Buffer.from('texto'), null, { kinds: ['image'] })).rejects.toMatchObject({ code: 'ERR_MEDIA_KIND' });
  await expect(keep(randomBytes(300_000), null, { maxBytes: 200_000 })).rejects.toMatchObject({
    code: 'ERR_TOO_LARGE',
    details: { kind: 'document', maxBytes: 200_000 },
  });
  const cut = async function* () {
    yield* pieces(randomBytes(2_000_000));
    throw new Error('cut');
  };
  await expect(vault.keep({ mediaId: randomUUID(), owner, bytes: cut(), name: null })).rejects.toThrow('cut');
  const full: MediaStore = {
    ...store,
    put: (name, bytes) =>
      store.put(
        name,
        (async function* () {
          let length = 0;
          for await (const piece of bytes) {
            length += piece.length;
            if (length > 1_000_000) throw new MediaStoreFailed('The folder of files: ENOSPC.');
            yield piece;
          }
        })(),
      ),
  };
  const onFull = mediaVault({ store: full, keys });
  await expect(
    onFull.keep({ mediaId: randomUUID(), owner, bytes: pieces(randomBytes(2_000_000)), name: null }),
  ).rejects.toMatchObject({ code: 'ERR_MEDIA_STORE', status: 503 });
  expect(files()).toEqual(before);
});

test('a copy belongs to another person, has the same facts, bytes and thumbnail, and stays readable without the original', async () => {
  const bytes = await sharp({ create: { width: 700, height: 500, channels: 3, background: '#845' } })
    .jpeg()
    .toBuffer();
  const first = { subjectId: randomUUID(), companyId: owner.companyId };
  const other = { subjectId: randomUUID(), companyId: owner.companyId };
  const facts = await keep(bytes, 'mesa.jpg', { owner: first });
  const mediaId = randomUUID();
  expect(await vault.copy({ from: facts.mediaId, mediaId, owner: other })).toEqual({ ...facts, mediaId });
  const small = await contentOf(thumbnailId(facts.mediaId));
  known.set(first.subjectId, null);
  await expect(vault.open(facts.mediaId)).rejects.toThrow(MediaForgotten);
  await expect(vault.copy({ from: facts.mediaId, mediaId: randomUUID(), owner: other })).rejects.toThrow(MediaForgotten);
  expect(await vault.open(mediaId)).toMatchObject({ owner: other, facts: { ...facts, mediaId } });
  expect((await contentOf(mediaId)).equals(bytes)).toBe(true);
  expect((await contentOf(thumbnailId(mediaId))).equals(small)).toBe(true);
});

test('a missing file is not copied, and an interrupted copy leaves nothing', async () => {
  const { mediaId: from } = await keep(randomBytes(1_500_000));
  const before = files();
  expect(await vault.copy({ from: randomUUID(), mediaId: randomUUID(), owner })).toBeNull();
  const breaking: MediaStore = {
    ...store,
    get: async (name, range) => {
      const bytes = await store.get(name, range);
      if (!bytes || name !== from || !range || range.to - range.from < 200_000) return bytes;
      return (async function* () {
        for await (const piece of bytes) {
          yield piece;
          throw new MediaStoreFailed('The S3 broke off.');
        }
      })();
    },
  };
  const asked = { from, mediaId: randomUUID(), owner };
  await expect(mediaVault({ store: breaking, keys }).copy(asked)).rejects.toMatchObject({ code: 'ERR_MEDIA_STORE' });
  expect(files()).toEqual(before);
});

test.each([
  ['its facts', 1],
  ['its beginning', 3],
] as const)('a file that is removed before %s can be read is not there', async (_, nth) => {
  const { mediaId } = await keep(Buffer.from('Vai embora.'), 'texto.txt');
  let reads = 0;
  const get: MediaStore['get'] = async (...asked) => {
    reads += 1;
    if (reads === nth) await vault.remove(mediaId);
    return store.get(...asked);
  };
  expect(await mediaVault({ store: { ...store, get }, keys }).open(mediaId)).toBeNull();
  expect(reads).toBeGreaterThanOrEqual(nth);
});

test('a removed file leaves nothing; a forgotten person’s file cannot be opened', async () => {
  const before = files();
  const picture = await sharp({ create: { width: 10, height: 10, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
  const { mediaId } = await keep(picture);
  expect(files().length).toBe(before.length + 4);
  await vault.remove(mediaId);
  expect(files()).toEqual(before);
  expect(await vault.open(mediaId)).toBeNull();
  const other = await keep(picture);
  known.set(owner.subjectId, null);
  await expect(vault.open(other.mediaId)).rejects.toThrow(MediaForgotten);
});
