import { randomBytes, randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { Refused, route } from '@prosa/contracts';
import { z } from 'zod';
import { UnknownEvent } from '../events/codec.ts';
import { createLogger } from '../kernel/log.ts';
import { AppendOutcomeUnknown, AppendTooLarge } from '../store/errors.ts';
import { ANONYMOUS } from './anonymous.ts';
import { answerPosition, implement } from './implement.ts';
import { metrics, operations } from './operations.ts';
import { createServer, type Principal, type Server } from './server.ts';
import { accessTokens } from './tokens.ts';

type Who = Principal & { queueIds: string[] };

const ticketId = z.uuid();
const body = z.object({
  body: z.string().min(1, 'Required'),
  to: z.object({ name: z.string().max(3, 'Too Long!') }).optional(),
  n: z.number().optional(),
});
const calls = {
  send: route({
    call: 'POST /messages/:ticketId',
    may: 'tickets:serve',
    summary: '',
    params: z.object({ ticketId }),
    query: z.object({ page: z.coerce.number().int().default(1) }),
    body,
    reply: z.object({ said: z.string(), page: z.number(), by: z.string(), queues: z.number() }),
    status: 201,
  }),
  remove: route({
    call: 'DELETE /queues/:id',
    may: 'queues:write',
    summary: '',
    params: z.object({ id: z.uuid() }),
    missing: 'ERR_NO_QUEUE_FOUND',
    reply: z.null(),
  }),
  open: route({ call: 'GET /open', may: 'public', summary: '', reply: z.object({ nobody: z.boolean() }) }),
  fail: route({ call: 'POST /fail', may: 'public', summary: '', body: z.object({ how: z.string() }), reply: z.null() }),
  raw: route({ call: 'GET /raw', may: 'public', summary: '', reply: z.null() }),
};
const failures: Record<string, () => unknown> = {
  refused: () => new Refused('ERR_OTHER_OPEN_TICKET', { details: { userName: 'Bruno' } }),
  behind: () => new Refused('ERR_BEHIND'),
  unclear: () => new AppendOutcomeUnknown('conversation-1'),
  huge: () => new AppendTooLarge('conversation-1', 'its 2 events are too large'),
  newer: () => new UnknownEvent('Invented is not known here.'),
  exhausted: () => new Error('timeout exceeded when trying to connect'),
  postgres: () => Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' }),
  bug: () => new TypeError('undefined is not a function'),
  nothing: () => null,
};

const tokens = accessTokens(randomBytes(32));
const users: Record<string, Who> = {};
const userOf = async (profile: Who['profile']): Promise<{ authorization: string }> => {
  const who = { userId: randomUUID(), companyId: randomUUID(), profile, queueIds: ['q'] };
  users[who.userId] = who;
  return { authorization: `Bearer ${await tokens.signAccess({ userId: who.userId, companyId: who.companyId, version: 1 })}` };
};

let app: Server<Who>;
let lines: string[];
let ready: () => Promise<void>;
beforeEach(() => {
  lines = [];
  ready = async () => undefined;
  const registry = metrics('test');
  app = createServer<Who>({
    log: createLogger('test', 'debug', { write: (line) => void lines.push(line) }),
    name: 'test',
    tokens,
    authenticate: ({ userId, version }) => {
      const who = users[userId];
      if (!who || version < 1) throw new Refused('ERR_UNAUTHENTICATED');
      return who;
    },
    openapi: () => ({ openapi: '3.1.0' }),
    registry,
  });
  operations(app, {
    ready: () => ready(),
    registry,
    servers: {
      EVENTSTORE_URL: () => new Promise(() => undefined),
      DATABASE_URL: () => Promise.reject(new Error('It is away.')),
      KAFKA_BROKERS: () => Promise.resolve(),
    },
    timeoutMs: 50,
  });
  implement(app, calls.send, ({ params, query, body, principal, reply }) => {
    answerPosition(reply, 42n);
    return {
      said: `${params.ticketId.length} ${body.body}`,
      page: query.page,
      by: principal.userId,
      queues: principal.queueIds.length,
    };
  });
  implement(app, calls.remove, async () => null);
  implement(app, calls.open, async ({ principal }) => ({ nobody: principal === null }));
  implement(app, calls.fail, async ({ body }) => {
    throw failures[body.how]?.();
  });
  implement(app, calls.raw, async ({ reply }) => reply.type('text/plain').send('as it is'));
});
afterEach(() => app.close());

const to = `/api/messages/${randomUUID()}`;

test('a valid call is answered with status and position, parsed by its schemas', async () => {
  const reply = await app.inject({
    method: 'POST',
    url: `${to}?page=3`,
    headers: await userOf('user'),
    payload: { body: 'Olá' },
  });
  expect(reply.statusCode).toBe(201);
  expect(reply.headers).toMatchObject({
    'prosa-position': '42',
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  });
  expect(reply.json()).toMatchObject({ said: '36 Olá', page: 3, queues: 1 });
});

test('null is sent as JSON, an answer sent by the handler is unchanged, a public call needs no token', async () => {
  const removed = await app.inject({ method: 'DELETE', url: `/api/queues/${randomUUID()}`, headers: await userOf('admin') });
  expect([removed.statusCode, removed.body]).toEqual([200, 'null']);
  expect((await app.inject('/api/raw')).body).toBe('as it is');
  expect(lines.join('')).not.toContain('already sent');
  expect((await app.inject('/api/open')).json()).toEqual({ nobody: true });
});

test('an empty parameter is the same as none', async () => {
  const headers = await userOf('user');
  const sent = async (query: string) =>
    (await app.inject({ method: 'POST', url: `${to}${query}`, headers, payload: { body: 'Oi' } })).json<{ page?: number }>().page;
  expect([await sent('?page=2'), await sent('?page='), await sent('?page'), await sent('?page=x')]).toEqual([2, 1, 1, undefined]);
});

test('a trailing slash does not matter', async () => {
  expect((await app.inject('/api/open/')).statusCode).toBe(200);
});

const json = { 'content-type': 'application/json' };
const bytes = (...parts: (string | number[])[]) => Buffer.concat(parts.map((part) => Buffer.from(part as string)));
test.each([
  ['a missing field', '{}', 400, 'ERR_VALIDATION', { body: 'Required' }],
  ['an empty field', '{"body":""}', 400, 'ERR_VALIDATION', { body: 'Required' }],
  ['a field within a field', '{"body":"x","to":{"name":"long"}}', 400, 'ERR_VALIDATION', { 'to.name': 'Too Long!' }],
  ['a wrong type', '{"body":"x","n":"1"}', 400, 'ERR_VALIDATION', { n: 'Invalid input: expected number, received string' }],
  ['null', 'null', 400, 'ERR_VALIDATION', { '': 'Invalid input: expected object, received null' }],
  ['an array', '[]', 400, 'ERR_VALIDATION', { '': 'Invalid input: expected object, received array' }],
  ['a string', '"x"', 400, 'ERR_VALIDATION', { '': 'Invalid input: expected object, received string' }],
  ['no body', '', 400, 'ERR_VALIDATION', { '': 'Invalid input: expected object, received null' }],
  ['broken JSON', '{"body":', 400, 'ERR_BAD_REQUEST', undefined],
  ['a prototype', '{"body":"x","__proto__":{"admin":true}}', 400, 'ERR_BAD_REQUEST', undefined],
  ['a constructor', '{"body":"x","constructor":{"prototype":{"admin":true}}}', 400, 'ERR_BAD_REQUEST', undefined],
  ['nested without end', `{"body":${'['.repeat(50_000)}${']'.repeat(50_000)}}`, 400, 'ERR_BAD_REQUEST', undefined],
  ['bytes that are no UTF-8', bytes('{"body":"', [0xff, 0xfe], '"}'), 400, 'ERR_BAD_REQUEST', undefined],
  ['half a character', bytes('{"body":"', [0xe2, 0x82], '"}'), 400, 'ERR_BAD_REQUEST', undefined],
  ['more than half a megabyte', JSON.stringify({ body: 'x'.repeat(600_000) }), 413, 'ERR_TOO_LARGE', undefined],
])('a body that is %s is refused with its code and fields', async (_, payload, status, error, fields) => {
  const reply = await app.inject({ method: 'POST', url: to, headers: { ...(await userOf('user')), ...json }, payload });
  expect([reply.statusCode, reply.json().error, reply.json().fields]).toEqual([status, error, fields]);
  expect(reply.body).not.toMatch(/stack|node_modules|\.ts/);
});

test('a call without a body schema ignores its body, unless that is nested too deeply', async () => {
  const remove = async (payload: string) =>
    app.inject({
      method: 'DELETE',
      url: `/api/queues/${randomUUID()}`,
      headers: { ...(await userOf('admin')), ...json },
      payload,
    });
  expect((await remove('{"some":{"thing":[[1]]}}')).statusCode).toBe(200);
  const deep = await remove(`${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`);
  expect([deep.statusCode, deep.json().error]).toEqual([400, 'ERR_BAD_REQUEST']);
});

test.each([
  ['params', '/api/messages/1', { ticketId: 'Invalid UUID' }],
  ['query', `${to}?page=x`, { page: 'Invalid input: expected number, received NaN' }],
])('%s are validated like a body', async (_, url, fields) => {
  const reply = await app.inject({ method: 'POST', url, headers: await userOf('user'), payload: { body: 'x' } });
  expect([reply.statusCode, reply.json().error, reply.json().fields]).toEqual([400, 'ERR_VALIDATION', fields]);
});

test('a word where an id stands is an address that there is not', async () => {
  const headers = await userOf('admin');
  const answer = await app.inject({ method: 'DELETE', url: '/api/queues/list', headers });
  expect([answer.statusCode, answer.json().error]).toEqual([404, 'ERR_NOT_FOUND']);
});

test('an address with an invalid id gets the route’s "missing" code', async () => {
  const reply = await app.inject({ method: 'DELETE', url: '/api/queues/7', headers: await userOf('admin') });
  expect([reply.statusCode, reply.json().error, reply.json().fields]).toEqual([404, 'ERR_NO_QUEUE_FOUND', undefined]);
});

test.each([
  ['another content type', { method: 'POST', url: to, payload: 'body=x', type: 'text/plain' }, 400, 'ERR_BAD_REQUEST'],
  ['an unknown address', { method: 'GET', url: '/api/nothing' }, 404, 'ERR_NOT_FOUND'],
  ['an unknown method', { method: 'PUT', url: to }, 404, 'ERR_NOT_FOUND'],
  ['an address that cannot be read', { method: 'GET', url: '/api/%E0%A4%A' }, 400, 'ERR_BAD_REQUEST'],
] as const)('%s is refused', async (_, { method, url, ...more }, status, error) => {
  const { payload, type } = { payload: undefined, type: 'application/json', ...more };
  const headers = { ...(await userOf('admin')), ...(payload && { 'content-type': type }) };
  const reply = await app.inject({ method, url, headers, payload });
  expect([reply.statusCode, reply.json().error, typeof reply.json().message]).toEqual([status, error, 'string']);
});

test('the caller is authenticated before the input is validated', async () => {
  const expired = await accessTokens(randomBytes(32), { seconds: -1 }).signAccess({
    userId: randomUUID(),
    companyId: randomUUID(),
    version: 1,
  });
  const without = (headers: object) => app.inject({ method: 'POST', url: to, headers: { ...json, ...headers }, payload: '{}' });
  expect((await without({})).json()).toMatchObject({ error: 'ERR_UNAUTHENTICATED' });
  expect((await without({ authorization: 'Basic YTpi' })).statusCode).toBe(401);
  expect((await without({ authorization: `Bearer ${expired}` })).statusCode).toBe(401);
  const stranger = await tokens.signAccess({ userId: randomUUID(), companyId: randomUUID(), version: 1 });
  expect((await without({ authorization: `Bearer ${stranger}` })).statusCode).toBe(401);
});

test('a profile without the permission is refused', async () => {
  const reply = await app.inject({ method: 'DELETE', url: '/api/queues/nonsense', headers: await userOf('user') });
  expect([reply.statusCode, reply.json().error]).toEqual([403, 'ERR_NO_PERMISSION']);
});

test.each([
  ['refused', 409, { error: 'ERR_OTHER_OPEN_TICKET', details: { userName: 'Bruno' } }, undefined],
  ['behind', 503, { error: 'ERR_BEHIND' }, '1'],
  ['unclear', 503, { error: 'ERR_BUSY' }, '1'],
  ['huge', 413, { error: 'ERR_TOO_LARGE' }, undefined],
  ['newer', 503, { error: 'ERR_BUSY' }, '1'],
  ['postgres', 503, { error: 'ERR_BUSY' }, '1'],
  ['exhausted', 503, { error: 'ERR_BUSY' }, '1'],
  ['bug', 500, { error: 'ERR_INTERNAL' }, undefined],
  ['nothing', 500, { error: 'ERR_INTERNAL' }, undefined],
])('an error thrown in a handler (%s) has a defined answer', async (how, status, answer, retryAfter) => {
  const reply = await app.inject({ method: 'POST', url: '/api/fail', payload: { how } });
  expect([reply.statusCode, reply.headers['retry-after']]).toEqual([status, retryAfter]);
  expect(reply.json()).toMatchObject(answer);
  expect(reply.body).not.toMatch(/stack|ECONNREFUSED|Invented|function/);
});

test('no log line contains a body, a token or search words', async () => {
  const headers = await userOf('user');
  await app.inject({ method: 'POST', url: `${to}?page=1&searchParam=5511987654321`, headers, payload: { body: 'segredo' } });
  await app.inject({ method: 'POST', url: '/api/fail?searchParam=5511987654321', headers, payload: { how: 'bug' } });
  expect(lines.length).toBeGreaterThan(1);
  expect(lines.join('')).not.toMatch(/5511987654321|segredo|Bearer|ey[\w-]+\./);
});

test('the operator’s endpoints: alive, ready or not within a time limit and what is missing, durations by route', async () => {
  await app.inject('/api/open');
  expect((await app.inject('/healthz')).json()).toEqual({ ok: true });
  expect((await app.inject('/readyz')).statusCode).toBe(200);
  ready = () => Promise.reject(new Error('Postgres is away'));
  const missing = { ok: false, missing: ['EVENTSTORE_URL', 'DATABASE_URL'] };
  expect((await app.inject('/readyz')).json()).toEqual(missing);
  ready = () => new Promise(() => undefined);
  expect((await app.inject('/readyz')).statusCode).toBe(503);
  expect((await app.inject('/metrics')).body).toContain('method="GET",route="/api/open",status="200"} 1');
  expect((await app.inject('/api/openapi.json')).json()).toEqual({ openapi: '3.1.0' });
});

test('a call that is not public requires a server with authentication', async () => {
  const bare = createServer({ log: createLogger('bare', 'silent'), name: 'bare' });
  expect(() => implement(bare, calls.remove, async () => null)).toThrow('who calls');
  await bare.close();
});

test('a body that ends too early does not end the server', async () => {
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.server.address() as { port: number };
  await new Promise<void>((resolve) => {
    const socket = connect(address.port, '127.0.0.1', () => {
      socket.write(
        'POST /api/fail HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n{"how"',
        () => socket.destroy(),
      );
    });
    socket.on('close', () => resolve());
  });
  const reply = await fetch(`http://127.0.0.1:${address.port}/api/open`);
  expect(reply.status).toBe(200);
  await reply.json();
});

test.each(['/api/open', '/api/nothing', '/api/%', '/api/raw'])('no browser guesses what the answer at %s is', async (url) =>
  expect((await app.inject({ url })).headers['x-content-type-options']).toBe('nosniff'),
);

test('reads without a session are limited by network; those with one, and of other networks, are not', async () => {
  const from = (ip: string) => ({ 'x-forwarded-for': ip });
  const open = (ip: string) => app.inject({ url: '/api/open', headers: from(ip) });
  for (let n = 0; n < ANONYMOUS.most; n += 1) expect((await open('203.0.113.200')).statusCode).toBe(200);
  const late = await open('203.0.113.200');
  expect([late.statusCode, late.json<{ error: string }>().error]).toEqual([429, 'ERR_TOO_MANY_REQUESTS']);
  expect(Number(late.headers['retry-after'])).toBeGreaterThan(0);
  expect((await open('203.0.113.201')).statusCode).toBe(200);
  const headers = { ...(await userOf('user')), ...from('203.0.113.200') };
  expect((await app.inject({ method: 'POST', url: to, headers, payload: { body: 'Oi' } })).statusCode).toBe(201);
});
