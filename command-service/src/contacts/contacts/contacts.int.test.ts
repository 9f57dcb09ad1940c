import { type ContactView, derivedId, newId } from '@prosa/contracts';
import type { CommandService } from '../../app.ts';
import { createInbound } from '../../channels/inbound/inbound.consumer.ts';
import { ask, caughtUp, eventually, joinPair, openTicket, outboundOf, wrote } from '../../testing/world.fixture.ts';
import { createClaims } from './claims.ts';
import { createResolveContact } from './resolve-contact.ts';

const { world, c1, c2, scene } = await joinPair();
afterAll(() => world.close());
/** An instance whose clock is one hour ahead, so that abandoned claims count as old. */
const later = await world.instance({ idle: true, clock: () => new Date(Date.now() + 3_600_000) });

const create = (through: CommandService, number: string, key?: string) =>
  ask<ContactView>(through, 'POST /contacts', { token: scene.ana.token, body: { name: 'Maria', number }, ...(key && { key }) });
const actor = { kind: 'system', id: 'test' } as const;
const resolve = (through: CommandService) => {
  const { deps } = through;
  const resolving = createResolveContact({ ...deps, claims: createClaims(deps) });
  return (...values: string[]) =>
    resolving({
      companyId: scene.companyId,
      identities: values.map((value) => (value.endsWith('@lid') ? { kind: 'lid', value } : { kind: 'phone', value })),
      name: 'Maria',
      channel: 'whatsapp',
      actor,
    });
};

test('a number belongs to one contact, in either spelling, on all instances', async () => {
  const answers = await Promise.all(
    ['+55 (11) 98765-0001', '551187650001'].flatMap((number) => [create(c1, number), create(c2, number)]),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ error: 'ERR_DUPLICATED_CONTACT' });
  const made = answers.find(({ status }) => status === 201)?.body;
  expect(made).toMatchObject({ name: 'Maria', companyId: scene.companyId, extraInfo: [], email: null });
  expect(await resolve(c2)('5511987650001')).toBe(made?.id);
});

test('a repeat gets the same answer, on the other instance too', async () => {
  const key = newId();
  const first = await create(c1, '5511987650002', key);
  expect(first.status).toBe(201);
  expect(await create(c2, '5511987650002', key)).toEqual(first);
  expect(await create(c2, '5511987650003', key)).toMatchObject({ status: 422 });
});

test('of two different bodies under one key at once, the later one is refused', async () => {
  const { pool } = c1.deps;
  const key = newId();
  const first = await pool.connect();
  await first.query('begin');
  await first.query(`insert into command.asked values ($1, 'another')`, [derivedId(scene.companyId, scene.ana.id, key)]);
  const second = create(c2, '5511987650005', key);
  await eventually(
    () => pool.query(`select from pg_stat_activity where wait_event_type = 'Lock' and query like '%command.asked%'`),
    ({ rowCount }) => rowCount === 1,
  );
  await first.query('commit');
  first.release();
  expect(await second).toMatchObject({ status: 422, body: { error: 'ERR_IDEMPOTENCY_MISMATCH' } });
});

test('the hash of a request is deleted after a week, while the service runs', async () => {
  const { pool } = c1.deps;
  const [old, recent] = [newId(), newId()];
  for (const [id, days] of [
    [old, 8],
    [recent, 6],
  ])
    await pool.query(`insert into command.asked values ($1, 'hash', now() - $2 * interval '1 day')`, [id, days]);
  const left = async () => {
    const { rows } = await pool.query('select command_id from command.asked where command_id = any($1)', [[old, recent]]);
    return rows.map(({ command_id }) => command_id);
  };
  expect((await create(c1, '5511987650004', newId())).status).toBe(201);
  // The clean-up runs not with each call, but with one in a hundred.
  for (let calls = 0; calls < 100 && (await left()).length === 2; calls += 1)
    expect((await create(c1, '5511987650004', newId())).status).toBe(409);
  // No call waits for it, not even the last one.
  await eventually(left, ({ length }) => length === 1);
  expect(await left()).toEqual([recent]);
});

test('a refused number creates no key for a contact that never exists', async () => {
  const { pool } = c1.deps;
  await create(c1, '5511987650006');
  const keys = () => pool.query('select from keys.subject where company_id = $1', [scene.companyId]);
  const before = await keys();
  for (const through of [c1, c2]) expect((await create(through, '5511987650006', newId())).status).toBe(409);
  expect((await keys()).rowCount).toBe(before.rowCount);
});

test('an invalid number is refused', async () => {
  expect(await create(c1, 'nenhum numero')).toMatchObject({ status: 400, body: { error: 'ERR_WAPP_INVALID_CONTACT' } });
  const refused = (why: string) => ({ status: 400, body: { error: 'ERR_WAPP_INVALID_CONTACT', fields: { number: why } } });
  expect(await create(c1, '123')).toMatchObject(refused('Too Short!'));
  expect(await create(c1, '5'.repeat(51))).toMatchObject(refused('Too Long!'));
  const { body: maria } = await create(c1, '5511987650040');
  expect(await ask(c2, `PUT /contacts/${maria.id}`, { token: scene.ana.token, body: { number: '1234567' } })).toMatchObject(
    refused('Too Short!'),
  );
});

test('changing the number claims the new one and releases the old one', async () => {
  const { body: maria } = await create(c1, '5511987650010');
  await create(c1, '5511987650011');
  const change = (number: string) => ask(c2, `PUT /contacts/${maria.id}`, { token: scene.ana.token, body: { number } });
  expect(await change('5511987650011')).toMatchObject({ status: 409, body: { error: 'ERR_DUPLICATED_CONTACT' } });
  expect(await change('5511987650012')).toMatchObject({
    status: 200,
    body: { id: maria.id, number: '5511987650012', name: 'Maria' },
  });
  const { body: joao } = await eventually(
    () => create(c1, '5511987650010'),
    ({ status }) => status === 201,
  );
  expect(joao.id).not.toBe(maria.id);
  await eventually(
    () => resolve(c1)('5511987650010'),
    (contactId) => contactId === joao.id,
  );
  expect(await resolve(c1)('5511987650012')).toBe(maria.id);
});

test('changing it to another number and back keeps it', async () => {
  const { body: ida } = await create(c1, '5511987650020');
  const change = (number: string) => ask(c1, `PUT /contacts/${ida.id}`, { token: scene.ana.token, body: { number } });
  await change('5511987650021');
  await change('5511987650020');
  await eventually(
    () => create(c1, '5511987650021'),
    ({ status }) => status === 201,
  );
  expect(await resolve(c2)('5511987650020')).toBe(ida.id);
});

test('extra fields get ids, and keep them', async () => {
  const { body: maria } = await create(c1, '5511987650030');
  const put = (body: object) => ask<ContactView>(c1, `PUT /contacts/${maria.id}`, { token: scene.ana.token, body });
  const first = await put({ extraInfo: [{ name: 'CPF', value: '1' }] });
  expect(first.body.extraInfo).toEqual([{ id: expect.any(String), name: 'CPF', value: '1' }]);
  const second = await put({ extraInfo: [...first.body.extraInfo, { name: 'RG', value: '2' }] });
  expect(second.body.extraInfo[0]).toEqual(first.body.extraInfo[0]);
  expect((await put({ name: 'Maria' })).position).toEqual(second.position);
});

test('fifty concurrent first messages on two instances, half with the ninth digit, create one contact and one ticket', async () => {
  const inbounds = [createInbound(c1.deps), createInbound(c2.deps)];
  const events: string[] = [];
  await Promise.all(
    Array.from({ length: 50 }, (_, n) => inbounds[n % 2]!(wrote(scene, n % 4 < 2 ? '5511987650040' : '551187650040', `Oi ${n}`))),
  );
  const contactId = await resolve(c1)('551187650040');
  for await (const fact of streamsOf(c1, contactId)) events.push(fact);
  expect(events.filter((type) => type === 'ContactCreated')).toHaveLength(1);
  expect(events.filter((type) => type === 'TicketOpened')).toHaveLength(1);
  expect(events.filter((type) => type === 'MessageReceived')).toHaveLength(50);
});

test('a second identity in a message is added to the contact', async () => {
  const contactId = await resolve(c1)('5511987650050');
  expect(await resolve(c1)('99887766@lid', '5511987650050')).toBe(contactId);
  expect(await resolve(c2)('99887766@lid')).toBe(contactId);
});

test('an administrator deletes a contact whose tickets are closed; who writes from its number is a new contact', async () => {
  const number = '5511987650070';
  const ticket = await openTicket(c1, scene, scene.ana, number);
  const { contactId } = ticket;
  const sends = await outboundOf(c1.bus, 'send');
  const remove = (through: CommandService, token: string, key?: string) =>
    ask(through, `DELETE /contacts/${contactId}`, { token, ...(key && { key }) });
  const { ana, admin } = scene;
  expect(await remove(c1, ana.token)).toMatchObject({ status: 403, body: { error: 'ERR_NO_PERMISSION' } });
  expect(await remove(c1, admin.token)).toMatchObject({ status: 409, body: { error: 'ERR_OTHER_OPEN_TICKET' } });
  await ask(c1, `POST /messages/${ticket.id}`, { token: ana.token, body: { body: 'Até logo' } });
  await ask(c1, `PUT /tickets/${ticket.id}`, { token: ana.token, body: { status: 'closed' } });

  const key = newId();
  const answers = await Promise.all([c1, c2, c1].map((through) => remove(through, admin.token, key)));
  for (const answer of answers) expect(answer).toMatchObject({ status: 200, body: null, position: answers[0]!.position });
  const gone = { status: 404, body: { error: 'ERR_NO_CONTACT_FOUND' } };
  expect(await remove(c2, admin.token)).toMatchObject(gone);
  const body = { contactId, queueId: scene.queueId };
  expect(await ask(c2, 'POST /tickets', { token: ana.token, body })).toMatchObject(gone);
  expect(await ask(c2, `PUT /contacts/${contactId}`, { token: ana.token, body: { name: 'Outra' } })).toMatchObject(gone);
  const forward = { contactIds: [contactId], messageId: ticket.id };
  expect((await ask(c2, 'POST /messages/sendForwardedMessage', { token: ana.token, body: forward })).status).toBe(404);

  const next = await create(c2, number);
  expect(next.status).toBe(201);
  expect(next.body.id).not.toBe(contactId);
  await eventually(
    () => resolve(c1)(number),
    (found) => found === next.body.id,
  );
  // A message sent before still reaches its number.
  await eventually(
    () => sends.filter(({ body }) => body?.endsWith('Até logo')),
    (sent) => sent.length === 1,
  );
  expect((await remove(c1, scene.ana.token)).status).toBe(403);
});

test('C25: after a deletion all identities of the contact are free, the further ones too', async () => {
  const [number, lid] = ['5511987650071', '99887701@lid'];
  const before = await resolve(c1)(number, lid);
  expect((await ask(c1, `DELETE /contacts/${before}`, { token: scene.admin.token })).status).toBe(200);
  await caughtUp(c1.deps, ['released-numbers']);
  const after = await resolve(c2)(lid, number);
  expect(after).not.toBe(before);
  expect(await resolve(c1)(number)).toBe(after);
  expect(await resolve(c1)(lid)).toBe(after);
});

describe('a claim whose maker died before its contact was created', () => {
  const claim = async (number: string) => {
    const claims = createClaims(c1.deps);
    const place = await claims.placeOf(scene.companyId, { kind: 'phone', value: number });
    return claims.claim({ companyId: scene.companyId, actor, commandId: newId() }, place);
  };

  test('is completed by the next message', async () => {
    const { contactId } = await claim('5511987650060');
    expect(await resolve(c2)('5511987650060')).toBe(contactId);
  });

  test('is taken over after a minute by a user who creates the contact', async () => {
    const left = await claim('5511987650061');
    expect(await create(c2, '5511987650061')).toMatchObject({ status: 409 });
    const key = newId();
    const made = await create(later, '5511987650061', key);
    expect(made).toMatchObject({ status: 201 });
    expect(made.body.id).not.toBe(left.contactId);
    expect(await create(c1, '5511987650061', key)).toEqual(made);
    expect(await resolve(c1)('5511987650061')).toBe(made.body.id);
  });

  test('is completed by the next message if a takeover was abandoned half way', async () => {
    const left = await claim('5511987650062');
    const claims = createClaims(c1.deps);
    const { contact } = await import('./contact.decider.ts');
    await c1.deps.handle({
      decider: contact,
      stream: `contact-${left.contactId}`,
      command: { do: 'close claim', contactId: left.contactId, identity: '', open: true },
      commandId: newId(),
      companyId: scene.companyId,
      actor,
      missing: 'ERR_NO_CONTACT_FOUND',
    });
    const doer = { companyId: scene.companyId, actor, commandId: newId() };
    const fields = { name: 'Tarde', number: '1', email: null, extraInfo: [], channel: 'whatsapp' };
    const place = await claims.placeOf(scene.companyId, { kind: 'phone', value: '5511987650062' });
    expect(await claims.create(doer, place, left, fields)).toMatchObject({ mine: false });
    expect(await resolve(c2)('5511987650062')).not.toBe(left.contactId);
  });
});

/** The types of all events of a contact and its conversation. */
async function* streamsOf({ deps: { store } }: CommandService, contactId: string) {
  const { conversationKey, conversationStream } = await import('@prosa/contracts');
  for await (const { type } of store.read(`contact-${contactId}`)) yield type;
  for await (const { type } of store.read(conversationStream(conversationKey(scene.connectionId, contactId)))) yield type;
}
