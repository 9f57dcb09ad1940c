import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { limits } from '@prosa/contracts';
import { PERMISSIONS_POLICY } from '../runtime/http/headers.ts';
import { until } from '../testing/until.ts';
import { startOrigin } from './origin.ts';
import { freePort } from './processes/ports.ts';

const dist = mkdtempSync(join(tmpdir(), 'prosa-origin-'));
/** As the build does: each text with its compressed forms next to it. */
const write = (name: string, text: string) => {
  writeFileSync(join(dist, name), text);
  writeFileSync(join(dist, `${name}.br`), brotliCompressSync(text));
  writeFileSync(join(dist, `${name}.gz`), gzipSync(text));
};
let origin: Awaited<ReturnType<typeof startOrigin>>;
let url: string;
let port: number;
beforeAll(async () => {
  mkdirSync(join(dist, 'assets'));
  write('index.html', `<!doctype html>${'<p>of the app'.repeat(100)}`);
  write('assets/app-1a2b3c.js', `export {}; // ${'of the app '.repeat(100)}`);
  const nobody = { name: 'away', url: `http://127.0.0.1:${await freePort()}`, pid: () => undefined, ready: () => false };
  const away = [{ ...nobody, whenReady: async () => undefined, stop: async () => undefined }];
  origin = await startOrigin({ command: away, projection: away, gateway: away }, { host: '127.0.0.1', port: 0, dist });
  port = (origin.server.address() as { port: number }).port;
  url = `http://127.0.0.1:${port}`;
});
afterAll(async () => {
  await origin.close();
  rmSync(dist, { recursive: true, force: true });
});

test.each(['/elsewhere', '/live'])('a connection for %s that breaks during its upgrade does no harm', async (path) => {
  for (const more of ['', 'x'.repeat(100)]) {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    const seen = once(origin.server, 'upgrade') as Promise<[unknown, NodeJS.EventEmitter]>;
    socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n${more}`);
    const [, theirs] = await seen;
    // Not `once`: it would also listen for errors.
    const closed = new Promise((resolve) => theirs.on('close', resolve));
    socket.resetAndDestroy();
    await closed;
  }
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
});

test.each([
  ['br, gzip', 'br'],
  ['gzip;q=1, br;q=0', 'gzip'],
  ['identity', null],
])('a client that accepts %s gets a file as %s, with its own ETag', async (accepts, encoding) => {
  for (const [path, type] of [
    ['/assets/app-1a2b3c.js', 'application/javascript; charset=utf-8'],
    ['/tickets/of-any-address', 'text/html; charset=utf-8'],
  ] as const) {
    const get = (more = {}) => fetch(`${url}${path}`, { headers: { 'accept-encoding': accepts, ...more } });
    const answer = await get();
    expect(answer.headers.get('content-encoding')).toBe(encoding);
    expect(answer.headers.get('content-type')).toBe(type);
    expect(answer.headers.get('vary')).toBe('accept-encoding');
    expect(await answer.text()).toContain('of the app');
    expect((await get({ 'if-none-match': answer.headers.get('etag'), 'cache-control': 'max-age=0' })).status).toBe(304);
    tags.add(`${path} ${answer.headers.get('etag')}`);
  }
});
const tags = new Set<string>();
test('no two of them share a tag', () => expect(tags.size).toBe(6));

test('a file of the app is cached permanently, a missing one is not', async () => {
  const caching = async (path: string) => {
    const { status, headers } = await fetch(`${url}${path}`);
    return [status, headers.get('cache-control')];
  };
  expect(await caching('/assets/app-1a2b3c.js')).toEqual([200, 'public, max-age=31536000, immutable']);
  expect(await caching('/assets/app-4d5e6f.js')).toEqual([404, 'no-cache']);
  expect(await caching('/tickets')).toEqual([200, 'no-cache']);
});

test.each([
  ['a page', '/tickets', { host: 'prosa.example:8443' }, "connect-src 'self' ws://prosa.example:8443 wss://prosa.example:8443;"],
  ['a file', '/assets/app-1a2b3c.js', { host: '[::1]:80' }, "connect-src 'self' ws://[::1]:80 wss://[::1]:80;"],
  ['who asks for a host that is none', '/', { host: 'a; script-src *' }, "connect-src 'self';"],
])('%s may connect to its own host only', async (_, path, headers, expected) => {
  const { headers: told } = await origin.inject({ url: path, headers });
  expect(told['content-security-policy']).toContain(expected);
  expect(told['content-security-policy']).not.toMatch(/wss?: |wss?:;|\*/);
});

test.each(['/tickets', '/assets/app-1a2b3c.js', '/assets/app-4d5e6f.js', '/api/nothing', '/healthz', '/api/%'])(
  'the answer at %s is not guessed at, and uses of the device what it needs only',
  async (path) => {
    const { headers } = await origin.inject({ url: path, headers: { 'x-forwarded-proto': 'https' } });
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'permissions-policy': PERMISSIONS_POLICY });
    expect(headers['permissions-policy']).toMatch(/microphone=\(self\).*camera=\(\)/);
    // The header is that of a client: no proxy is trusted.
    expect(headers['strict-transport-security']).toBeUndefined();
  },
);

test('who came by TLS to a trusted proxy is told to come by nothing else', async () => {
  const behind = await startOrigin(
    { command: [], projection: [], gateway: [] },
    { host: '127.0.0.1', port: 0, dist, trustedProxies: ['127.0.0.1'] },
  );
  const at = (proto: string) => behind.inject({ url: '/tickets', headers: { 'x-forwarded-proto': proto } });
  expect((await at('https')).headers['strict-transport-security']).toBe('max-age=31536000');
  expect((await at('http')).headers['strict-transport-security']).toBeUndefined();
  await behind.close();
});

test.each([
  ['nobody, and a client says another address', [], '1.2.3.4', 'https', ['127.0.0.1', 'http']],
  ['its proxy, which tells of a client', ['127.0.0.1'], '1.2.3.4', 'https', ['1.2.3.4', 'https']],
  ['its proxy, whose client says another address', ['loopback'], '6.6.6.6, 1.2.3.4', 'https', ['1.2.3.4', 'https']],
])('trusting %s: services get the client’s address', async (_, trustedProxies, forwarded, proto, heard) => {
  const before = await originOf((request, reply) => {
    const { 'x-forwarded-for': ip, 'x-forwarded-proto': protocol } = request.headers;
    reply.setHeader('content-type', 'application/json').end(JSON.stringify([ip, protocol]));
  }, trustedProxies);
  try {
    const reply = await fetch(`${before.url}/api/tickets`, {
      headers: { 'x-forwarded-for': forwarded, 'x-forwarded-proto': proto },
    });
    expect(await reply.json()).toEqual(heard);
  } finally {
    await before.close();
  }
});

test('many calls that wait for answers do not block another one', async () => {
  const held: ServerResponse[] = [];
  const before = await originOf((request, reply) => {
    if (request.url === '/api/tickets/slow') held.push(reply);
    else reply.end('quick');
  });
  const waiting = Array.from({ length: 400 }, () => fetch(`${before.url}/api/tickets/slow`).then((reply) => reply.text()));
  try {
    await until(() => held.length === 400);
    expect(await (await fetch(`${before.url}/api/tickets/quick`)).text()).toBe('quick');
  } finally {
    for (const reply of held) reply.end('slow');
    await Promise.allSettled(waiting);
    await before.close();
  }
});

test('a caller that asks before it sends its body, as curl does with a file, is told to, and gets the answer of the service', async () => {
  const before = await originOf((asked, reply) => void asked.pipe(reply));
  try {
    const headers = { expect: '100-continue', 'content-type': 'application/json', 'content-length': '11' };
    const call = request(`${before.url}/webhooks/simulator/one`, { method: 'POST', headers });
    call.on('continue', () => call.end('{"id":"12"}'));
    call.flushHeaders();
    const [answer] = (await once(call, 'response')) as [IncomingMessage];
    expect([answer.statusCode, await json(answer)]).toEqual([200, { id: '12' }]);
  } finally {
    await before.close();
  }
});

test.each(['/webhooks/meta', '/webhooks/meta/0197a3a5-3b1e-7000-8000-000000000001'])(
  'C30: 3 MB come to %s, and no more',
  async (path) => {
    const before = await originOf((asked, reply) => {
      asked.resume().on('end', () => reply.end('taken'));
    });
    const post = async (to: string, bytes: number) => {
      const headers = { 'content-type': 'application/json' };
      return (await fetch(`${before.url}${to}`, { method: 'POST', headers, body: Buffer.alloc(bytes, ' ') })).status;
    };
    try {
      expect(await post(path, limits.metaWebhookBytes)).toBe(200);
      expect(await post(path, limits.metaWebhookBytes + 1)).toBe(413);
      expect(await post('/api/tickets', limits.metaWebhookBytes)).toBe(413);
    } finally {
      await before.close();
    }
  },
);

/** An origin in front of a service with this answer. */
const originOf = async (answer: RequestListener, trustedProxies: string[] = []) => {
  const service = createServer(answer).listen(0, '127.0.0.1');
  await once(service, 'listening');
  const at = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  const child = { name: 'service', url: at, pid: () => undefined, ready: () => true };
  const children = [{ ...child, whenReady: async () => undefined, stop: async () => undefined }];
  const upstreams = { command: children, projection: children, gateway: children };
  const own = await startOrigin(upstreams, { host: '127.0.0.1', port: 0, dist, trustedProxies });
  const { port: ownPort } = own.server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${ownPort}`,
    close: async () => {
      await own.close();
      service.closeAllConnections();
      service.close();
    },
  };
};

test('C6: calls between the services are not passed on', async () => {
  for (const [method, path] of [
    ['PUT', '/internal/connections/0197a3a5-3b1e-7000-8000-000000000001/secrets'],
    ['POST', '/internal/ask'],
    ['POST', '/api/../internal/ask'],
  ] as const) {
    const reply = await fetch(`${url}${path}`, { method, body: '{}', headers: { 'content-type': 'application/json' } });
    // A call that is passed on would be answered with 503 here, where no service runs.
    expect(reply.status).toBe(404);
  }
});
