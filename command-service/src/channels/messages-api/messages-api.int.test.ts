import { conversationOf, type GatewayQuestion, newId } from '@prosa/contracts';
import { connect, report } from '../../desk/messages/channel-scene.fixture.ts';
import { startGateway } from '../../testing/gateway.fixture.ts';
import { ask, eventually, openTicket, outboundOf, type Scene, startWorld, wrote } from '../../testing/world.fixture.ts';
import { createInbound } from '../inbound/inbound.consumer.ts';
import { messagesApiOf } from './messages-api.fixture.ts';

const gateway = await startGateway();
const world = await startWorld();
gateway.tokenSecret = world.tokenSecret;
const [service, other] = await Promise.all([world.instance({ gatewayUrl: gateway.url }), world.instance()]);
const { withToken, secondOf, send, sentAs, factsOf } = messagesApiOf(service);
const inbound = createInbound(service.deps);
const sends = await outboundOf(service.bus, 'send');
afterAll(async () => {
  await world.close();
  await gateway.close();
});

const sendOf = (id: string) =>
  eventually(
    () => sends.find(({ messageId }) => messageId === id),
    (one) => one !== undefined,
  );
/** The channel reports on a message. */
const tell = ({ companyId, connectionId }: Scene, messageId: string, report: object) =>
  inbound({ companyId, connectionId, messageId, at: new Date().toISOString(), ...report } as Parameters<typeof inbound>[0]);

test('a number without a contact gets one, and the message goes out on the token’s connection, outside of any ticket', async () => {
  const { scene } = await withToken();
  const { connectionId: second, token: secondToken } = await secondOf(scene);
  const { status, body } = await send(secondToken, { number: '+55 (11) 98888-0001', body: 'Seu pedido saiu.' });
  expect({ status, body }).toEqual({
    status: 200,
    body: { id: expect.any(String), ack: 1, state: 'waiting', leavesAt: expect.stringMatching(/^\d{4}-.*Z$/) },
  });
  const [fact] = await factsOf(body.id);
  expect(fact).toMatchObject({
    type: 'OutreachSent',
    data: { body: 'Seu pedido saiu.', origin: 'api', userId: null },
    meta: { actor: { kind: 'integration', id: second } },
  });
  expect(body.leavesAt).toBe(fact!.meta.at.toISOString());
  expect(await sendOf(body.id)).toMatchObject({
    connectionId: second,
    to: { kind: 'phone', value: '5511988880001' },
    body: 'Seu pedido saiu.',
    priority: 'integration',
  });
  // The number as a number, in another spelling: the same conversation.
  const again = await send(secondToken, { number: 5511988880001, body: 'De novo.' });
  expect(conversationOf(again.body.id)).toBe(conversationOf(body.id));
});

test('with an unfinished ticket it is that ticket’s message', async () => {
  const { scene, token } = await withToken();
  const ticket = await openTicket(service, scene, scene.ana, '5511988880002');
  const { body } = await send(token, { number: '5511988880002', body: 'Seu pedido saiu.' });
  expect((await factsOf(body.id)).at(-1)).toMatchObject({
    type: 'MessageSent',
    data: { ticketId: ticket.id, origin: 'api', userId: null, signature: null },
  });
});

test('the same key sends once, on any instance, and with another body it is refused', async () => {
  const { token } = await withToken();
  const [key, message] = [newId(), { number: '5511988880003', body: 'Uma vez.' }];
  const first = await send(token, message, key);
  expect(first.status).toBe(200);
  expect(await send(token, message, key)).toEqual(first);
  expect(await send(token, message, key, other)).toEqual(first);
  expect(await factsOf(first.body.id)).toHaveLength(1);
  expect(await send(token, { ...message, body: 'Outra.' }, key)).toMatchObject({
    status: 422,
    body: { error: 'ERR_IDEMPOTENCY_MISMATCH' },
  });
  // A key is the token's own.
  const stranger = await withToken();
  expect((await send(stranger.token, message, key)).body.id).not.toBe(first.body.id);
});

test('the reply’s message tells how far it is, to tokens of its connection alone', async () => {
  const { scene, token } = await withToken();
  const { id, leavesAt } = (await send(token, { number: '5511988880004', body: 'Oi' })).body;
  const state = async () => {
    const { status, body } = await sentAs(token, id);
    expect(status).toBe(200);
    return body;
  };
  expect(await state()).toEqual({ id, ack: 1, state: 'waiting', leavesAt });
  await tell(scene, id, { kind: 'outcome', outcome: 'unsure', attempt: 1, reason: null });
  expect(await state()).toEqual({ id, ack: 1, state: 'unsure', leavesAt: null });
  await tell(scene, id, { kind: 'outcome', outcome: 'taken', attempt: 1, reason: null });
  expect(await state()).toEqual({ id, ack: 2, state: 'sent', leavesAt: null });
  for (const [ack, word] of [
    [3, 'delivered'],
    [4, 'read'],
  ] as const) {
    await tell(scene, id, { kind: 'ack', ack });
    expect(await state()).toEqual({ id, ack, state: word, leavesAt: null });
  }
  const failed = (await send(token, { number: '5511988880004', body: 'Não chega' })).body.id;
  await tell(scene, failed, { kind: 'outcome', outcome: 'failed', attempt: 1, reason: 'not-there' });
  expect((await sentAs(token, failed)).body).toEqual({ id: failed, ack: 1, state: 'failed', leavesAt: null });

  const stranger = await withToken();
  const missing = { status: 404, body: { error: 'ERR_NO_MESSAGE_FOUND' } };
  expect(await sentAs(stranger.token, id)).toMatchObject(missing);
  const { token: secondToken } = await secondOf(scene);
  expect(await sentAs(secondToken, id)).toMatchObject(missing);
  expect(await sentAs(token, newId())).toMatchObject(missing);
  // What an attendant wrote there is nothing to the token.
  const ticket = await openTicket(service, scene, scene.ana, '5511988880005');
  const written = await ask<{ id: string }>(service, `POST /messages/${ticket.id}`, {
    token: scene.ana.token,
    body: { body: 'De Ana' },
  });
  expect(await sentAs(token, written.body.id)).toMatchObject(missing);
});

test('bad input is refused with a code or at its field, and makes no contact', async () => {
  const { scene, token } = await withToken();
  const fault = async (body: object) => (await send(token, body)).body;
  expect(await fault({ body: 'Oi' })).toMatchObject({ error: 'ERR_VALIDATION', fields: { number: 'Required' } });
  expect(await fault({ number: '5511988880010' })).toMatchObject({ fields: { body: 'Required' } });
  expect(await fault({ number: '5511988880010', body: '  ' })).toMatchObject({ fields: { body: 'Required' } });
  expect(await fault({ number: '12', body: 'Oi' })).toMatchObject({ error: 'ERR_WAPP_INVALID_CONTACT' });
  await report(service, scene, 'DISCONNECTED');
  expect(await send(token, { number: '5511988880011', body: 'Oi' })).toMatchObject({
    status: 409,
    body: { error: 'ERR_WAPP_NOT_INITIALIZED' },
  });
  await connect(service, scene);
  const known = await send(token, { number: '5511988880012', body: 'Oi' }, 'k');
  await report(service, scene, 'DISCONNECTED');
  expect(await send(token, { number: '5511988880012', body: 'Oi' })).toMatchObject({ status: 409 });
  // A repeat is answered as the first time.
  expect(await send(token, { number: '5511988880012', body: 'Oi' }, 'k')).toEqual(known);
});

test('on WhatsApp Cloud a template goes at any time, with what the customer reads; a text does not', async () => {
  gateway.answer = (question: GatewayQuestion) =>
    question.kind === 'templates'
      ? {
          kind: 'templates',
          next: null,
          templates: [
            {
              name: 'pedido',
              language: 'pt_BR',
              category: 'UTILITY',
              text: 'Olá {{1}}, seu pedido saiu.',
              header: null,
              footer: null,
              buttons: [],
              values: 1,
            },
          ],
        }
      : null;
  const { scene, token } = await withToken({ channel: 'whatsapp', provider: 'cloud' });
  await connect(service, scene);
  const number = '5511988880017';
  expect(await send(token, { number, body: 'Oi' })).toMatchObject({ status: 409, body: { error: 'ERR_WINDOW_CLOSED' } });
  const template = { name: 'pedido', language: 'pt_BR', values: ['Lia'] };
  const { status, body } = await send(token, { number, template });
  expect(status).toBe(200);
  expect((await factsOf(body.id)).at(-1)).toMatchObject({
    type: 'OutreachSent',
    data: { body: 'Olá Lia, seu pedido saiu.', template },
  });
  expect(await sendOf(body.id)).toMatchObject({ template, priority: 'integration' });
  expect(await send(token, { number, template: { ...template, name: 'nunca' } })).toMatchObject({
    status: 404,
    body: { error: 'ERR_NO_TEMPLATE_FOUND' },
  });
  expect(await send(token, { number, template, body: 'e um texto' })).toMatchObject({ body: { fields: { template: 'Alone' } } });
});

test('a number that WhatsApp does not know is refused', async () => {
  gateway.answer = (question: GatewayQuestion) =>
    question.kind === 'numbers' ? { kind: 'numbers', numbers: [{ asked: question.numbers[0]!, value: null }] } : null;
  const { scene, token } = await withToken({ channel: 'whatsapp', provider: 'beta' });
  await connect(service, scene);
  expect(await send(token, { number: '5511988880018', body: 'Oi' })).toMatchObject({
    status: 400,
    body: { error: 'ERR_CHECK_NUMBER' },
  });
});

test('Messenger cannot be written to by a number', async () => {
  const { scene, token } = await withToken({ channel: 'facebook' });
  await connect(service, scene);
  await inbound(wrote(scene, '100/1', 'Oi', { channel: 'facebook', identities: [{ kind: 'psid', value: '100/1' }] }));
  expect(await send(token, { number: '5511988880019', body: 'Oi' })).toMatchObject({
    status: 409,
    body: { error: 'ERR_CHANNEL_CANNOT' },
  });
});
