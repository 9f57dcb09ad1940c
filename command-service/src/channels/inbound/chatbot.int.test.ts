import { conversationKey, conversationStream } from '@prosa/contracts';
import { createClaims } from '../../contacts/contacts/claims.ts';
import { createResolveContact } from '../../contacts/contacts/resolve-contact.ts';
import { ask, eventually, joinPair, makeConnection, makeScene, wrote } from '../../testing/world.fixture.ts';
import { createInbound } from './inbound.consumer.ts';

const { world, c1, c2, scene } = await joinPair();
afterAll(() => world.close());

const { token } = scene.admin;
const inbound = [createInbound(c1.deps), createInbound(c2.deps)] as const;
let last = 5511930000000;
const somebody = () => {
  last += 1;
  return String(last);
};
const both = await makeConnection(c1.deps, scene.companyId, {
  name: 'Duas filas',
  greetingMessage: 'Olá!',
  queueIds: [scene.queueId, scene.otherQueueId],
});
const option = async (title: string, more: object = {}) =>
  (await ask<{ id: string }>(c1, 'POST /queue-options', { token, body: { queueId: scene.queueId, title, ...more } })).body.id;
const prices = await option('Preços', { message: 'De quê?' });
const retail = await option('Varejo', { parentId: prices, message: 'R$ 10' });

const eventsOf = async (phone: string, connectionId: string) => {
  const resolve = createResolveContact({ ...c1.deps, claims: createClaims(c1.deps) });
  const identities = [{ kind: 'phone' as const, value: phone }];
  const actor = { kind: 'system', id: 'test' } as const;
  const contactId = await resolve({ companyId: scene.companyId, identities, name: '', channel: 'simulator', actor });
  const facts = await c1.deps.store.load(conversationStream(conversationKey(connectionId, contactId)));
  return facts.map(({ type, data }) => ({ type, data: data as Record<string, unknown> }));
};
const words = (events: { type: string; data: Record<string, unknown> }[]) =>
  events.filter(({ type }) => type === 'MessageSent').map(({ data }) => data.body);

test('each message is answered once, though it comes twice and at two instances at once', async () => {
  const phone = somebody();
  for (const text of ['Oi', '1', '1']) {
    const message = wrote(scene, phone, text, { connectionId: both });
    await Promise.all([inbound[0](message), inbound[1](message), inbound[0](message)]);
    await inbound[1](message);
  }
  const events = await eventsOf(phone, both);
  expect(words(events)).toEqual([
    expect.stringMatching(/^Olá!\n\n1 - .+\n2 - .+$/),
    expect.stringContaining('1 - Preços'),
    'De quê?\n\n1 - Varejo\n\n0 - Voltar\n# - Início',
  ]);
  expect(events.filter(({ type }) => type === 'TicketQueued')).toEqual([
    { type: 'TicketQueued', data: expect.objectContaining({ queueId: scene.queueId }) },
  ]);
  expect(events.at(-1)).toMatchObject({ type: 'MenuShown', data: { parentId: prices, choices: [{ digit: '1', id: retail }] } });
});

test('two answers at two instances at once: one after the other, each to what the customer then saw', async () => {
  const phone = somebody();
  await inbound[0](wrote(scene, phone, 'Oi', { connectionId: both }));
  await Promise.all(['1', '#'].map((text, n) => inbound[n]!(wrote(scene, phone, text, { connectionId: both }))));
  const events = await eventsOf(phone, both);
  expect(events.filter(({ type }) => type === 'MenuShown')).toHaveLength(3);
  expect(words(events)).toHaveLength(3);
});

test('somebody accepts: the chatbot says no more', async () => {
  const phone = somebody();
  await inbound[0](wrote(scene, phone, 'Oi', { connectionId: both }));
  const [, opened] = await eventsOf(phone, both);
  const { ticketId } = opened!.data as { ticketId: string };
  expect((await ask(c1, `PUT /tickets/${ticketId}`, { token, body: { status: 'open' } })).status).toBe(200);
  await inbound[1](wrote(scene, phone, '1', { connectionId: both }));
  expect((await eventsOf(phone, both)).at(-1)?.type).toBe('MessageReceived');
});

test('a setting acts at the next message: hours of the company, how choices are shown, and whether calls are taken', async () => {
  const far = await makeScene(c1, { outOfHoursMessage: 'Fechado', greetingMessage: 'Bem-vindo' });
  const admin = { token: far.admin.token };
  const set = (key: string, value: string) => ask(c1, `PUT /settings/${key}`, { ...admin, body: { value } });
  await ask(c1, 'POST /queue-options', { ...admin, body: { queueId: far.queueId, title: 'Troca' } });
  await set('chatBotType', 'list');
  const never = [{ weekday: 'Segunda-feira', weekdayEn: 'monday', startTime: '00:00', endTime: '00:00' }];
  await ask(c1, `PUT /companies/${far.companyId}/schedules`, { ...admin, body: { schedules: never } });
  const said = async (more: object = {}) => {
    const phone = somebody();
    const message = wrote(far, phone, 'Oi', more);
    await inbound[0](message);
    const resolve = createResolveContact({ ...c1.deps, claims: createClaims(c1.deps) });
    const actor = { kind: 'system', id: 'test' } as const;
    const identities = [{ kind: 'phone' as const, value: phone }];
    const contactId = await resolve({ companyId: far.companyId, identities, name: '', channel: 'simulator', actor });
    const facts = await c1.deps.store.load(conversationStream(conversationKey(far.connectionId, contactId)));
    return facts.flatMap(({ type, data }) => (type === 'MessageSent' ? [data as Record<string, unknown>] : []));
  };
  expect(await said()).toMatchObject([{ origin: 'menu', menu: { as: 'list', choices: [{ title: 'Troca' }] } }]);
  await set('scheduleType', 'company');
  expect(await said()).toMatchObject([{ origin: 'out-of-hours', body: 'Fechado' }]);
  await set('scheduleType', 'queue');
  expect(await said()).toMatchObject([{ origin: 'menu' }]);
  const call = { body: null, call: { kind: 'voice' } };
  expect(await said(call)).toMatchObject([{ origin: 'menu', menu: {} }]);
  await set('call', 'disabled');
  const writeInstead = { origin: 'menu', body: 'Não atendemos chamadas por aqui. Escreva sua mensagem, por favor.' };
  expect(await said(call)).toMatchObject([writeInstead, { origin: 'menu', menu: {} }]);
});

test('a menu that nobody answers ends after half an hour, once, in the queue of those who choose none', async () => {
  const phone = somebody();
  await inbound[0](wrote(scene, phone, 'Oi', { connectionId: both }));
  const { ticketId } = (await eventsOf(phone, both))[1]!.data as { ticketId: string };
  const armed = () => c1.deps.pool.query(`select due_at from command.timer where timer = 'menus' and subject = $1`, [ticketId]);
  await eventually(armed, ({ rowCount }) => rowCount === 1);
  // As if it were half an hour later: the time that is due has come, and what the stream says agrees with it.
  await c1.deps.pool.query(
    `update command.timer set next_try = now() - interval '1 second' where timer = 'menus' and subject = $1`,
    [ticketId],
  );
  const events = await eventually(
    () => eventsOf(phone, both),
    (found) => found.some(({ type }) => type === 'MenuLeft'),
  );
  expect(events.slice(-2)).toMatchObject([
    { type: 'TicketQueued', data: { queueId: scene.queueId } },
    { type: 'MenuLeft', data: { reason: 'timeout' } },
  ]);
  await eventually(armed, ({ rowCount }) => rowCount === 0);
});
