import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Me } from '@prosa/contracts';
import { type Instance, joinPair, PASSWORD } from '../../records/world.fixture.ts';

const { world, one, two } = await joinPair();
afterAll(() => world.close());

const login = (through: Instance, email: string, password = PASSWORD, headers = {}) =>
  through.call('POST /auth/login', { body: { email, password }, headers });
/** Waits until an instance has received a change. */
const until = async (come: () => Promise<boolean>): Promise<void> => {
  const end = Date.now() + 40_000;
  while (!(await come())) if (Date.now() > end) throw new Error('It did not come.');
};

/** The content of all tables. */
const everyRow = async (): Promise<string> => {
  const { pool } = one.deps;
  const tables = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const rows = await Promise.all(tables.rows.map(({ name }) => pool.query(`select t::text as row from ${name} t`)));
  return JSON.stringify(rows.flatMap((table) => table.rows));
};

test('a sign-in returns a token, the user, a position and a cookie that no script can read', async () => {
  const { users, companyId } = await world.company(one);
  const answer = await login(one, `  ${users.user.email.toUpperCase()} `);
  expect(answer.status).toBe(200);
  const user = Me.parse(answer.body.user);
  expect(user).toMatchObject({ id: users.user.id, companyId, profile: 'user', super: false, queues: [] });
  expect(user.company.settings).toContainEqual({ key: 'VerFilaCinza', value: 'disabled' });
  expect(answer.headers.get('prosa-position')).toMatch(/^\d+$/);
  const cookie = answer.headers.getSetCookie()[0];
  expect(cookie).toMatch(/^prosa_refresh=[\w-]{70}; Max-Age=\d+; Path=\/api\/auth; HttpOnly; SameSite=Strict$/);
  const me = await two.call('GET /auth/me', { token: answer.body.token as string });
  expect(me).toMatchObject({ status: 200, body: { id: users.user.id } });
});

test('behind https the cookie is marked secure', async () => {
  const { users } = await world.company(one);
  const answer = await login(one, users.user.email, PASSWORD, { 'x-forwarded-proto': 'https' });
  expect(answer.headers.getSetCookie()[0]).toContain('Secure');
});

test('a wrong password and an unknown e-mail get the same refusal', async () => {
  const { users } = await world.company(one);
  for (const [email, password] of [
    [users.user.email, 'outra-senha'],
    ['ninguem@prosa.test', PASSWORD],
  ] as const) {
    const refused = await login(one, email, password);
    expect(refused).toMatchObject({ status: 401, body: { error: 'ERR_INVALID_CREDENTIALS' }, cookie: null });
  }
});

test.each([
  [{}, { email: 'Required', password: 'Required' }],
  [
    { email: '', password: '' },
    { email: 'Required', password: 'Required' },
  ],
  [{ email: 'a@b.test', password: 7 }, { password: 'Required' }],
])('a sign-in with %j is refused by field', async (body, fields) => {
  expect(await one.call('POST /auth/login', { body })).toMatchObject({
    status: 400,
    body: { error: 'ERR_VALIDATION', fields },
  });
});

test('a company whose subscription has expired gets the date, in its own time zone', async () => {
  const { users } = await world.company(one, { dueDate: '2025-03-02T01:30:00.000Z' });
  expect(await login(one, users.admin.email)).toMatchObject({
    status: 401,
    body: {
      error: 'ERR_SUBSCRIPTION_EXPIRED',
      message: 'Opss! Sua assinatura venceu 01/03/2025. Entre em contato com o Suporte para mais informações!',
      details: { date: '01/03/2025' },
    },
    cookie: null,
  });
});

test('nobody can sign in to a stopped company', async () => {
  const { users } = await world.company(one, { status: false });
  expect(await login(one, users.admin.email)).toMatchObject({ status: 401, body: { error: 'ERR_COMPANY_STOPPED' } });
});

test('stopping a company ends its sessions on every instance until it is started again; platform-level users’ stay', async () => {
  const { users, companyId } = await world.company(one);
  const boss = await world.platformUser(one, companyId);
  const [mine, theirs] = [await login(one, users.user.email), await login(one, boss.email)];
  const [token, bossToken] = [mine.body.token as string, theirs.body.token as string];
  const stop = (status: boolean) => one.call(`PUT /companies/${companyId}`, { token: bossToken, body: { status } });
  const refused = { status: 401, body: { error: 'ERR_COMPANY_STOPPED' } };
  expect((await stop(false)).status).toBe(200);
  expect(await one.call('GET /auth/me', { token })).toMatchObject(refused);
  expect(await one.call('POST /contacts', { token, body: { name: 'Alguém', number: '5511987650000' } })).toMatchObject(refused);
  expect(await one.call('POST /auth/refresh_token', { cookie: mine.cookie! })).toMatchObject(refused);
  await until(async () => (await two.call('GET /auth/me', { token })).status === 401);
  expect((await one.call('GET /auth/me', { token: bossToken })).status).toBe(200);
  expect((await one.call('POST /auth/refresh_token', { cookie: theirs.cookie! })).status).toBe(200);
  expect((await login(two, boss.email)).status).toBe(200);
  const again = await one.signIn(boss.email);
  expect((await one.call(`PUT /companies/${companyId}`, { token: again, body: { status: true } })).status).toBe(200);
  expect((await one.call('GET /auth/me', { token })).status).toBe(200);
  expect((await one.call('POST /auth/refresh_token', { cookie: mine.cookie! })).status).toBe(200);
});

test('platform-level users sign in also when the subscription of their company is over, and renew it', async () => {
  const { users, companyId } = await world.company(one, { dueDate: '2025-03-02T01:30:00.000Z' });
  const token = await one.signIn((await world.platformUser(one, companyId)).email);
  const renewed = await one.call(`PUT /companies/${companyId}`, { token, body: { dueDate: '2999-03-02T01:30:00.000Z' } });
  expect(renewed.status).toBe(200);
  expect((await login(one, users.admin.email)).status).toBe(200);
});

test('that a company has expired is not revealed to callers without the password', async () => {
  const { users } = await world.company(one, { dueDate: '2025-03-02T01:30:00.000Z' });
  expect((await login(one, users.admin.email, 'outra-senha')).body.error).toBe('ERR_INVALID_CREDENTIALS');
});

test('a refused refresh does not use its token up: a repeat is no theft', async () => {
  const { users, companyId } = await world.company(one);
  const { cookie } = await login(one, users.user.email);
  const token = await one.signIn((await world.platformUser(one, companyId)).email);
  const pay = (dueDate: string) => one.call(`PUT /companies/${companyId}`, { token, body: { dueDate } });
  const refresh = () => one.call('POST /auth/refresh_token', { cookie: cookie! });
  await pay('2025-03-02T01:30:00.000Z');
  expect(await refresh()).toMatchObject({ status: 401, body: { error: 'ERR_SUBSCRIPTION_EXPIRED' } });
  await one.deps.pool.query(`update command.session set rotated_at = rotated_at - interval '31 s' where user_id = $1`, [
    users.user.id,
  ]);
  await pay('2999-03-02T01:30:00.000Z');
  expect((await refresh()).status).toBe(200);
});

test.each([undefined, 'prosa_refresh=', 'prosa_refresh=made-up'])('a refresh with %s is refused', async (cookie) => {
  expect(await one.call('POST /auth/refresh_token', cookie ? { cookie } : {})).toMatchObject({
    status: 401,
    body: { error: 'ERR_UNAUTHENTICATED' },
  });
});

test('a sign-in elsewhere ends the older session everywhere, and the newer one is never refused', async () => {
  const { users } = await world.company(one);
  const older = await login(one, users.user.email);
  for (let round = 0; round < 5; round += 1) {
    const newer = await login(round % 2 ? one : two, users.user.email);
    for (const through of [one, two]) {
      const me = await through.call('GET /auth/me', { token: newer.body.token as string });
      expect(me.status).toBe(200);
    }
  }
  for (const through of [one, two])
    await until(async () => (await through.call('GET /auth/me', { token: older.body.token as string })).status === 401);
  expect((await one.call('POST /auth/refresh_token', { cookie: older.cookie! })).status).toBe(401);
});

test('a sign-out ends the session, its cookie and its token', async () => {
  const { users } = await world.company(one);
  const { cookie, body } = await login(one, users.user.email);
  const token = body.token as string;
  expect(await one.call('DELETE /auth/logout', { token, cookie: cookie! })).toMatchObject({ status: 200, body: null });
  expect((await one.call('GET /auth/me', { token })).status).toBe(401);
  await until(async () => (await two.call('GET /auth/me', { token })).status === 401);
  expect((await two.call('POST /auth/refresh_token', { cookie: cookie! })).status).toBe(401);
  expect((await login(two, users.user.email)).status).toBe(200);
});

test('a session lost from the database starts with a higher version than any published before', async () => {
  const { users } = await world.company(one);
  await login(one, users.user.email);
  await login(one, users.user.email);
  await one.deps.pool.query('delete from command.session where user_id = $1', [users.user.id]);
  const token = await one.signIn(users.user.email);
  expect((await one.call('GET /auth/me', { token })).status).toBe(200);
});

test('calls without a valid token are refused', async () => {
  for (const token of [undefined, 'made.up.token', 'x']) {
    expect(await one.call('GET /auth/me', { token })).toMatchObject({ status: 401, body: { error: 'ERR_UNAUTHENTICATED' } });
  }
});

test('no event, table or log line contains a password, e-mail, name or token', async () => {
  const { users } = await world.company(one);
  const { body, cookie } = await login(one, users.user.email);
  const token = body.token as string;
  const refresh = cookie!.split('=')[1]!;
  await one.call(`PUT /users/${users.user.id}`, {
    token,
    key: 'one-key',
    body: { password: 'outro-segredo-raro', currentPassword: PASSWORD },
  });
  await login(one, users.user.email, 'segredo-quase-certo');
  const files = readdirSync(world.dataDir).map((file) => readFileSync(join(world.dataDir, file)));
  const rows = await everyRow();
  const places = [Buffer.concat(files), Buffer.from(rows), Buffer.from(world.logged())] as const;
  // Checks that the searched places are the right ones.
  for (const [index, word] of [users.user.id, users.user.id, 'POST'].entries()) expect(places[index]!.includes(word)).toBe(true);
  const kept = Buffer.concat(places);
  const secrets = [PASSWORD, 'outro-segredo-raro', 'segredo-quase-certo', users.user.email, 'Pessoa user', token, refresh];
  for (const secret of secrets) expect([secret, kept.includes(secret)]).toEqual([secret, false]);
});
