import { createHash, randomBytes } from 'node:crypto';
import { newId } from '@prosa/contracts';
import { mediaLinks } from '@prosa/infra/runtime';
import sharp from 'sharp';
import { customers } from '../testing/customers.fixture.ts';
import { openWorld, tokenSecret, until, type World, webhookToken, writer } from '../testing/gateway.fixture.ts';

let world: World;
let url: string;
beforeAll(async () => {
  world = await openWorld();
  ({ url } = await world.gateway());
});
afterAll(() => world.close());

const links = mediaLinks(tokenSecret);
const get = (path: string, headers: Record<string, string> = {}, method = 'GET') => fetch(`${url}${path}`, { headers, method });
const pathOf = (mediaId: string, at = Date.now()) => links.pathOf(mediaId, at);
const picture = () =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: '#aabbcc' } })
    .png()
    .toBuffer();

test('a picture is sent with its detected type, sandboxed, completely or by range', async () => {
  const bytes = Buffer.concat([await picture(), randomBytes(300_000)]);
  const { mediaId } = await world.keepFile(bytes, 'Praia "boa".png');
  const answer = await get(pathOf(mediaId));
  expect(answer.status).toBe(200);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/png',
    'content-length': String(bytes.length),
    'content-disposition': `inline; filename="Praia _boa_.png"; filename*=UTF-8''Praia%20_boa_.png`,
    'content-security-policy': 'sandbox',
    'x-content-type-options': 'nosniff',
    'accept-ranges': 'bytes',
    'cache-control': 'private, max-age=3600',
  });
  expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
  for (const [range, from, to] of [
    ['bytes=0-9', 0, 10],
    ['bytes=65530-131080', 65_530, 131_081],
    ['bytes=300000-', 300_000, bytes.length],
    ['bytes=-7', bytes.length - 7, bytes.length],
  ] as const) {
    const part = await get(pathOf(mediaId), { range });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes ${from}-${to - 1}/${bytes.length}`]);
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(from, to))).toBe(true);
  }
  const beyond = await get(pathOf(mediaId), { range: `bytes=${bytes.length}-` });
  expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${bytes.length}`]);
  expect(await beyond.json()).toMatchObject({ error: 'ERR_MEDIA_RANGE' });
  const head = await get(pathOf(mediaId), {}, 'HEAD');
  expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, String(bytes.length), '']);
  const etag = answer.headers.get('etag')!;
  expect((await get(pathOf(mediaId), { 'if-none-match': etag })).status).toBe(304);
  expect((await get(pathOf(mediaId), { range: 'bytes=0-1', 'if-range': '"other"' })).status).toBe(200);
});

test.each([
  ['a page with a script', Buffer.from('<!doctype html><script>parent.x = 1</script>'), 'foto.jpg', 'text/plain', 'foto.jpg.txt'],
  [
    'an SVG with a script',
    Buffer.from('<?xml version="1.0"?><svg><script>x()</script></svg>'),
    'foto.svg',
    'application/octet-stream',
    'foto.svg',
  ],
  ['a program', Buffer.concat([Buffer.from('MZ'), randomBytes(300)]), 'foto.png', 'application/x-msdownload', 'foto.png.bin'],
  ['a document', Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj\n<<>>\nendobj\n'), 'nota.pdf', 'application/pdf', 'nota.pdf'],
])('%s is downloaded, never rendered, with a name whose extension fits its bytes', async (_, bytes, name, type, saved) => {
  const { mediaId } = await world.keepFile(bytes, name);
  const { headers } = await get(pathOf(mediaId));
  expect(headers.get('content-disposition')).toBe(`attachment; filename="${saved}"; filename*=UTF-8''${saved}`);
  expect([headers.get('content-type'), headers.get('x-content-type-options')]).toEqual([type, 'nosniff']);
});

test('a wrong or expired address is refused, a missing file is not found, and a forgotten person’s file is gone', async () => {
  const subjectId = newId();
  const { mediaId } = await world.keepFile(Buffer.from('segredo'), null, subjectId);
  const other = await world.keepFile(Buffer.from('outro'), null);
  const signature = pathOf(mediaId).split('/').at(-1)!;
  const code = async (path: string) => {
    const answer = await get(path);
    return [answer.status, ((await answer.json()) as { error: string }).error];
  };
  for (const path of [
    pathOf(mediaId, Date.now() - 13 * 3_600_000),
    `/api/media/${other.mediaId}/${signature}`,
    `/api/media/${mediaId}/${signature.slice(0, -1)}`,
    `/api/media/${mediaId.toUpperCase()}/${signature}`,
    `/api/media/..%2f..%2fkeys/${signature}`,
    `/api/media/${mediaId}/9999999999-${'A'.repeat(22)}`,
  ])
    expect(await code(path)).toEqual([403, 'ERR_MEDIA_LINK']);
  expect(await code(pathOf(newId()))).toEqual([404, 'ERR_NO_MEDIA_FOUND']);
  expect((await get(pathOf(mediaId))).status).toBe(200);
  await world.keys.destroy(subjectId);
  await until('it is gone', async () => (await get(pathOf(mediaId))).status === 410);
  expect(await code(pathOf(mediaId))).toEqual([410, 'ERR_MEDIA_FORGOTTEN']);
});

test('the simulator’s phone has a sent file until it is deleted', async () => {
  const connectionId = await world.connection();
  const ana = writer(world.companyId, connectionId);
  const bytes = randomBytes(200_000);
  const { mediaId } = await world.keepFile(bytes, 'dados.bin');
  const media = {
    mediaId,
    kind: 'document' as const,
    mime: 'application/octet-stream',
    bytes: bytes.length,
    name: 'dados.bin',
    caption: 'Segue',
  };
  const quoted = { messageId: newId(), channelId: 'pergunta' };
  const message = ana.message('', { body: null, media, quoted });
  await world.send([message, ana.message('e o texto')]);
  const phone = customers(url, connectionId);
  await until('it arrived', async () => (await phone.delivered()).length === 2);
  const [first, second] = await phone.delivered();
  expect(first).toEqual({
    id: message.messageId,
    type: 'document',
    text: 'Segue',
    at: expect.any(String),
    quotedId: 'pergunta',
    contacts: null,
    location: null,
    choices: null,
    media: {
      mimetype: 'application/octet-stream',
      filename: 'dados.bin',
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      url: expect.stringContaining(mediaId),
    },
    deleted: false,
  });
  expect(second).toMatchObject({ type: 'text', text: 'e o texto', media: null, quotedId: null });
  const authorization = `Bearer ${webhookToken}`;
  const fetched = await get(first!.media!.url!, { authorization });
  expect(Buffer.from(await fetched.arrayBuffer()).equals(bytes)).toBe(true);
  expect((await get(first!.media!.url!)).status).toBe(401);
  const elsewhere = first!.media!.url!.replace(connectionId, await world.connection());
  expect((await get(elsewhere, { authorization })).status).toBe(404);
  await world.send([ana.takeBack(message.messageId)]);
  await until('it is taken back', async () => (await phone.delivered())[0]!.deleted);
  expect((await phone.delivered())[0]).toMatchObject({ text: '', media: null, deleted: true });
  expect((await get(first!.media!.url!, { authorization })).status).toBe(404);
});
