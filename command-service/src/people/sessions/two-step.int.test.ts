import { newId, RECOVERY_CODES } from '@prosa/contracts';
import { codeBefore, codeOf } from '../../../../infra/testing/authenticator.ts';
import { type Instance, PASSWORD, type Person, startPair } from '../../records/world.fixture.ts';
import { ATTEMPTS } from './attempts.ts';

const { world, one, two } = await startPair();
afterAll(() => world.close());
afterEach(() => one.deps.pool.query('delete from command.login_attempt'));

type Body = { code?: string; recoveryCode?: string; password?: string; setUp?: string };
const login = (email: string, body: Body = {}, through: Instance = one, headers = {}) =>
  through.call('POST /auth/login', { body: { email, password: PASSWORD, ...body }, headers });
type SetUp = { secret: string; uri: string; setUp: string };
const refused = (status: number, error: string) => ({ status, body: { error } });
/** As if the codes used so far were used long ago. */
const later = (userId: string) =>
  one.deps.pool.query('update command.second_step set last_step = -1 where user_id = $1', [userId]);
const told = async ({ id }: Person) => (await one.deps.store.load(`two-step-${id}`)).map(({ type }) => type);
const everyRow = async (): Promise<string> => {
  const { pool } = one.deps;
  const tables = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('command', 'keys', 'bus')`,
  );
  const rows = await Promise.all(tables.rows.map(({ name }) => pool.query(`select t::text as row from ${name} t`)));
  return JSON.stringify(rows.flatMap((table) => table.rows));
};

/** A user who has turned it on. */
const scene = async () => {
  const { users, companyId } = await world.company(one);
  const token = await one.signIn(users.user.email);
  const begun = await one.call('POST /auth/two-step', { token, body: { currentPassword: PASSWORD } });
  const secret = begun.body.secret as string;
  const confirmed = await two.call('PUT /auth/two-step', { token, body: { code: codeOf(secret) } });
  expect([begun.status, confirmed.status]).toEqual([200, 200]);
  const codes = confirmed.body.recoveryCodes as string[];
  await later(users.user.id);
  return { companyId, users, mine: users.user, email: users.user.email, token, secret, codes, uri: begun.body.uri as string };
};
const required = async (through: Instance, token: string, value = 'enabled') =>
  expect((await through.call('PUT /settings/twoStepRequired', { token, body: { value } })).status).toBe(200);

describe('set-up', () => {
  test('asks for the password, and counts once a code confirms it; ten recovery codes are shown once', async () => {
    const { users } = await world.company(one);
    const { email, id } = users.user;
    const token = await one.signIn(email);
    const show = async () => (await one.call('GET /auth/two-step', { token })).body;
    expect(await show()).toEqual({ on: false, since: null, recoveryCodes: 0, isRequired: false });
    for (const [currentPassword, text] of [
      ['errada', 'A senha atual não confere.'],
      ['', 'Required'],
    ])
      expect(await one.call('POST /auth/two-step', { token, body: { currentPassword } })).toMatchObject({
        status: 400,
        body: { fields: { currentPassword: text } },
      });
    expect(await one.call('PUT /auth/two-step', { token, body: { code: '123456' } })).toMatchObject(
      refused(409, 'ERR_TOTP_NOT_BEGUN'),
    );
    const { body } = await one.call('POST /auth/two-step', { token, body: { currentPassword: PASSWORD } });
    expect(body.uri).toMatch(/^otpauth:\/\/totp\/Prosa:.+secret=[A-Z2-7]{32}/);
    // Begun and not confirmed, perhaps because the process died: nothing has changed.
    expect((await login(email)).status).toBe(200);
    const again = await one.signIn(email);
    const secret = body.secret as string;
    expect(await one.call('PUT /auth/two-step', { token: again, body: { code: codeOf(secret, 300) } })).toMatchObject({
      status: 400,
      body: { fields: { code: 'O código não confere.' } },
    });
    const confirmed = await one.call('PUT /auth/two-step', { token: again, body: { code: ` ${codeOf(secret)} ` } });
    expect(confirmed.status).toBe(200);
    expect(new Set(confirmed.body.recoveryCodes as string[]).size).toBe(RECOVERY_CODES);
    expect((await one.call('GET /auth/two-step', { token: again })).body).toMatchObject({
      on: true,
      recoveryCodes: RECOVERY_CODES,
    });
    expect(await told({ id, email })).toEqual(['TwoStepTurnedOn']);
    for (const repeat of [
      await one.call('PUT /auth/two-step', { token: again, body: { code: codeOf(secret) } }),
      await one.call('POST /auth/two-step', { token: again, body: { currentPassword: PASSWORD } }),
    ])
      expect(repeat).toMatchObject(refused(409, 'ERR_TOTP_ON'));
  });

  test('that was begun more than a quarter of an hour ago is over', async () => {
    const { users } = await world.company(one);
    const token = await one.signIn(users.user.email);
    const { body } = await one.call('POST /auth/two-step', { token, body: { currentPassword: PASSWORD } });
    await one.deps.pool.query(`update command.second_step set pending_at = pending_at - interval '16 minutes'`);
    expect(await one.call('PUT /auth/two-step', { token, body: { code: codeOf(body.secret as string) } })).toMatchObject(
      refused(409, 'ERR_TOTP_NOT_BEGUN'),
    );
  });

  test('whose process died before the event is told by the next sign-in, also by one that is refused', async () => {
    const { users } = await world.company(one);
    const token = await one.signIn(users.user.email);
    const { body } = await one.call('POST /auth/two-step', { token, body: { currentPassword: PASSWORD } });
    await one.deps.pool.query(
      'update command.second_step set sealed = pending, pending = null, turned_on_at = now() where user_id = $1',
      [users.user.id],
    );
    expect(await told(users.user)).toEqual([]);
    expect(await login(users.user.email)).toMatchObject(refused(401, 'ERR_TOTP_REQUIRED'));
    expect(await told(users.user)).toEqual(['TwoStepTurnedOn']);
    expect((await login(users.user.email, { code: codeOf(body.secret as string) })).status).toBe(200);
    expect(await told(users.user)).toEqual(['TwoStepTurnedOn']);
  });
});

describe('sign-in', () => {
  test('asks for the code after the right password only, and goes on with it; the session is refreshed without one', async () => {
    const { email, secret } = await scene();
    expect(await login(email, { password: 'errada', code: codeOf(secret) })).toMatchObject(
      refused(401, 'ERR_INVALID_CREDENTIALS'),
    );
    expect(await login(email)).toMatchObject({ ...refused(401, 'ERR_TOTP_REQUIRED'), cookie: null });
    expect(await login(email, { code: '000000' })).toMatchObject({ ...refused(401, 'ERR_TOTP_INVALID'), cookie: null });
    const answer = await login(email, { code: codeOf(secret) }, two);
    expect(answer.status).toBe(200);
    expect(answer.body.recoveryCodes).toBeUndefined();
    expect((await one.call('POST /auth/refresh_token', { cookie: answer.cookie! })).status).toBe(200);
    expect((await one.call('DELETE /auth/logout', { token: answer.body.token as string })).status).toBe(200);
  });

  test.each([
    ['behind', codeBefore],
    ['right', codeOf],
    ['ahead', (secret: string) => codeOf(secret, 30)],
  ])('takes the code of a clock that is %s by a step at most', async (_, shown) => {
    const { email, secret } = await scene();
    expect((await login(email, { code: await shown(secret) })).status).toBe(200);
  });

  test.each(['１２３４５６', '١٢٣٤٥٦', '12345é', '1234567'])('refuses %s, which is no code', async (code) => {
    const { email } = await scene();
    expect(await login(email, { code })).toMatchObject(refused(401, 'ERR_TOTP_INVALID'));
  });

  test.each([-90, 90])('refuses the code of a clock that is %d s away', async (seconds) => {
    const { email, secret } = await scene();
    expect(await login(email, { code: codeOf(secret, seconds) })).toMatchObject(refused(401, 'ERR_TOTP_INVALID'));
  });

  test('takes a code once, and no older one after it', async () => {
    const { email, secret } = await scene();
    const code = codeOf(secret);
    expect((await login(email, { code })).status).toBe(200);
    for (const through of [one, two])
      expect(await login(email, { code }, through)).toMatchObject(refused(401, 'ERR_TOTP_INVALID'));
    expect(await login(email, { code: codeOf(secret, -30) })).toMatchObject(refused(401, 'ERR_TOTP_INVALID'));
    expect((await login(email, { code: codeOf(secret, 30) })).status).toBe(200);
  });

  test('of several at once with one code, one wins', async () => {
    const { email, secret, codes } = await scene();
    const code = codeOf(secret);
    for (const body of [{ code }, { recoveryCode: codes[0]! }]) {
      const answers = await Promise.all([one, two, one, two].map((through) => login(email, body, through)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
    }
  });

  test('takes each recovery code once, however it is typed', async () => {
    const { email, codes, users } = await scene();
    const typed = codes[3]!.toLowerCase().replace('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l');
    expect((await login(email, { recoveryCode: typed })).status).toBe(200);
    expect(await login(email, { recoveryCode: codes[3]! })).toMatchObject(refused(401, 'ERR_RECOVERY_CODE_INVALID'));
    const { body } = await login(email, { recoveryCode: codes[4]! }, two);
    expect((await one.call('GET /auth/two-step', { token: body.token as string })).body.recoveryCodes).toBe(RECOVERY_CODES - 2);
    // It is nobody else's.
    const other = await scene();
    expect(await login(other.email, { recoveryCode: codes[5]! })).toMatchObject(refused(401, 'ERR_RECOVERY_CODE_INVALID'));
    expect((await login(users.admin.email, { recoveryCode: codes[5]! })).status).toBe(200);
  });

  test('counts wrong codes: per account for an hour, but a known device and a recovery code still get in', async () => {
    const { email, secret, codes, mine } = await scene();
    const device = (await login(email, { code: codeOf(secret) })).headers.getSetCookie()[1]!.split(';')[0]!;
    await later(mine.id);
    const from = (n: number) => ({ 'x-forwarded-for': `198.51.100.${n}` });
    for (let n = 0; n < ATTEMPTS.code; n += 1)
      expect(await login(email, { code: '000000' }, n % 2 ? one : two, from(n))).toMatchObject(refused(401, 'ERR_TOTP_INVALID'));
    const over = await login(email, { code: codeOf(secret) }, one, from(99));
    expect(over).toMatchObject(refused(429, 'ERR_TOO_MANY_REQUESTS'));
    expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(60);
    const known = await one.call('POST /auth/login', {
      body: { email, password: PASSWORD, code: codeOf(secret) },
      cookie: device,
    });
    expect(known.status).toBe(200);
    expect((await login(email, { recoveryCode: codes[0]! }, one, from(98))).status).toBe(200);
    await one.deps.pool.query(`update command.login_attempt set since = since - interval '61 minutes'`);
    await later(mine.id);
    expect((await login(email, { code: codeOf(secret) }, one, from(97))).status).toBe(200);
  });

  test('one who knows the password cannot reset the counter by it, nor lets it count for others', async () => {
    const { email } = await scene();
    for (let n = 0; n < ATTEMPTS.pair / 2; n += 1) {
      expect((await login(email, { code: '000000' })).status).toBe(401);
      expect(await login(email)).toMatchObject(refused(401, 'ERR_TOTP_REQUIRED'));
    }
    expect((await login(email)).status).toBe(429);
    // Half of them were no failures of that address.
    const { rows } = await one.deps.pool.query<{ count: number }>('select count from command.login_attempt order by count');
    expect(rows.map(({ count }) => count)).toEqual([5, 5, 6, 11]);
  });
});

describe('turning off, and new codes', () => {
  test('need the password and a code', async () => {
    const { token: _, secret, email, codes, mine } = await scene();
    const token = (await login(email, { code: codeOf(secret) })).body.token as string;
    await later(mine.id);
    const act = (path: 'off' | 'recovery-codes', body: object) => one.call(`POST /auth/two-step/${path}`, { token, body });
    for (const path of ['off', 'recovery-codes'] as const) {
      expect(await act(path, { currentPassword: 'errada', code: codeOf(secret) })).toMatchObject({
        status: 400,
        body: { fields: { currentPassword: 'A senha atual não confere.' } },
      });
      expect(await act(path, { currentPassword: PASSWORD, code: '000000' })).toMatchObject({
        status: 400,
        body: { fields: { code: 'O código não confere.' } },
      });
      expect(await act(path, {})).toMatchObject({
        status: 400,
        body: { fields: { currentPassword: 'Required', code: 'Required' } },
      });
    }
    const renewed = await act('recovery-codes', { currentPassword: PASSWORD, code: codeOf(secret) });
    expect(renewed.body.recoveryCodes).toHaveLength(RECOVERY_CODES);
    expect((await login(email, { recoveryCode: codes[0]! })).status).toBe(401);
    await later(mine.id);
    expect((await act('off', { currentPassword: PASSWORD, code: codeOf(secret) })).status).toBe(200);
    expect(await act('off', { currentPassword: PASSWORD, code: codeOf(secret) })).toMatchObject(refused(409, 'ERR_TOTP_OFF'));
    expect((await login(email)).status).toBe(200);
    expect(await told(mine)).toEqual(['TwoStepTurnedOn', 'TwoStepTurnedOff']);
  });

  test('a session that guesses codes must wait', async () => {
    const { token, secret } = await scene();
    const off = (code: string) => one.call('POST /auth/two-step/off', { token, body: { currentPassword: PASSWORD, code } });
    for (let n = 0; n < ATTEMPTS.code; n += 1) expect((await off('000000')).status).toBe(400);
    expect(await off(codeOf(secret))).toMatchObject(refused(429, 'ERR_TOO_MANY_REQUESTS'));
  });
});

describe('a company that requires it', () => {
  test('lets nobody in without a set-up, which begins and ends at the sign-in', async () => {
    const { users } = await world.company(one);
    await required(one, await one.signIn(users.admin.email));
    const { email, id } = users.user;
    const asked = await login(email);
    expect(asked).toMatchObject({ ...refused(401, 'ERR_TOTP_SETUP_REQUIRED'), cookie: null });
    const { secret, uri, setUp } = asked.body.details as SetUp;
    expect(uri).toContain(secret);
    expect(await login(email, { code: codeOf(secret, 300), setUp })).toMatchObject(refused(401, 'ERR_TOTP_INVALID'));
    const code = codeOf(secret);
    const both = await Promise.all([one, two].map((through) => login(email, { code, setUp }, through)));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
    const { body } = both.find(({ status }) => status === 200)!;
    expect(body.recoveryCodes).toHaveLength(RECOVERY_CODES);
    expect(await told(users.user)).toEqual(['TwoStepTurnedOn']);
    await later(id);
    const token = body.token as string;
    expect((await one.call('GET /auth/two-step', { token })).body).toMatchObject({ on: true, isRequired: true });
    expect(
      await one.call('POST /auth/two-step/off', { token, body: { currentPassword: PASSWORD, code: codeOf(secret) } }),
    ).toMatchObject(refused(409, 'ERR_TOTP_MANDATORY'));
  });

  test('gives each attempt a secret of its own: who knows the password learns nothing of another one, and cannot use its code', async () => {
    const { users } = await world.company(one);
    await required(one, await one.signIn(users.admin.email));
    const { email, id } = users.user;
    const begun = async (through: Instance) => (await login(email, {}, through)).body.details as SetUp;
    const [own, other] = [await begun(one), await begun(two)];
    expect(other.secret).not.toBe(own.secret);
    for (const [code, setUp] of [
      [codeOf(own.secret), other.setUp],
      [codeOf(own.secret), undefined],
      [codeOf(own.secret), `${own.setUp.slice(0, -2)}AA`],
      [codeOf(own.secret), ''],
    ])
      expect(await login(email, { code: code!, setUp })).toMatchObject(refused(401, 'ERR_TOTP_INVALID'));
    expect(await login(users.supervisor.email, { code: codeOf(own.secret), setUp: own.setUp })).toMatchObject(
      refused(401, 'ERR_TOTP_INVALID'),
    );
    expect((await login(email, { code: codeOf(own.secret), setUp: own.setUp })).status).toBe(200);
    await later(id);
    // The other attempt comes too late, and its secret signs nobody in.
    for (const setUp of [other.setUp, undefined])
      expect(await login(email, { code: codeOf(other.secret), setUp })).toMatchObject(refused(401, 'ERR_TOTP_INVALID'));
    expect((await login(email, { code: codeOf(own.secret) })).status).toBe(200);
  });

  test.each(['user', 'supervisor'] as const)(
    'is decided by administrators: not by a %s, and with a value that exists',
    async (profile) => {
      const { users } = await world.company(one);
      const token = await one.signIn(users[profile].email);
      const set = (by: string, value: string) => one.call('PUT /settings/twoStepRequired', { token: by, body: { value } });
      expect(await set(token, 'enabled')).toMatchObject(refused(403, 'ERR_NO_PERMISSION'));
      expect((await set(await one.signIn(users.admin.email), 'sim')).status).toBe(400);
      expect((await login(users.user.email)).status).toBe(200);
    },
  );
});

describe('a lost phone', () => {
  test('is reset by an administrator of the company; by nobody else, and for no platform-level user', async () => {
    const { users, mine, email, companyId } = await scene();
    const reset = (token: string, id = mine.id, key = newId()) =>
      one.call(`DELETE /users/${id}/two-step`, { token, key, body: { currentPassword: PASSWORD } });
    const foreign = await world.company(one);
    const stranger = await one.signIn(foreign.users.admin.email);
    expect(await reset(stranger)).toMatchObject(refused(404, 'ERR_NO_USER_FOUND'));
    expect(await reset(await one.signIn(users.supervisor.email))).toMatchObject(refused(403, 'ERR_NO_PERMISSION'));
    const admin = await one.signIn(users.admin.email);
    const boss = await world.platformUser(one, companyId);
    expect(await reset(admin, boss.id)).toMatchObject(refused(403, 'ERR_NO_PERMISSION'));
    expect(await reset(admin, newId())).toMatchObject(refused(404, 'ERR_NO_USER_FOUND'));
    expect(await login(email)).toMatchObject(refused(401, 'ERR_TOTP_REQUIRED'));
    const key = newId();
    for (const currentPassword of [undefined, 'errada'])
      expect(await one.call(`DELETE /users/${mine.id}/two-step`, { token: admin, body: { currentPassword } })).toMatchObject({
        status: 400,
        body: { error: 'ERR_VALIDATION', fields: { currentPassword: expect.any(String) } },
      });
    expect((await reset(admin, mine.id, key)).status).toBe(200);
    const events = await one.deps.store.load(`two-step-${mine.id}`);
    expect(events.at(-1)).toMatchObject({
      type: 'TwoStepTurnedOff',
      meta: { actor: { kind: 'user', id: users.admin.id }, companyId },
    });
    const token = await one.signIn(email);

    // Turned on again: a late repeat of that call changes nothing.
    const { body } = await one.call('POST /auth/two-step', { token, body: { currentPassword: PASSWORD } });
    await one.call('PUT /auth/two-step', { token, body: { code: codeOf(body.secret as string) } });
    expect(
      (await two.call(`DELETE /users/${mine.id}/two-step`, { token: admin, key, body: { currentPassword: PASSWORD } })).status,
    ).toBe(200);
    expect(await login(email)).toMatchObject(refused(401, 'ERR_TOTP_REQUIRED'));
  });

  test('is reset by a repeat if the first call died after its event', async () => {
    const { users, mine, email } = await scene();
    const token = await one.signIn(users.admin.email);
    const key = newId();
    const { rows } = await one.deps.pool.query('select * from command.second_step where user_id = $1', [mine.id]);
    await one.call(`DELETE /users/${mine.id}/two-step`, { token, key, body: { currentPassword: PASSWORD } });
    await one.deps.pool.query(
      'insert into command.second_step select * from json_populate_record(null::command.second_step, $1)',
      [JSON.stringify({ ...rows[0], sealed: `\\x${rows[0].sealed.toString('hex')}` })],
    );
    expect((await login(email)).status).toBe(401);
    // That sign-in has told that it is on, so the administrator sees it, too.
    expect((await told(mine)).at(-1)).toBe('TwoStepTurnedOn');
    expect(
      (await two.call(`DELETE /users/${mine.id}/two-step`, { token, key, body: { currentPassword: PASSWORD } })).status,
    ).toBe(200);
    expect((await login(email)).status).toBe(200);
  });

  test('a deleted user leaves neither secret nor codes', async () => {
    const { users, mine } = await scene();
    await one.call(`DELETE /users/${mine.id}`, { token: await one.signIn(users.admin.email) });
    for (const table of ['second_step', 'recovery_code'])
      expect((await one.deps.pool.query(`select from command.${table} where user_id = $1`, [mine.id])).rowCount).toBe(0);
  });
});

test('no secret and no code is in an event, a log line or a column in the clear', async () => {
  const { users } = await world.company(one);
  await required(one, await one.signIn(users.admin.email));
  const { secret, codes, email, mine } = await scene();
  const asked = (await login(users.user.email)).body.details as SetUp;
  const setUp = await login(users.user.email, { code: codeOf(asked.secret), setUp: asked.setUp });
  const used = codeOf(secret);
  await login(email, { code: used });
  await login(email, { recoveryCode: codes[0]! });
  await later(mine.id);
  const events: string[] = [];
  for (const { id } of [mine, users.user]) events.push(JSON.stringify(await one.deps.store.load(`two-step-${id}`), readable));
  const logged = world.logged();
  expect(logged.length).toBeGreaterThan(1_000);
  const secrets = [secret, asked.secret, ...codes, ...(setUp.body.recoveryCodes as string[])];
  for (const place of [events.join(), logged, await everyRow()])
    for (const text of [...secrets, ...secrets.map((one) => Buffer.from(one).toString('hex'))]) expect(place).not.toContain(text);
  expect(events.join() + logged).not.toContain(`"${used}"`);
});
const readable = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);
