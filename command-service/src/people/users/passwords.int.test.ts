import { derivedId, newId } from '@prosa/contracts';
import { type Call, joinPair, PASSWORD } from '../../records/world.fixture.ts';
import { ATTEMPTS } from '../sessions/attempts.ts';
import { credentials } from '../sessions/credentials.ts';

const { world, one, two } = await joinPair();
afterAll(() => world.close());

const login = (email: string, password: string) => one.call('POST /auth/login', { body: { email, password } });
const refresh = (cookie: string | null) => one.call('POST /auth/refresh_token', { cookie: cookie! });
const told = async (stream: string) => (await one.deps.store.load(stream)).map(({ type }) => type);
const known = () => credentials({ pool: one.deps.pool, masterKey: one.deps.config.PROSA_KEYS });

/** An administrator and a user of one company, with functions for their calls. */
const scene = async () => {
  const { users, companyId } = await world.company(one);
  const [boss, mine] = [await login(users.admin.email, PASSWORD), await login(users.user.email, PASSWORD)];
  const { id, email } = users.user;
  const change =
    (token: unknown) =>
    (body: object, options: Call = {}, through = one) =>
      through.call(`PUT /users/${id}`, { token: token as string, body, ...options });
  return {
    companyId,
    id,
    email,
    cookie: mine.cookie,
    token: mine.body.token as string,
    adminToken: boss.body.token as string,
    byAdmin: change(boss.body.token),
    byOneself: change(mine.body.token),
  };
};

describe('a password set by an administrator', () => {
  test('is not restored by a late repeat, on any instance, which ends no newer session', async () => {
    const { id, email, byAdmin } = await scene();
    const key = newId();
    const first = await byAdmin({ password: 'primeira', currentPassword: PASSWORD }, { key });
    expect(first.status).toBe(200);
    expect((await byAdmin({ password: 'segunda', currentPassword: PASSWORD })).status).toBe(200);
    const session = await login(email, 'segunda');
    for (const through of [one, two]) {
      const again = await byAdmin({ password: 'primeira', currentPassword: PASSWORD }, { key }, through);
      expect([again.status, again.headers.get('prosa-position')]).toEqual([200, first.headers.get('prosa-position')]);
    }
    expect([(await login(email, 'primeira')).status, (await refresh(session.cookie)).status]).toEqual([401, 200]);
    expect((await login(email, 'segunda')).status).toBe(200);
    expect((await told(`session-${id}`)).filter((type) => type === 'SessionEnded')).toHaveLength(1);
  });

  test('is not restored by a repeat while others changed the same user', async () => {
    const { email, byAdmin } = await scene();
    const key = newId();
    await byAdmin({ password: 'primeira', name: 'Nome Um', currentPassword: PASSWORD }, { key });
    await byAdmin({ password: 'segunda', name: 'Nome Dois', currentPassword: PASSWORD });
    const again = await byAdmin({ password: 'primeira', name: 'Nome Um', currentPassword: PASSWORD }, { key });
    expect(again.status).toBe(200);
    expect((await login(email, 'segunda')).status).toBe(200);
  });

  test('cannot be another one under the same key', async () => {
    const { email, byAdmin } = await scene();
    const key = newId();
    await byAdmin({ password: 'primeira', currentPassword: PASSWORD }, { key });
    for (const body of [{ password: 'segunda' }, {}, { password: '' }, { password: 'primeira', name: 'Outro Nome' }])
      expect(await byAdmin(body, { key }, two)).toMatchObject({ status: 422, body: { error: 'ERR_IDEMPOTENCY_MISMATCH' } });
    expect((await login(email, 'primeira')).status).toBe(200);
  });

  test('is set by a repeat if the first call died after its event', async () => {
    const { id, email, byAdmin } = await scene();
    const key = newId();
    const { rows } = await one.deps.pool.query('select argon2, password_revision from command.credential where user_id = $1', [
      id,
    ]);
    await byAdmin({ password: 'primeira', currentPassword: PASSWORD }, { key });
    await one.deps.pool.query('update command.credential set argon2 = $2, password_revision = $3 where user_id = $1', [
      id,
      rows[0].argon2,
      rows[0].password_revision,
    ]);
    expect((await login(email, 'primeira')).status).toBe(401);
    expect((await byAdmin({ password: 'primeira', currentPassword: PASSWORD }, { key }, two)).status).toBe(200);
    expect((await login(email, 'primeira')).status).toBe(200);
  });

  test('ends that user’s session, whose cookie and token get the reason', async () => {
    const { id, email, cookie, token, byAdmin } = await scene();
    await byAdmin({ password: 'trocada', currentPassword: PASSWORD });
    const refusal = { status: 401, body: { error: 'ERR_PASSWORD_CHANGED' } };
    expect(await refresh(cookie)).toMatchObject(refusal);
    expect(await one.call('GET /auth/me', { token })).toMatchObject(refusal);
    expect(await told(`session-${id}`)).toEqual(['UserSignedIn', 'SessionEnded']);
    expect((await login(email, 'trocada')).status).toBe(200);
  });
});

describe('the user’s own password', () => {
  test.each([
    ['no current password', {}, 'Required'],
    ['an empty one', { currentPassword: '' }, 'Required'],
    ['a wrong one', { currentPassword: 'senha-errada' }, 'A senha atual não confere.'],
  ])('with %s is refused, and nothing else is changed', async (_, more, words) => {
    const { email, cookie, byOneself } = await scene();
    expect(await byOneself({ password: 'nova-senha', name: 'Nome Novo', ...more })).toMatchObject({
      status: 400,
      body: { error: 'ERR_VALIDATION', fields: { currentPassword: words } },
    });
    expect((await login(email, PASSWORD)).body.user).toMatchObject({ name: 'Pessoa user' });
    expect((await login(email, 'nova-senha')).status).toBe(401);
    expect(cookie).not.toBeNull();
  });

  test('of an administrator is changed only with the current one too', async () => {
    const { companyId, adminToken } = await scene();
    const { userId } = await one.deps.tokens.verifyAccess(adminToken);
    const refused = await one.call(`PUT /users/${userId}`, { token: adminToken, body: { password: 'nova-senha' } });
    expect([refused.status, companyId.length]).toEqual([400, 36]);
  });

  test('is changed with the current one: a new cookie is returned, the old one is invalid, the session continues', async () => {
    const { id, email, cookie, token, byOneself } = await scene();
    const changed = await byOneself({ password: 'nova-senha', currentPassword: PASSWORD });
    expect(changed.status).toBe(200);
    expect(changed.headers.getSetCookie()[0]).toMatch(
      /^prosa_refresh=[\w-]{70}; Max-Age=\d+; Path=\/api\/auth; HttpOnly; SameSite=Strict$/,
    );
    expect((await refresh(cookie)).status).toBe(401);
    const refreshed = await refresh(changed.cookie);
    expect(refreshed.status).toBe(200);
    expect((await one.call('GET /auth/me', { token })).status).toBe(200);
    expect(await told(`session-${id}`)).toEqual(['UserSignedIn']);
    expect([(await login(email, PASSWORD)).status, (await login(email, 'nova-senha')).status]).toEqual([401, 200]);
  });

  test('if the answer was lost, a repeat gets the same answer and the cookie again', async () => {
    const { email, byOneself } = await scene();
    const key = newId();
    const body = { password: 'nova-senha', currentPassword: PASSWORD };
    const first = await byOneself(body, { key });
    const again = await byOneself(body, { key }, two);
    expect([again.status, again.cookie]).toEqual([200, first.cookie]);
    expect(await byOneself({ ...body, password: 'mais-uma' }, { key })).toMatchObject({ status: 422 });
    expect((await refresh(again.cookie)).status).toBe(200);
    expect((await login(email, 'nova-senha')).status).toBe(200);
  });

  test('cannot be guessed on an unlocked screen', async () => {
    const { byOneself } = await scene();
    const guess = () => byOneself({ password: 'nova-senha', currentPassword: 'senha-errada' });
    for (let time = 0; time < ATTEMPTS.pair; time += 1) expect((await guess()).status).toBe(400);
    const refused = await guess();
    expect(refused).toMatchObject({ status: 429, body: { error: 'ERR_TOO_MANY_REQUESTS' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await byOneself({ password: 'nova-senha', currentPassword: PASSWORD })).status).toBe(429);
    expect((await byOneself({ name: 'Nome Novo' })).status).toBe(200);
  });
});

describe('a created user', () => {
  const bruno = () => ({ name: 'Bruno', email: `bruno.${newId()}@prosa.test`, password: 'primeira' });

  test('has one password under one key', async () => {
    const { adminToken: token } = await scene();
    const [body, key] = [bruno(), newId()];
    const create = (password: string, through = one) => through.call('POST /users', { token, key, body: { ...body, password } });
    expect((await create('primeira')).status).toBe(201);
    expect(await create('segunda', two)).toMatchObject({ status: 422, body: { error: 'ERR_IDEMPOTENCY_MISMATCH' } });
    expect((await create('primeira', two)).status).toBe(201);
    expect([(await login(body.email, 'primeira')).status, (await login(body.email, 'segunda')).status]).toEqual([200, 401]);
  });

  test('has the password of the call that created them, not of one that died before', async () => {
    const { adminToken: token, companyId } = await scene();
    const { userId: adminId } = await one.deps.tokens.verifyAccess(token);
    const [body, key] = [bruno(), newId()];
    const userId = derivedId(derivedId(companyId, adminId, key), 'user');
    await known().claim({ userId, companyId, email: body.email, password: 'primeira' }, async () => 'absent');
    expect((await one.call('POST /users', { token, key, body: { ...body, password: 'segunda' } })).status).toBe(201);
    expect([(await login(body.email, 'primeira')).status, (await login(body.email, 'segunda')).status]).toEqual([401, 200]);
  });

  test('keeps a newer password when the creation is repeated', async () => {
    const { adminToken: token } = await scene();
    const [body, key] = [bruno(), newId()];
    const create = () => two.call('POST /users', { token, key, body });
    const { id } = (await create()).body;
    await one.call(`PUT /users/${id}`, { token, body: { password: 'segunda', currentPassword: PASSWORD } });
    expect((await create()).status).toBe(201);
    expect((await login(body.email, 'segunda')).status).toBe(200);
  });

  test('who is deleted twice is signed out once', async () => {
    const { adminToken: token, id } = await scene();
    const key = newId();
    for (const through of [one, two, one]) expect((await through.call(`DELETE /users/${id}`, { token, key })).status).toBe(200);
    expect(await told(`session-${id}`)).toEqual(['UserSignedIn', 'UserSignedOut']);
  });
});

test('one key with two tokens of a connection is refused', async () => {
  const { adminToken: token } = await scene();
  const key = newId();
  const create = (secret: string) =>
    one.call('POST /whatsapp', { token, key, body: { name: 'Loja', channel: 'simulator', queueIds: [], token: secret } });
  const first = await create('a'.repeat(40));
  expect(first.status).toBe(201);
  expect((await create('a'.repeat(40))).body.id).toBe(first.body.id);
  expect(await create('b'.repeat(40))).toMatchObject({ status: 422, body: { error: 'ERR_IDEMPOTENCY_MISMATCH' } });
});

test('the proof that distinguishes two passwords needs the servers’ key, and is slow to compute with it', async () => {
  const { companyId, byAdmin } = await scene();
  await byAdmin({ password: 'cinco', currentPassword: PASSWORD }, { key: newId() });
  await byAdmin({ password: 'cinco', currentPassword: PASSWORD }, { key: newId() });
  const facts = (await one.deps.store.load(`users-${companyId}`)).filter(({ type }) => type === 'PasswordChanged');
  const hashes = facts.map(({ meta }) => meta.commandHash);
  expect(new Set(hashes).size).toBe(2);
  for (const { data } of facts) expect(Object.keys(data as object)).toEqual(['userId']);
});

test('a password that is guessed first is refused wherever one is set, and the old one stays', async () => {
  const { email, adminToken, byAdmin, byOneself } = await scene();
  const currentPassword = PASSWORD;
  for (const [password, error] of [
    ['Password', 'ERR_PASSWORD_COMMON'],
    [email.split('@')[0]!.toUpperCase(), 'ERR_PASSWORD_IS_EMAIL'],
  ] as const) {
    const refused = { status: 422, body: { error } };
    expect(await byAdmin({ password, currentPassword })).toMatchObject(refused);
    expect(await byOneself({ password, currentPassword })).toMatchObject(refused);
    const made = { name: 'Bruno', email: error === 'ERR_PASSWORD_COMMON' ? `${newId()}@prosa.test` : email, password };
    expect(await one.call('POST /users', { token: adminToken, body: made })).toMatchObject(refused);
  }
  expect((await login(email, PASSWORD)).status).toBe(200);
});

test('an administrator gives the own password to set a colleague’s password or e-mail, and not for another change', async () => {
  const { email, byAdmin } = await scene();
  for (const body of [{ password: 'tomada-agora' }, { email: `${newId()}@prosa.test` }])
    for (const more of [{}, { currentPassword: 'errada' }])
      expect(await byAdmin({ ...body, ...more })).toMatchObject({
        status: 400,
        body: { error: 'ERR_VALIDATION', fields: { currentPassword: expect.any(String) } },
      });
  expect((await byAdmin({ name: 'Ana Souza', email })).status).toBe(200);
  expect((await login(email, PASSWORD)).status).toBe(200);
});
