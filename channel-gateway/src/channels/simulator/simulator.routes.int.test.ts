import { childId, conversationKey, newId } from '@prosa/contracts';
import { customers } from '../../testing/customers.fixture.ts';
import { openWorld, until, type World, webhookToken, writer } from '../../testing/gateway.fixture.ts';

let world: World;
let url: string;
let connectionId: string;
beforeAll(async () => {
  world = await openWorld();
  ({ url } = await world.gateway());
  connectionId = await world.connection();
});
afterAll(() => world.close());

const good = () => ({
  id: newId(),
  type: 'text',
  from: '+55 (11) 98765-4321',
  name: 'Carla',
  text: 'Olá',
  at: '2026-11-20T12:00:00.000Z',
});
const inbox = (id: string) => world.heard.filter((said) => said.kind === 'message' && said.channelId === id);

test('a customer’s message is on the bus once the webhook has answered 202', async () => {
  const event = good();
  const reply = await customers(url, connectionId).post(event);
  expect(reply.status).toBe(202);
  const { rows } = await world.pool.query(`select key, value from bus.log where topic = 'channel.inbound' and value like $1`, [
    `%${event.id}%`,
  ]);
  expect(rows.map(({ key, value }) => ({ key, value: JSON.parse(value) }))).toEqual([
    {
      key: `${connectionId}/551187654321`,
      value: {
        kind: 'message',
        companyId: world.companyId,
        connectionId,
        channel: 'simulator',
        identities: [{ kind: 'simulator', value: '5511987654321' }],
        name: 'Carla',
        channelId: event.id,
        body: 'Olá',
        quoted: null,
        at: event.at,
      },
    },
  ]);
});

test('a repeated id is accepted again, with the same key', async () => {
  const event = good();
  const replies = await Promise.all([1, 2].map(() => customers(url, connectionId).post(event)));
  expect(replies.map(({ status }) => status)).toEqual([202, 202]);
});

test('a quote of our message has our id, one of a customer the channel`s', async () => {
  const ours = childId(conversationKey(connectionId, newId()), 'out:x');
  const [first, second] = [good(), good()];
  await customers(url, connectionId).post({ ...first, quotedId: ours });
  await customers(url, connectionId).post({ ...second, quotedId: 'customer-message-1' });
  await until('both came', () => inbox(first.id).length === 1 && inbox(second.id).length === 1);
  expect([inbox(first.id), inbox(second.id)].flat().map((said) => said.kind === 'message' && said.quoted)).toEqual([
    { messageId: ours },
    { channelId: 'customer-message-1' },
  ]);
});

test.each([
  ['no id', { id: undefined }, 'id'],
  ['an empty id', { id: '' }, 'id'],
  ['no text', { text: undefined }, 'text'],
  ['an empty text', { text: '' }, 'text'],
  ['a text far too long', { text: 'a'.repeat(400_000) }, 'text'],
  ['a text with U+0000', { text: 'a\0b' }, 'text'],
  ['half a surrogate', { text: 'a\ud800b' }, 'text'],
  ['a text that is a number', { text: 5 }, 'text'],
  ['a name of a kilometre', { name: 'n'.repeat(201) }, 'name'],
  ['letters for a number', { from: 'carla-from-sp' }, 'from'],
  ['a number of signs alone', { from: '((--))  --' }, 'from'],
  ['a number that is short', { from: '123' }, 'from'],
  ['no time', { at: undefined }, 'at'],
  ['a time that is none', { at: 'yesterday' }, 'at'],
  ['an unknown type', { type: 'poll' }, 'type'],
  ['no type', { type: undefined }, 'type'],
])('%s is refused by field', async (_, change, field) => {
  const before = world.heard.length;
  const reply = await customers(url, connectionId).post({ ...good(), ...change });
  expect(reply.status).toBe(400);
  expect(await reply.json()).toMatchObject({ error: 'ERR_VALIDATION', fields: { [field]: expect.any(String) } });
  expect(world.heard.length).toBe(before);
});

test.each([
  ['no JSON', '{"id":', 'application/json', 400, 'ERR_BAD_REQUEST'],
  ['no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]), 'application/json', 400, 'ERR_BAD_REQUEST'],
  ['a list', '[]', 'application/json', 400, 'ERR_VALIDATION'],
  ['no body', undefined, undefined, 400, 'ERR_VALIDATION'],
  ['a form', 'id=1', 'application/x-www-form-urlencoded', 400, 'ERR_BAD_REQUEST'],
  ['half a megabyte', JSON.stringify({ id: 'x'.repeat(600_000) }), 'application/json', 413, 'ERR_TOO_LARGE'],
] as const)('%s is refused completely', async (_, body, type, status, error) => {
  const reply = await fetch(`${url}/webhooks/simulator/${connectionId}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${webhookToken}`, ...(type && { 'content-type': type }) },
    body: body as string | undefined,
  });
  expect({ status: reply.status, body: await reply.json() }).toMatchObject({ status, body: { error } });
});

test('a wrong token, an unknown connection, a deleted one and one of another channel get the same answer', async () => {
  const [deleted, other, tokenless] = await Promise.all([
    world.connection({ deleted: true }),
    world.connection({ channel: 'whatsapp' }),
    world.connection({ tokenHash: null }),
  ]);
  const answers = await Promise.all([
    customers(url, connectionId, 'another-token').text(),
    customers(url, connectionId, '').text(),
    customers(url, newId()).text(),
    customers(url, 'no-uuid').text(),
    customers(url, deleted).text(),
    customers(url, other).text(),
    customers(url, tokenless, 'nobody').text(),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(Array(7).fill(401));
  expect(new Set(await Promise.all(answers.map((answer) => answer.text()))).size).toBe(1);
});

test('a new token is valid as soon as the change is received, and the old one no longer', async () => {
  const { createHash } = await import('node:crypto');
  const id = await world.connection();
  expect((await customers(url, id).text()).status).toBe(202);
  await world.control({ connectionId: id, tokenHash: createHash('sha256').update('the-next-token-of-it').digest('hex') });
  await until('the new one opens', async () => (await customers(url, id, 'the-next-token-of-it').text()).status === 202);
  expect((await customers(url, id).text()).status).toBe(401);
});

test('a customer cannot acknowledge what was not sent on this connection', async () => {
  const foreign = writer(world.companyId, await world.connection());
  const message = foreign.message('for another connection');
  await world.send([message]);
  await until('it was sent', () => world.outcomesOf(message.messageId).length > 0);
  const reply = await customers(url, connectionId).post({
    id: 'a',
    type: 'ack',
    messageId: message.messageId,
    ack: 5,
    at: good().at,
  });
  expect({ status: reply.status, body: await reply.json() }).toMatchObject({
    status: 400,
    body: { fields: { messageId: expect.any(String) } },
  });
});

test('the requested faults are validated by field too', async () => {
  const reply = await customers(url, connectionId).faults({ delayMs: -1, refuse: 'many' });
  expect({ status: reply.status, body: await reply.json() }).toMatchObject({
    status: 400,
    body: { fields: { delayMs: expect.any(String), refuse: expect.any(String) } },
  });
});

test('while the bus is unavailable a customer is told to retry, and no message is accepted', async () => {
  const other = await openWorld();
  try {
    const { url: address } = await other.gateway({
      wrapBus: (bus) => ({ ...bus, publish: () => Promise.reject(new Error('The bus is away.')) }),
    });
    const id = await other.connection();
    const reply = await customers(address, id).text();
    expect(reply.status).toBe(503);
    expect(reply.headers.get('retry-after')).toBe('1');
    expect(await reply.json()).toMatchObject({ error: 'ERR_BUSY' });
  } finally {
    await other.close();
  }
});
