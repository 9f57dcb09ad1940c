import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mediaObjectName } from '@prosa/contracts';
import { until } from '../../testing/gateway.fixture.ts';
import { type GraphWorld, openGraphWorld } from '../../testing/graph.fixture.ts';
import { download } from '../graph/graph.files.ts';
import { Permanent } from '../provider.port.ts';

let world: GraphWorld;
beforeAll(async () => {
  world = await openGraphWorld();
  await world.gateway({ owners: { fetches: { delaysMs: [50, 50, 50, 50], idleMs: 2_000 } } });
});
afterAll(() => world.close());

const BYTES = Buffer.from('%PDF-1.4 of the customer');

/** A customer's document arrives, and the command side has it fetched. Returns the end. */
const fetched = async (more: Parameters<GraphWorld['documentFor']>[3] = {}) => {
  const number = world.graph.number();
  const connectionId = await world.connect(world.cloud(number));
  const fetch = await world.documentFor(connectionId, number, BYTES, more);
  await world.send([fetch]);
  const end = await until('it has ended', () => world.told(connectionId, 'media')[0]);
  return { end, bytes: await world.kept(mediaObjectName(fetch.media.mediaId, 1)) };
};

test('C28: a customer’s file is fetched by its id, with the token', async () => {
  const { end, bytes } = await fetched();
  expect(end).toMatchObject({ reason: null, media: { mime: 'application/pdf', bytes: BYTES.length } });
  expect(bytes).toEqual(BYTES);
});

test('C28: what fails for a while is tried again', async () => {
  world.graph.next('download', { status: 500 }, { cut: 'before' });
  expect((await fetched()).end).toMatchObject({ reason: null });
});

test('C28: a file with a wrong hash is refused, one that WhatsApp no longer has is gone', async () => {
  expect(await fetched({ sha256: createHash('sha256').update('other').digest('base64') })).toMatchObject({
    end: { reason: 'refused', media: null },
    bytes: null,
  });
  expect((await fetched({ keep: false })).end).toMatchObject({ reason: 'gone', media: null });
});

test.each([
  'http://169.254.169.254/latest/meta-data/',
  'https://169.254.169.254/latest/meta-data/',
  'http://127.0.0.1:1/a',
  'https://lookaside.fbsbx.com.evil.example/a',
  'http://lookaside.fbsbx.com/a',
  'file:///etc/passwd',
  '',
])('C29: a file at "%s" is not asked for', async (url) => {
  const asked = download(url, { graphUrl: 'https://graph.facebook.com', signal: new AbortController().signal });
  await expect(asked).rejects.toThrow(Permanent);
});

test('C29: one of Meta’s servers that sends on to an address of this network is not followed', async () => {
  let isAsked = false;
  const [inner, theirs] = [
    createServer((_, response) => {
      isAsked = true;
      response.end('secrets of the machine');
    }),
    createServer(({ url }, response) => void response.writeHead(302, { location: decodeURIComponent(url!.slice(1)) }).end()),
  ];
  const addressOf = (server: typeof inner) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    for (const server of [inner, theirs]) await once(server.listen(0, '127.0.0.1'), 'listening');
    const graphUrl = addressOf(theirs);
    for (const place of [`${addressOf(inner)}/latest`, 'http://169.254.169.254/latest', 'file:///etc/passwd']) {
      const asked = download(`${graphUrl}/${encodeURIComponent(place)}`, { graphUrl, signal: new AbortController().signal });
      await expect(asked).rejects.toThrow(Permanent);
    }
    expect(isAsked).toBe(false);
  } finally {
    for (const server of [inner, theirs]) server.close();
  }
});
