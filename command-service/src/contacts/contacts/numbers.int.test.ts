import { type ContactView, newId, type TicketOwn } from '@prosa/contracts';
import type { CommandService } from '../../app.ts';
import { connections } from '../../channels/connections/connections.decider.ts';
import { users } from '../../people/users/users.decider.ts';
import { type Answer, ask, eventually, joinPair, makeConnection, outboundOf, type Person } from '../../testing/world.fixture.ts';

const { world, c1, c2, scene } = await joinPair();
const { companyId, queueId, otherQueueId, admin, ana, bruno } = scene;
const done = () => ({ commandId: newId(), companyId, actor: { kind: 'system', id: 'test' } as const });
const sends = await outboundOf(c1.bus, 'send');
/** Serves only the other queue. */
const dora: Person = { ...bruno };
const fields = { name: 'Dora', email: `${newId()}@prosa.test`, profile: 'user' as const, queueIds: [otherQueueId] };
dora.id = newId();
await c1.deps.handle({
  ...done(),
  decider: users,
  stream: `users-${companyId}`,
  command: { do: 'create user', userId: dora.id, fields, super: false, rules: { queueIds: [otherQueueId] } },
  missing: 'ERR_NO_USER_FOUND',
});
dora.token = await c1.deps.tokens.signAccess({ userId: dora.id, companyId, version: 1 });
const second = await makeConnection(c1.deps, companyId, { name: 'Segunda', queueIds: [] });
afterAll(() => world.close());

let phones = 0;
const phone = () => {
  phones += 1;
  return `551198700${String(phones).padStart(4, '0')}`;
};
const contact = async () =>
  (await ask<ContactView>(c1, 'POST /contacts', { token: ana.token, body: { name: 'Maria', number: phone() } })).body;
const ticketOf = async (who: Person, { id }: ContactView, queue: string, whatsappId?: string): Promise<TicketOwn> => {
  const answer = await ask<TicketOwn>(c1, 'POST /tickets', {
    token: who.token,
    body: { contactId: id, queueId: queue, ...(whatsappId && { whatsappId }) },
  });
  expect(answer.status).toBe(201);
  return answer.body;
};
const change = (who: Person, { id }: ContactView, body: object, through: CommandService = c2): Promise<Answer> =>
  ask(through, `PUT /contacts/${id}`, { token: who.token, body });
const forbidden = { status: 403, body: { error: 'ERR_NO_PERMISSION' } };
const eventsOf = (stream: string) => c1.deps.store.load(stream);
const streamOf = (ticketId: string) => {
  const hex = ticketId.replaceAll('-', '');
  return `conversation-${hex.slice(0, 12)}${hex.slice(13, 16)}`;
};

test('a user who cannot see an unfinished ticket of the contact, on any connection, cannot change the number', async () => {
  for (const connectionId of [undefined, second]) {
    const maria = await contact();
    const ticket = await ticketOf(dora, maria, otherQueueId, connectionId);
    expect(await change(ana, maria, { number: phone(), name: 'Outra' })).toMatchObject(forbidden);
    expect(await change(ana, maria, { name: 'Maria José' })).toMatchObject({ status: 200, body: { number: maria.number } });
    // Nothing is claimed for a caller without permission: the number stays free.
    const wanted = phone();
    await change(ana, maria, { number: wanted });
    expect((await ask(c1, 'POST /contacts', { token: ana.token, body: { name: 'João', number: wanted } })).status).toBe(201);
    expect((await change(dora, maria, { number: phone() })).status).toBe(200);
    expect((await change(admin, maria, { number: phone() })).status).toBe(200);
    expect((await ask(c2, `PUT /tickets/${ticket.id}`, { token: dora.token, body: { status: 'closed' } })).status).toBe(200);
    expect((await change(ana, maria, { number: phone() })).status).toBe(200);
  }
});

test('neither can they if the connection is deleted and its ticket not closed yet', async () => {
  const connectionId = await makeConnection(c1.deps, companyId, { name: 'Velha', queueIds: [] });
  const maria = await contact();
  await ticketOf(dora, maria, otherQueueId, connectionId);
  // Reactors wait for the table in which they look up the tickets.
  const holder = await c1.deps.pool.connect();
  await holder.query('begin; lock table command.open_ticket in access exclusive mode');
  await c1.deps.handle({
    ...done(),
    decider: connections,
    stream: `connections-${companyId}`,
    command: { do: 'delete', id: connectionId },
    missing: 'ERR_NO_WAPP_FOUND',
  });
  const refused = await change(ana, maria, { number: phone() });
  await holder.query('rollback');
  holder.release();
  expect(refused).toMatchObject(forbidden);
});

test('a pending ticket in the user’s queue is visible to them; their own is, in any queue', async () => {
  const [maria, joana] = [await contact(), await contact()];
  const { id } = await ticketOf(ana, maria, queueId);
  expect((await ask(c1, `PUT /tickets/${id}`, { token: ana.token, body: { status: 'pending' } })).status).toBe(200);
  expect((await change(bruno, maria, { number: phone() })).status).toBe(200);
  const own = await ticketOf(ana, joana, queueId);
  const moved = { queueId: otherQueueId, userId: ana.id };
  expect((await ask(c1, `PUT /tickets/${own.id}`, { token: ana.token, body: moved })).status).toBe(200);
  expect(await change(bruno, joana, { number: phone() })).toMatchObject(forbidden);
  expect((await change(ana, joana, { number: phone() })).status).toBe(200);
});

test('the change is shown in each unfinished ticket, once and encrypted, and later messages go to the new number', async () => {
  const maria = await contact();
  const [open, other] = [await ticketOf(ana, maria, queueId), await ticketOf(ana, maria, queueId, second)];
  const next = phone();
  const key = newId();
  for (const through of [c1, c2])
    expect((await ask(through, `PUT /contacts/${maria.id}`, { token: admin.token, body: { number: next }, key })).status).toBe(
      200,
    );
  for (const { id } of [open, other]) {
    const shown = await eventually(
      async () => (await eventsOf(streamOf(id))).filter(({ type }) => type === 'NumberChanged'),
      (found) => found.length > 0,
    );
    expect(shown.map(({ data, meta }) => ({ data, by: meta.actor }))).toEqual([
      {
        data: { ticketId: id, messageId: expect.any(String), userId: admin.id, from: maria.number, to: next },
        by: { kind: 'user', id: admin.id },
      },
    ]);
  }
  await ask(c1, `POST /messages/${open.id}`, { token: ana.token, body: { body: `Para ${next}` } });
  const sent = await eventually(
    () => sends.find(({ body }) => body === `Para ${next}`),
    (found) => found !== undefined,
  );
  expect(sent?.to.value).toBe(next);
  // The same number without its ninth digit is not a change, so nothing is shown.
  expect((await change(admin, maria, { number: next.replace('55119', '5511') })).status).toBe(200);
  expect((await change(admin, maria, { number: phone() })).status).toBe(200);
  const shown = await eventually(
    async () => (await eventsOf(streamOf(open.id))).filter(({ type }) => type === 'NumberChanged'),
    (found) => found.length > 1,
  );
  expect(shown).toHaveLength(2);
});
