import { mailLimits, newId, PLATFORM } from '@prosa/contracts';
import { until } from '../../../../infra/testing/until.ts';
import { PASSWORD } from '../../records/world.fixture.ts';
import { tokenOf } from './mail.fixture.ts';
import { PUBLIC_URL, startMailWorld } from './mail.scene.fixture.ts';

const { world, server, mail, one, two, ask, newEmail, close } = await startMailWorld();
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
  const body = { name: 'Padaria Aurora', email, password: PASSWORD, planId };
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

test("who signed up with somebody else's e-mail and confirmed it not within a day keeps nobody from inviting its owner", async () => {
  const [unproved, proved] = [await signedUp(), await signedUp()];
  expect((await verify(proved.token)).status).toBe(200);
  await one.deps.pool.query(`update command.credential set made_at = made_at - interval '61 seconds'`);
  const { companyId, users } = await world.company(one);
  const session = await one.signIn(users.admin.email);
  const later = await world.instance({ mail, clock: () => new Date(Date.now() + mailLimits.emailMs) });
  const invite = (email: string, through: typeof one) =>
    through.call('POST /users', {
      token: session,
      body: { name: 'Dona', email, profile: 'user', queueIds: [], password: PASSWORD },
    });
  expect(await invite(unproved.email, one)).toMatchObject({ status: 409, body: { error: 'ERR_DUPLICATED_EMAIL' } });
  expect(await invite(proved.email, later)).toMatchObject({ status: 409, body: { error: 'ERR_DUPLICATED_EMAIL' } });
  expect((await invite(unproved.email, later)).status).toBe(201);
  expect((await one.call('POST /auth/login', { body: { email: unproved.email, password: PASSWORD } })).body).toMatchObject({
    user: { companyId },
  });
  expect(await verify(unproved.token)).toMatchObject(invalid);
});
