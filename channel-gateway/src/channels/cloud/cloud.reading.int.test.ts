import { createHmac } from 'node:crypto';
import { limits, newId } from '@prosa/contracts';
import { until } from '../../testing/gateway.fixture.ts';
import { type GraphWorld, openGraphWorld } from '../../testing/graph.fixture.ts';
import {
  RECORDED_CUSTOMER,
  RECORDED_NUMBER_ID,
  recorded,
  recordedNames,
  whatsAppBody,
  whatsAppMessage,
  whatsAppStatus,
} from '../../testing/graph-stand-in/bodies.ts';
import { calmHabits } from '../../testing/graph-stand-in/model.ts';

let world: GraphWorld;
let url: string;
let isBusAway = false;
let publishes = 0;
beforeAll(async () => {
  world = await openGraphWorld();
  ({ url } = await world.gateway({
    wrapBus: (bus) => ({
      ...bus,
      publish: (messages) => {
        publishes += 1;
        return isBusAway ? Promise.reject(new Error('The bus is away.')) : bus.publish(messages);
      },
    }),
  }));
});
afterEach(() => void Object.assign(world.graph.habits, calmHabits));
afterAll(() => world.close());

const opened = async (more: object = {}) => {
  const number = world.graph.number(more);
  return { number, id: await world.connect(world.cloud(number)) };
};
const post = (body: object | string, headers: Record<string, string>, path = '/webhooks/meta') =>
  fetch(`${url}${path}`, { method: 'POST', headers, body: typeof body === 'string' ? body : JSON.stringify(body) });
const signed = (body: object | string, secret = world.graph.app.secret): Record<string, string> => ({
  'content-type': 'application/json',
  'x-hub-signature-256': `sha256=${createHmac('sha256', secret)
    .update(typeof body === 'string' ? body : JSON.stringify(body))
    .digest('hex')}`,
});
const textBody = (number: Awaited<ReturnType<typeof opened>>['number'], text: string, wamid = `wamid.${newId()}`) =>
  whatsAppMessage(number, { number: '5511987654321' }, wamid, { type: 'text', text: { body: text } });
const texts = (id: string) => world.received(id).map(({ body }) => body);

test('C13: each recorded payload gives what the table of kinds says', async () => {
  const { id } = await opened({ id: RECORDED_NUMBER_ID });
  const heard = async (name: string) => {
    const before = world.heard.length;
    const reply = await world.graph.webhooks.post(recorded(name));
    expect([name, reply.status]).toEqual([name, 200]);
    return until(name, () =>
      world.heard.slice(before).find((said) => said.kind !== 'session' && 'connectionId' in said && said.connectionId === id),
    );
  };
  const media = (kind: string, mime: string, more: object = {}) => ({
    kind: 'message',
    body: null,
    media: { kind, mime, ...more },
  });
  const expected: Record<string, object> = {
    'interactive-list-reply': {
      kind: 'message',
      choice: { id: 'callback_data', title: 'title' },
      identities: [
        { kind: 'phone', value: RECORDED_CUSTOMER },
        { kind: 'bsuid', value: 'US.13491208655302741918' },
      ],
    },
    'message-audio': media('audio', 'audio/ogg; codecs=opus'),
    'message-voice': media('audio', 'audio/ogg; codecs=opus'),
    'message-image': media('image', 'image/jpeg'),
    'message-video': media('video', 'video/mp4', { caption: 'caption' }),
    'message-static-sticker': media('sticker', 'image/webp'),
    'message-document': media('document', 'application/pdf', { name: 'filename.pdf', caption: 'caption' }),
    'message-chosen-location': { kind: 'message', place: { latitude: 37.4611978, longitude: -122.2164385, name: 'Facebook HQ' } },
    'message-contacts': {
      kind: 'message',
      contacts: [
        { name: 'Chandler Bing', numbers: ['+1 555-555-5555'] },
        { name: 'Monica', numbers: ['+1 666-666-6666'] },
        { name: 'Rachel Green', numbers: ['+1 777-777-7777'] },
      ],
    },
    'message-forwarded-many-times': {
      kind: 'message',
      body: 'text forwarded many times',
      quoted: null,
      forwarded: true,
    },
    'message-interactive-message-with-err': { kind: 'message', body: null, line: 'unsupported' },
    'message-unsupported': { kind: 'message', body: null, line: 'unsupported' },
    'message-order': {
      kind: 'message',
      body: '3 × HAMBURGER (30 ILS)\n2 × FRENCH_FRIES (35 ILS)\n2 × SODA (10 ILS)\nTotal: 180.00 ILS',
    },
    'message-reaction': { kind: 'reaction', emoji: '😮', target: { channelId: 'wamid.yzxyzx=' } },
    'message-unreaction-empty': { kind: 'reaction', emoji: '' },
    'message-referral': { kind: 'message', body: 'AD_TITLE\nAD_DESCRIPTION\nAD_OR_POST_FB_URL\nBODY' },
    'message-reply': { kind: 'message', body: 'replied text', quoted: { channelId: 'wamid.xyzxyz==' } },
    'message-text': {
      kind: 'message',
      body: 'Body Text',
      name: 'Test Name',
      channelId: 'wamid.xyzxyz',
      identities: [{ kind: 'phone', value: RECORDED_CUSTOMER }],
      at: new Date(1_697_043_223_000).toISOString(),
    },
  };
  for (const [name, said] of Object.entries(expected)) expect([name, await heard(name)]).toMatchObject([name, said]);
  // Statuses of messages that nobody sent here say nothing.
  const before = world.heard.length;
  for (const name of recordedNames().filter((one) => one.startsWith('status-')))
    expect((await world.graph.webhooks.post(recorded(name))).status).toBe(200);
  expect(world.heard.slice(before)).toEqual([]);
  expect(
    [...Object.keys(expected), ...recordedNames().filter((one) => one.startsWith('status-')), 'message-revoke'].toSorted(),
  ).toEqual(recordedNames().toSorted());
});

test('C17: the recorded deletion deletes the author’s message', async () => {
  const { id } = await opened({ id: '<BUSINESS_PHONE_NUMBER_ID>' });
  expect((await world.graph.webhooks.post(recorded('message-revoke'))).status).toBe(200);
  await until('it is told', () => world.told(id, 'revoke')[0]);
  expect(world.told(id, 'revoke')[0]).toMatchObject({
    identities: [
      { kind: 'phone', value: RECORDED_CUSTOMER },
      { kind: 'bsuid', value: 'US.13491208655302741918' },
    ],
    target: { channelId: '<ORIGINAL_WHATSAPP_MESSAGE_ID>' },
  });
});

test('C13: what the recorded bodies do not have: buttons, edits, missed calls, a customer without a number', async () => {
  const { number, id } = await opened();
  const carla = { number: '5511987654321' };
  const said = (content: object, customer: object = carla) => whatsAppMessage(number, customer, `wamid.${newId()}`, content);
  for (const body of [
    said({ type: 'button', button: { payload: 'sim', text: 'Sim' } }),
    said({ type: 'edit', edit: { original_message_id: 'wamid.x', message: { type: 'text', text: { body: 'Corrigido' } } } }),
    whatsAppBody(
      number,
      { calls: [{ id: 'wacid.1', from: '5511987654321', event: 'terminate', timestamp: '1697043223' }] },
      'calls',
    ),
    said({ type: 'text', text: { body: 'Sem número' } }, { bsuid: 'BR.987', name: 'Bia' }),
  ])
    expect((await post(body, signed(body))).status).toBe(200);
  await until('all are told', () => world.received(id).length === 3 && world.told(id, 'edit').length === 1);
  // Messages of different customers come in any order.
  const of = (kind: string) => world.received(id).filter(({ identities }) => identities[0]?.kind === kind);
  expect(of('phone')).toMatchObject([{ choice: { id: 'sim', title: 'Sim' } }, { call: { kind: 'voice' } }]);
  expect(of('bsuid')).toMatchObject([{ body: 'Sem número', name: 'Bia', identities: [{ kind: 'bsuid', value: 'BR.987' }] }]);
  expect(world.told(id, 'edit')[0]).toMatchObject({ body: 'Corrigido', target: { channelId: 'wamid.x' } });
});

test('C30: one body for two companies, each hears its own', async () => {
  const [mine, theirs] = [world.graph.number(), world.graph.number()];
  const other = newId();
  const [a, b] = [await world.connect(world.cloud(mine)), await world.connect(world.cloud(theirs), other)];
  const body = {
    object: 'whatsapp_business_account',
    entry: [textBody(mine, 'Para A 😀'), textBody(theirs, 'Para B')].flatMap((one) => (one as { entry: object[] }).entry),
  };
  expect((await post(body, signed(body))).status).toBe(200);
  await until('both are told', () => world.received(a).length + world.received(b).length === 2);
  expect(texts(a)).toEqual(['Para A 😀']);
  expect(texts(b)).toEqual(['Para B']);
  expect(world.received(b)[0]!.companyId).toBe(other);
});

test('C30: a wrong, missing, foreign or old signature tells nothing; the bytes as they came are signed', async () => {
  const { number, id } = await opened();
  const body = textBody(number, 'Falso');
  const other = textBody(number, 'Outro');
  for (const headers of [
    { 'content-type': 'application/json' },
    { ...signed(body), 'x-hub-signature-256': 'sha256=00' },
    signed(body, 'the-old-secret'),
    signed(other),
  ] as Record<string, string>[])
    expect((await post(body, headers)).status).toBe(401);
  // Escapes and spaces that another writer of JSON would not repeat.
  const raw = JSON.stringify(textBody(number, 'Verdadeiro 😀 /'), null, 2).replace('😀', '\\ud83d\\ude00').replace(' /', ' \\/');
  expect((await post(raw, signed(raw))).status).toBe(200);
  await until('it is told', () => texts(id).length > 0);
  expect(texts(id)).toEqual(['Verdadeiro 😀 /']);
});

test('C30: the same body five times has the same ids', async () => {
  const { number, id } = await opened();
  const body = textBody(number, 'De novo');
  for (let time = 0; time < 5; time += 1) expect((await post(body, signed(body))).status).toBe(200);
  await until('all are told', () => world.received(id).length === 5);
  expect(new Set(world.received(id).map(({ channelId }) => channelId)).size).toBe(1);
});

test('C30: what the bus does not take is answered with 503, and told when Meta delivers it again', async () => {
  const { number, id } = await opened();
  const body = textBody(number, 'Não se perde');
  isBusAway = true;
  try {
    expect((await post(body, signed(body))).status).toBe(503);
  } finally {
    isBusAway = false;
  }
  expect(texts(id)).toEqual([]);
  expect((await post(body, signed(body))).status).toBe(200);
  await until('it is told', () => texts(id).length > 0);
  expect(texts(id)).toEqual(['Não se perde']);
  const { rowCount } = await world.pool.query('select 1 from gateway.graph_parked where connection_id = $1', [id]);
  expect(rowCount).toBe(0);
});

test('C30: a body larger than Meta’s is not read', async () => {
  const { number, id } = await opened();
  const body = textBody(number, 'a'.repeat(limits.metaWebhookBytes));
  expect((await post(body, signed(body))).status).toBe(413);
  const after = textBody(number, 'Depois');
  expect((await post(after, signed(after))).status).toBe(200);
  await until('it is told', () => texts(id).length > 0);
  expect(texts(id)).toEqual(['Depois']);
});

test.each([
  ['one chat', 1],
  ['a thousand chats', 1_000],
])('C13: a body of 1,000 messages of %s is made durable all at once: each once, in order', async (_, chats) => {
  const { number, id } = await opened();
  const from = (nth: number) => `55119${String(10_000_000 + (nth % chats))}`;
  const large = whatsAppBody(number, {
    contacts: Array.from({ length: chats }, (_, nth) => ({ profile: { name: 'Carla' }, wa_id: from(nth) })),
    messages: Array.from({ length: 1_000 }, (_, nth) => ({
      from: from(nth),
      id: `wamid.${nth}`,
      timestamp: '1697043223',
      ...(nth % 5 === 0
        ? { type: 'image', image: { id: `${nth}`, mime_type: 'image/jpeg' } }
        : { type: 'text', text: { body: `${nth} ${'a'.repeat(2_000)}` } }),
      ...(nth % 10 === 1 && { context: { id: `wamid.${nth - 1}` } }),
    })),
  });
  const before = publishes;
  // Meta waits for 10 s, and the webhook gives up after 5.
  expect((await post(large, signed(large))).status).toBe(200);
  expect(publishes - before).toBeLessThan(10);
  await until('all are told', () => world.received(id).length >= 1_000);
  const told = world.received(id).map(({ channelId }) => channelId);
  expect(new Set(told).size).toBe(told.length);
  if (chats === 1) expect(told).toEqual(Array.from({ length: 1_000 }, (_, nth) => `wamid.${nth}`));
});

test('C30: what nobody can read is put aside, sealed, and the rest is told', async () => {
  const { number, id } = await opened();
  const bad = whatsAppBody(number, { messages: [{ type: 'text', text: { body: 'Segredo sem remetente' } }] });
  const good = textBody(number, 'Legível');
  const body = { object: 'whatsapp_business_account', entry: [bad, good].flatMap((one) => (one as { entry: object[] }).entry) };
  expect((await post(body, signed(body))).status).toBe(200);
  await until('it is told', () => texts(id).length > 0);
  expect(texts(id)).toEqual(['Legível']);
  const { rows } = await world.pool.query<{ row: string }>(
    'select p::text as row from gateway.graph_parked p where connection_id = $1',
    [id],
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]!.row).not.toContain(Buffer.from('Segredo').toString('hex'));
  for (const nonsense of [
    '{}',
    '[]',
    'null',
    '"x"',
    '{"object":"whatsapp_business_account"}',
    'no json',
    '{"object":"page","entry":[1]}',
  ])
    expect((await post(nonsense, signed(nonsense))).status).toBe(200);
});

test('C13: one message of many that cannot be taken is put aside alone', async () => {
  const { number, id } = await opened();
  const messages = ['Um', 'Dois', 'Três'].map((body, nth) => ({
    ...(nth === 1 ? { from_user_id: '../not-an-id' } : { from: '5511987654321' }),
    id: `wamid.${newId()}`,
    timestamp: '1697043223',
    type: 'text',
    text: { body },
  }));
  const body = whatsAppBody(number, { messages });
  expect((await post(body, signed(body))).status).toBe(200);
  await until('both are told', () => texts(id).length === 2);
  expect(texts(id)).toEqual(['Um', 'Três']);
  const { rowCount } = await world.pool.query('select 1 from gateway.graph_parked where connection_id = $1', [id]);
  expect(rowCount).toBe(1);
});

test('C13: what cannot be shown is a line, and its raw form is kept once, sealed', async () => {
  const { number, id } = await opened();
  const unsupported = {
    from: '5511987654321',
    id: `wamid.${newId()}`,
    timestamp: '1697043223',
    type: 'hologram',
    hologram: { secret: 'Segredo' },
  };
  const body = whatsAppBody(number, { messages: [unsupported] });
  for (let times = 0; times < 3; times += 1) expect((await post(body, signed(body))).status).toBe(200);
  await until('it is told', () => world.received(id).some(({ line }) => line === 'unsupported'));
  const { rows } = await world.pool.query<{ sealed: Buffer }>(
    'select sealed from gateway.graph_parked where connection_id = $1',
    [id],
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]!.sealed.includes('Segredo')).toBe(false);
  const raw = JSON.parse(String(await world.vaultOf(id).open(rows[0]!.sealed, 'parked webhook')));
  expect(raw).toMatchObject({ object: 'whatsapp_business_account', isReported: true });
  expect(raw.entry.changes[0].value.messages).toEqual([unsupported]);
});

test('C30: Meta’s question is answered with its challenge as text, if the token is right', async () => {
  const ask = (query: Record<string, string>, path = '/webhooks/meta') => fetch(`${url}${path}?${new URLSearchParams(query)}`);
  const asked = { 'hub.mode': 'subscribe', 'hub.challenge': '1158201444', 'hub.verify_token': world.graph.app.verifyToken };
  const reply = await ask(asked);
  expect([reply.status, await reply.text(), reply.headers.get('content-type')]).toEqual([
    200,
    '1158201444',
    'text/plain; charset=utf-8',
  ]);
  expect((await ask({ ...asked, 'hub.verify_token': 'wrong' })).status).toBe(403);
  expect((await ask({ ...asked, 'hub.challenge': '<script>' })).status).toBe(403);
  const { id } = await opened();
  expect((await ask({ ...asked, 'hub.verify_token': 'a-token-of-a-test-connection' }, `/webhooks/meta/${id}`)).status).toBe(200);
  expect((await ask({ ...asked, 'hub.verify_token': 'wrong' }, `/webhooks/meta/${id}`)).status).toBe(403);
  expect((await ask(asked, `/webhooks/meta/${newId()}`)).status).toBe(401);
});

test('C30: a company’s own app is heard at an address of its own, about its own account alone', async () => {
  const [own, other] = [world.graph.number(), world.graph.number()];
  const account = world.cloud(own);
  const id = await world.connect({ ...account, secrets: { ...account.secrets, appSecret: 'own-secret' } });
  const foreign = await world.connect(world.cloud(other));
  const path = `/webhooks/meta/${id}`;
  const [mine, theirs] = [textBody(own, 'Meu'), textBody(other, 'Alheio')];
  expect((await post(mine, signed(mine), path)).status).toBe(401);
  expect((await post(mine, signed(mine, 'own-secret'), path)).status).toBe(200);
  expect((await post(theirs, signed(theirs, 'own-secret'), path)).status).toBe(200);
  await until('it is told', () => texts(id).length > 0);
  expect(texts(id)).toEqual(['Meu']);
  expect(texts(foreign)).toEqual([]);
  // Without a secret of its own nobody can sign there.
  expect((await post(theirs, signed(theirs, ''), `/webhooks/meta/${foreign}`)).status).toBe(401);
});

test('C27: a customer’s other number, and their other id, are told as that, not as a message', async () => {
  const { number, id } = await opened();
  const told = (system: object, from: object) =>
    whatsAppBody(number, {
      messages: [
        { ...from, id: `wamid.${newId()}`, timestamp: '1763900000', type: 'system', system: { body: 'Carla…', ...system } },
      ],
    });
  const ids = { user_id: 'BR.2', previous_user_id: 'BR.1' };
  const bodies = [
    told({ type: 'user_changed_number', wa_id: '5511987650000', ...ids }, { from: '5511987654321', from_user_id: 'BR.2' }),
    told({ type: 'user_changed_user_id', ...ids }, { from_user_id: 'BR.2' }),
    told({ type: 'user_identity_changed' }, { from: '5511987654321' }),
  ];
  for (const body of bodies) expect((await post(body, signed(body))).status).toBe(200);
  await until('all are told', () => world.told(id, 'identity').length === 2 && texts(id).length === 1);
  // The bus keeps the order of each id of a customer, and these are told under two.
  const changes = world.told(id, 'identity').sort((one, other) => other.was.length - one.was.length);
  expect(changes.map(({ was, is }) => [was, is])).toEqual([
    [
      [
        { kind: 'phone', value: '5511987654321' },
        { kind: 'bsuid', value: 'BR.1' },
      ],
      [
        { kind: 'phone', value: '5511987650000' },
        { kind: 'bsuid', value: 'BR.2' },
      ],
    ],
    [[{ kind: 'bsuid', value: 'BR.1' }], [{ kind: 'bsuid', value: 'BR.2' }]],
  ]);
  expect(texts(id)).toEqual(['Carla…']);
});

test('C24: statuses rise to receipts, in whatever order and however often they come', async () => {
  const { number, id } = await opened();
  const message = world.attendant(id).message('Oi');
  await world.send([message]);
  await until('it is taken', () => world.outcomesOf(message.messageId).includes('taken'));
  const [sent] = world.acceptedOf(number.id);
  Object.assign(world.graph.habits, { double: 1, shuffleMs: 100 });
  for (const status of ['played', 'read', 'sent', 'delivered'])
    world.graph.webhooks.send(whatsAppStatus(number, { id: sent!.id, status, recipient_id: '5511987654321' }));
  await world.graph.webhooks.idle();
  await until('all are told', () => world.acksOf(message.messageId).length === 8);
  expect(new Set(world.acksOf(message.messageId))).toEqual(new Set([2, 3, 4, 5]));
});

test('an answer to a message of ours, and a reaction to it, name it by our id', async () => {
  const { number, id } = await opened();
  const message = world.attendant(id).message('Posso ajudar?');
  await world.send([message]);
  await until('it is taken', () => world.outcomesOf(message.messageId).includes('taken'));
  const wamid = world.acceptedOf(number.id)[0]!.id;
  const carla = { number: '5511987654321' };
  for (const body of [
    whatsAppMessage(number, carla, `wamid.${newId()}`, { type: 'text', text: { body: 'Sim' }, context: { id: wamid } }),
    whatsAppMessage(number, carla, `wamid.${newId()}`, { type: 'reaction', reaction: { message_id: wamid, emoji: '👍' } }),
  ])
    expect((await post(body, signed(body))).status).toBe(200);
  await until('both are told', () => world.received(id).length === 1 && world.told(id, 'reaction').length === 1);
  expect(world.received(id)[0]!.quoted).toEqual({ messageId: message.messageId });
  expect(world.told(id, 'reaction')[0]).toMatchObject({ emoji: '👍', target: { messageId: message.messageId } });
});

test('C16: what the company writes on its phone beside the Cloud API is told as written elsewhere', async () => {
  const { id, number } = await opened();
  const echo = {
    from: number.display.replaceAll(/\D/g, ''),
    to: '5511987654321',
    id: 'wamid.echo',
    timestamp: '1763900000',
    type: 'text',
    text: { body: 'Do celular da loja' },
  };
  const told = whatsAppBody(number, { message_echoes: [echo] }, 'smb_message_echoes');
  for (let times = 0; times < 2; times += 1) expect((await post(told, signed(told))).status).toBe(200);
  await until('it is told', () => world.told(id, 'mirrored')[0]);
  expect(world.told(id, 'mirrored')[0]).toMatchObject({
    body: 'Do celular da loja',
    channelId: 'wamid.echo',
    identities: [{ kind: 'phone', value: '5511987654321' }],
  });
  expect(world.received(id)).toEqual([]);
});

test('a customer’s stop of marketing is told, and its end, and the error of a message to somebody who has stopped it', async () => {
  const { number, id } = await opened();
  const preference = (value: string, more: object = {}) =>
    whatsAppBody(
      number,
      {
        user_preferences: [{ wa_id: '5511987654321', category: 'marketing_messages', value, timestamp: 1_763_900_000, ...more }],
      },
      'user_preferences',
    );
  const refused = whatsAppStatus(number, {
    id: 'wamid.campaign',
    status: 'failed',
    recipient_id: '5511987654322',
    errors: [{ code: 131_050, title: 'Unable to deliver the message.' }],
  });
  for (const body of [preference('stop'), preference('resume'), preference('stop', { category: 'calls' }), refused])
    expect((await post(body, signed(body))).status).toBe(200);
  await until('all are told', () => world.told(id, 'preference').length === 3);
  // Preferences of different customers come in any order.
  const of = (whose: string) => world.told(id, 'preference').filter(({ identities }) => identities[0]?.value === whose);
  expect(of('5511987654321')).toMatchObject([
    { optedOut: true, at: new Date(1_763_900_000_000).toISOString() },
    { optedOut: false },
  ]);
  expect(of('5511987654322')).toMatchObject([{ optedOut: true }]);
});

test('what Meta tells of a business account reaches the connections of its numbers, and no others', async () => {
  const [{ number, id }, other] = [await opened(), await opened()];
  const second = await world.connect(world.cloud(world.graph.number({ wabaId: number.wabaId })));
  const told = (field: string, value: object) => ({
    object: 'whatsapp_business_account',
    entry: [{ id: number.wabaId, time: 1_763_900_000, changes: [{ field, value }] }],
  });
  for (const body of [
    told('phone_number_quality_update', { display_phone_number: '5511900000000', event: 'FLAGGED', current_limit: 'TIER_1K' }),
    told('message_template_status_update', {
      event: 'REJECTED',
      message_template_name: 'oferta',
      message_template_language: 'pt_BR',
    }),
    told('account_update', { event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: 'SCHEDULE_FOR_DISABLE' } }),
    told('flows', { event: 'FLOW_STATUS_CHANGE' }),
  ])
    expect((await post(body, signed(body))).status).toBe(200);
  await until('both are told', () => [id, second].every((one) => world.told(one, 'account').length === 3));
  const at = new Date(1_763_900_000_000).toISOString();
  expect(world.told(id, 'account').map(({ news, at: when }) => ({ ...news, at: when }))).toEqual([
    { what: 'quality', word: 'FLAGGED', of: '5511900000000', at },
    { what: 'template', word: 'REJECTED', of: 'oferta, pt_BR', at },
    { what: 'account', word: 'SCHEDULE_FOR_DISABLE', of: null, at },
  ]);
  expect(world.told(other.id, 'account')).toEqual([]);
});
