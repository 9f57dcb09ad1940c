import { newId, PLATFORM } from '@prosa/contracts';
import { until } from '../../../../infra/testing/until.ts';
import { PASSWORD } from '../../records/world.fixture.ts';
import { credentials } from '../sessions/credentials.ts';
import { tokenOf } from './mail.fixture.ts';
import { mailLinks } from './mail.links.ts';
import { PUBLIC_URL, startMailWorld } from './mail.scene.fixture.ts';

const { world, server, one, two, ask, newEmail, close } = await startMailWorld();
afterAll(close);
let planId: string;
beforeAll(async () => {
  const boss = await one.signIn((await world.platformUser(one, PLATFORM)).email);
  const plan = { name: `Plano ${newId().slice(-12)}`, users: 2, connections: 1, queues: 1, value: 99.9 };
  planId = (await one.call('POST /plans', { token: boss, body: plan })).body.id as string;
});

const invalid = { status: 400, body: { error: 'ERR_INVALID_LINK' } };
const isVerified = async (token: string, through = one) =>
  (await through.call<{ emailVerified: boolean }>('GET /auth/me', { token })).body.emailVerified;
const verify = (token: string, through = one) => ask('POST /auth/verify', { body: { token } }, through);
const again = (token: string | undefined, key = newId()) => one.call('POST /auth/verify/mail', { token, key });
/** A company that signs up, its administrator's session, and the token that was mailed. */
const signedUp = async () => {
  const email = newEmail();
  const body = { name: `Padaria ${newId()}`, email, password: PASSWORD, planId };
  const { body: company } = await ask('POST /companies/cadastro', { body, headers: { 'accept-language': 'es-AR' } });
  const mail = await server.mailTo(email);
  return { email, companyId: company.id as string, mail, token: tokenOf(mail), session: await one.signIn(email) };
};
const typesOf = async (companyId: string) => (await one.deps.store.load(`users-${companyId}`)).map(({ type }) => type);

test('who signs up confirms their e-mail by a mailed link, which may be opened again', async () => {
  const { email, companyId, mail, token, session } = await signedUp();
  expect(mail.subject).toBe('Confirma tu correo en Prosa');
  expect(mail.link).toBe(`${PUBLIC_URL}/verify#${token}`);
  expect(await isVerified(session)).toBe(false);
  expect(await verify(token)).toMatchObject({ status: 200, body: { email } });
  await until(async () => (await isVerified(session, two)) && isVerified(session));
  expect((await verify(token, two)).status).toBe(200);
  expect(await typesOf(companyId)).toEqual(['UserCreated', 'EmailCheckRequested', 'EmailVerified']);
  expect((await again(session)).status).toBe(204);
  expect(server.to(email)).toHaveLength(1);
});

test('users whom an administrator created count as confirmed', async () => {
  const { users } = await world.company(one);
  expect(await isVerified(await one.signIn(users.user.email))).toBe(true);
});

test('the mail is sent again on request, three times an hour; nobody asks for somebody else', async () => {
  const { email, session } = await signedUp();
  const key = newId();
  for (const same of [key, key]) expect((await again(session, same)).status).toBe(204);
  await server.mailTo(email, 2);
  expect((await again(session)).status).toBe(204);
  const { link } = await server.mailTo(email, 3);
  expect(await again(session)).toMatchObject({ status: 429, body: { error: 'ERR_TOO_MANY_REQUESTS' } });
  expect((await again(session, key)).status).toBe(204);
  expect((await again(undefined)).status).toBe(401);
  expect((await verify(tokenOf({ link }))).status).toBe(200);
  expect(server.to(email)).toHaveLength(3);
});

test('the link that confirms an e-mail sets no password; a link that sets one confirms the e-mail', async () => {
  const { email, token, session } = await signedUp();
  expect(await ask('POST /auth/reset', { body: { token, password: 'tomada' } })).toMatchObject(invalid);
  expect(await ask('POST /auth/link', { body: { token } })).toMatchObject(invalid);
  expect(await isVerified(session)).toBe(false);
  await ask('POST /auth/forgot', { body: { email } });
  const { link } = await server.mailTo(email, 2);
  expect((await ask('POST /auth/reset', { body: { token: tokenOf({ link }), password: 'nova-senha' } })).status).toBe(200);
  expect(await isVerified(await one.signIn(email, 'nova-senha'))).toBe(true);
});

describe('an e-mail that was signed up with and not confirmed', () => {
  const login = (email: string, password: string) => ask('POST /auth/login', { body: { email, password } });
  const admin = async () => {
    const { companyId, users } = await world.company(one);
    return { companyId, session: await one.signIn(users.admin.email) };
  };
  const fields = (email: string) => ({ name: 'Dona', email, profile: 'user', queueIds: [] });
  const invite = (session: string, email: string, key = newId()) =>
    one.call('POST /users/invite', { token: session, body: fields(email), key });
  const accept = (token: string, password = 'minha-senha', through = one) =>
    ask('POST /auth/reset', { body: { token, password } }, through);
  /** An unconfirmed sign-up, whose address another company has invited. */
  const invited = async () => {
    const older = await signedUp();
    const { companyId, session } = await admin();
    const { id } = (await invite(session, older.email)).body as { id: string };
    // No claim is young enough to be kept for that alone.
    await one.deps.pool.query(`update command.credential set made_at = made_at - interval '61 seconds'`);
    return { older, companyId, session, id, link: tokenOf(await server.mailTo(older.email, 2)) };
  };
  const refused = { status: 409, body: { error: 'ERR_MAILED_LINK_ONLY' } };

  test('may be invited by another company; it passes to whoever opens the mailed link, and not before', async () => {
    const { older, companyId, link } = await invited();
    expect((await login(older.email, PASSWORD)).body).toMatchObject({ user: { companyId: older.companyId } });
    expect(await ask('POST /auth/link', { body: { token: link } })).toMatchObject({
      status: 200,
      body: { purpose: 'invitation' },
    });
    expect((await login(older.email, PASSWORD)).status).toBe(200);
    expect(await accept(link)).toMatchObject({ status: 200, body: { email: older.email } });
    expect((await login(older.email, PASSWORD)).status).toBe(401);
    expect((await login(older.email, 'minha-senha')).body).toMatchObject({ user: { companyId } });
    expect(await verify(older.token)).toMatchObject(invalid);
  });

  test('is taken by no stranger: not by a typed password, another sign-up, a link handed over or a forgotten password', async () => {
    const { older, session, id } = await invited();
    const body = { ...fields(older.email), password: PASSWORD };
    expect((await invite(older.session, older.email)).status).toBe(409);
    expect((await one.call('POST /users', { token: session, body })).status).toBe(409);
    expect((await ask('POST /companies/cadastro', { body: { ...body, planId } })).status).toBe(409);
    expect(await one.call(`POST /users/${id}/invite/link`, { token: session })).toMatchObject(refused);
    const change = (body: object) =>
      one.call(`PUT /users/${id}`, { token: session, body: { ...body, currentPassword: PASSWORD } });
    expect(await change({ password: 'digitada', email: older.email })).toMatchObject(refused);
    expect((await change({ name: 'Dona Maria', email: older.email })).status).toBe(200);
    const { rows } = await one.deps.pool.query<{ id: string }>(
      `insert into command.mail_link (id, kind, user_id, company_id, email_hash, password_revision, handed, expires_at)
       select $2, kind, user_id, company_id, email_hash, password_revision, true, expires_at from command.mail_link where user_id = $1
       returning id`,
      [id, newId()],
    );
    const handed = mailLinks({ pool: one.deps.pool, masterKey: one.deps.config.PROSA_KEYS }).tokenOf(rows[0]!.id);
    expect(await accept(handed)).toMatchObject(invalid);
    await ask('POST /auth/forgot', { body: { email: older.email } });
    expect((await server.mailTo(older.email, 3)).subject).toContain('senha');
    expect((await login(older.email, PASSWORD)).body).toMatchObject({ user: { companyId: older.companyId } });
  });

  test('stays with who confirms it before the invited person comes', async () => {
    const { older, link } = await invited();
    expect((await verify(older.token)).status).toBe(200);
    expect(await accept(link)).toMatchObject(invalid);
    expect((await login(older.email, PASSWORD)).body).toMatchObject({ user: { companyId: older.companyId } });
    expect(await invite((await admin()).session, older.email)).toMatchObject({
      status: 409,
      body: { error: 'ERR_DUPLICATED_EMAIL' },
    });
  });

  test('of two companies that invited it at once the first whose link is opened gets it', async () => {
    const { older, link } = await invited();
    await invite((await admin()).session, older.email);
    const links = [link, tokenOf(await server.mailTo(older.email, 3))];
    const answers = await Promise.all(links.map((token, n) => accept(token, `minha-senha-${n}`, [one, two][n]!)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    const signIns = await Promise.all([0, 1].map((n) => login(older.email, `minha-senha-${n}`)));
    expect(signIns.map(({ status }) => status === 200)).toEqual(answers.map(({ status }) => status === 200));
  });

  test('a repeated invitation invites once; one that goes to another e-mail afterwards holds that one', async () => {
    const older = await signedUp();
    const { session } = await admin();
    const key = newId();
    const [first, again] = [await invite(session, older.email, key), await invite(session, older.email, key)];
    expect([again.status, again.body]).toEqual([201, first.body]);
    const email = newEmail();
    const moved = await one.call(`PUT /users/${first.body.id}`, { token: session, body: { email, currentPassword: PASSWORD } });
    expect(moved.status).toBe(200);
    const typed = await one.call(`PUT /users/${first.body.id}`, {
      token: session,
      body: { password: 'digitada', currentPassword: PASSWORD },
    });
    expect(typed.status).toBe(200);
    expect((await login(email, 'digitada')).status).toBe(200);
    expect((await login(older.email, PASSWORD)).status).toBe(200);
  });

  test('that its holder gives up is the invited person’s all the same, by the mailed link', async () => {
    const { older, companyId, link } = await invited();
    const known = credentials({ pool: one.deps.pool, masterKey: one.deps.config.PROSA_KEYS });
    const { userId } = (await known.verify(older.email, PASSWORD, 'first'))!;
    await known.remove(userId);
    expect((await accept(link)).status).toBe(200);
    expect((await login(older.email, 'minha-senha')).body).toMatchObject({ user: { companyId } });
  });

  test('after a crash between taking it over and setting the password the link is still open', async () => {
    const { older, companyId, id, link } = await invited();
    const known = credentials({ pool: one.deps.pool, masterKey: one.deps.config.PROSA_KEYS });
    const by = { isProved: async () => true, holdingOf: async () => 'unconfirmed' as const };
    expect(await known.takeOver(id, by)).toBe(true);
    expect((await login(older.email, PASSWORD)).status).toBe(401);
    expect((await accept(link)).status).toBe(200);
    expect((await login(older.email, 'minha-senha')).body).toMatchObject({ user: { companyId } });
  });
});
