import { type MessageOwn, newId } from '@prosa/contracts';
import { createInbound } from '../../channels/inbound/inbound.consumer.ts';
import { ask, eventually, joinPair, openTicket, outboundOf, wrote } from '../../testing/world.fixture.ts';

const { world, c1: service, scene } = await joinPair();
const published = await outboundOf(service.bus);
afterAll(() => world.close());

const sendOf = (messageId: unknown, attempt = 1) =>
  eventually(
    () => published.find((one) => one.kind === 'send' && one.messageId === messageId && one.attempt === attempt),
    (one) => one !== undefined,
  );

test('a message of an attendant goes to the channel once, with their name, under the id of its record', async () => {
  const ticket = await openTicket(service, scene, scene.ana, '5511987651111');
  const key = newId();
  const { status, body } = await ask<MessageOwn>(service, `POST /messages/${ticket.id}`, {
    token: scene.ana.token,
    key,
    body: { body: 'Bom dia', signed: true },
  });
  expect(status).toBe(201);
  expect(body).toMatchObject({ ticketId: ticket.id, body: 'Bom dia', fromMe: true, ack: 1, clientId: key, isObservation: false });
  expect(await sendOf(body.id)).toMatchObject({
    body: '*Ana:*\nBom dia',
    to: { kind: 'phone', value: '5511987651111' },
    connectionId: scene.connectionId,
    priority: 'attendant',
    quoted: null,
  });
});

test('a quote of a customer’s message has the channel’s id; an observation is not sent to the channel', async () => {
  const { ana } = scene;
  const ticket = await openTicket(service, scene, ana, '5511987652222');
  await createInbound(service.deps)(wrote(scene, '5511987652222', 'Tem pão?', { channelId: 'pergunta' }));
  const facts = await service.deps.store.load(
    `conversation-${ticket.id.replaceAll('-', '').slice(0, 12)}${ticket.id.slice(15, 18)}`,
  );
  const asked = facts.find(({ type }) => type === 'MessageReceived')?.data as { messageId: string };
  const note = await ask(service, `POST /messages/${ticket.id}`, {
    token: ana.token,
    body: { body: 'É cliente antiga', isObservation: true },
  });
  expect(note.body).toMatchObject({ isObservation: true });
  const short = await ask(service, `POST /messages/${ticket.id}`, {
    token: ana.token,
    body: { body: 'oi', isObservation: true },
  });
  expect(short).toMatchObject({ status: 400, body: { fields: { body: expect.stringContaining('mais de 5') } } });
  for (const body of ['', ' \n'])
    expect(
      await ask(service, `POST /messages/${ticket.id}`, { token: ana.token, body: { body, isObservation: true } }),
    ).toMatchObject({ status: 400, body: { fields: { body: 'O campo de texto da observação não pode estar vazio.' } } });
  const { body } = await ask(service, `POST /messages/${ticket.id}`, {
    token: ana.token,
    body: { body: 'Tem sim', quotedMsg: { id: asked.messageId } },
  });
  expect(await sendOf(body.id)).toMatchObject({ body: 'Tem sim', quoted: { messageId: asked.messageId, channelId: 'pergunta' } });
  expect(published.some((one) => one.kind === 'send' && one.messageId === note.body.id)).toBe(false);
});

test('a failed message is sent again on request, and deleting a message deletes it on the channel', async () => {
  const { ana, connectionId, companyId } = scene;
  const ticket = await openTicket(service, scene, ana, '5511987653333');
  const { body: sent } = await ask<MessageOwn>(service, `POST /messages/${ticket.id}`, {
    token: ana.token,
    body: { body: 'Chegou?' },
  });
  const inbound = createInbound(service.deps);
  const at = new Date().toISOString();
  const told = { companyId, connectionId, messageId: sent.id, attempt: 1, reason: 'offline', at };
  await inbound({ kind: 'outcome', outcome: 'failed', ...told });
  const retried = await ask(service, `POST /messages/${sent.id}/retry`, { token: ana.token });
  expect(retried).toMatchObject({ status: 200, body: { id: sent.id, body: 'Chegou?' } });
  expect(await sendOf(sent.id, 2)).toMatchObject({ body: 'Chegou?' });
  for (const ack of [4, 3, 2, 4]) await inbound({ kind: 'ack', companyId, connectionId, messageId: sent.id, ack, at });
  const deleted = await ask(service, `DELETE /messages/${sent.id}`, { token: ana.token });
  expect(deleted).toMatchObject({ status: 200, body: { id: sent.id, body: '', isDeleted: true, ack: 4 } });
  await eventually(
    () => published.find((one) => one.kind === 'delete' && one.messageId === sent.id),
    (one) => one !== undefined,
  );
  expect(await ask(service, `DELETE /messages/${newId()}`, { token: ana.token })).toMatchObject({ status: 404 });
});

test('texts and numbers are stored only encrypted in the event store', async () => {
  const { ana } = scene;
  const ticket = await openTicket(service, scene, ana, '5511987654444');
  await ask(service, `POST /messages/${ticket.id}`, { token: ana.token, body: { body: 'segredo-do-cliente' } });
  const { EventStoreDBClient } = await import('@eventstore/db-client');
  const client = EventStoreDBClient.connectionString(world.storeUrl);
  let stored = '';
  for await (const { event } of client.readAll())
    if ((event?.metadata as { companyId?: string } | undefined)?.companyId === scene.companyId)
      stored += JSON.stringify([event?.streamId, event?.data, event?.metadata], noBigInt);
  await client.dispose();
  expect(stored).toContain(ticket.id);
  for (const secret of ['segredo-do-cliente', '987654444', '87654444']) expect(stored).not.toContain(secret);
});

const noBigInt = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);
