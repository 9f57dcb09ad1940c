import { newId } from '@prosa/contracts';
import { codeOf } from '../../../../infra/testing/authenticator.ts';
import { until } from '../../../../infra/testing/until.ts';
import { PASSWORD } from '../../records/world.fixture.ts';
import { tokenOf } from './mail.fixture.ts';
import { PUBLIC_URL, startMailWorld } from './mail.scene.fixture.ts';

const { world, server, one, two, ask, newEmail, close } = await startMailWorld();
afterAll(close);

const invalid = { status: 400, body: { error: 'ERR_INVALID_LINK' } };
const verify = (token: string, through = one) => ask('POST /auth/verify', { body: { token } }, through);
const login = (email: string, password = PASSWORD) => ask('POST /auth/login', { body: { email, password } });
const scene = async () => {
  const { companyId, users } = await world.company(one);
  const session = await one.signIn(users.user.email);
  const put = (body: object, more: object = {}) =>
    one.call(`PUT /users/${users.user.id}`, { token: session, body, headers: { 'accept-language': 'en' }, ...more });
  const change = (email: string, body: object = {}, more: object = {}) =>
    put({ email, currentPassword: PASSWORD, ...body }, more);
  const me = async () =>
    (await one.call('GET /auth/me', { token: session })).body as { email: string; pendingEmail: string | null };
  return { companyId, users, mine: users.user, session, put, change, me };
};
const refusedAt = (field: string, text: string) => ({
  status: 400,
  body: { error: 'ERR_VALIDATION', fields: { [field]: text } },
});

test('a session alone changes no own e-mail: the current password is asked for, and is not by a change of nothing', async () => {
  const { mine, put, me } = await scene();
  const email = newEmail();
  expect(await put({ email })).toMatchObject(refusedAt('currentPassword', 'Required'));
  expect(await put({ email, currentPassword: 'errada' })).toMatchObject(
    refusedAt('currentPassword', 'A senha atual não confere.'),
  );
  expect((await put({ email: mine.email, name: 'Ana S' })).status).toBe(200);
  expect(await me()).toMatchObject({ email: mine.email, pendingEmail: null });
});

test('who signs in with two steps gives a code, too, which is good once', async () => {
  const { mine, session, change, me } = await scene();
  const begun = await one.call('POST /auth/two-step', { token: session, body: { currentPassword: PASSWORD } });
  const code = codeOf(begun.body.secret as string);
  expect((await one.call('PUT /auth/two-step', { token: session, body: { code } })).status).toBe(200);
  const email = newEmail();
  expect(await change(email)).toMatchObject(refusedAt('code', 'Required'));
  expect(await change(email, { code })).toMatchObject(refusedAt('code', 'O código não confere.'));
  expect((await me()).pendingEmail).toBeNull();
  await one.deps.pool.query('update command.second_step set last_step = -1 where user_id = $1', [mine.id]);
  const key = newId();
  for (const same of [code, code]) expect((await change(email, { code: same }, { key })).status).toBe(200);
  expect(await me()).toMatchObject({ email: mine.email, pendingEmail: email });
});

test('the old e-mail stays in force, and is told, until the link that is mailed to the new one is opened', async () => {
  const { companyId, mine, change, me } = await scene();
  const email = newEmail();
  expect(await change(email)).toMatchObject({
    status: 200,
    body: { email: mine.email, pendingEmail: email, emailVerified: true },
  });
  const mail = await server.mailTo(email);
  const told = await server.mailTo(mine.email);
  expect([mail.subject, told.subject]).toEqual(['Confirm your new e-mail for Prosa', 'Change of your e-mail in Prosa']);
  expect(told.text).toContain(`${mine.email}, to ${email}`);
  expect([told.link, told.html.includes('<a ')]).toEqual(['', false]);
  expect(mail.link).toBe(`${PUBLIC_URL}/verify#${tokenOf(mail)}`);
  expect([(await login(email)).status, (await ask('POST /auth/forgot', { body: { email } })).status]).toEqual([401, 204]);
  // That the address is nobody's is found when the mail's turn comes: later it would be theirs.
  await until(async () => (await one.deps.pool.query('select from command.mail')).rowCount === 0);
  const answers = await Promise.all([verify(tokenOf(mail)), verify(tokenOf(mail), two)]);
  for (const answer of [...answers, await verify(tokenOf(mail))]) expect(answer).toMatchObject({ status: 200, body: { email } });
  await until(async () => (await me()).email === email);
  expect((await me()).pendingEmail).toBeNull();
  expect([(await login(mine.email)).status, (await login(email)).status]).toEqual([401, 200]);
  expect(server.to(email)).toHaveLength(1);
  const facts = await one.deps.store.load(`users-${companyId}`);
  expect(facts.slice(-2).map(({ type }) => type)).toEqual(['EmailChangeRequested', 'UserChanged']);
});

test('the old e-mail is told even if the mail waited until the new one was confirmed', async () => {
  const { mine, change } = await scene();
  const email = newEmail();
  server.behaves('later');
  await change(email);
  await until(() => server.tries() >= 2);
  server.behaves('takes');
  const due = (kind: string) => one.deps.pool.query('update command.mail set due_at = now() where kind = $1', [kind]);
  await until(async () => (await due('change')).rowCount === 1 || server.to(email).length > 0);
  expect((await verify(tokenOf(await server.mailTo(email)))).status).toBe(200);
  await due('emailAsked');
  const asked = await until(() => server.to(mine.email).find(({ subject }) => subject === 'Change of your e-mail in Prosa'));
  expect(asked!.text).toContain(`${mine.email}, to ${email}`);
});

test('a link is over with a new password, another request and one that was dropped', async () => {
  for (const end of [
    ({ put }: Awaited<ReturnType<typeof scene>>) => put({ password: 'outra-senha', currentPassword: PASSWORD }),
    ({ change }: Awaited<ReturnType<typeof scene>>) => change(newEmail()),
    ({ put, mine }: Awaited<ReturnType<typeof scene>>) => put({ email: mine.email }),
  ]) {
    const here = await scene();
    const email = newEmail();
    await here.change(email);
    const token = tokenOf(await server.mailTo(email));
    expect((await end(here)).status).toBe(200);
    expect(await verify(token)).toMatchObject(invalid);
    expect((await here.me()).email).toBe(here.mine.email);
  }
});

test('three requests an hour, whatever the address, and one address gets three mails, whoever asks', async () => {
  const { session, change } = await scene();
  for (const email of [newEmail(), newEmail(), newEmail()]) {
    expect((await change(email)).status).toBe(200);
    await server.mailTo(email);
  }
  const late = newEmail();
  expect(await change(late)).toMatchObject({ status: 429, body: { error: 'ERR_TOO_MANY_REQUESTS' } });
  expect((await one.call('POST /auth/verify/mail', { token: session, key: newId() })).status).toBe(429);
  const email = newEmail();
  for (let n = 0; n < 4; n += 1) {
    const { change: ofOther, mine } = await scene();
    expect((await ofOther(email)).status).toBe(200);
    await server.mailTo(mine.email);
  }
  await until(async () => (await one.deps.pool.query('select from command.mail')).rowCount === 0);
  expect(server.to(email)).toHaveLength(3);
  expect(server.to(late)).toEqual([]);
});

test('an unconfirmed e-mail keeps nobody from it: another company invites its owner, and the link answers why it does no more', async () => {
  const { change, me, mine } = await scene();
  const email = newEmail();
  await change(email);
  const token = tokenOf(await server.mailTo(email));
  const other = await world.company(one);
  const admin = await one.signIn(other.users.admin.email);
  const invited = await one.call('POST /users/invite', { token: admin, body: { name: 'Ana', email, profile: 'user' } });
  expect(invited.status).toBe(201);
  expect(await verify(token)).toMatchObject({ status: 409, body: { error: 'ERR_DUPLICATED_EMAIL' } });
  expect(await me()).toMatchObject({ email: mine.email });
});

test('whether another company has an e-mail is not told; a colleague’s is refused', async () => {
  const { users, change } = await scene();
  const other = await world.company(one);
  expect(await change(other.users.admin.email)).toMatchObject({
    status: 200,
    body: { pendingEmail: other.users.admin.email },
  });
  expect(await change(users.admin.email.toUpperCase())).toMatchObject({ status: 409, body: { error: 'ERR_DUPLICATED_EMAIL' } });
});
