import { conversationKey, conversationStream, type Inbound, newId } from '@prosa/contracts';
import { Unprocessable } from '@prosa/infra/runtime';
import { createClaims } from '../../contacts/contacts/claims.ts';
import { createFindContact } from '../../contacts/contacts/resolve-contact.ts';
import { ask, joinPair, makeConnection, makeScene, type Scene, wrote } from '../../testing/world.fixture.ts';
import { createInbound } from './inbound.consumer.ts';

const { world, c1, c2, scene } = await joinPair();
const inbound = createInbound(c1.deps);
const findContact = createFindContact({ ...c1.deps, claims: createClaims(c1.deps) });
afterAll(() => world.close());

type Change = Extract<Inbound, { kind: 'edit' | 'revoke' | 'reaction' }>;
const identitiesOf = (phone: string) => [{ kind: 'phone' as const, value: phone }];
const contactOf = (phone: string, of: Scene = scene) => findContact(of.companyId, identitiesOf(phone));
const eventsOf = async (phone: string) => {
  const facts = await c1.deps.store.load(conversationStream(conversationKey(scene.connectionId, (await contactOf(phone))!)));
  return facts.map(({ type, data }) => ({ type, data: data as Record<string, unknown> }));
};
const done = (phone: string, target: Change['target'], more: object, of: Scene = scene) => ({
  companyId: of.companyId,
  connectionId: of.connectionId,
  identities: identitiesOf(phone),
  channelId: newId(),
  target,
  at: new Date().toISOString(),
  ...more,
});
const mine = { channelId: 'mine' };
const edit = (phone: string, body: string, target: Change['target'] = mine) => done(phone, target, { kind: 'edit', body });
const kinds = (events: { type: string }[]) =>
  events.map(({ type }) => type).filter((type) => /Edited|Revoked|Reacted/.test(type));

/** A customer who wrote `mine` and was answered. */
const talking = async (phone: string, of: Scene = scene) => {
  await inbound(wrote(of, phone, 'Mustrei', { channelId: 'mine' }));
  const facts = await c1.deps.store.load(conversationStream(conversationKey(of.connectionId, (await contactOf(phone, of))!)));
  const { ticketId, messageId } = facts.find(({ type }) => type === 'MessageReceived')!.data as Record<string, string>;
  await ask(c1, `PUT /tickets/${ticketId}`, { token: of.ana.token, body: { status: 'open' } });
  const { body } = await ask(c1, `POST /messages/${ticketId}`, { token: of.ana.token, body: { body: 'Olá' } });
  return { ticketId: ticketId!, messageId: messageId!, answer: body.id as string };
};

test('a customer’s message that is not text opens a ticket and is stored completely and encrypted', async () => {
  const place = { latitude: -23.5505, longitude: -46.6333, name: 'Esconderijo', address: null };
  const brings = [
    { place },
    { contacts: [{ name: 'Padrinho', numbers: ['5511900008826'] }] },
    { call: { kind: 'video' as const } },
    { choice: { id: '2', title: 'Entregas' } },
  ];
  for (const one of brings) await inbound(wrote(scene, '5511900000101', '', { body: null, ...one }));
  const events = await eventsOf('5511900000101');
  const received = events.filter(({ type }) => type === 'MessageReceived');
  expect(events.map(({ type }) => type)).toContain('TicketOpened');
  expect(received.map(({ data }) => data)).toMatchObject(
    brings.map((one) => ({ body: 'choice' in one ? 'Entregas' : '', ...one })),
  );
  const { EventStoreDBClient } = await import('@eventstore/db-client');
  const client = EventStoreDBClient.connectionString(world.storeUrl);
  let stored = '';
  for await (const { event } of client.readAll())
    if ((event?.metadata as { companyId?: string } | undefined)?.companyId === scene.companyId)
      stored += JSON.stringify(event?.data);
  await client.dispose();
  for (const secret of ['Esconderijo', '46.6333', 'Padrinho', '900008826', '"video"']) expect(stored).not.toContain(secret);
});

test('a message without content, or with two contents, is poison', async () => {
  const empty = wrote(scene, '5511900000102', '', { body: null } as never);
  await expect(inbound(empty)).rejects.toThrow(Unprocessable);
  await expect(inbound({ ...wrote(scene, '5511900000102', 'Oi'), call: { kind: 'voice' } })).rejects.toThrow(Unprocessable);
});

test('a customer edits a message, reacts, and deletes it; each once, however often it is reported', async () => {
  const phone = '5511900000103';
  const { messageId, answer } = await talking(phone);
  const all = [
    edit(phone, 'Mostrei'),
    edit(phone, 'Mostrei a eles'),
    done(phone, { messageId: answer }, { kind: 'reaction', emoji: '👍' }),
    done(phone, { messageId: answer }, { kind: 'reaction', emoji: '' }),
    done(phone, mine, { kind: 'revoke' }),
  ];
  for (const one of all) await inbound(one);
  // Everything again in the same order, by two instances at once: a repeated report changes nothing.
  for (const one of all) await Promise.all([inbound(one), createInbound(c2.deps)(one)]);
  const events = (await eventsOf(phone)).filter(({ type }) => /Edited|Revoked|Reacted/.test(type));
  expect(events).toMatchObject([
    { type: 'MessageEdited', data: { messageId, body: 'Mostrei' } },
    { type: 'MessageEdited', data: { messageId, body: 'Mostrei a eles' } },
    { type: 'MessageReacted', data: { messageId: answer, emoji: '👍', contactId: await contactOf(phone) } },
    { type: 'MessageReacted', data: { messageId: answer, emoji: '' } },
    { type: 'MessageRevoked', data: { messageId } },
  ]);
});

test('nobody can change another customer’s message, or an unknown one', async () => {
  const [phone, other] = ['5511900000104', '5511900000105'];
  const theirs = await talking(phone);
  await talking(other);
  const far = await makeScene(c1);
  const foreign = await talking('5511900000106', far);
  const before = { mine: await eventsOf(phone), other: await eventsOf(other) };
  for (const kind of [{ kind: 'edit', body: 'Falso' }, { kind: 'revoke' }])
    for (const messageId of [theirs.messageId, theirs.answer, foreign.messageId]) await inbound(done(other, { messageId }, kind));
  await inbound(done(other, { messageId: theirs.answer }, { kind: 'reaction', emoji: '👎' }));
  await inbound(edit(other, 'Falso', { channelId: 'nothing' }));
  await inbound(edit(other, 'Falso', { messageId: newId() }));
  const elsewhere = await makeConnection(c1.deps, scene.companyId, { queueIds: [scene.queueId] });
  await inbound({ ...edit(phone, 'Falso', { messageId: theirs.messageId }), connectionId: elsewhere });
  expect([await eventsOf(phone), await eventsOf(other)]).toEqual([before.mine, before.other]);
});

test('a sender who is no contact does not become one by naming a message', async () => {
  const { messageId } = await talking('5511900000107');
  await inbound(edit('5511900000199', 'Falso', { messageId }));
  expect(await contactOf('5511900000199')).toBeNull();
});

test('an action on a message of a closed ticket is recorded, and opens no ticket', async () => {
  const phone = '5511900000108';
  const { ticketId } = await talking(phone);
  await ask(c1, `PUT /tickets/${ticketId}`, { token: scene.ana.token, body: { status: 'closed' } });
  await inbound(edit(phone, 'Mostrei'));
  await inbound(done(phone, mine, { kind: 'reaction', emoji: '👍', own: true }));
  const events = await eventsOf(phone);
  expect(kinds(events)).toEqual(['MessageEdited', 'MessageReacted']);
  expect(events.at(-1)?.data).toMatchObject({ ticketId, contactId: null });
  expect(events.filter(({ type }) => type === 'TicketOpened')).toHaveLength(1);
});
