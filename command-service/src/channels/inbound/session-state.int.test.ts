import { type Control, type Inbound, newId, topics } from '@prosa/contracts';
import { ask, eventually, joinPair, openTicket } from '../../testing/world.fixture.ts';
import { createInbound } from './inbound.consumer.ts';

const { world, c1, c2, scene } = await joinPair();
const inbound = createInbound(c1.deps);

const { companyId, connectionId, admin, ana } = scene;
type State = Extract<Inbound, { kind: 'session' }>;
const state = (sequence: number, status: State['status'], more: Partial<State> = {}): State => ({
  kind: 'session',
  companyId,
  connectionId,
  status,
  reason: null,
  until: null,
  account: null,
  sequence,
  at: '2026-11-20T12:00:00.000Z',
  ...more,
});
const facts = async () => {
  const all = await c1.deps.store.load(`connections-${companyId}`);
  return all.filter(({ type }) => type === 'ConnectionStatusChanged').map(({ data }) => data as Partial<State>);
};
const controls: Control[] = [];
const tail = await c1.bus.tail({
  topic: topics.control,
  handle: ({ value }) => {
    if ((value as Control).connectionId === connectionId) controls.push(value as Control);
  },
  onHole: () => undefined,
});
afterAll(async () => {
  await tail.close();
  await world.close();
});

test('a session’s state reported on the bus becomes an event, and the channels get it', async () => {
  const at = { until: '2026-11-21T12:00:00.000Z', reason: 'banned', account: '5511987654321' };
  await c1.bus.publish([{ topic: topics.inbound, key: connectionId, value: state(10, 'DISCONNECTED', at) }]);
  const [fact] = await eventually(facts, (found) => found.length === 1);
  expect(fact).toEqual({ connectionId, status: 'DISCONNECTED', sequence: 10, ...at });
  await eventually(
    async () => controls.at(-1),
    (last) => last?.status === 'DISCONNECTED',
  );
});

test('a repeated or late report, on any instance, changes nothing', async () => {
  const before = (await facts()).length;
  await Promise.all([c1, c2].map(({ deps }) => createInbound(deps)(state(12, 'CONNECTED'))));
  await inbound(state(11, 'OPENING'));
  await createInbound(c2.deps)(state(12, 'CONNECTED'));
  expect((await facts()).slice(before)).toMatchObject([{ status: 'CONNECTED', sequence: 12 }]);
});

test('a report for a deleted connection, or another company’s, changes nothing and is no poison', async () => {
  const before = (await facts()).length;
  const elsewhere = newId();
  await inbound(state(20, 'TIMEOUT', { connectionId: newId() }));
  await inbound(state(20, 'TIMEOUT', { companyId: elsewhere }));
  expect((await facts()).length).toBe(before);
  expect(await c1.deps.store.load(`connections-${elsewhere}`)).toEqual([]);
});

test('nothing is sent through a session that is ended or not linked; in any other state it waits for it', async () => {
  const ticket = await openTicket(c1, scene, ana, '5511955552222');
  const { body: contact } = await ask<{ id: string }>(c1, 'POST /contacts', {
    token: ana.token,
    body: { name: 'Carla', number: '5511955553333' },
  });
  const say = (body: object) => ask(c1, `POST /messages/${ticket.id}`, { token: ana.token, body });
  const { body: first } = await say({ body: 'Olá' });
  const forward = () =>
    ask(c1, 'POST /messages/sendForwardedMessage', {
      token: ana.token,
      body: { contactIds: [contact.id], messageId: first.id },
    });
  const refused = { status: 409, body: { error: 'ERR_WAPP_NOT_INITIALIZED' } };
  for (const [nth, status] of (['DISCONNECTED', 'qrcode'] as const).entries()) {
    await inbound(state(30 + nth, status));
    expect(await say({ body: 'Oi' })).toMatchObject(refused);
    expect(await forward()).toMatchObject(refused);
    expect(await say({ body: 'Não responde', isObservation: true })).toMatchObject({ status: 201 });
  }
  for (const [nth, status] of (['OPENING', 'PAIRING', 'TIMEOUT', 'CONNECTED'] as const).entries()) {
    await inbound(state(40 + nth, status));
    expect(await say({ body: status })).toMatchObject({ status: 201 });
  }
  expect((await forward()).status).toBe(201);
});

test('a message with neither text nor file, or with both, is parked completely', async () => {
  const message = {
    kind: 'message',
    companyId,
    connectionId,
    channel: 'simulator',
    identities: [{ kind: 'phone', value: '5511900000001' }],
    name: 'Carla',
    channelId: 'picture',
    body: null,
    media: { mediaId: newId(), kind: 'image', mime: 'image/jpeg', bytes: 10, name: null, caption: 'Veja' },
    quoted: null,
    at: '2026-11-20T12:00:00.000Z',
  };
  await expect(inbound({ ...message, media: null })).rejects.toThrow('schema');
  await expect(inbound({ ...message, body: 'Veja' })).rejects.toThrow('schema');
});

test.each([
  ['POST', 'start'],
  ['PUT', 'renew'],
  ['DELETE', 'end'],
] as const)('%s of a session asks the channels to %s it, in every later message about the connection', async (verb, what) => {
  const { status, body } = await ask(c1, `${verb} /whatsappsession/${connectionId}`, { token: admin.token });
  expect({ status, body }).toEqual({ status: 200, body: null });
  const asked = await eventually(
    async () => controls.at(-1)?.asked,
    (last) => last?.ask === what,
  );
  await ask(c2, `PUT /whatsapp/${connectionId}`, { token: admin.token, body: { name: `Depois de ${what}` } });
  const later = await eventually(
    async () => controls.at(-1),
    (last) => last?.name === `Depois de ${what}`,
  );
  expect(later?.asked).toEqual(asked);
});

test('only users who may change connections can send a session request, only to their own company’s, and no answer shows the report', async () => {
  const path = `POST /whatsappsession/${connectionId}` as const;
  expect((await ask(c1, path, { token: ana.token })).status).toBe(403);
  expect((await ask(c1, `POST /whatsappsession/${newId()}`, { token: admin.token })).status).toBe(404);
  const { body } = await ask(c1, `PUT /whatsapp/${connectionId}`, { token: admin.token, body: { name: 'Loja' } });
  expect(body).not.toHaveProperty('asked');
  expect(body).not.toHaveProperty('sequence');
});

test('C12: a number for a code to type goes to the channels; one that is none is refused at its field', async () => {
  const path = `POST /whatsappsession/${connectionId}` as const;
  expect(await ask(c1, path, { token: admin.token, body: { number: 'nenhum' } })).toMatchObject({
    status: 400,
    body: { fields: { number: expect.any(String) } },
  });
  expect((await ask(c1, path, { token: admin.token, body: { number: '+55 11 90000-0001' } })).status).toBe(200);
  const asked = await eventually(
    async () => controls.at(-1)?.asked,
    (last) => last?.number === '5511900000001',
  );
  expect(asked?.ask).toBe('start');
});
