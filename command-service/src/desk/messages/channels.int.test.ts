import { conversationOf, conversationStream, type MessageOwn } from '@prosa/contracts';
import { createInbound } from '../../channels/inbound/inbound.consumer.ts';
import { formOf, post } from '../../media/media.fixture.ts';
import { ask, eventually, outboundOf, type Scene, startWorld, wrote } from '../../testing/world.fixture.ts';
import { serving } from './channel-scene.fixture.ts';

const world = await startWorld();
const service = await world.instance({ publicUrl: 'https://prosa.example/' });
const { deps } = service;
const inbound = createInbound(deps);
const sends = await outboundOf(service.bus, 'send');
afterAll(() => world.close());

const write = ({ ana }: Scene, ticketId: string, body: object) =>
  ask<MessageOwn & { error?: string }>(service, `POST /messages/${ticketId}`, { token: ana.token, body });
const sendOf = (id: string) =>
  eventually(
    () => sends.find(({ messageId }) => messageId === id),
    (one) => one !== undefined,
  );

test('C1: a message that WhatsApp Cloud may have is not deleted there', async () => {
  const { scene, ticketId } = await serving(service, 'whatsapp', 'cloud');
  const { body } = await write(scene, ticketId, { body: 'Temos!' });
  const told = { companyId: scene.companyId, connectionId: scene.connectionId, messageId: body.id, at: new Date().toISOString() };
  await inbound({ kind: 'ack', ack: 3, ...told });
  expect(await ask(service, `DELETE /messages/${body.id}`, { token: scene.ana.token })).toMatchObject({
    status: 409,
    body: { error: 'ERR_DELETE_WAPP_MSG' },
  });
});

test('C1: a file that the channel does not take goes as a link, below its caption', async () => {
  const { scene, ticketId } = await serving(service, 'instagram', 'beta');
  const form = formOf([{ bytes: Buffer.from('a nota fiscal'), name: 'nota.txt' }], { body: 'A nota' });
  const { body } = await post<MessageOwn>(service, `/messages/${ticketId}`, scene.ana, form);
  const send = await sendOf((body as MessageOwn).id);
  expect(send?.media ?? null).toBeNull();
  expect(send?.body).toMatch(/^A nota\nnota\.txt\nhttps:\/\/prosa\.example\/api\/media\/[0-9a-f-]{36}\/\d+-[\w-]{22}$/);
});

test('C1: where the channel has no quotes, the quoted words stand above the answer', async () => {
  const { scene, ticketId } = await serving(service, 'facebook', 'beta');
  const { body: page } = await write(scene, ticketId, { body: 'Primeiro' });
  const { body } = await write(scene, ticketId, { body: 'Temos sim', quotedMsg: page.id });
  expect(await sendOf(body.id)).toMatchObject({ body: '> Primeiro\n\nTemos sim', quoted: null });
});

test('C1: where the channel has neither places nor cards, they are forwarded as texts', async () => {
  const { scene, ticketId, customer } = await serving(service, 'facebook', 'beta');
  const forwarded = async (brought: object) => {
    await inbound(wrote(scene, '', '', { ...customer, body: null, ...brought }));
    const facts = await deps.store.load(conversationStream(conversationOf(ticketId)!));
    const { contactId } = facts[0]!.data as { contactId: string };
    const { messageId } = facts.at(-1)!.data as { messageId: string };
    const { body } = await ask<{ messages: { id: string }[] }>(service, 'POST /messages/sendForwardedMessage', {
      token: scene.ana.token,
      body: { contactIds: [contactId], messageId },
    });
    return sendOf(body.messages[0]!.id);
  };
  const place = { latitude: -23.55, longitude: -46.63, name: 'Padaria Aurora', address: 'Rua das Palmeiras, 418' };
  expect((await forwarded({ place }))?.body).toBe(
    'Padaria Aurora\nRua das Palmeiras, 418\nhttps://www.google.com/maps/search/?api=1&query=-23.55,-46.63',
  );
  const contacts = [
    { name: 'Tarcísio', numbers: ['+55 11 90000-8826', '5511900008827'] },
    { name: 'Rui', numbers: [] },
  ];
  const sent = await forwarded({ contacts });
  expect(sent?.body).toBe('Tarcísio\n+55 11 90000-8826\n5511900008827\n\nRui');
  expect(sent?.contacts ?? null).toBeNull();
});

test('C1: a text longer than the channel’s is refused, an automatic one goes in parts', async () => {
  const greetingMessage = `${'Bem-vindo à padaria! '.repeat(60)}Fim.`;
  const { scene, ticketId } = await serving(service, 'instagram', 'beta', { greetingMessage });
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
