import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { liveCloseCodes, type TicketOwn } from '@prosa/contracts';
import { type Product, startProduct } from '../../testing/product.ts';
import { badCalls, bytes, unknown, unseen } from '../bad-calls.fixture.ts';
import {
  type Call,
  type Customer,
  call,
  cookieOf,
  eventually,
  messagesOf,
  openTicket,
  START,
  settled,
  signIn,
  type User,
} from '../people.fixture.ts';
import { connectLive, listen } from '../screen.fixture.ts';
import { everything } from '../snapshot.fixture.ts';

let product: Product;
let admin: User;
let ana: User;
let who: Customer;
let ticket: TicketOwn;
/** Texts that were typed, sent or used to sign in in these tests: no log may contain any of them. */
const secrets = new Set<string>();
const secret = (text: string): string => {
  secrets.add(text);
  return text;
};
const level = process.env.LOG_LEVEL;
beforeAll(async () => {
  // The most detailed log level.
  process.env.LOG_LEVEL = 'trace';
  product = await startProduct();
  [admin, ana] = await Promise.all([signIn(product.url, 'admin@prosa.demo'), signIn(product.url, 'ana@prosa.demo')]);
  ({ who, ticket } = await openTicket(product, ana, 'Conceição Segredo'));
  await settled(ana, ticket.id);
  for (const text of [
    'prosa-demo',
    admin.token,
    ana.token,
    cookieOf(new Headers({ 'set-cookie': ana.cookie })),
    who.number,
    who.name,
  ])
    secret(text);
  secret(product.demo.connection.token);
}, START);
afterAll(async () => {
  if (level === undefined) delete process.env.LOG_LEVEL;
  else process.env.LOG_LEVEL = level;
  await product?.stop();
}, START);

test('every invalid call is refused with its code or fields, and changes nothing', async () => {
  const before = await everything(admin);
  for (const [what, path, options, { status, error, fields }] of badCalls({ ticket, ana, secret })) {
    const answer = await call(product.url, path.replace('{ticket}', ticket.id) as Call, { token: admin.token, ...options });
    expect({ what, status: answer.status, body: answer.body }).toMatchObject({
      what,
      status,
      body: { error, message: expect.stringMatching(/\S/), ...(fields && { fields }) },
    });
    expect(JSON.stringify(answer.body)).not.toMatch(/node_modules|\.ts:|\bat \w+ \(|SELECT|constraint/i);
  }
  expect(await everything(admin)).toEqual(before);
  expect(({} as Record<string, unknown>).isAdmin).toBeUndefined();
});

test('the longest allowed message is accepted, in any script', async () => {
  const body = secret('🧉'.repeat(32_768));
  const { status, body: sent } = await ana.call<{ id: string }>(`POST /messages/${ticket.id}`, { body });
  expect(status).toBe(201);
  const arrived = await eventually('the delivery', async () => (await who.delivered()).find(({ id }) => id === sent.id));
  expect(arrived.text).toBe(body);
});

test('a body that is too large is refused even without a declared length, and the connection stays usable', async () => {
  const chunks = Array.from({ length: 20 }, () => Buffer.alloc(100_000, 'x'));
  const post = (body: unknown) =>
    fetch(`${product.url}/api/messages/${ticket.id}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ana.token}`, 'content-type': 'application/json' },
      body: body as string,
      ...(typeof body === 'string' ? {} : { duplex: 'half' }),
      signal: AbortSignal.timeout(60_000),
    } as RequestInit);
  for (let i = 0; i < 5; i++) {
    const answer = await post(ReadableStream.from(chunks));
    expect({ status: answer.status, body: await answer.json() }).toMatchObject({ status: 413, body: { error: 'ERR_TOO_LARGE' } });
    expect((await post('{"body":""}')).status).toBe(400);
    expect((await post(ReadableStream.from([Buffer.from('{"bo'), Buffer.from('dy":""}')]))).status).toBe(400);
  }
});

test('a webhook refuses callers without its secret, and bodies that it cannot parse', async () => {
  const before = await everything(admin);
  const { id: connectionId, token } = product.demo.connection;
  const good = {
    id: 'w-1',
    type: 'text',
    from: who.number,
    name: who.name,
    text: secret('recado'),
    at: new Date().toISOString(),
  };
  const post = async (body: unknown, { to = connectionId, bearer = `Bearer ${token}` as string | null } = {}) => {
    const answer = await fetch(`${product.url}/webhooks/simulator/${to}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(bearer && { authorization: bearer }) },
      body: (typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body)) as string,
    });
    return { status: answer.status, ...((await answer.json()) as { error: string; fields?: Record<string, string> }) };
  };
  const stranger = { status: 401, error: 'ERR_UNAUTHENTICATED' };
  const invalid = (field: string) => ({ status: 400, error: 'ERR_VALIDATION', fields: { [field]: expect.stringMatching(/\S/) } });
  expect(await post(good, { bearer: null })).toMatchObject(stranger);
  expect(await post(good, { bearer: `Bearer ${secret('token-errado-de-alguem')}` })).toMatchObject(stranger);
  expect(await post(good, { bearer: `Bearer ${product.demo.other.connection.token}` })).toMatchObject(stranger);
  expect(await post(good, { bearer: `Bearer ${admin.token}` })).toMatchObject(stranger);
  for (const to of [unknown, product.demo.other.connection.id, 'minha', '..', '%00'])
    expect((await post(good, { to })).status).toBeGreaterThanOrEqual(400);
  for (const [body, field] of [
    [{ ...good, type: 'dance' }, 'type'],
    [{ ...good, type: undefined }, 'type'],
    [{ ...good, text: undefined }, 'text'],
    [{ ...good, text: '' }, 'text'],
    [{ ...good, text: 7 }, 'text'],
    [{ ...good, text: 'a\0b' }, 'text'],
    [{ ...good, text: 'x'.repeat(65_537) }, 'text'],
    [{ ...good, id: '' }, 'id'],
    [{ ...good, id: 'i'.repeat(201) }, 'id'],
    [{ ...good, id: 'a\0b' }, 'id'],
    [{ ...good, id: 'half \ud800' }, 'id'],
    [{ ...good, quotedId: 'a\0b' }, 'quotedId'],
    [{ ...good, quotedId: 'q'.repeat(201) }, 'quotedId'],
    [{ ...good, at: '0000-01-01T00:00:00Z' }, 'at'],
    [{ ...good, text: { a: 1 } }, 'text'],
    [{ ...good, from: 'abc' }, 'from'],
    [{ ...good, from: '12' }, 'from'],
    [{ ...good, at: 'agora' }, 'at'],
    [{ ...good, name: 'n'.repeat(201) }, 'name'],
    [{ id: 'a-1', type: 'ack', messageId: unseen, ack: 4, at: good.at }, 'messageId'],
    [{ id: 'a-2', type: 'ack', messageId: unseen, ack: 9, at: good.at }, 'ack'],
  ] as const)
    expect({ field, answer: await post(body) }).toMatchObject({ field, answer: invalid(field) });
  expect(await post(JSON.stringify(good).replace('recado', 'a\\ud800'))).toMatchObject(invalid('text'));
  expect(await post(bytes('{"text":"', [0xff], '"}'))).toMatchObject({ status: 400, error: 'ERR_BAD_REQUEST' });
  expect(await post('{')).toMatchObject({ status: 400, error: 'ERR_BAD_REQUEST' });
  expect(await post({ ...good, text: 'w'.repeat(1_000_000) })).toMatchObject({ status: 413, error: 'ERR_TOO_LARGE' });
  const asked = await fetch(`${product.url}/webhooks/simulator/${connectionId}/delivered?to=${who.number}`);
  expect(asked.status).toBe(401);

  // A valid message after the bad calls: they did not block it.
  expect(await who.write('e agora um bom', { id: 'w-2' })).toBe(202);
  const messages = await eventually('the good message', async () => {
    const { body } = await admin.call<{ messages: { id: string; body: string }[] }>(`GET /messages/${ticket.id}`);
    return body.messages.some(({ body: text }) => text === 'e agora um bom') && body.messages;
  });
  expect(messages.filter(({ body: text }) => text === 'recado')).toEqual([]);
  // Answered, so that nobody waits, as before.
  await ana.call(`POST /messages/${ticket.id}`, { body: 'respondido' });
  await eventually('the answer', async () => (await messagesOf(ana, ticket.id)).some(({ body }) => body === 'respondido'));
  await settled(ana, ticket.id);
  const after = (await everything(admin)) as { others: unknown };
  expect(after.others).toEqual((before as { others: unknown }).others);
});

test.each([
  ['no JSON', 'olá', liveCloseCodes.badFrame],
  ['bytes', Buffer.from([1, 2, 3]), liveCloseCodes.badFrame],
  ['a frame that there is not', { type: 'dance' }, liveCloseCodes.badFrame],
  ['a join before the hello', { type: 'joinNotification' }, liveCloseCodes.unauthenticated],
  ['a token like none', { type: 'hello', token: 'garbage' }, liveCloseCodes.unauthenticated],
  ['a position that is none', { type: 'hello', token: 'garbage', after: 'ontem' }, liveCloseCodes.badFrame],
  ['a frame without end', { type: 'hello', token: 'x'.repeat(100_000) }, 1009],
])('/live closes a socket that sends %s', async (_, frame, code) => {
  const socket = await connectLive(product.url);
  socket.send(frame);
  expect(await socket.closed).toBe(code);
  expect(socket.frames.every(({ type }) => type === 'error')).toBe(true);
});

test('/live closes a socket that sends invalid frames after its hello, and no other socket', async () => {
  const [bad, good] = await Promise.all([listen(product.url, ana), listen(product.url, admin)]);
  bad.send({ type: 'joinChatBox', ticketId: 'este' });
  expect(await bad.closed).toBe(liveCloseCodes.badFrame);
  await who.write('ainda aqui?');
  await good.push('appMessage', ({ record }) => record.body === 'ainda aqui?');
  await good.close();
});

test('password guessing is slowed down, whatever address the caller claims', async () => {
  const tryOne = (i: number) =>
    call<{ error: string }>(product.url, 'POST /auth/login', {
      body: { email: 'bruno@prosa.demo', password: secret(`tentativa-${i}`) },
      headers: { 'x-forwarded-for': `10.0.0.${i}` },
    });
  const answers = await Promise.all(Array.from({ length: 14 }, (_, i) => tryOne(i)));
  const refused = answers.filter(({ status }) => status === 429);
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(10).fill(401), ...Array(4).fill(429)]);
  expect(refused[0]).toMatchObject({ body: { error: 'ERR_TOO_MANY_REQUESTS' } });
  expect(Number(refused[0]!.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await signIn(product.url, 'outra@prosa.demo')).name).toBe('Olívia Ramos');
});

test('no log contains a password, a token, a text, a name or a number', () => {
  const folder = join(product.data, 'logs');
  const logs = readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const);
  expect(logs.length).toBeGreaterThanOrEqual(4);
  expect(logs.some(([, text]) => text.includes('"level":20'))).toBe(true);
  for (const text of ['ainda aqui?', 'e agora um bom', 'Bom dia, preciso de ajuda.', 'ana@prosa.demo', ana.name!]) secret(text);
  const found = [...secrets].flatMap((text) =>
    logs.flatMap(([name, log]) => (log.includes(text.slice(0, 200)) ? [`${name}: ${text.slice(0, 40)}`] : [])),
  );
  expect(found).toEqual([]);
});
