import { gunzipSync } from 'node:zlib';
import { createLogger } from '../kernel/log.ts';
import { acceptsGzip } from './compress.ts';
import { createServer } from './server.ts';

const app = createServer({ log: createLogger('test', 'silent'), name: 'compressing' });
const list = (count: number) => Array.from({ length: count }, (_, n) => ({ n, text: 'Bom dia! Tudo bem com você?' }));
app.get('/api/many', () => list(100));
app.get('/api/very-many', () => list(20_000));
app.get('/api/few', () => list(2));
app.get('/api/auth/many', () => list(100));
app.get('/api/picture', (_, reply) => reply.type('image/png').send(Buffer.alloc(4_000)));
app.get('/api/packed', (_, reply) => reply.type('application/json').header('content-encoding', 'br').send(Buffer.alloc(4_000)));
afterAll(() => app.close());

const get = (url: string, encodings = 'gzip, deflate, br', method: 'GET' | 'HEAD' = 'GET') =>
  app.inject({ method, url, headers: { 'accept-encoding': encodings } });

test.each(['/api/many', '/api/very-many'])('an answer of over 1 kB goes as gzip, whole: %s', async (url) => {
  const [packed, plain] = [await get(url), await get(url, 'identity')];
  expect(packed.headers).toMatchObject({
    'content-encoding': 'gzip',
    vary: 'accept-encoding',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(packed.rawPayload.length),
  });
  expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 5);
  expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.payload);
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(plain.headers.vary).toBe('accept-encoding');
});

test.each([
  ['a small one', '/api/few', undefined],
  ['one of the sign-in, which holds secrets', '/api/auth/many', undefined],
  ['the same, spelled otherwise', '/api/%61uth/many', undefined],
  ['a picture', '/api/picture', undefined],
  ['one that is packed already', '/api/packed', 'br'],
])('%s is not compressed', async (_, url, encoding) => {
  const { headers, rawPayload } = await get(url);
  expect(headers['content-encoding']).toBe(encoding);
  expect(Number(headers['content-length'])).toBe(rawPayload.length);
});

test('HEAD returns the headers of GET', async () => {
  const [head, whole] = [await get('/api/many', 'gzip', 'HEAD'), await get('/api/many', 'gzip')];
  for (const name of ['content-encoding', 'vary', 'content-type']) expect(head.headers[name]).toBe(whole.headers[name]);
  expect(head.payload).toBe('');
});

test.each([
  ['gzip', true],
  ['br, gzip;q=0.5', true],
  ['*', true],
  ['GZIP', true],
  ['gzip;q=0', false],
  ['gzip; q=0, *', false],
  ['br', false],
  ['', false],
  [undefined, false],
])('accept-encoding %p: %p', (header, accepts) => {
  expect(acceptsGzip(header)).toBe(accepts);
});
