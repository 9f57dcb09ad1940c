import { newId } from '@prosa/contracts';
import { connectPg } from '@prosa/infra/runtime';
import { until } from '../../../../infra/testing/until.ts';
import { PASSWORD } from '../../records/world.fixture.ts';
import { dyingConcurrently } from '../../testing/dying.fixture.ts';
import { ATTEMPTS } from '../sessions/attempts.ts';
import { mail } from './mail.feature.ts';
import { tokenOf } from './mail.fixture.ts';
import { PUBLIC_URL, startMailWorld } from './mail.scene.fixture.ts';

const { world, server, one, two, ask, close } = await startMailWorld();
afterAll(close);

const NEW = 'outra-senha-rara';
const invalid = { status: 400, body: { error: 'ERR_INVALID_LINK' } };
const forgot = (email: string, more: Parameters<typeof ask>[1] = {}, through = one) =>
  ask('POST /auth/forgot', { body: { email }, ...more }, through);
const reset = (token: string, password = NEW, more: Parameters<typeof ask>[1] = {}, through = one) =>
  ask('POST /auth/reset', { body: { token, password }, ...more }, through);
const login = (email: string, password: string) => ask('POST /auth/login', { body: { email, password } });
/** No mail waits, and none is in hand. */
const allSent = () => until(async () => (await one.deps.pool.query('select from command.mail')).rowCount === 0);
/** The token that a person finds in their mailbox. */
const asked = async (email: string, count = 1): Promise<string> => {
  expect((await forgot(email)).status).toBe(204);
  return tokenOf(await server.mailTo(email.trim().toLowerCase(), count));
};
const expire = (column: 'expires_at' | 'made_at', by: string) =>
  one.deps.pool.query(`update command.mail_link set ${column} = ${column} - $1::interval`, [by]);

test('whoever forgot their password sets another by a mailed link; the old one and the session end', async () => {
  const { users } = await world.company(one);
  const { email, id } = users.user;
  const signedIn = await login(email, PASSWORD);
  const token = await asked(` ${email.toUpperCase()} `);
  const { subject, text, html, from, link } = await server.mailTo(email);
  expect([subject, from]).toEqual(['Escolha uma nova senha do Prosa', 'oi@exemplo.com.br']);
  expect(link).toBe(`${PUBLIC_URL}/reset#${token}`);
  for (const words of ['Olá, Pessoa user!', email, '1 hora']) expect(text).toContain(words);
  expect(html).toContain('<html lang="pt">');
  expect(html.split(`href="${link}"`)).toHaveLength(3);

  expect(await ask('POST /auth/link', { body: { token } })).toMatchObject({
    status: 200,
    body: { purpose: 'reset', name: 'Pessoa user', email, company: 'Padaria' },
  });
  expect(await reset(token, NEW, {}, two)).toMatchObject({ status: 200, body: { email } });
  expect([(await login(email, PASSWORD)).status, (await login(email, NEW)).status]).toEqual([401, 200]);
  expect(await ask('POST /auth/refresh_token', { cookie: signedIn.cookie! })).toMatchObject({ status: 401 });
  const facts = await one.deps.store.load(`session-${id}`);
  expect(facts.map(({ type }) => type)).toEqual(['UserSignedIn', 'SessionEnded', 'UserSignedIn']);
  expect(facts[1]!.data).toMatchObject({ reason: 'password' });
});

test('the old session is told why it ended', async () => {
  const { users } = await world.company(one);
  const { email } = users.user;
  const { cookie, body } = await login(email, PASSWORD);
  await reset(await asked(email));
  const refusal = { status: 401, body: { error: 'ERR_PASSWORD_CHANGED' } };
  expect(await ask('POST /auth/refresh_token', { cookie: cookie! })).toMatchObject(refusal);
  expect(await ask('GET /auth/me', { token: body.token as string })).toMatchObject(refusal);
});

test('an address that nobody has gets the same answer, and no mail', async () => {
  const { users } = await world.company(one);
  const [known, unknown] = [await forgot(users.user.email), await forgot('ninguem@prosa.test')];
  expect([unknown.status, unknown.body, [...unknown.headers.keys()].sort()]).toEqual([
    known.status,
    known.body,
    [...known.headers.keys()].sort(),
  ]);
  await server.mailTo(users.user.email);
  await allSent();
  // Others may still be told of what earlier tests have changed.
  const both = [users.user.email, 'ninguem@prosa.test'];
  expect(server.received.map(({ to }) => to).filter((to) => both.includes(to))).toEqual([users.user.email]);
});

test('no call looks up whether somebody has the address: an answer takes as long for one as for the other', async () => {
  const { users } = await world.company(one);
  const client = await one.deps.pool.connect();
  await client.query('begin');
  // A reader of this table now waits until the end of the transaction.
  await client.query('lock table command.credential in access exclusive mode');
  const answers = await Promise.all([forgot(users.user.email), forgot('ninguem@prosa.test')]);
  await client.query('rollback');
  client.release();
  expect(answers.map(({ status }) => status)).toEqual([204, 204]);
  await server.mailTo(users.user.email);
});

test.each([
  ['pt-BR,pt;q=0.9', 'Escolha uma nova senha do Prosa', 'pt'],
  ['en-GB', 'Choose a new password for Prosa', 'en'],
  ['fr, es;q=0.8', 'Elige una nueva contraseña de Prosa', 'es'],
  ['', 'Escolha uma nova senha do Prosa', 'pt'],
])(
  'the mail is in the language of the screen (%s), and its links never those of the Host header',
  async (language, subject, lang) => {
    const { users } = await world.company(one);
    const headers = { 'accept-language': language, 'x-forwarded-host': 'mau.exemplo', forwarded: 'host=mau.exemplo' };
    await forgot(users.user.email, { headers });
    const mail = await server.mailTo(users.user.email);
    expect(mail.subject).toBe(subject);
    expect(mail.html).toContain(`<html lang="${lang}">`);
    expect(mail.raw).not.toContain('mau.exemplo');
  },
);

describe('a link', () => {
  const person = async () => {
    const { companyId, users } = await world.company(one);
    return { companyId, admin: users.admin.email, ...users.user, token: await asked(users.user.email) };
  };

  test('is good once, for whoever is first', async () => {
    const { email, token } = await person();
    const passwords = ['primeira', 'segunda', 'terceira'];
    const answers = await Promise.all(passwords.map((password, n) => reset(token, password, {}, n % 2 ? one : two)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
    const set = passwords[answers.findIndex(({ status }) => status === 200)]!;
    expect((await login(email, set)).status).toBe(200);
    expect(await reset(token, 'quarta')).toMatchObject(invalid);
    expect(await ask('POST /auth/link', { body: { token } })).toMatchObject(invalid);
    expect((await login(email, set)).status).toBe(200);
  });

  test('used by a call whose answer was lost gives the same answer to its repeat, and to no other', async () => {
    const { email, token } = await person();
    const key = newId();
    const first = await reset(token, NEW, { key });
    expect(await reset(token, NEW, { key }, two)).toMatchObject({ status: 200, body: first.body });
    expect(await reset(token, 'mais-uma', { key })).toMatchObject({ status: 422, body: { error: 'ERR_IDEMPOTENCY_MISMATCH' } });
    expect(await reset(token, NEW, { key: newId() })).toMatchObject(invalid);
    expect((await login(email, NEW)).status).toBe(200);
  });

  test.each([
    { append: 1, landed: false },
    { append: 1, landed: true },
    { append: 2, landed: false },
  ])('whose use a crash cut off (append $append, written: $landed) is completed by the repeat', async (moment) => {
    const { id, companyId, email, token } = await person();
    await login(email, PASSWORD);
    const key = newId();
    const pool = connectPg(world.databaseUrl, { log: one.deps.log, applicationName: 'dying' });
    const process = dyingConcurrently({ deps: { ...one.deps, pool } }, moment, mail);
    const payload = { token, password: NEW };
    const url = '/api/auth/reset';
    process.app.inject({ method: 'POST', url, payload, headers: { 'idempotency-key': key } }).then(process.over, process.over);
    expect(await process.dead).toBe(true);
    // The death of a process ends its connection, and so its transaction.
    await one.deps.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'dying'`);
    expect((await reset(token, NEW, { key }, two)).status).toBe(200);
    expect((await login(email, NEW)).status).toBe(200);
    const facts = await one.deps.store.load(`users-${companyId}`);
    const set = facts.filter(({ type, data }) => type === 'PasswordChanged' && (data as { userId: string }).userId === id);
    expect(set).toHaveLength(1);
    const sessions = await one.deps.store.load(`session-${id}`);
    expect(sessions.map(({ type }) => type)).toEqual(['UserSignedIn', 'SessionEnded', 'UserSignedIn']);
  });

  test('sets no password that is guessed first, and stays good for another', async () => {
    const { email, token } = await person();
    expect(await reset(token, 'Qwerty')).toMatchObject({ status: 422, body: { error: 'ERR_PASSWORD_COMMON' } });
    expect(await reset(token, email.split('@')[0]!)).toMatchObject({ status: 422, body: { error: 'ERR_PASSWORD_IS_EMAIL' } });
    expect((await reset(token)).status).toBe(200);
  });

  test('is over after an hour', async () => {
    const { token } = await person();
    await expire('expires_at', '59 minutes');
    expect((await ask('POST /auth/link', { body: { token } })).status).toBe(200);
    await expire('expires_at', '2 minutes');
    expect(await ask('POST /auth/link', { body: { token } })).toMatchObject(invalid);
    expect(await reset(token)).toMatchObject(invalid);
  });

  test('is over once the user has another password, or another e-mail', async () => {
    const first = await person();
    const later = await asked(first.email, 2);
    expect((await reset(later, 'primeira')).status).toBe(200);
    expect(await reset(first.token)).toMatchObject(invalid);
    const second = await person();
    const token = await one.signIn(second.admin);
    await one.call(`PUT /users/${second.id}`, { token, body: { email: `${newId()}@prosa.test`, currentPassword: PASSWORD } });
    expect(await reset(second.token)).toMatchObject(invalid);
  });

  test('is over once the user was deleted', async () => {
    const { companyId, users } = await world.company(one);
    const token = await asked(users.user.email);
    const admin = await one.signIn(users.admin.email);
    expect((await one.call(`DELETE /users/${users.user.id}`, { token: admin })).status).toBe(200);
    expect(await reset(token)).toMatchObject(invalid);
    expect((await one.deps.store.load(`users-${companyId}`)).some(({ type }) => type === 'PasswordChanged')).toBe(false);
  });

  test('that is made up, of another installation or of another kind is refused', async () => {
    const { token } = await person();
    const flipped = `${token.slice(0, -2)}${token.endsWith('AA') ? 'BB' : 'AA'}`;
    for (const wrong of ['x', flipped, token.slice(0, 20), newId(), `${token}${token}`, "' or 1=1"]) {
      expect(await reset(wrong)).toMatchObject(invalid);
      expect(await ask('POST /auth/verify', { body: { token: wrong } })).toMatchObject(invalid);
    }
    expect(await ask('POST /auth/verify', { body: { token } })).toMatchObject(invalid);
    expect((await reset(token)).status).toBe(200);
  });

  test.each([
    [{}, { token: 'Required', password: 'Required' }],
    [
      { token: 1, password: null },
      { token: 'Required', password: 'Required' },
    ],
    [{ token: 'x', password: '1234' }, { password: 'Too Short!' }],
    [{ token: 'x', password: '1'.repeat(51) }, { password: 'Too Long!' }],
    [{ token: 'x'.repeat(201), password: '12345' }, { token: 'Too Long!' }],
  ])('a wrong body is refused by field: %j', async (body, fields) => {
    expect(await ask('POST /auth/reset', { body })).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION', fields } });
  });
});

test.each([[{}], [{ email: '' }], [{ email: 5 }], [{ email: 'x'.repeat(255) }]])(
  'no address at all is refused: %j',
  async (body) => {
    expect(await ask('POST /auth/forgot', { body })).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } });
  },
);

test('one address asks ten times a minute, whoever’s password; others are not held up', async () => {
  const { users } = await world.company(one);
  const from = '203.0.113.7';
  const answers = await Promise.all(
    Array.from({ length: ATTEMPTS.forgot + 2 }, (_, n) => forgot(`ninguem${n}@prosa.test`, { from }, n % 2 ? one : two)),
  );
  expect(answers.filter(({ status }) => status === 204)).toHaveLength(ATTEMPTS.forgot);
  const late = answers.find(({ status }) => status === 429)!;
  expect(late.body).toMatchObject({ error: 'ERR_TOO_MANY_REQUESTS' });
  expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await forgot(users.user.email, { from: '203.0.113.8' })).status).toBe(204);
  await server.mailTo(users.user.email);
});

test('a person gets three mails within an hour, whoever asks; the newest link remains good, so nobody is locked out', async () => {
  const { users } = await world.company(one);
  const { email } = users.user;
  for (let count = 1; count <= 3; count += 1) await asked(email, count);
  for (let n = 0; n < 5; n += 1) expect((await forgot(email)).status).toBe(204);
  await allSent();
  expect(server.to(email)).toHaveLength(3);
  expect((await ask('POST /auth/link', { body: { token: tokenOf(server.to(email)[2]!) } })).status).toBe(200);
  // Signing in is not affected.
  expect((await login(email, PASSWORD)).status).toBe(200);
  await expire('made_at', '61 minutes');
  expect((await reset(await asked(email, 4))).status).toBe(200);
});

test('nothing of a mail is in a plain column, an event or a log line', async () => {
  const { companyId, users } = await world.company(one);
  const { email } = users.user;
  const password = `raro-${newId()}`;
  const token = await asked(email);
  const dump = async () => {
    const rows = await Promise.all(
      ['mail', 'mail_link', 'credential', 'login_attempt', 'asked', 'session', 'deferred_work'].map((table) =>
        one.deps.pool.query(`select row_to_json(t)::text as row from command.${table} t`),
      ),
    );
    return rows.flatMap(({ rows: all }) => all.map(({ row }) => row as string)).join('\n');
  };
  const bytes = Buffer.from(token, 'base64url');
  const secrets = [email, token, bytes.subarray(16).toString('hex'), bytes.toString('hex'), password];
  const waiting = await dump();
  await reset(token, password, { key: newId() });
  const events = JSON.stringify(await one.deps.store.load(`users-${companyId}`, { faults: 'keep' }), (_, value) =>
    typeof value === 'bigint' ? String(value) : value,
  );
  for (const secret of secrets) {
    expect(waiting).not.toContain(secret);
    expect(await dump()).not.toContain(secret);
    expect(world.logged()).not.toContain(secret);
  }
  for (const secret of secrets.slice(1)) expect(events).not.toContain(secret);
});
