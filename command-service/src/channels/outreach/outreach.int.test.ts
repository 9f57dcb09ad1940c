import { type ConversationFact, conversationKey, conversationStream, limits, newId } from '@prosa/contracts';
import { formOf, post } from '../../media/media.fixture.ts';
import {
  ask,
  eventually,
  joinPair,
  makeConnection,
  makeScene,
  openTicket,
  outboundOf,
  type Person,
  wrote,
} from '../../testing/world.fixture.ts';
import { createInbound } from '../inbound/inbound.consumer.ts';

const { world, c1: service, scene: own } = await joinPair();
let scene = own;
const inbound = createInbound(service.deps);
const published = await outboundOf(service.bus);
afterAll(() => world.close());

type Forwarded = { messages: { contactId: string; id: string; ticketId: string | null }[] };
type Body = { contactIds: string[]; messageId: string };
const forward = (body: Body, { by = scene.ana, key }: { by?: Person; key?: string } = {}) =>
  ask<Forwarded & { error: string; details?: object; fields?: object }>(service, 'POST /messages/sendForwardedMessage', {
    token: by.token,
    body,
    ...(key && { key }),
  });
const contact = async (number: string): Promise<string> => {
  const { body } = await ask<{ id: string }>(service, 'POST /contacts', {
    token: scene.ana.token,
    body: { name: `Cliente ${number.slice(-4)}`, number },
  });
  return body.id;
};
const factsOf = (contactId: string, connectionId = scene.connectionId) =>
  service.deps.store.load(conversationStream(conversationKey(connectionId, contactId)));
const sent = async (contactId: string) =>
  (await factsOf(contactId)).filter(({ type }) => type === 'OutreachSent' || type === 'MessageSent');
const sendOf = (messageId: unknown) =>
  eventually(
    () => published.find((one) => one.kind === 'send' && one.messageId === messageId),
    (one) => one !== undefined,
  );
/** A ticket of Ana's that contains a text to forward. */
const source = async (phone: string, text = 'Rua das Palmeiras, 418') => {
  const ticket = await openTicket(service, scene, scene.ana, phone);
  const { body } = await ask<{ id: string }>(service, `POST /messages/${ticket.id}`, {
    token: scene.ana.token,
    body: { body: text, signed: true },
  });
  return { ticket, messageId: body.id };
};

test('a text is forwarded into the unfinished ticket of each contact, else outside of any ticket; as an attendant’s message', async () => {
  const { messageId } = await source('5511981110001');
  const served = await openTicket(service, scene, scene.bruno, '5511981110002');
  const fresh = await contact('5511981110003');
  const { status, body, position } = await forward({ contactIds: [served.contactId, fresh], messageId });
  expect(status).toBe(201);
  const [first, second] = body.messages;
  expect(body.messages).toMatchObject([
    { contactId: served.contactId, ticketId: served.id },
    { contactId: fresh, ticketId: null },
  ]);
  const ofFresh = await factsOf(fresh);
  expect(ofFresh.map(({ type }) => type)).toEqual(['ConversationStarted', 'OutreachSent']);
  expect(position).toBe(ofFresh.at(-1)?.meta.position);
  expect((await sent(served.contactId)).at(-1)?.data).toMatchObject({ origin: 'forward', ticketId: served.id });
  for (const [{ id } = { id: '' }, value] of [
    [first, '5511981110002'],
    [second, '5511981110003'],
  ] as const)
    expect(await sendOf(id)).toMatchObject({
      body: 'Rua das Palmeiras, 418',
      to: { kind: 'phone', value },
      priority: 'attendant',
      quoted: null,
      attempt: 1,
    });
});

test('the receipts of a message outside of a ticket are recorded, it can be retried and deleted, and an answer opens a ticket', async () => {
  const { ana, connectionId, companyId } = scene;
  const { messageId } = await source('5511981120001');
  const contactId = await contact('5511981120002');
  const id = (await forward({ contactIds: [contactId], messageId })).body.messages[0]!.id;
  const told = { companyId, connectionId, messageId: id, at: new Date().toISOString() };
  await inbound({ kind: 'outcome', outcome: 'failed', attempt: 1, reason: 'refused', ...told });
  expect((await factsOf(contactId)).at(-1)).toMatchObject({ type: 'OutreachFailed', data: { reason: 'refused' } });
  // Only administrators see it before the contact has a ticket.
  expect(await ask(service, `POST /messages/${id}/retry`, { token: ana.token })).toMatchObject({ status: 404 });
  await inbound(wrote(scene, '5511981120002', 'Quem é?'));
  const retried = await ask(service, `POST /messages/${id}/retry`, { token: ana.token });
  expect(retried).toMatchObject({ status: 200, body: { id, ticketId: null, body: 'Rua das Palmeiras, 418' } });
  await eventually(
    () => published.find((one) => one.kind === 'send' && one.messageId === id && one.attempt === 2),
    (one) => one !== undefined,
  );
  await inbound({ kind: 'ack', ack: 3, ...told });
  expect(await ask(service, `DELETE /messages/${id}`, { token: ana.token })).toMatchObject({
    status: 200,
    body: { id, isDeleted: true, ack: 3, ticketId: null },
  });
  await eventually(
    () => published.find((one) => one.kind === 'delete' && one.messageId === id),
    (one) => one !== undefined,
  );
  expect((await factsOf(contactId)).map(({ type }) => type)).toEqual([
    'ConversationStarted',
    'OutreachSent',
    'OutreachFailed',
    'TicketOpened',
    'MessageReceived',
    'OutreachRetried',
    'OutreachAcknowledged',
    'OutreachDeleted',
  ]);
});

test('a repeat sends nothing more, whatever happened to ticket, message and default connection since', async () => {
  const other = await makeScene(service);
  const by = other.ana;
  scene = other;
  try {
    const { messageId, ticket } = await source('5511981130001');
    const served = await openTicket(service, other, other.bruno, '5511981130002');
    const fresh = await contact('5511981130003');
    const [key, body] = [newId(), { contactIds: [served.contactId, fresh], messageId }];
    const first = await forward(body, { by, key });
    expect(first.status).toBe(201);
    const closing = { token: other.bruno.token, body: { status: 'closed' } };
    expect((await ask(service, `PUT /tickets/${served.id}`, closing)).status).toBe(200);
    await ask(service, `DELETE /messages/${messageId}`, { token: by.token });
    await makeConnection(service.deps, other.companyId, { queueIds: [other.queueId], isDefault: true });
    expect(await forward(body, { by, key })).toEqual(first);
    for (const id of [served.contactId, fresh]) expect(await sent(id)).toHaveLength(1);
    expect(ticket.id).not.toBe(served.id);
    expect(await forward({ ...body, contactIds: [fresh] }, { by, key })).toMatchObject({
      body: { error: 'ERR_IDEMPOTENCY_MISMATCH' },
    });
  } finally {
    scene = own;
  }
});

test('if one contact is unknown, another company’s or forgotten, nothing is sent to any', async () => {
  const { messageId } = await source('5511981140001');
  const [fresh, forgotten] = [await contact('5511981140002'), await contact('5511981140003')];
  const elsewhere = await makeScene(service);
  const foreign = await openTicket(service, elsewhere, elsewhere.ana, '5511981140004');
  await service.deps.keys.destroy(forgotten);
  for (const contactId of [newId(), foreign.contactId, forgotten])
    expect(await forward({ contactIds: [fresh, contactId], messageId })).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_CONTACT_FOUND', details: { contactId } },
    });
  expect(await sent(fresh)).toEqual([]);
});

test('each contact gets a copy of a file, which stays readable when the owner of the original is forgotten', async () => {
  const { store, vault, keys, pool } = service.deps;
  const from = await openTicket(service, scene, scene.ana, '5511981180001');
  const bytes = Buffer.from('a nota fiscal');
  const form = formOf([{ bytes, name: 'nota.txt' }], { body: 'A nota' });
  const uploaded = await post<{ id: string }>(service, `/messages/${from.id}`, scene.ana, form);
  const messageId = (uploaded.body as { id: string }).id;
  const served = await openTicket(service, scene, scene.bruno, '5511981180002');
  const fresh = await contact('5511981180003');
  const [key, body] = [newId(), { contactIds: [served.contactId, fresh], messageId }];
  const first = await forward(body, { key });
  expect(first).toMatchObject({ status: 201, body: { messages: [{ ticketId: served.id }, { ticketId: null }] } });
  const rows = () => pool.query(`select id, subject, state from command.media where subject = any($1)`, [body.contactIds]);
  const before = (await rows()).rows.length;
  expect(await forward(body, { key })).toEqual(first);
  expect((await rows()).rows).toHaveLength(before);
  const medias: string[] = [];
  for (const [n, contactId] of body.contactIds.entries()) {
    const [fact, ...more] = (await sent(contactId)) as Extract<ConversationFact, { type: 'MessageSent' | 'OutreachSent' }>[];
    expect([more.length, fact?.type]).toEqual([0, n === 0 ? 'MessageSent' : 'OutreachSent']);
    expect(fact?.data).toMatchObject({ body: 'A nota', origin: 'forward', media: { name: 'nota.txt', bytes: bytes.length } });
    const { mediaId } = fact!.data.media!;
    medias.push(mediaId);
    expect((await vault.open(mediaId))?.owner.subjectId).toBe(contactId);
    expect(await sendOf(fact!.data.messageId)).toMatchObject({
      body: null,
      media: { mediaId, name: 'nota.txt', caption: 'A nota' },
    });
  }
  await eventually(rows, ({ rows }) => rows.length === 2 && rows.every(({ state }) => state === 'kept'));
  expect(new Set(medias).size).toBe(2);
  // The contents of a file cannot be forwarded without its person's key.
  await keys.destroy(from.contactId);
  expect(await forward({ contactIds: [fresh], messageId })).toMatchObject({
    status: 409,
    body: { error: 'ERR_CREATING_MESSAGE' },
  });
  for (const mediaId of medias) {
    const pieces: Buffer[] = [];
    for await (const piece of (await vault.open(mediaId))!.read()) pieces.push(piece);
    expect(Buffer.concat(pieces).equals(bytes)).toBe(true);
  }
  expect((await store.load(conversationStream(conversationKey(scene.connectionId, fresh)))).length).toBe(2);
});

test('forwarding a file that is still being fetched is refused with a code, and none of its copies is kept', async () => {
  const from = await openTicket(service, scene, scene.ana, '5511981190001');
  const uploaded = await post<{ id: string }>(service, `/messages/${from.id}`, scene.ana, formOf([{ bytes: Buffer.from('x') }]));
  const [fact] = (await sent(from.contactId)) as Extract<ConversationFact, { type: 'MessageSent' }>[];
  await service.deps.vault.remove(fact!.data.media!.mediaId);
  const fresh = await contact('5511981190002');
  const messageId = (uploaded.body as { id: string }).id;
  expect(await forward({ contactIds: [fresh], messageId })).toMatchObject({ status: 409, body: { error: 'ERR_MEDIA_PENDING' } });
  expect(await sent(fresh)).toEqual([]);
  expect((await service.deps.pool.query('select from command.media where subject = $1', [fresh])).rowCount).toBe(0);
});

test('C18: what could not be read is forwarded once it has come again, and not before', async () => {
  const { ticket } = await source('5511981199001');
  const fresh = await contact('5511981199002');
  const unread = wrote(scene, '5511981199001', '', { body: null, line: 'undecrypted' });
  await inbound(unread);
  const { messageId } = (await factsOf(ticket.contactId)).at(-1)!.data as { messageId: string };
  expect((await forward({ contactIds: [fresh], messageId })).body).toMatchObject({ error: 'ERR_FORWARD_TEXT_ONLY' });
  await inbound({ ...unread, body: 'Rua das Palmeiras, 418', line: null });
  expect((await forward({ contactIds: [fresh], messageId })).status).toBe(201);
  expect((await factsOf(fresh)).at(-1)?.data).toMatchObject({ body: expect.stringContaining('Rua das Palmeiras, 418') });
});

test('a place and contact cards are forwarded as they are, each time that they are sent', async () => {
  const { companyId, connectionId } = scene;
  const ticket = await openTicket(service, scene, scene.ana, '5511981145001');
  const served = await openTicket(service, scene, scene.bruno, '5511981145002');
  const fresh = await contact('5511981145003');
  const place = { latitude: -23.55, longitude: -46.63, name: 'Padaria Aurora', address: null };
  const contacts = [{ name: 'Tarcísio', numbers: ['+55 11 90000-8826'] }];
  for (const brought of [{ place }, { contacts }]) {
    await inbound(wrote(scene, '5511981145001', '', { body: null, ...brought }));
    const { messageId } = (await factsOf(ticket.contactId)).at(-1)!.data as { messageId: string };
    const { status, body } = await forward({ contactIds: [served.contactId, fresh], messageId });
    expect(status).toBe(201);
    for (const { id } of body.messages) expect(await sendOf(id)).toMatchObject({ body: null, ...brought });
    expect((await sent(served.contactId)).at(-1)).toMatchObject({ type: 'MessageSent', data: { body: '', ...brought } });
    expect((await sent(fresh)).at(-1)).toMatchObject({ type: 'OutreachSent', data: { body: '', ...brought } });
  }
  const { messageId } = (await sent(served.contactId)).at(-1)!.data as { messageId: string };
  const told = { companyId, connectionId, messageId, at: new Date().toISOString() };
  await inbound({ kind: 'outcome', outcome: 'failed', attempt: 1, reason: 'refused', ...told });
  expect((await ask(service, `POST /messages/${messageId}/retry`, { token: scene.bruno.token })).status).toBe(200);
  await eventually(
    () => published.find((one) => one.kind === 'send' && one.messageId === messageId && one.attempt === 2),
    (one) => one?.kind === 'send' && one.contacts?.[0]?.name === 'Tarcísio',
  );
});

test('only visible messages can be forwarded, and no calls', async () => {
  const { ana, otherQueueId, admin } = scene;
  const { messageId, ticket } = await source('5511981150001');
  const fresh = await contact('5511981150002');
  const refused = (id: string) => forward({ contactIds: [fresh], messageId: id });
  const note = await ask<{ id: string }>(service, `POST /messages/${ticket.id}`, {
    token: ana.token,
    body: { body: 'Cliente antiga', isObservation: true },
  });
  expect(await refused(note.body.id)).toMatchObject({ status: 409, body: { error: 'ERR_CREATING_MESSAGE' } });
  expect(await refused(newId())).toMatchObject({ status: 404, body: { error: 'ERR_NO_MESSAGE_FOUND' } });
  await inbound(wrote(scene, '5511981150001', ' '));
  const blank = (await factsOf(ticket.contactId)).at(-1)?.data as { messageId: string };
  await inbound(wrote(scene, '5511981150001', '', { body: null, call: { kind: 'voice' } }));
  const call = (await factsOf(ticket.contactId)).at(-1)?.data as { messageId: string };
  expect(await refused(call.messageId)).toMatchObject({ status: 409, body: { error: 'ERR_FORWARD_TEXT_ONLY' } });
  expect(await refused(blank.messageId)).toMatchObject({ status: 409, body: { error: 'ERR_FORWARD_TEXT_ONLY' } });
  const deleted = await ask<{ id: string }>(service, `POST /messages/${ticket.id}`, {
    token: ana.token,
    body: { body: 'Errado' },
  });
  await ask(service, `DELETE /messages/${deleted.body.id}`, { token: ana.token });
  expect(await refused(deleted.body.id)).toMatchObject({ status: 404, body: { error: 'ERR_NO_MESSAGE_FOUND' } });
  await ask(service, `PUT /tickets/${ticket.id}`, { token: admin.token, body: { queueId: otherQueueId } });
  expect(await refused(messageId)).toMatchObject({ status: 404, body: { error: 'ERR_NO_MESSAGE_FOUND' } });
  expect(await sent(fresh)).toEqual([]);
});

test('a forward has a maximum number of contacts, and each contact gets it once', async () => {
  const { messageId } = await source('5511981160001');
  const fresh = await contact('5511981160002');
  const many = Array.from({ length: limits.forwardMax + 1 }, () => newId());
  expect(await forward({ contactIds: many, messageId })).toMatchObject({
    status: 400,
    body: { fields: { contactIds: 'Too Long!' } },
  });
  expect(await forward({ contactIds: [], messageId })).toMatchObject({
    status: 400,
    body: { fields: { contactIds: 'Required' } },
  });
  const twice = await forward({ contactIds: [fresh, fresh.toUpperCase()], messageId });
  expect(twice.body.messages).toHaveLength(1);
  expect(await sent(fresh)).toHaveLength(1);
});

test('a message can be deleted while its channel allows it, and a failed deletion on the channel is recorded', async () => {
  const { ana, connectionId, companyId } = scene;
  const { messageId, ticket } = await source('5511981170001');
  const at = new Date().toISOString();
  await inbound({ kind: 'ack', companyId, connectionId, messageId, ack: 2, at });
  const late = await world.instance({ idle: true, clock: () => new Date(Date.now() + 61 * 3_600_000) });
  expect(await ask(late, `DELETE /messages/${messageId}`, { token: ana.token })).toMatchObject({
    status: 409,
    body: { error: 'ERR_FETCH_WAPP_MSG' },
  });
  expect(await ask(service, `DELETE /messages/${messageId}`, { token: ana.token })).toMatchObject({ status: 200 });
  await inbound({ kind: 'outcome', companyId, connectionId, messageId, attempt: 0, outcome: 'failed', reason: 'refused', at });
  expect((await factsOf(ticket.contactId)).at(-1)).toMatchObject({
    type: 'MessageDeletionFailed',
    data: { ticketId: ticket.id, messageId, reason: 'refused' },
  });
});
