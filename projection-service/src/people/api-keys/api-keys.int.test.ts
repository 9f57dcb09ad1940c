import { apiKeyEvents, companyEvents, routes } from '@prosa/contracts';
import { apiKeyHashOf, writeApiKey } from '@prosa/infra/runtime';
import { until } from '../../engine/engine.fixture.ts';
import { chronicle, uuid } from '../../testing/news.ts';
import { openService, type Service } from '../../testing/service.fixture.ts';

const companyId = uuid(1);
const carla = { userId: uuid(21), companyId };
const ana = { userId: uuid(22), companyId };
const zoe = { userId: uuid(29), companyId: uuid(2) };
const [erp, site, far] = [uuid(71), uuid(72), uuid(79)];
const keyOf = (keyId: string, byte: number, of = companyId) => writeApiKey({ companyId: of, keyId }, Buffer.alloc(32, byte));
const [first, second, narrow, foreign] = [keyOf(erp, 1), keyOf(erp, 2), keyOf(site, 3), keyOf(far, 4, zoe.companyId)];

const here = chronicle(companyId);
here.company();
here.user(carla.userId, 'Carla', { profile: 'admin' });
here.user(ana.userId, 'Ana');
const create = (of: typeof here, id: string, key: string, name: string, scopes: string[], company = companyId) =>
  of.tell(`api-keys-${company}`, apiKeyEvents.ApiKeyCreated, {
    keyId: id,
    name,
    scopes,
    hash: apiKeyHashOf(key),
    userId: carla.userId,
  });
create(here, site, narrow, 'Site', ['tags:write', 'dashboard:view']);
create(here, erp, first, 'ERP', ['read']);
const there = chronicle(zoe.companyId);
there.company();
there.user(zoe.userId, 'Zoe', { profile: 'admin' });
create(there, far, foreign, 'Longe', ['read'], zoe.companyId);

let service: Service;
beforeAll(async () => {
  service = await openService([...here.take(), ...there.take()]);
});
afterAll(() => service.close());

const refused = { status: 401, error: 'ERR_UNAUTHENTICATED' };
const forbidden = { status: 403, error: 'ERR_NO_PERMISSION' };
const names = async (key: string) => {
  const { body } = await service.getWith(key, '/users/list');
  return (body as { users: { name: string }[] }).users.map(({ name }) => name);
};

test('administrators list the keys of their company by name, without hashes', async () => {
  const { status, body } = await service.ask(carla, routes.apiKeys.list);
  expect(status).toBe(200);
  expect(body).toMatchObject({ count: 2, hasMore: false });
  expect(body.apiKeys[0]).toEqual({
    id: erp,
    companyId,
    name: 'ERP',
    scopes: ['read'],
    userId: carla.userId,
    previousUntil: null,
    lastUsedAt: null,
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
  });
  expect(body.apiKeys.map(({ name }) => name)).toEqual(['ERP', 'Site']);
  expect(await service.ask(ana, routes.apiKeys.list)).toMatchObject(forbidden);
});

test('with read a key reads what administrators of its company do, and no key is a user there', async () => {
  expect(await names(first)).toEqual(['Ana', 'Carla']);
  expect(await names(foreign)).toEqual(['Zoe']);
  expect((await service.getWith(first, '/dashboard?days=7')).status).toBe(200);
  // The keys of a company are for people, and so are sessions.
  for (const path of ['/api-keys', '/live/me']) expect(await service.getWith(first, path)).toMatchObject(forbidden);
});

test('without read it reads what its permissions are for', async () => {
  expect((await service.getWith(narrow, '/dashboard?days=7')).status).toBe(200);
  expect(await service.getWith(narrow, '/users/list')).toMatchObject(forbidden);
});

test('its last use is told in the list', async () => {
  await names(first);
  const lastUsedAt = await until(async () => {
    const { apiKeys } = (await service.ask(carla, routes.apiKeys.list)).body;
    return apiKeys.find(({ id }) => id === erp)?.lastUsedAt ?? null;
  });
  expect(Math.abs(Date.now() - Date.parse(lastUsedAt!))).toBeLessThan(60_000);
});

test('after a rotation both are good until the time of the first, and after its end neither', async () => {
  const keys = `api-keys-${companyId}`;
  const later = new Date(Date.now() + 60_000).toISOString();
  here.tell(keys, apiKeyEvents.ApiKeyRotated, { keyId: erp, hash: apiKeyHashOf(second), previousUntil: later });
  await service.write(here.take());
  expect([await names(first), await names(second)]).toEqual([
    ['Ana', 'Carla'],
    ['Ana', 'Carla'],
  ]);
  expect((await service.ask(carla, routes.apiKeys.list)).body.apiKeys[0]).toMatchObject({ previousUntil: later });
  const third = keyOf(erp, 5);
  const past = new Date(Date.now() - 1).toISOString();
  here.tell(keys, apiKeyEvents.ApiKeyRotated, { keyId: erp, hash: apiKeyHashOf(third), previousUntil: past });
  await service.write(here.take());
  expect(await service.getWith(second, '/users/list')).toMatchObject(refused);
  expect(await names(third)).toEqual(['Ana', 'Carla']);
  here.tell(keys, apiKeyEvents.ApiKeyRevoked, { keyId: erp });
  await service.write(here.take());
  expect(await service.getWith(third, '/users/list')).toMatchObject(refused);
  expect((await service.ask(carla, routes.apiKeys.list)).body.count).toBe(1);
});

test('a revoked key is refused before its event is folded', async () => {
  expect((await service.getWith(narrow, '/dashboard?days=7')).status).toBe(200);
  await service.engine.pool.query('insert into live.key_end (key_id) values ($1)', [site]);
  expect(await service.getWith(narrow, '/dashboard?days=7')).toMatchObject(refused);
});

test('a stopped company’s key is refused, and that of one whose subscription is over', async () => {
  const change = async (fields: object) => {
    there.tell(`company-${zoe.companyId}`, companyEvents.CompanyChanged, { companyId: zoe.companyId, ...fields });
    await service.write(there.take());
  };
  await change({ status: false });
  expect(await service.getWith(foreign, '/users/list')).toMatchObject({ status: 401, error: 'ERR_COMPANY_STOPPED' });
  await change({ status: true, dueDate: '2026-01-01T00:00:00.000Z' });
  expect(await service.getWith(foreign, '/users/list')).toMatchObject({ status: 401, error: 'ERR_SUBSCRIPTION_EXPIRED' });
});
