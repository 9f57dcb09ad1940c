import { type ConnectionFact, conversationKey, conversationStream, newId, sampleIdentity, sampleNames } from '@prosa/contracts';
import { createClaims } from '../../contacts/contacts/claims.ts';
import { readContact } from '../../contacts/contacts/contact.reading.ts';
import { createFindContact, createResolveContact } from '../../contacts/contacts/resolve-contact.ts';
import { createConverse } from '../../desk/conversations/conversations.ts';
import { ask, eventually, joinPair, makeScene, type Scene, wrote } from '../../testing/world.fixture.ts';
import { createInbound } from '../inbound/inbound.consumer.ts';

const { world, c1, c2, scene } = await joinPair();
afterAll(() => world.close());

type Reply = { connectionId: string; isNew: boolean };
const play = (of: Scene, { through = c1, key = newId(), token = of.admin.token, language = 'pt' } = {}) =>
  ask<Reply>(through, 'POST /sample-customer', { token, key, body: { language } });
const remove = (of: Scene, token = of.admin.token) => ask(c1, 'DELETE /sample-customer', { token });
const connectionsOf = async ({ companyId }: Scene) => {
  const facts = (await c1.deps.store.load(`connections-${companyId}`)) as unknown as ConnectionFact[];
  return facts.filter(({ type }) => type === 'ConnectionCreated').map(({ data }) => data);
};
const inbound = createInbound(c1.deps);
/** As the gateway reports what the customer writes. */
const writes = (of: Scene, connectionId: string, body: string, more: object = {}) =>
  inbound(
    wrote(of, '', body, {
      connectionId,
      channel: 'sample',
      name: sampleNames.pt,
      identities: [sampleIdentity(connectionId)],
      ...more,
    }),
  );
const contactOf = (of: Scene, connectionId: string) =>
  createFindContact({ ...c1.deps, claims: createClaims(c1.deps) })(of.companyId, [sampleIdentity(connectionId)]);
const eventsOf = async (connectionId: string, contactId: string) =>
  c1.deps.store.load(conversationStream(conversationKey(connectionId, contactId)));

test('two administrators at once get one test customer, whoever asks again gets the same, and a repeat its first answer', async () => {
  const of = await makeScene(c1);
  const key = newId();
  const both = await Promise.all([play(of, { key }), play(of, { through: c2 })]);
  expect(both.map(({ status }) => status)).toEqual([201, 201]);
  expect(both.map(({ body }) => body.isNew).toSorted()).toEqual([false, true]);
  const { connectionId } = both[0].body;
  expect(both[1].body.connectionId).toBe(connectionId);
  expect((await play(of, { language: 'en' })).body).toEqual({ connectionId, isNew: false });
  expect((await connectionsOf(of)).slice(1)).toEqual([
    expect.objectContaining({
      ...{ connectionId, channel: 'sample', status: 'CONNECTED', isDefault: false, tokenHash: null },
      ...{ name: 'Cliente de exemplo', provider: 'pt', queueIds: [of.queueId] },
    }),
  ]);
  expect(await remove(of)).toMatchObject({ status: 200, body: null });
  expect(await remove(of)).toMatchObject({ status: 200, body: null });
  expect((await play(of, { key })).body).toEqual(both[0].body);
  expect((await play(of)).body).toMatchObject({ isNew: true });
});

test('it is for administrators', async () => {
  for (const answer of [await play(scene, { token: scene.ana.token }), await remove(scene, scene.ana.token)])
    expect(answer).toMatchObject({ status: 403, body: { error: 'ERR_NO_PERMISSION' } });
});

test('their connection is never the default, nobody is written to first through it, and no other call makes one', async () => {
  const of = await makeScene(c1, null);
  const { connectionId } = (await play(of)).body;
  const token = of.admin.token;
  const change = await ask(c1, `PUT /whatsapp/${connectionId}`, { token, body: { isDefault: true } });
  expect(change).toMatchObject({ status: 400, body: { fields: { isDefault: 'Invalid' } } });
  const contact = await ask<{ id: string }>(c1, 'POST /contacts', { token, body: { name: 'Cliente', number: '5511987650001' } });
  const ticket = (whatsappId?: string) =>
    ask(c1, 'POST /tickets', {
      token,
      body: { contactId: contact.body.id, queueId: of.queueId, ...(whatsappId && { whatsappId }) },
    });
  expect(await ticket(connectionId)).toMatchObject({ status: 404, body: { error: 'ERR_NO_WAPP_FOUND' } });
  expect(await ticket()).toMatchObject({ status: 409, body: { error: 'ERR_NO_DEF_WAPP_FOUND' } });
  const second = await ask(c1, 'POST /whatsapp', { token, body: { name: 'Outra', channel: 'sample' } });
  expect(second).toMatchObject({ status: 400, body: { fields: { channel: expect.any(String) } } });
  const real = await ask(c1, 'POST /whatsapp', { token, body: { name: 'Loja', channel: 'simulator' } });
  expect(real).toMatchObject({ status: 201, body: { isDefault: true } });
});

test('who is removed is gone with all tickets and the contact; a message that was on its way leaves nothing either', async () => {
  const of = await makeScene(c1);
  const { connectionId } = (await play(of)).body;
  await writes(of, connectionId, 'Oi');
  const contactId = (await contactOf(of, connectionId))!;
  const [, opened] = await eventsOf(connectionId, contactId);
  const { ticketId } = opened!.data as { ticketId: string };
  const answered = { token: of.ana.token, body: { status: 'open', userId: of.ana.id } };
  expect((await ask(c1, `PUT /tickets/${ticketId}`, answered)).status).toBe(200);
  expect((await ask(c1, `PUT /tickets/${ticketId}`, { ...answered, body: { status: 'closed' } })).status).toBe(200);
  await writes(of, connectionId, 'De novo');
  await remove(of);
  const left = async (contact: string) => {
    const events = await eventsOf(connectionId, contact);
    const idsOf = (name: string) =>
      events.flatMap(({ type, data }) => (type === name ? [(data as { ticketId: string }).ticketId] : []));
    return idsOf('TicketOpened').filter((id) => !idsOf('TicketDeleted').includes(id));
  };
  await eventually(
    () => contactOf(of, connectionId),
    (found) => found === null,
  );
  expect(await left(contactId)).toEqual([]);
  expect(await readContact(c1.deps.store, of.companyId, contactId)).toBeNull();
  const deletions = (await eventsOf(connectionId, contactId)).filter(({ type }) => type === 'TicketDeleted');
  expect(deletions.map(({ data }) => data)).toEqual([
    expect.objectContaining({ userId: of.admin.id, contactId }),
    expect.objectContaining({ userId: of.admin.id, contactId }),
  ]);

  // Another instance had read the connection before it was deleted.
  const actor = { kind: 'customer', id: connectionId } as const;
  const resolve = createResolveContact({ ...c1.deps, claims: createClaims(c1.deps) });
  const who = { identities: [sampleIdentity(connectionId)], name: sampleNames.pt, channel: 'sample', actor };
  const late = await resolve({ companyId: of.companyId, ...who });
  expect(late).not.toBe(contactId);
  await createConverse(c1.deps.handle)(
    {
      ...{ key: conversationKey(connectionId, late), contactId: late, companyId: of.companyId },
      ...{ commandId: newId(), actor, missing: 'ERR_NO_CONTACT_FOUND' },
    },
    {
      do: 'take ticket over',
      ticket: { status: 'pending', queueId: of.queueId, userId: null, tagIds: [] },
      ...{ protocol: '999', connectionId, contactId: late, channel: 'sample' },
    },
  );
  await eventually(
    () => readContact(c1.deps.store, of.companyId, late),
    (found) => found === null,
  );
  expect(await left(late)).toEqual([]);
});
