import {
  allRoutes,
  type ExportSummary,
  type HistoryEntry,
  mayCall,
  newId,
  type TicketView,
  type UserView,
} from '@prosa/contracts';
import { type SharedProduct, takeSharedProduct } from '../../testing/shared-product.ts';
import { until } from '../../testing/until.ts';
import { type Call, comeTo, openTicket, type Refusal, START, settled, signIn, type User } from '../people.fixture.ts';

// An auditor sees all of their company, and changes nothing of it.
let product: SharedProduct;
let admin: User;
let ana: User;
let vera: User;
beforeAll(async () => {
  product = comeTo(await takeSharedProduct());
  [admin, ana] = (await Promise.all(['admin@prosa.demo', 'ana@prosa.demo'].map((email) => signIn(product.url, email)))) as [
    User,
    User,
  ];
  const fields = { name: 'Vera Lacerda', email: `${newId()}@prosa.test`, password: 'prosa-demo', profile: 'auditor' };
  expect((await admin.call('POST /users', fields)).status).toBe(201);
  vera = await signIn(product.url, fields.email);
}, START);
afterAll(() => comeTo(null));

test('every call that changes something refuses them, except of their own account', async () => {
  const writes = allRoutes.filter(({ call, may }) => !call.startsWith('GET ') && may !== 'public' && may !== 'connection-token');
  const refused = writes.filter((route) => !mayCall(route, { profile: 'auditor' }));
  expect(refused.length).toBeGreaterThan(100);
  const answers = await Promise.all(
    refused.map(async ({ call }) => {
      const { status, body } = await vera.call(call.replace(/:\w+/g, () => newId()) as Call, {});
      return { call, status, error: body.error };
    }),
  );
  expect(answers.filter(({ status, error }) => status !== 403 || error !== 'ERR_NO_PERMISSION')).toEqual([]);
});

test('of users they change themselves alone, and neither profile nor queues', async () => {
  const forbidden = { status: 403, body: { error: 'ERR_NO_PERMISSION' } };
  expect(await vera.call(`PUT /users/${ana.id}`, { name: 'Outra' })).toMatchObject(forbidden);
  expect(await vera.call(`PUT /users/${vera.id}`, { profile: 'admin' })).toMatchObject(forbidden);
  expect(await vera.call(`PUT /users/${vera.id}`, { name: 'Vera L. Lacerda' })).toMatchObject({ status: 200 });
  expect(await admin.call(`PUT /users/${vera.id}`, { queueIds: [admin.queueIds[0]] })).toMatchObject({
    status: 400,
    body: { error: 'ERR_VALIDATION', fields: { queueIds: 'Not for auditors' } },
  });
});

test('they read any ticket and its history, also of a deleted one, and export tickets, but not the company', async () => {
  const { ticket } = await openTicket(product, ana, 'Iracema Tupinambá');
  const after = (path: string, position: string) => `GET ${path}${path.includes('?') ? '&' : '?'}after=${position}` as Call;
  const sent = await ana.call(`POST /messages/${ticket.id}`, { body: 'Já verifico' });
  await settled(ana, ticket.id);
  const list = await vera.call<{ tickets: TicketView[] }>(after('/tickets', sent.position));
  expect(list.body.tickets.map(({ id }) => id)).toContain(ticket.id);
  for (const path of [
    `/tickets/${ticket.id}`,
    `/tickets/${ticket.id}/spy`,
    `/messages/${ticket.id}`,
    '/dashboard/steps',
    '/users/list',
  ])
    expect({ path, status: (await vera.call(after(path, sent.position))).status }).toEqual({ path, status: 200 });
  expect((await vera.call(`GET /tickets/${ticket.id}?asOf=${sent.position}`)).status).toBe(200);

  const { id: whole } = (await admin.call<{ id: string }>('POST /exports', { kind: 'company' })).body;
  expect(await vera.call('POST /exports', { kind: 'company' })).toMatchObject({
    status: 403,
    body: { error: 'ERR_NO_PERMISSION' },
  });
  expect((await vera.call(`GET /exports/${whole}`)).status).toBe(404);
  const { id: own } = (await vera.call<{ id: string }>('POST /exports', { ticketIds: [ticket.id] })).body;
  const listed = (await vera.call<{ exports: ExportSummary[] }>('GET /exports')).body.exports.map(({ id }) => id);
  expect(listed).toContain(own);
  expect(listed).not.toContain(whole);
  await until(async () => (await vera.call(`GET /exports/${own}`)).status === 200);

  const gone = await admin.call(`DELETE /tickets/${ticket.id}`);
  const history = await vera.call<HistoryEntry[]>(after(`/tickets/${ticket.id}/history`, gone.position));
  expect(history.body.map(({ type }) => type)).toContain('TicketDeleted');
});

test('nothing is given to them: no ticket, no chat, no observation that names them', async () => {
  const { ticket } = await openTicket(product, ana, 'Ubirajara Goulart');
  const transfer = await ana.call(`PUT /tickets/${ticket.id}`, { userId: vera.id, queueId: ticket.queueId });
  expect(transfer).toMatchObject({ status: 404, body: { error: 'ERR_NO_USER_FOUND' } });
  expect(await ana.call('POST /chats', { title: 'Conversa', users: [vera.id] })).toMatchObject({ status: 404 });
  const note = { ticketId: ticket.id, note: '@Vera veja', mentions: [{ userId: vera.id, at: 0, length: 5 }] };
  expect(await ana.call<Refusal>('POST /ticket-notes', note)).toMatchObject({ body: { error: 'ERR_MENTION_UNSEEN' } });
  const { people } = (await ana.call<{ people: { id: string }[] }>(`GET /tickets/${ticket.id}/mentionable`)).body;
  expect(people.map(({ id }) => id)).not.toContain(vera.id);
});

test('the tickets of an attendant who becomes auditor wait in their queues again, and they leave their chats', async () => {
  const email = `${newId()}@prosa.test`;
  const fields = { name: 'Tadeu Prado', email, password: 'prosa-demo', queueIds: ana.queueIds };
  const { body: made } = await admin.call<UserView>('POST /users', fields);
  const tadeu = await signIn(product.url, email);
  const { ticket } = await openTicket(product, tadeu, 'Moema Jaguaribe');
  const chat = await admin.call<{ id: string }>('POST /chats', { title: 'Equipe', users: [tadeu.id] });
  const changed = await admin.call<UserView>(`PUT /users/${made.id}`, { profile: 'auditor' });
  expect(changed.body).toMatchObject({ profile: 'auditor', queueIds: [] });
  await until(async () => {
    const { status, userId, queueId } = (await ana.call<TicketView>(`GET /tickets/${ticket.id}`)).body;
    return status === 'pending' && userId === null && queueId === ticket.queueId;
  });
  // The session goes on, with the rights of an auditor.
  expect(await tadeu.call(`PUT /tickets/${ticket.id}`, { status: 'open' })).toMatchObject({
    body: { error: 'ERR_NO_PERMISSION' },
  });
  expect((await tadeu.call(`GET /tickets/${ticket.id}?after=${changed.position}`)).status).toBe(200);
  expect(await tadeu.call(`GET /chats/${chat.body.id}`)).toMatchObject({ body: { error: 'ERR_NO_PERMISSION' } });
});
