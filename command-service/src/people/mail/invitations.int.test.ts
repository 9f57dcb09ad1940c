import { newId, PLATFORM } from '@prosa/contracts';
import { PASSWORD } from '../../records/world.fixture.ts';
import { tokenOf } from './mail.fixture.ts';
import { PUBLIC_URL, startMailWorld } from './mail.scene.fixture.ts';

const { world, server, one, two, ask, newEmail, close } = await startMailWorld();
afterAll(close);

const invalid = { status: 400, body: { error: 'ERR_INVALID_LINK' } };
const scene = async (more?: Parameters<typeof world.company>[1]) => {
  const { companyId, users } = await world.company(one, more);
  return { companyId, users, token: await one.signIn(users.admin.email) };
};
const fields = (more: object = {}) => ({ name: 'Iracema Tupinambá', email: newEmail(), profile: 'user', ...more });
const invite = (token: string, body: object = fields(), more: object = {}) =>
  one.call('POST /users/invite', { token, body, ...more });
const accept = (token: string, password = 'minha-senha') => ask('POST /auth/reset', { body: { token, password } });
const login = (email: string, password: string) => ask('POST /auth/login', { body: { email, password } });
/** Somebody who was invited, and the token that was mailed. */
const invited = async () => {
  const { companyId, users, token: admin } = await scene();
  const body = fields();
  const { id } = (await invite(admin, body)).body as { id: string };
  return { companyId, users, admin, id, email: body.email, token: tokenOf(await server.mailTo(body.email)) };
};

test('somebody who is invited has no password until they set one by the mailed link, once', async () => {
  const { companyId, token: admin } = await scene();
  const body = fields();
  const made = await invite(admin, body, { headers: { 'accept-language': 'en' } });
  expect(made).toMatchObject({
    status: 201,
    body: { ...body, companyId, super: false, queueIds: [], sectorId: null, emailVerified: true, invitedAt: expect.any(String) },
  });
  expect(Object.keys(made.body)).not.toContain('password');
  const mail = await server.mailTo(body.email);
  const token = tokenOf(mail);
  expect(mail.subject).toBe('Invitation to Prosa: Padaria');
  expect(mail.link).toBe(`${PUBLIC_URL}/invite#${token}`);
  for (const password of ['', 'x', PASSWORD]) expect((await login(body.email, password)).status).toBeGreaterThanOrEqual(400);
  expect(await ask('POST /auth/link', { body: { token } })).toMatchObject({
    body: { purpose: 'invitation', name: body.name, email: body.email, company: 'Padaria' },
  });
  expect(await accept(token)).toMatchObject({ status: 200, body: { email: body.email } });
  expect(await login(body.email, 'minha-senha')).toMatchObject({
    status: 200,
    body: { user: { name: body.name, emailVerified: true } },
  });
  expect(await accept(token, 'outra-senha')).toMatchObject(invalid);
  const facts = await one.deps.store.load(`users-${companyId}`);
  expect(facts.slice(-3).map(({ type }) => type)).toEqual(['UserCreated', 'UserInvited', 'PasswordChanged']);
});

test('a repeat invites nobody twice', async () => {
  const { companyId, token } = await scene();
  const [key, body] = [newId(), fields()];
  const answers = await Promise.all([
    invite(token, body, { key }),
    two.call('POST /users/invite', { token, body, key }),
    invite(token, body, { key }),
  ]);
  for (const { status, body: said } of answers) expect([status, said]).toEqual([201, answers[0]!.body]);
  await server.mailTo(body.email);
  const facts = await one.deps.store.load(`users-${companyId}`);
  expect(facts.filter(({ type }) => type === 'UserInvited')).toHaveLength(1);
  expect(server.to(body.email)).toHaveLength(1);
});

test('an e-mail that somebody has is refused, and so is one user more than the plan allows', async () => {
  const { users, token } = await scene();
  expect(await invite(token, fields({ email: users.user.email.toUpperCase() }))).toMatchObject({
    status: 409,
    body: { error: 'ERR_DUPLICATED_EMAIL' },
  });
  const boss = await one.signIn((await world.platformUser(one, PLATFORM)).email);
  const plan = { name: `Plano ${newId().slice(-12)}`, users: 4, connections: 1, queues: 1, value: 0 };
  const planId = (await one.call('POST /plans', { token: boss, body: plan })).body.id as string;
  const limited = await scene({ planId });
  const answers = await Promise.all([1, 2, 3].map(() => invite(limited.token)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 403, 403]);
  expect(answers.find(({ status }) => status === 403)!.body.error).toBe('ERR_USER_CREATION_DISABLED');
});

test.each([
  ['name', '', 'Required'],
  ['name', 'A', 'Too Short!'],
  ['email', 'abc', 'Invalid email'],
  ['profile', 'dono', 'Required'],
])('%s %p is refused', async (field, value, message) => {
  const { token } = await scene();
  expect(await invite(token, fields({ [field]: value }))).toMatchObject({
    status: 400,
    body: { error: 'ERR_VALIDATION', fields: { [field]: message } },
  });
});

test('only administrators invite, and only into their own company', async () => {
  const { companyId, users } = await scene();
  const other = await scene();
  const open = await invited();
  for (const profile of ['user', 'supervisor'] as const) {
    const token = await one.signIn(users[profile].email);
    for (const call of ['POST /users/invite', `POST /users/${open.id}/invite`, `POST /users/${open.id}/invite/link`] as const)
      expect(await one.call(call, { token, body: fields() })).toMatchObject({
        status: 403,
        body: { error: 'ERR_NO_PERMISSION' },
      });
  }
  for (const call of [`POST /users/${open.id}/invite`, `POST /users/${open.id}/invite/link`] as const) {
    expect(await one.call(call, { token: other.token })).toMatchObject({ status: 404, body: { error: 'ERR_NO_USER_FOUND' } });
    expect((await one.call(call)).status).toBe(401);
  }
  const { body } = await invite(other.token, fields({ companyId }));
  expect(body.companyId).toBe(other.companyId);
});

test('an open invitation is sent again, at most three times an hour; the newest and the older link are good until one is used', async () => {
  const { admin, id, email, token } = await invited();
  const again = (key = newId()) => one.call(`POST /users/${id}/invite`, { token: admin, key });
  const key = newId();
  for (const sameKey of [key, key]) expect((await again(sameKey)).status).toBe(204);
  await server.mailTo(email, 2);
  expect((await again()).status).toBe(204);
  await server.mailTo(email, 3);
  expect(await again()).toMatchObject({ status: 429, body: { error: 'ERR_TOO_MANY_REQUESTS' } });
  expect((await again(key)).status).toBe(204);
  const newest = tokenOf(server.to(email).at(-1)!);
  expect(newest).not.toBe(token);
  expect((await accept(token)).status).toBe(200);
  expect(await accept(newest)).toMatchObject(invalid);
  for (const call of [`POST /users/${id}/invite`, `POST /users/${id}/invite/link`] as const)
    expect(await one.call(call, { token: admin })).toMatchObject({ status: 409, body: { error: 'ERR_NO_INVITATION' } });
  expect(server.to(email)).toHaveLength(3);
});

test('an administrator may hand the link over by other means; it works like the mailed one', async () => {
  const { admin, id, email, token } = await invited();
  const { status, body } = await one.call<{ link: string; expiresAt: string }>(`POST /users/${id}/invite/link`, { token: admin });
  expect(status).toBe(200);
  expect(body.link).toMatch(new RegExp(`^${PUBLIC_URL}/invite#[\\w-]{43}$`));
  expect(Date.parse(body.expiresAt) - Date.now()).toBeGreaterThan(6.9 * 86_400_000);
  expect((await accept(tokenOf(body))).status).toBe(200);
  expect((await login(email, 'minha-senha')).status).toBe(200);
  expect(await accept(token)).toMatchObject(invalid);
});

test('an invitation ends after seven days, with a typed password, a changed e-mail and a deleted user', async () => {
  const late = await invited();
  await one.deps.pool.query(`update command.mail_link set expires_at = expires_at - interval '167 hours'`);
  expect((await ask('POST /auth/link', { body: { token: late.token } })).status).toBe(200);
  await one.deps.pool.query(`update command.mail_link set expires_at = expires_at - interval '1 hour'`);
  expect(await accept(late.token)).toMatchObject(invalid);
  for (const body of [{ password: 'digitada' }, { email: newEmail() }]) {
    const { admin, id, token } = await invited();
    expect((await one.call(`PUT /users/${id}`, { token: admin, body: { ...body, currentPassword: PASSWORD } })).status).toBe(200);
    expect(await accept(token)).toMatchObject(invalid);
  }
  const gone = await invited();
  expect((await one.call(`DELETE /users/${gone.id}`, { token: gone.admin })).status).toBe(200);
  expect(await accept(gone.token)).toMatchObject(invalid);
});

test('whoever was invited may say that they forgot their password, which accepts the invitation', async () => {
  const { admin, id, email } = await invited();
  await ask('POST /auth/forgot', { body: { email } });
  const { link } = await server.mailTo(email, 2);
  expect((await accept(tokenOf({ link }))).status).toBe(200);
  expect(await one.call(`POST /users/${id}/invite`, { token: admin })).toMatchObject({ status: 409 });
});

test('names become no addresses in a mail, and no further headers or tags', async () => {
  const { companyId, token } = await scene();
  const name = '<b>mau.exemplo/x</b>';
  const body = fields({ name });
  expect((await invite(token, body)).status).toBe(201);
  const { html, text, raw } = await server.mailTo(body.email);
  expect(companyId).toHaveLength(36);
  expect(html).not.toContain('<b>');
  for (const said of [html, text, raw]) expect(said).not.toContain('mau.exemplo/x');
});
