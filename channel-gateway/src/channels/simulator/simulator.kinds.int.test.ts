import { childId, conversationKey, newId } from '@prosa/contracts';
import { customers } from '../../testing/customers.fixture.ts';
import { openWorld, until, type World, writer } from '../../testing/gateway.fixture.ts';

let world: World;
let url: string;
let connectionId: string;
beforeAll(async () => {
  world = await openWorld();
  ({ url } = await world.gateway());
  connectionId = await world.connection();
});
afterAll(() => world.close());

const customer = () => ({ id: newId(), from: '+55 (11) 98765-4321', name: 'Carla', at: '2026-11-20T12:00:00.000Z' });
const post = (event: object) => customers(url, connectionId).post({ ...customer(), ...event });
const heard = async (id: string) => {
  const of = () => world.heard.filter((said) => 'channelId' in said && said.channelId === id);
  await until('it came', () => of().length > 0);
  return of()[0];
};
const location = { latitude: -23.5505, longitude: -46.6333 };
const contacts = [{ name: 'Tarcísio Belmonte', numbers: ['+55 11 90000-8826'] }];
const choice = { id: 'opt-2', title: 'Entregas' };
const target = 'what-the-customer-wrote';

test.each([
  [{ type: 'location', location }, { place: { ...location, name: null, address: null } }],
  [
    { type: 'location', location: { ...location, name: 'Padaria', address: ' ' }, quotedId: target },
    { place: { ...location, name: 'Padaria', address: null }, quoted: { channelId: target } },
  ],
  [{ type: 'contact', contacts }, { contacts }],
  [{ type: 'call', call: { kind: 'video' } }, { call: { kind: 'video' } }],
  [{ type: 'choice', choice }, { choice }],
])('a message that is not text is on the bus with its content: %j', async (event, brings) => {
  const id = newId();
  expect((await post({ ...event, id })).status).toBe(202);
  expect(await heard(id)).toEqual({
    kind: 'message',
    companyId: world.companyId,
    connectionId,
    channel: 'simulator',
    identities: [{ kind: 'simulator', value: '5511987654321' }],
    name: 'Carla',
    channelId: id,
    body: null,
    quoted: null,
    at: customer().at,
    ...brings,
  });
});

test('what the customer had from somebody else says so, and a recorded voice has its shape', async () => {
  const [text, voice] = [newId(), newId()];
  const waveform = [0, 40, 100];
  const media = { mimetype: 'audio/ogg', data: Buffer.from('OggS').toString('base64'), durationMs: 3_000, waveform };
  await post({ type: 'text', text: 'Olha isto', forwarded: true, id: text });
  await post({ type: 'audio', media, id: voice });
  expect(await heard(text)).toMatchObject({ body: 'Olha isto', forwarded: true });
  expect(await heard(voice)).toMatchObject({ media: { durationMs: 3_000, waveform } });
});

test.each([
  [
    { type: 'edited', targetId: target, text: 'Mostrei' },
    { kind: 'edit', body: 'Mostrei', own: false },
  ],
  [
    { type: 'deleted', targetId: target },
    { kind: 'revoke', own: false },
  ],
  [
    { type: 'reaction', targetId: target, text: '👍🏽' },
    { kind: 'reaction', emoji: '👍🏽', own: false },
  ],
  [
    { type: 'reaction', targetId: target, text: '' },
    { kind: 'reaction', emoji: '', own: false },
  ],
])('an action on a message is on the bus with its message: %j', async (event, done) => {
  const id = newId();
  expect((await post({ ...event, id })).status).toBe(202);
  expect(await heard(id)).toEqual({
    companyId: world.companyId,
    connectionId,
    identities: [{ kind: 'simulator', value: '5511987654321' }],
    channelId: id,
    target: { channelId: target },
    at: customer().at,
    ...done,
  });
});

test('a message of ours is named by our id', async () => {
  const ours = childId(conversationKey(connectionId, newId()), 'out:x');
  const id = newId();
  await post({ id, type: 'reaction', targetId: ours.toUpperCase(), text: '👨‍👩‍👧‍👦' });
  expect(await heard(id)).toMatchObject({ target: { messageId: ours } });
});

test.each([
  ['no place', { type: 'location' }, 'location'],
  ['north of the pole', { type: 'location', location: { ...location, latitude: 90.1 } }, 'location.latitude'],
  ['a longitude in words', { type: 'location', location: { ...location, longitude: 'oeste' } }, 'location.longitude'],
  ['a name of a kilometre', { type: 'location', location: { ...location, name: 'n'.repeat(201) } }, 'location.name'],
  ['no contacts', { type: 'contact', contacts: [] }, 'contacts'],
  ['a contact without a name', { type: 'contact', contacts: [{ name: ' ', numbers: [] }] }, 'contacts.0.name'],
  ['a contact without numbers', { type: 'contact', contacts: [{ name: 'Ana' }] }, 'contacts.0.numbers'],
  ['an address book', { type: 'contact', contacts: Array(51).fill({ name: 'A', numbers: [] }) }, 'contacts'],
  ['a call by pigeon', { type: 'call', call: { kind: 'pigeon' } }, 'call.kind'],
  ['no call', { type: 'call' }, 'call'],
  ['a choice without a title', { type: 'choice', choice: { id: '1' } }, 'choice.title'],
  ['an edit of nothing', { type: 'edited', text: 'Oi' }, 'targetId'],
  ['an edit to nothing', { type: 'edited', targetId: target, text: ' ' }, 'text'],
  ['an edit with U+0000', { type: 'edited', targetId: target, text: 'a\0b' }, 'text'],
  ['nothing taken back', { type: 'deleted', targetId: '' }, 'targetId'],
  ['a reaction in words', { type: 'reaction', targetId: target, text: 'legal' }, 'text'],
  ['two reactions at once', { type: 'reaction', targetId: target, text: '👍👍' }, 'text'],
  ['a reaction without an emoji', { type: 'reaction', targetId: target }, 'text'],
  ['a number that is short', { type: 'call', call: { kind: 'voice' }, from: '123' }, 'from'],
  ['a number of signs alone', { type: 'deleted', targetId: target, from: '((--))  --' }, 'from'],
  ['no time', { type: 'deleted', targetId: target, at: undefined }, 'at'],
])('%s is refused by field', async (_, event, field) => {
  const before = world.heard.length;
  const reply = await post(event);
  expect(reply.status).toBe(400);
  expect(await reply.json()).toMatchObject({ error: 'ERR_VALIDATION', fields: { [field]: expect.any(String) } });
  expect(world.heard.length).toBe(before);
});

test('a place and contacts are shown, and vanish with the message', async () => {
  const { message, takeBack, number } = writer(world.companyId, connectionId, '5511987650002');
  const to = { kind: 'simulator' as const, value: number };
  const place = { latitude: -23.55, longitude: -46.63, name: 'Padaria Aurora', address: null };
  const contacts = [{ name: 'Rui', numbers: ['+55 11 91111-2222'] }];
  const [first, second] = [message(null, { place, to }), message(null, { contacts, to })];
  await world.send([first, second]);
  const delivered = () => customers(url, connectionId).delivered(number);
  await until('both are there', async () => (await delivered()).length === 2);
  expect(await delivered()).toMatchObject([
    { type: 'location', text: '', location: place, contacts: null },
    { type: 'contact', text: '', location: null, contacts },
  ]);
  await world.send([takeBack(first.messageId)]);
  await until('it is deleted', async () => (await delivered())[0]!.deleted);
  expect((await delivered())[0]).toMatchObject({ type: 'text', location: null });
});

test('the choices of a menu are shown beside its text, and vanish with the message', async () => {
  const choices = [{ id: 'opt-1', title: 'Preços' }];
  const { message, number } = writer(world.companyId, connectionId, '5511987650001');
  const to = { kind: 'simulator' as const, value: number };
  const sent = message('1 - Preços', { choices: { as: 'list', choices }, to });
  const plain = message('Até logo', { to });
  await world.send([sent, plain]);
  const delivered = () => customers(url, connectionId).delivered(number);
  await until('both are there', async () => (await delivered()).length === 2);
  const byId = async (id: string) => (await delivered()).find((one) => one.id === id);
  expect(await byId(sent.messageId)).toMatchObject({ text: '1 - Preços', choices });
  expect(await byId(plain.messageId)).toMatchObject({ choices: null });
});
