import { type ChannelName, type MessageOwn, newId } from '@prosa/contracts';
import { connections } from '../connections/connections.decider.ts';
import { createInbound } from '../inbound/inbound.consumer.ts';
import { formOf, post } from '../media/media.fixture.ts';
import { ask, eventually, makeScene, type Scene, sendsOf, startWorld, wrote } from '../testing/world.fixture.ts';

const world = await startWorld();
const service = await world.instance({ publicUrl: 'https://prosa.example/' });
const { deps } = service;
const inbound = createInbound(deps);
const sends = await sendsOf(service.bus);
afterAll(() => world.close());

/** A company whose default connection is of a channel, and connected; a customer has written there, and Ana serves them. */
const serving = async (channel: ChannelName, provider: string, more: object = {}) => {
  const scene = await makeScene(service, { channel, provider, ...more });
  await deps.handle({
    decider: connections,
    stream: `connections-${scene.companyId}`,
    command: { do: 'report status', id: scene.connectionId, status: 'CONNECTED' },
    missing: 'ERR_NO_WAPP_FOUND',
    companyId: scene.companyId,
    commandId: newId(),
    actor: { kind: 'system', id: 'test' },
  });
  const kind = channel === 'facebook' ? 'psid' : channel === 'instagram' ? 'igsid' : 'phone';
  const value = kind === 'phone' ? '5511987650001' : '100/200';
  await inbound(wrote(scene, '5511987650001', 'Tem pão?', { channel, identities: [{ kind, value }], channelId: 'pergunta' }));
  const { rows } = await eventually(
    () => deps.pool.query<{ id: string }>('select id from command.open_ticket where company_id = $1', [scene.companyId]),
    ({ rowCount }) => rowCount === 1,
  );
  const ticketId = rows[0]!.id;
  await ask(service, `PUT /tickets/${ticketId}`, { token: scene.ana.token, body: { status: 'open' } });
  return { scene, ticketId };
};
const write = ({ ana }: Scene, ticketId: string, body: object) =>
  ask<MessageOwn & { error?: string }>(service, `POST /messages/${ticketId}`, { token: ana.token, body });
const sendOf = (id: string) =>
  eventually(
    () => sends.find(({ messageId }) => messageId === id),
    (one) => one !== undefined,
  );

test('C1: a message that WhatsApp Cloud may have is not deleted there', async () => {
  const { scene, ticketId } = await serving('whatsapp', 'cloud');
  const { body } = await write(scene, ticketId, { body: 'Temos!' });
  const told = { companyId: scene.companyId, connectionId: scene.connectionId, messageId: body.id, at: new Date().toISOString() };
  await inbound({ kind: 'ack', ack: 3, ...told });
  expect(await ask(service, `DELETE /messages/${body.id}`, { token: scene.ana.token })).toMatchObject({
    status: 409,
    body: { error: 'ERR_DELETE_WAPP_MSG' },
  });
});

test('C1: a file that the channel does not take goes as a link, below its caption', async () => {
  const { scene, ticketId } = await serving('instagram', 'beta');
  const form = formOf([{ bytes: Buffer.from('a nota fiscal'), name: 'nota.txt' }], { body: 'A nota' });
  const { body } = await post<MessageOwn>(service, `/messages/${ticketId}`, scene.ana, form);
  const send = await sendOf((body as MessageOwn).id);
  expect(send?.media ?? null).toBeNull();
  expect(send?.body).toMatch(/^A nota\nnota\.txt\nhttps:\/\/prosa\.example\/api\/media\/[0-9a-f-]{36}\/\d+-[\w-]{22}$/);
});

test('C1: where the channel has no quotes, the quoted words stand above the answer', async () => {
  const { scene, ticketId } = await serving('facebook', 'beta');
  const { body: page } = await write(scene, ticketId, { body: 'Primeiro' });
  const { body } = await write(scene, ticketId, { body: 'Temos sim', quotedMsg: page.id });
  expect(await sendOf(body.id)).toMatchObject({ body: '> Primeiro\n\nTemos sim', quoted: null });
});

test('C1: a text longer than the channel’s is refused, an automatic one goes in parts', async () => {
  const greetingMessage = `${'Bem-vindo à padaria! '.repeat(60)}Fim.`;
  const { scene, ticketId } = await serving('instagram', 'beta', { greetingMessage });
  expect(await write(scene, ticketId, { body: 'x'.repeat(1_001) })).toMatchObject({
    status: 400,
    body: { error: 'ERR_VALIDATION', fields: { body: 'Too Long!' } },
  });
  const parts = await eventually(
    () => sends.filter(({ connectionId, priority }) => connectionId === scene.connectionId && priority === 'automatic'),
    ({ length }) => length === 2,
  );
  expect(parts.map(({ body }) => body).join(' ')).toBe(greetingMessage);
  for (const { body } of parts) expect(Buffer.byteLength(body!)).toBeLessThanOrEqual(1_000);
});
