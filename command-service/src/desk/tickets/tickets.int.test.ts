import { newId, type TicketOwn, tags as tagDefinition } from '@prosa/contracts';
import type { CommandService } from '../../app.ts';
import { company } from '../../company/companies/companies.decider.ts';
import { recordDecider } from '../../records/record.decider.ts';
import { ask, eventually, joinPair, makeScene, openTicket } from '../../testing/world.fixture.ts';

const { world, c1, c2, scene } = await joinPair();
afterAll(() => world.close());
let phone = 5511987650000;
const open = () => {
  phone += 1;
  return openTicket(c1, scene, scene.ana, String(phone));
};

test('a ticket created on one instance can be changed at once on the other', async () => {
  const { ana, bruno } = scene;
  const ticket = await open();
  expect(ticket).toMatchObject({ status: 'open', userId: ana.id, queueId: scene.queueId, tagIds: [], channel: 'simulator' });
  const back = await ask<TicketOwn>(c2, `PUT /tickets/${ticket.id}`, {
    token: ana.token,
    body: { status: 'pending', userId: null },
  });
  expect(back).toMatchObject({ status: 200, body: { status: 'pending', userId: null, queueId: scene.queueId } });
  const accepted = await ask(c1, `PUT /tickets/${ticket.id}`, { token: bruno.token, body: { status: 'open' } });
  expect(accepted).toMatchObject({ status: 200, body: { userId: bruno.id } });
  const tagId = newId();
  await c1.deps.handle({
    decider: recordDecider(tagDefinition),
    stream: `tag-${tagId}`,
    command: { do: 'create', id: tagId, fields: { name: 'Venda', color: '#123456', kanban: 0 } },
    commandId: newId(),
    companyId: scene.companyId,
    actor: { kind: 'system', id: 'test' },
    missing: 'ERR_NO_TAG_FOUND',
  });
  const tagged = await ask(c2, 'POST /tags/sync', { token: bruno.token, body: { ticketId: ticket.id, tags: [{ id: tagId }] } });
  expect(tagged).toMatchObject({ status: 200, body: { tagIds: [tagId] } });
  const unknown = await ask(c2, 'POST /tags/sync', { token: bruno.token, body: { ticketId: ticket.id, tags: [newId()] } });
  expect(unknown).toMatchObject({ status: 404, body: { error: 'ERR_NO_TAG_FOUND' } });
});

test('a note is added and deleted, each once, and one that is too short is refused by field', async () => {
  const { ana, bruno } = scene;
  const ticket = await open();
  const body = { note: ' ok ', ticketId: ticket.id, contactId: ticket.contactId };
  const add = (more: object = {}, key = newId()) =>
    ask(c1, 'POST /ticket-notes', { token: ana.token, key, body: { ...body, ...more } });
  const key = newId();
  const added = await add({}, key);
  expect(added).toMatchObject({ status: 201, body: { ticketId: ticket.id, note: 'ok' } });
  expect(await add({}, key)).toMatchObject({ body: added.body });
  for (const [note, said] of [
    ['', 'Required'],
    ['a', 'Too Short!'],
  ])
    expect(await add({ note })).toMatchObject({ status: 400, body: { fields: { note: said } } });
  const remove = () => ask(c2, `DELETE /ticket-notes/${added.body.id}`, { token: bruno.token });
  expect((await remove()).status).toBe(200);
  expect(await remove()).toMatchObject({ status: 404, body: { error: 'ERR_NO_NOTE_FOUND' } });
});

test('another company finds nothing', async () => {
  const stranger = await makeScene(c1);
  const ticket = await open();
  const { token } = stranger.admin;
  const sent = await ask(c1, `POST /messages/${ticket.id}`, { token: scene.ana.token, body: { body: 'Olá' } });
  for (const call of [
    ask(c2, `PUT /tickets/${ticket.id}`, { token, body: { status: 'closed' } }),
    ask(c1, `POST /messages/${ticket.id}`, { token, body: { body: 'Olá' } }),
    ask(c2, `DELETE /messages/${sent.body.id}`, { token }),
    ask(c2, 'POST /tags/sync', { token, body: { ticketId: ticket.id, tags: [] } }),
    ask(c2, 'POST /ticket-notes', { token, body: { ticketId: ticket.id, note: 'Oi' } }),
    ask(c1, 'POST /tickets', { token, body: { contactId: ticket.contactId, queueId: stranger.queueId } }),
    // The refusal does not reveal whether the two have a conversation either.
    ask(c1, 'POST /tickets', {
      token,
      body: { contactId: ticket.contactId, whatsappId: ticket.whatsappId, queueId: stranger.queueId },
    }),
    ask(c1, `PUT /contacts/${ticket.contactId}`, { token, body: { name: 'Outro' } }),
  ])
    expect((await call).status).toBe(404);
});

test('the same key with another body is refused, also if the body selects the conversation', async () => {
  const { token } = scene.ana;
  const [one, two] = [await open(), await open()];
  for (const { id } of [one, two]) await ask(c1, `PUT /tickets/${id}`, { token, body: { status: 'closed' } });
  const mismatch = { status: 422, body: { error: 'ERR_IDEMPOTENCY_MISMATCH' } };
  const key = newId();
  const create = (through: CommandService, { contactId }: TicketOwn) =>
    ask(through, 'POST /tickets', { token, key, body: { contactId, queueId: scene.queueId } });
  const first = await create(c1, one);
  expect(first.status).toBe(201);
  expect(await create(c2, two)).toMatchObject(mismatch);
  expect(await create(c2, one)).toEqual(first);
  const tagging = newId();
  const tag = (through: CommandService, ticketId: string) =>
    ask(through, 'POST /tags/sync', { token, key: tagging, body: { ticketId, tags: [] } });
  expect((await tag(c1, one.id)).status).toBe(200);
  expect(await tag(c2, two.id)).toMatchObject(mismatch);
});

test('of two users who accept concurrently one gets it, and the other learns who', async () => {
  const { ana, bruno } = scene;
  for (let round = 0; round < 10; round += 1) {
    const ticket = await open();
    await ask(c1, `PUT /tickets/${ticket.id}`, { token: ana.token, body: { status: 'pending' } });
    const answers = await Promise.all([
      ask(c1, `PUT /tickets/${ticket.id}`, { token: ana.token, body: { status: 'open' } }),
      ask(c2, `PUT /tickets/${ticket.id}`, { token: bruno.token, body: { status: 'open' } }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const winner = answers[0]?.status === 200 ? ana : bruno;
    const loser = answers.find(({ status }) => status === 409);
    expect(loser?.body).toMatchObject({ error: 'ERR_OTHER_OPEN_TICKET', details: { userId: winner.id, name: winner.name } });
  }
});

test('one key sent twenty times concurrently on two instances causes one event, also after 1,500 other commands', async () => {
  const ticket = await open();
  const key = newId();
  const { token } = scene.ana;
  const send = (through: CommandService, body = 'Só uma vez') =>
    ask(through, `POST /messages/${ticket.id}`, { token, key, body: { body } });
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => send(n % 2 ? c1 : c2)));
  const [first] = answers;
  expect(first?.status).toBe(201);
  for (const answer of answers) expect(answer).toEqual(first);
  expect(await send(c1, 'Outra coisa')).toMatchObject({ status: 422, body: { error: 'ERR_IDEMPOTENCY_MISMATCH' } });
  // No more in parallel than a company may have.
  for (let block = 0; block < 50; block += 1)
    await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        ask(c2, `POST /messages/${ticket.id}`, { token, body: { body: `Mais ${block}/${n}` } }),
      ),
    );
  expect(await send(c1)).toEqual(first);
  expect(await send(c2)).toEqual(first);
  const facts = await c1.deps.store.load(`conversation-${streamKey(ticket.id)}`);
  const bodies = facts.map(({ data }) => (data as { body?: string }).body);
  expect(bodies.filter((body) => body === 'Só uma vez')).toHaveLength(1);
  expect(new Set(bodies).size).toBeGreaterThan(1_500);
}, 180_000);

test('a company’s new rule to require tags applies at once on the other instance', async () => {
  const ticket = await open();
  const { companyId, ana } = scene;
  const force = (tagForce: boolean) =>
    c1.deps.handle({
      decider: company,
      stream: `company-${companyId}`,
      command: { do: 'change company', companyId, changes: { tagForce } },
      commandId: newId(),
      companyId,
      actor: { kind: 'system', id: 'test' },
      missing: 'ERR_NO_COMPANY_FOUND',
    });
  await force(true);
  await eventually(
    () => c2.deps.referenceData.company(companyId),
    (known) => known?.tagForce === true,
  );
  const close = () => ask(c2, `PUT /tickets/${ticket.id}`, { token: ana.token, body: { status: 'closed' } });
  expect(await close()).toMatchObject({ status: 409, body: { error: 'ERR_TAG_REQUIRED' } });
  await force(false);
  await eventually(close, ({ status }) => status === 200);
});

test('customer, attendant and acks in one conversation on two instances: nothing is lost, each one’s order is kept', async () => {
  const ticket = await open();
  const { token } = scene.ana;
  const inOrder = async (through: CommandService, name: string) => {
    for (let n = 0; n < 50; n += 1) {
      const answer = await ask(through, `POST /messages/${ticket.id}`, { token, body: { body: `${name} ${n}` } });
      expect(answer.status).toBe(201);
    }
  };
  await Promise.all([inOrder(c1, 'a'), inOrder(c2, 'b'), inOrder(c1, 'c'), inOrder(c2, 'd')]);
  const facts = await c1.deps.store.load(`conversation-${streamKey(ticket.id)}`);
  const bodies = facts.flatMap(({ data }) => (data as { body?: string }).body ?? []);
  for (const name of 'abcd')
    expect(bodies.filter((body) => body.startsWith(`${name} `))).toEqual(Array.from({ length: 50 }, (_, n) => `${name} ${n}`));
});

test('an invalid call is refused by field or code', async () => {
  const { token } = scene.ana;
  const ticket = await open();
  const put = (body: object) => ask(c1, `PUT /tickets/${ticket.id}`, { token, body });
  expect(await put({})).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } });
  expect(await put({ queueId: newId() })).toMatchObject({ status: 404, body: { error: 'ERR_NO_QUEUE_FOUND' } });
  expect(await put({ userId: newId() })).toMatchObject({ status: 404, body: { error: 'ERR_NO_USER_FOUND' } });
  const other = await ask(c1, 'POST /contacts', { token, body: { name: 'Outro', number: '5521912345678' } });
  const create = (body: object) => ask(c1, 'POST /tickets', { token, body: { contactId: other.body.id, ...body } });
  expect(await create({})).toMatchObject({ status: 400, body: { fields: { queueId: 'Selecione uma fila' } } });
  expect(await create({ queueId: newId() })).toMatchObject({ status: 404, body: { error: 'ERR_NO_QUEUE_FOUND' } });
  expect(await create({ queueId: scene.queueId, whatsappId: newId() })).toMatchObject({ body: { error: 'ERR_NO_WAPP_FOUND' } });
  expect(await create({ queueId: scene.queueId, userId: scene.bruno.id })).toMatchObject({ status: 403 });
  expect(await ask(c1, `PUT /tickets/${newId()}`, { token, body: { status: 'open' } })).toMatchObject({ status: 404 });
});

test('a company without a connection opens no ticket', async () => {
  const { ana, queueId } = await makeScene(c1, null);
  const contact = await ask(c1, 'POST /contacts', { token: ana.token, body: { name: 'Outro', number: '5521912345678' } });
  const opened = await ask(c1, 'POST /tickets', { token: ana.token, body: { contactId: contact.body.id, queueId } });
  expect(opened).toMatchObject({ status: 409, body: { error: 'ERR_NO_DEF_WAPP_FOUND' } });
});

const streamKey = (id: string) => id.slice(0, 8) + id.slice(9, 13) + id.slice(15, 18);
