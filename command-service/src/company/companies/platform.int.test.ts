import { allEvents, fields as f, newId, PLATFORM, record } from '@prosa/contracts';
import { z } from 'zod';
import { features } from '../../features.ts';
import { credentials } from '../../people/sessions/credentials.ts';
import { createUser } from '../../people/users/create-user.ts';
import { users } from '../../people/users/users.decider.ts';
import { plainRecord } from '../../records/record.routes.ts';
import { type Instance, PASSWORD, startWorld, type World } from '../../records/world.fixture.ts';

/** A notice of the platform to all companies, as a feature would define it. */
const bulletins = record({
  name: 'bulletins',
  kind: 'bulletin',
  fields: z.object({ title: f.name }),
  missing: 'ERR_NO_TAG_FOUND',
  may: { read: 'signed-in', write: 'companies:write' },
  base: '/bulletins',
  orderBy: ['title'],
  channel: 'tag',
  set: 'bulletins',
  unique: [{ field: 'title', code: 'ERR_QUEUE_COLOR_ALREADY_EXISTS' }],
  reach: 'platform',
});
const events = Object.fromEntries(Object.values(bulletins.events).map((event) => [event.type, event]));
const mine = { features: [...features, plainRecord(bulletins)], events: { ...allEvents, ...events } };

let world: World;
let one: Instance;
let two: Instance;
beforeAll(async () => {
  world = await startWorld();
  [one, two] = await Promise.all([world.instance(mine), world.instance(mine)]);
});
afterAll(() => world.close());

const told = async (stream: string) => (await one.deps.store.load(stream)).map(({ type, meta }) => ({ type, meta }));
const bulletin = () => ({ title: `Aviso ${newId().slice(-12)}` });
/** A company, with its administrator and a signed-in platform-level user of it. */
const founded = async () => {
  const { companyId, users: people } = await world.company(one);
  const boss = await world.platformUser(one, companyId);
  const [token, bossToken] = [await one.signIn(people.admin.email), await one.signIn(boss.email)];
  return { companyId, people, boss, token, bossToken };
};

describe('the company that is the platform', () => {
  test('is created once, by the first start, and left unchanged by all later ones', async () => {
    expect(await told(`company-${PLATFORM}`)).toMatchObject([
      { type: 'CompanyRegistered', meta: { companyId: PLATFORM, actor: { kind: 'system', id: 'installation' } } },
    ]);
    await world.instance(mine);
    expect(await told(`company-${PLATFORM}`)).toHaveLength(1);
    expect(await one.deps.referenceData.company(PLATFORM)).toMatchObject({ status: true, dueDate: '9999-12-31T00:00:00.000Z' });
  });

  test('has only platform-level users', async () => {
    const userId = newId();
    const fields = { name: 'Sofia', email: `${userId}@prosa.test`, profile: 'admin' as const, queueIds: [] };
    const common = { companyId: PLATFORM, commandId: newId(), actor: { kind: 'system', id: 'test' } } as const;
    const asked = { ...common, userId, fields, password: PASSWORD };
    await expect(createUser(one.deps)({ ...asked, super: false })).rejects.toMatchObject({ code: 'ERR_USER_CREATION_DISABLED' });
    await createUser(one.deps)({ ...asked, super: true });
    const token = await one.signIn(fields.email);
    expect((await one.call('GET /auth/me', { token })).body).toMatchObject({ companyId: PLATFORM, super: true });
    const another = { ...fields, email: `${newId()}@prosa.test`, password: PASSWORD };
    expect(await one.call('POST /users', { token, body: another })).toMatchObject({
      status: 403,
      body: { error: 'ERR_USER_CREATION_DISABLED' },
    });
  });

  test('admits nobody else, even if an event names such a user', async () => {
    const userId = newId();
    const fields = { name: 'Intruso', email: `${userId}@prosa.test`, profile: 'admin' as const, queueIds: [] };
    const known = credentials({ pool: one.deps.pool, masterKey: one.deps.config.PROSA_KEYS });
    await known.claim({ userId, companyId: PLATFORM, email: fields.email, password: PASSWORD }, async () => 'absent');
    await one.deps.handle({
      decider: users,
      stream: `users-${PLATFORM}`,
      command: { do: 'create user', userId, fields, super: false, rules: { queueIds: [] } },
      commandId: newId(),
      actor: { kind: 'system', id: 'test' },
      companyId: PLATFORM,
      missing: 'ERR_NO_USER_FOUND',
    });
    const login = await one.call('POST /auth/login', { body: { email: fields.email, password: PASSWORD } });
    expect(login).toMatchObject({ status: 401, body: { error: 'ERR_INVALID_CREDENTIALS' } });
    const token = await one.deps.tokens.signAccess({ userId, companyId: PLATFORM, version: 1 });
    expect((await one.call('POST /tags', { token, body: { name: 'Minha' } })).status).toBe(401);
  });

  test('is no customer: no call changes it as one', async () => {
    const { bossToken } = await founded();
    expect(await one.call(`PUT /companies/${PLATFORM}`, { token: bossToken, body: { status: false } })).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_COMPANY_FOUND' },
    });
    expect(await told(`company-${PLATFORM}`)).toHaveLength(1);
  });
});

describe('a call that names the company it changes', () => {
  test('is recorded in that company`s history, with its actor and the actor’s company', async () => {
    const [here, there] = [await founded(), await founded()];
    const change = (companyId: string, token: string) =>
      one.call(`PUT /companies/${companyId}`, { token, body: { phone: '11' } });
    expect((await change(there.companyId, here.bossToken)).status).toBe(200);
    expect((await told(`company-${there.companyId}`)).at(-1)).toMatchObject({
      type: 'CompanyChanged',
      meta: { companyId: there.companyId, actor: { kind: 'user', id: here.boss.id, companyId: here.companyId } },
    });
    expect((await change(here.companyId, here.bossToken)).status).toBe(200);
    const [own] = (await told(`company-${here.companyId}`)).slice(-1);
    expect(own?.meta.actor).toEqual({ kind: 'user', id: here.boss.id });
  });

  test('keeps to whom a company’s invoices go, and sets whether it has campaigns, which the company itself cannot', async () => {
    const [here, there] = [await founded(), await founded()];
    const path = `PUT /companies/${there.companyId}` as const;
    const billing = {
      billingName: 'Padaria Sol Ltda',
      addressZipCode: '01310-100',
      addressStreet: 'Av. Paulista, 1000',
      addressDistrict: 'Bela Vista',
      addressCity: 'São Paulo',
      addressState: 'SP',
    };
    const { bossToken: token } = here;
    const changed = await one.call(path, { token, body: { ...billing, campaignsEnabled: false } });
    expect(changed).toMatchObject({ status: 200, body: { ...billing, campaignsEnabled: false } });
    const later = await one.call(path, { token, body: { phone: '11' } });
    expect(later.body).toMatchObject({ ...billing, phone: '11', campaignsEnabled: false });
    const set = (token: string) => one.call('PUT /settings/campaignsEnabled', { token, body: { value: 'true' } });
    expect(await set(there.token)).toMatchObject({ status: 403, body: { error: 'ERR_NO_PERMISSION' } });
    expect((await set(token)).status).toBe(200);
  });

  test('is carried out once if it is repeated, on any instance', async () => {
    const { bossToken: token } = await founded();
    const [key, body] = [newId(), bulletin()];
    const [first, again] = [
      await one.call('POST /bulletins', { token, body, key }),
      await two.call('POST /bulletins', { token, body, key }),
    ];
    expect(first).toMatchObject({ status: 201, body: { ...body, companyId: PLATFORM } });
    expect(again.body).toEqual(first.body);
    expect((await one.call('POST /bulletins', { token, body })).body.error).toBe('ERR_QUEUE_COLOR_ALREADY_EXISTS');
  });

  test('changes PLATFORM`s records from any company, only for platform-level users', async () => {
    const [here, there] = [await founded(), await founded()];
    const made = await one.call('POST /bulletins', { token: here.bossToken, body: bulletin() });
    const stream = `bulletins-${PLATFORM}`;
    const path = `/bulletins/${made.body.id}` as const;
    const before = (await told(stream)).length;
    for (const { token } of [here, there]) {
      expect((await one.call('POST /bulletins', { token, body: bulletin() })).body.error).toBe('ERR_NO_PERMISSION');
      expect((await one.call(`PUT ${path}`, { token, body: bulletin() })).status).toBe(403);
      expect((await one.call(`DELETE ${path}`, { token })).status).toBe(403);
    }
    expect(await told(stream)).toHaveLength(before);
    expect((await two.call(`PUT ${path}`, { token: there.bossToken, body: bulletin() })).status).toBe(200);
    expect((await two.call(`DELETE ${path}`, { token: there.bossToken })).status).toBe(200);
    const by = { companyId: PLATFORM, actor: { kind: 'user', id: there.boss.id, companyId: there.companyId } };
    expect((await told(stream)).slice(before)).toMatchObject([
      { type: 'bulletin.changed', meta: by },
      { type: 'bulletin.deleted', meta: by },
    ]);
  });
});

test('a call that names no company keeps a platform-level user in their own', async () => {
  const [here, there] = [await founded(), await founded()];
  const tag = await one.call('POST /tags', { token: there.token, body: { name: 'Deles' } });
  const token = here.bossToken;
  expect((await one.call(`PUT /tags/${tag.body.id}`, { token, body: { name: 'Tomada' } })).status).toBe(404);
  expect((await one.call(`DELETE /tags/${tag.body.id}`, { token })).status).toBe(404);
  expect((await one.call(`PUT /users/${there.people.user.id}`, { token, body: { name: 'Tomada' } })).status).toBe(404);
  expect((await one.call('POST /tags', { token, body: { name: 'Própria' } })).body.companyId).toBe(here.companyId);
  expect(await told(`tag-${tag.body.id}`)).toHaveLength(1);
});
