import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { startOrigin } from '../../embedded/origin.ts';
import { createLogger } from '../kernel/log.ts';
import type { BodyTimeouts } from './raw.ts';
import { createServer } from './server.ts';

/** A service, and the origin in front of it: the tests speak to both over a raw connection. */
const started: FastifyInstance[] = [];
const service = async (bodyTimeouts: BodyTimeouts) => {
  const app = createServer({ log: createLogger('raw', 'silent'), name: 'raw', bodyTimeouts });
  app.post('/api/said', (request) => ({ said: request.body ?? null }));
  app.post('/webhooks/said', (request) => ({ said: request.body ?? null }));
  await app.listen({ host: '127.0.0.1', port: 0 });
  started.push(app as unknown as FastifyInstance);
  return (app.server.address() as { port: number }).port;
};
const origin = async (bodyTimeouts: BodyTimeouts) => {
  const url = `http://127.0.0.1:${await service({})}`;
  const child = {
    name: 'raw',
    url,
    pid: () => 1,
    ready: () => true,
    whenReady: async () => undefined,
    stop: async () => undefined,
  };
  const upstreams = { command: [child], projection: [child], gateway: [child] };
  const app = await startOrigin(upstreams, { host: '127.0.0.1', port: 0, dist: import.meta.dirname, bodyTimeouts });
  started.push(app as unknown as FastifyInstance);
  return (app.server.address() as { port: number }).port;
};
afterEach(async () => {
  for (const app of started.splice(0).reverse()) await app.close();
});
const both = [
  ['a service', service],
  ['the origin', origin],
] as const;

const CHUNKED = 'POST /webhooks/said HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n';
const LENGTH = 'POST /webhooks/said HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 100000\r\n\r\n';

/** Opens a connection, and collects everything it receives until it is closed. */
const speak = async (port: number): Promise<{ socket: Socket; answer: Promise<string> }> => {
  const socket = connect(port, '127.0.0.1');
  let told = '';
  socket.on('data', (chunk) => {
    told += chunk;
  });
  socket.on('error', () => undefined);
  // Not `once`, which rejects at an error: a write to a connection that was just cut fails before it is closed.
  const answer = new Promise<string>((resolve) => socket.once('close', () => resolve(told)));
  await once(socket, 'connect');
  return { socket, answer };
};
const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);
const errorOf = (answer: string) => (JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4)) as { error: string }).error;

describe.each(both)('%s', (_, open) => {
  test.each([
    ['chunked', CHUNKED, '1\r\n \r\n'],
    ['of a length', LENGTH, ' '],
  ])('a body (%s) that arrives too slowly is cut, although it never pauses', async (_, head, drop) => {
    const { socket, answer } = await speak(await open({ totalMs: 500, idleMs: 3_600_000 }));
    socket.write(head);
    const dripping = setInterval(() => socket.write(drop), 20);
    const told = await answer;
    clearInterval(dripping);
    expect([statusOf(told), errorOf(told)]).toEqual([408, 'ERR_REQUEST_TIMEOUT']);
  });

  test.each([
    ['chunked', CHUNKED, '5\r\n{"a":\r\n'],
    ['of a length', LENGTH, '{"a":'],
  ])('a body (%s) that stops arriving is cut', async (_, head, part) => {
    const { socket, answer } = await speak(await open({ totalMs: 3_600_000, idleMs: 500 }));
    socket.write(head + part);
    const told = await answer;
    expect([statusOf(told), errorOf(told)]).toEqual([408, 'ERR_REQUEST_TIMEOUT']);
  });

  test('a slow body that arrives in time is accepted, and the connection continues', async () => {
    const { socket, answer } = await speak(await open({}));
    socket.write(CHUNKED);
    for (const letter of '{"a":1}') {
      socket.write(`1\r\n${letter}\r\n`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    socket.write('0\r\n\r\n');
    await once(socket, 'data');
    socket.end('GET /healthz HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n');
    const told = await answer;
    expect(told).toContain('{"said":{"a":1}}');
    expect(told.match(/HTTP\/1\.1 /g)).toHaveLength(2);
  });

  test.each(['TRACE', 'PATCH', 'OPTIONS', 'PROPFIND', 'BREW'])('%s is not a supported method, at any address', async (method) => {
    const port = await open({});
    for (const path of ['/api/said', '/webhooks/said', '/', '/tickets', '/nowhere']) {
      const { socket, answer } = await speak(port);
      socket.write(`${method} ${path} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`);
      const told = await answer;
      expect([path, statusOf(told), errorOf(told)]).toEqual([path, 405, 'ERR_METHOD_NOT_ALLOWED']);
      expect(told).toMatch(/^allow: GET, HEAD, POST, PUT, DELETE\r$/im);
    }
  });

  test('input that is not HTTP is refused with a code of the catalogue', async () => {
    const { socket, answer } = await speak(await open({}));
    socket.write('GET / HTTP/1.1\r\nhost a\r\n\r\n');
    const told = await answer;
    expect([statusOf(told), errorOf(told)]).toEqual([400, 'ERR_BAD_REQUEST']);
  });
});
