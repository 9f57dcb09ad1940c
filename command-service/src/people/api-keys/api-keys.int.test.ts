import { type ApiMessage, allRoutes, apiKeyScopes, conversationOf, conversationStream, newId } from '@prosa/contracts';
import { apiKeyHashOf, keyEnds } from '@prosa/infra/runtime';
import { company } from '../../company/companies/companies.decider.ts';
import { ask, eventually, joinPair, makeScene, openTicket, type Person } from '../../testing/world.fixture.ts';
import { users } from '../users/users.decider.ts';
import { authenticateKey } from './authenticate-key.ts';

const { world, c1: service, c2: other, scene } = await joinPair();
const { deps } = service;
afterAll(() => world.close());

type Made = { id: string; key: string; error?: string; fields?: object };
const make = (scopes: readonly string[], by: Pick<Person, 'token'> = scene.admin, key?: string) =>
  ask<Made>(service, 'POST /api-keys', { token: by.token, body: { name: 'ERP', scopes }, ...(key && { key }) });
const keyFor = async (...scopes: string[]): Promise<Made> => {
  const { status, body } = await make(scopes);
  expect(status).toBe(201);
  return body;
};
const addTag = (token: string, key?: string, through = service) =>
  ask<{ id: string; error?: string }>(through, 'POST /tags', { token, body: { name: 'Urgente' }, ...(key && { key }) });
const refused = { status: 401, body: { error: 'ERR_UNAUTHENTICATED' } };
const forbidden = { status: 403, body: { error: 'ERR_NO_PERMISSION' } };

test('a key is answered once, by its command alone, and stored only as a hash', async () => {
  const command = newId();
  const first = await make(['tags:write', 'read', 'read'], scene.admin, command);
  expect(first).toMatchObject({ status: 201, body: { id: expect.any(String), key: expect.stringMatching(/^prosa_/) } });
  expect(await make(['tags:write', 'read', 'read'], scene.admin, command)).toEqual(first);
  const facts = await deps.store.load(`api-keys-${scene.companyId}`);
  expect(facts.at(-1)).toMatchObject({
    type: 'ApiKeyCreated',
    data: {
      keyId: first.body.id,
      name: 'ERP',
      scopes: ['read', 'tags:write'],
      hash: apiKeyHashOf(first.body.key),
      userId: scene.admin.id,
    },
  });
  const written = JSON.stringify(facts, (_, value) => (typeof value === 'bigint' ? `${value}` : value));
  expect(written).not.toContain(first.body.key);
  expect((await keyFor('read')).key).not.toBe(first.body.key);
});

test('with its scope a key calls like a person, on any instance, and history has it as the actor', async () => {
  const { id, key } = await keyFor('tags:write');
  const command = newId();
  const made = await addTag(key, command, other);
  expect(made.status).toBe(201);
  expect(await addTag(key, command)).toEqual(made);
  const [fact] = await deps.store.load(`tag-${made.body.id}`);
  expect(fact!.meta.actor).toEqual({ kind: 'integration', id });
  expect(fact!.data).toMatchObject({ userId: id });
});

test('without the scope, and where only people may, a key is refused', async () => {
  const { key } = await keyFor('contacts:write', 'read');
  expect(await addTag(key)).toMatchObject(forbidden);
  expect(await ask(service, 'GET /auth/me', { token: key })).toMatchObject(forbidden);
  expect(await ask(service, 'PUT /auth/two-step', { token: key, body: { code: '1' } })).toMatchObject(forbidden);
  const all = (await make(apiKeyScopes)).body.key;
  expect(await make(['read'], { token: all })).toMatchObject(forbidden);
  expect(await ask(service, `POST /api-keys/${newId()}/rotate`, { token: all })).toMatchObject(forbidden);
  expect(await ask(service, `DELETE /api-keys/${newId()}`, { token: all })).toMatchObject(forbidden);
  // Platform-level permissions are in no scope.
  expect(await ask(service, 'POST /plans', { token: all, body: {} })).toMatchObject(forbidden);
  expect((await ask(service, 'GET /imports', { token: key })).status).toBe(200);
  expect(await ask(service, 'GET /imports', { token: (await keyFor('tags:write')).key })).toMatchObject(forbidden);
});

test('only administrators make keys, with scopes that there are', async () => {
  expect(await make(['read'], scene.ana)).toMatchObject(forbidden);
  for (const scope of ['nothing', 'companies:write', 'api-keys:write', 'signed-in', 'public'])
    expect(await make([scope])).toMatchObject({
      status: 400,
      body: { error: 'ERR_VALIDATION', fields: { scopes: 'Invalid value' } },
    });
  expect(await make([])).toMatchObject({ status: 400, body: { fields: { scopes: 'Required' } } });
  expect(await ask<Made>(service, 'POST /api-keys', { token: scene.admin.token, body: { scopes: ['read'] } })).toMatchObject({
    body: { fields: { name: 'Required' } },
  });
});

test('a rotated key is good for a day more, a revoked one at once no more', async () => {
  let now = new Date();
  const third = await world.instance({ clock: () => now });
  const scene = await makeScene(third);
  const of = (call: `${'POST' | 'DELETE'} /${string}`, key?: string) =>
    ask<Made>(third, call, { token: scene.admin.token, ...(key && { key }) });
  const { id, key } = (
    await ask<Made>(third, 'POST /api-keys', { token: scene.admin.token, body: { name: 'Site', scopes: ['tags:write'] } })
  ).body;
  const command = newId();
  const rotated = await of(`POST /api-keys/${id}/rotate`, command);
  expect(rotated).toMatchObject({ status: 200, body: { id } });
  expect(await of(`POST /api-keys/${id}/rotate`, command)).toEqual(rotated);
  expect(rotated.body.key).not.toBe(key);
  const works = async (one: string) =>
    (await ask(third, 'POST /tags', { token: one, body: { name: `T${newId()}`.slice(0, 20) } })).status;
  expect([await works(key), await works(rotated.body.key)]).toEqual([201, 201]);
  now = new Date(now.getTime() + 24 * 3_600_000);
  expect([await works(key), await works(rotated.body.key)]).toEqual([401, 201]);
  expect(await of(`DELETE /api-keys/${id}`)).toMatchObject({ status: 200 });
  expect(await works(rotated.body.key)).toBe(401);
  const missing = { status: 404, body: { error: 'ERR_NO_API_KEY_FOUND' } };
  expect(await of(`DELETE /api-keys/${id}`)).toMatchObject(missing);
  expect(await of(`POST /api-keys/${id}/rotate`)).toMatchObject(missing);
  await third.close();
});

test('a revoked key is refused at once, also by an instance that has not heard of it', async () => {
  const { id, key } = await keyFor('tags:write');
  expect((await addTag(key, undefined, other)).status).toBe(201);
  const known = await other.deps.referenceData.apiKey(scene.companyId, id);
  const behind = authenticateKey({
    // Its subscription is late: what it knows stays.
    referenceData: { ...other.deps.referenceData, apiKey: async () => known },
    clock: () => new Date(),
    ends: keyEnds(other.deps.pool),
    noteUse: () => undefined,
  });
  expect((await behind(key)).userId).toBe(id);
  expect((await ask(service, `DELETE /api-keys/${id}`, { token: scene.admin.token })).status).toBe(200);
  await expect(behind(key)).rejects.toMatchObject({ code: 'ERR_UNAUTHENTICATED' });
});

test('a key of another company, a changed one and a made-up one are refused', async () => {
  const { id, key } = await keyFor('tags:write');
  const stranger = await makeScene(service);
  const byStranger = { token: stranger.admin.token };
  const missing = { status: 404, body: { error: 'ERR_NO_API_KEY_FOUND' } };
  expect(await ask(service, `DELETE /api-keys/${id}`, byStranger)).toMatchObject(missing);
  expect(await ask(service, `POST /api-keys/${id}/rotate`, byStranger)).toMatchObject(missing);
  const last = key.at(-1) === 'A' ? 'E' : 'A';
  for (const wrong of [`${key.slice(0, -1)}${last}`, 'prosa_x', `prosa_${'A'.repeat(86)}`])
    expect(await addTag(wrong)).toMatchObject(refused);
});

test('a stopped company’s keys are refused, and those of one whose subscription is over', async () => {
  const own = await makeScene(service);
  const { key } = (await make(['tags:write'], own.admin)).body;
  const change = (changes: object) =>
    deps.handle({
      decider: company,
      stream: `company-${own.companyId}`,
      command: { do: 'change company', companyId: own.companyId, changes } as never,
      missing: 'ERR_NO_COMPANY_FOUND',
      companyId: own.companyId,
      commandId: newId(),
      actor: { kind: 'system', id: 'test' },
    });
  await change({ status: false });
  expect(await addTag(key)).toMatchObject({ status: 401, body: { error: 'ERR_COMPANY_STOPPED' } });
  await change({ status: true, dueDate: '2026-01-01T00:00:00.000Z' });
  expect(await addTag(key)).toMatchObject({ status: 401, body: { error: 'ERR_SUBSCRIPTION_EXPIRED' } });
});

test('a key goes on without the person who made it', async () => {
  const own = await makeScene(service);
  const { key } = (await make(['tags:write'], own.admin)).body;
  const other = { name: 'Davi', email: `${newId()}@prosa.test`, password: 'uma senha longa', profile: 'admin', queueIds: [] };
  expect((await ask(service, 'POST /users', { token: own.admin.token, body: other })).status).toBe(201);
  await deps.handle({
    decider: users,
    stream: `users-${own.companyId}`,
    command: { do: 'delete user', userId: own.admin.id, by: null } as never,
    missing: 'ERR_NO_USER_FOUND',
    companyId: own.companyId,
    commandId: newId(),
    actor: { kind: 'system', id: 'test' },
  });
  expect(await ask(service, 'POST /tags', { token: own.admin.token, body: { name: 'Dela' } })).toMatchObject({ status: 401 });
  expect((await addTag(key)).status).toBe(201);
});

test('with tickets:serve a key writes to customers, signs as itself, and takes a ticket for somebody', async () => {
  const { id, key } = await keyFor('tickets:serve');
  const ticket = await openTicket(service, scene, scene.ana, '5511977770001');
  const { status, body } = await ask<ApiMessage>(service, `POST /messages/${ticket.id}`, {
    token: key,
    body: { body: 'Pedido pronto', signed: true },
  });
  expect(status).toBe(201);
  const facts = await deps.store.load(conversationStream(conversationOf(body.id)!));
  expect(facts.at(-1)).toMatchObject({
    type: 'MessageSent',
    data: { userId: id, signature: 'ERP', body: 'Pedido pronto', origin: 'attendant' },
    meta: { actor: { kind: 'integration', id } },
  });
  await ask(service, `PUT /tickets/${ticket.id}`, { token: scene.ana.token, body: { status: 'pending' } });
  const take = (more: object) =>
    ask<{ userId?: string; fields?: object }>(service, `PUT /tickets/${ticket.id}`, {
      token: key,
      body: { status: 'open', ...more },
    });
  expect(await take({})).toMatchObject({ status: 400, body: { fields: { userId: 'Required' } } });
  expect(await take({ userId: scene.bruno.id })).toMatchObject({ status: 200, body: { userId: scene.bruno.id } });
});

test('when a key was used last is noted', async () => {
  const { id, key } = await keyFor('tags:write');
  await addTag(key);
  const { rows } = await eventually(
    () => deps.pool.query('select company_id, used_at from live.key_use where key_id = $1', [id]),
    ({ rowCount }) => rowCount === 1,
  );
  expect(rows[0].company_id).toBe(scene.companyId);
  expect(Math.abs(Date.now() - rows[0].used_at.getTime())).toBeLessThan(60_000);
});

test('every call says whether a key may make it: by a scope that there is, or never', () => {
  const reachable = allRoutes.filter(({ may, person }) => !person && may !== 'public' && may !== 'connection-token');
  const closed = reachable.filter(({ call, may, scope = may }) => !call.startsWith('GET ') && !apiKeyScopes.includes(scope));
  // Platform-level users alone may make these.
  expect([...new Set(closed.map(({ may }) => may))].sort()).toEqual([
    'announcements:write',
    'companies:write',
    'helps:write',
    'plans:write',
  ]);
});
