import { conversationKey, conversationStream, newId } from '@prosa/contracts';
import { createClaims } from '../../contacts/contacts/claims.ts';
import { createFindContact } from '../../contacts/contacts/resolve-contact.ts';
import { eventually, joinPair, outboundOf, wrote } from '../../testing/world.fixture.ts';
import { createInbound } from './inbound.consumer.ts';

const { world, c1, scene } = await joinPair();
const inbound = createInbound(c1.deps);
const findContact = createFindContact({ ...c1.deps, claims: createClaims(c1.deps) });
const asked = await outboundOf(c1.bus);
afterAll(() => world.close());

const phone = (value: string) => [{ kind: 'phone' as const, value }];
const eventsOf = async (identities: Parameters<typeof findContact>[1]) => {
  const contactId = (await findContact(scene.companyId, identities))!;
  const facts = await c1.deps.store.load(conversationStream(conversationKey(scene.connectionId, contactId)));
  return facts.map(({ type, data }) => ({ type, data: data as Record<string, unknown> }));
};
const mirrored = (number: string, body: string, more: object = {}) => ({
  ...wrote(scene, number, body),
  kind: 'mirrored' as const,
  name: '',
  ...more,
});

test('C16: what the company writes on its phone joins the customer’s ticket as read, counts once, and is not sent', async () => {
  const number = '5511910000001';
  await inbound(wrote(scene, number, 'Oi'));
  const own = mirrored(number, 'Já vai');
  await inbound(own);
  await inbound(own);
  const events = await eventsOf(phone(number));
  expect(events.slice(-2).map(({ type }) => type)).toEqual(['MessageMirrored', 'MessagesRead']);
  expect(events.at(-2)!.data).toMatchObject({ body: 'Já vai', channelId: own.channelId });
  const media = { mediaId: newId(), kind: 'image', mime: 'image/jpeg', bytes: 9, name: null, caption: 'A foto' } as const;
  await inbound(mirrored(number, '', { body: null, media }));
  await eventually(
    async () => asked.filter(({ kind }) => kind === 'fetch'),
    (fetches) => fetches.length === 1,
  );
  expect(asked.filter(({ kind }) => kind === 'send')).toEqual([]);
});

test('C16: without a ticket it opens none, and a customer who answers it opens one', async () => {
  const number = '5511910000002';
  await inbound(mirrored(number, 'Chegou o seu pedido'));
  expect((await eventsOf(phone(number))).map(({ type }) => type)).toEqual(['ConversationStarted', 'OutreachSent']);
  await inbound(wrote(scene, number, 'Obrigada'));
  expect((await eventsOf(phone(number))).map(({ type }) => type)).toContain('TicketOpened');
  expect(asked.filter(({ kind }) => kind === 'send')).toEqual([]);
});

test('C15: a group’s message, then its author alone: two contacts and two tickets', async () => {
  const number = '5511910000003';
  const group = [{ kind: 'group' as const, value: '120363000000000001@g.us' }];
  const author = { identities: [...phone(number), { kind: 'lid' as const, value: '900000000000001@lid' }] as never, name: 'Rui' };
  await inbound(wrote(scene, number, 'No grupo', { identities: group, name: 'Entregas', author }));
  await inbound(wrote(scene, number, 'Sozinho', { name: 'Rui' }));
  const [all, alone] = [await eventsOf(group), await eventsOf(phone(number))];
  const rui = await findContact(scene.companyId, phone(number));
  expect(await findContact(scene.companyId, group)).not.toBe(rui);
  const received = (events: typeof all) => events.filter(({ type }) => type === 'MessageReceived').map(({ data }) => data);
  expect(received(all)).toMatchObject([{ body: 'No grupo', authorId: rui }]);
  expect(received(alone)).toMatchObject([{ body: 'Sozinho' }]);
  expect(received(alone)[0]).not.toHaveProperty('authorId');
});

test('C17: in a group only its author edits and deletes a message, whoever else names its id', async () => {
  const group = [{ kind: 'group' as const, value: '120363000000000002@g.us' }];
  const by = (number: string) => ({ identities: phone(number) as never, name: 'Alguém' });
  const [rui, carla, stranger] = ['5511910000008', '5511910000009', '5511910000010'];
  const written = (number: string, body: string) =>
    wrote(scene, number, body, { identities: group, author: by(number), channelId: `${newId()}/${number}` });
  const said = written(rui!, 'Eu vou');
  for (const one of [said, written(carla!, 'Eu não')]) await inbound(one);
  const change = (number: string | null, more: object, channelId = said.channelId) =>
    inbound({
      companyId: scene.companyId,
      connectionId: scene.connectionId,
      identities: group,
      channelId: newId(),
      target: { channelId },
      at: new Date().toISOString(),
      ...(number !== null && { author: by(number) }),
      ...more,
    });
  // One of the group, one who has written nothing in it, nobody, and the company on its phone.
  for (const number of [carla!, stranger!, null]) {
    await change(number, { kind: 'revoke' });
    await change(number, { kind: 'edit', body: 'Falso' });
  }
  await change(null, { kind: 'revoke', own: true });
  const changed = async () => (await eventsOf(group)).map(({ type }) => type).filter((type) => /Edited|Revoked/.test(type));
  expect(await changed()).toEqual([]);
  await change(rui!, { kind: 'edit', body: 'Eu vou!' });
  await change(rui!, { kind: 'revoke' });
  expect(await changed()).toEqual(['MessageEdited', 'MessageRevoked']);
  expect(await findContact(scene.companyId, phone(stranger!))).toBeNull();
});

test.each([
  ['phone-only', '5511910000005'],
  ['unsupported', '5511910000007'],
] as const)(
  'C13: what a later release can read fills its line (%s), counts once, and makes nobody a contact',
  async (line, number) => {
    const first = wrote(scene, number, '', { body: null, line });
    const own = mirrored(number, '', { body: null, line });
    for (const one of [first, own]) await inbound(one);
    await inbound({ ...first, again: true });
    for (const one of [first, own]) {
      await inbound({ ...one, body: 'Agora se lê', line: null, again: true });
      await inbound({ ...one, body: 'Agora se lê', line: null, again: true });
      await inbound(one);
    }
    const events = await eventsOf(phone(number));
    const kinds = events.map(({ type }) => type).filter((type) => type.startsWith('Message') && type !== 'MessagesRead');
    expect(kinds).toEqual(['MessageReceived', 'MessageMirrored', 'MessageFilled', 'MessageFilled']);
    expect(events.at(-1)!.data).toMatchObject({ body: 'Agora se lê' });
    const stranger = '5511910000006';
    await inbound({ ...wrote(scene, stranger, 'Quem?'), again: true });
    expect(await findContact(scene.companyId, phone(stranger))).toBeNull();
  },
);

test('C18: what could not be read is one message, filled when it comes again', async () => {
  const number = '5511910000004';
  const first = wrote(scene, number, '', { body: null, line: 'undecrypted' });
  await inbound(first);
  const again = { ...first, body: 'Agora sim', line: null };
  await inbound(again);
  await inbound(again);
  await inbound(first);
  const events = await eventsOf(phone(number));
  const kinds = events.map(({ type }) => type).filter((type) => type.startsWith('Message'));
  expect(kinds).toEqual(['MessageReceived', 'MessageFilled']);
  expect(events.at(-1)!.data).toMatchObject({ body: 'Agora sim' });
});
