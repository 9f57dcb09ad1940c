import { newId } from '@prosa/contracts';
import { codeOf } from '../../../../infra/testing/authenticator.ts';
import { until } from '../../../../infra/testing/until.ts';
import { PASSWORD } from '../../records/world.fixture.ts';
import { tokenOf } from './mail.fixture.ts';
import { startMailWorld } from './mail.scene.fixture.ts';

const { world, server, one, ask, newEmail, close } = await startMailWorld();
afterAll(close);

const subjectsTo = (email: string) => server.to(email).map(({ subject }) => subject);
const told = async (email: string, subject: string) => {
  const mail = (await until(() => server.to(email).find((one) => one.subject === subject)))!;
  expect([mail.link, mail.html.includes('<a ')]).toEqual(['', false]);
  expect(mail.text).toContain(email);
  return mail;
};
const allSent = () => until(async () => (await one.deps.pool.query('select from command.mail')).rowCount === 0);
/** A user whose last sign-in was in English. */
const scene = async () => {
  const { users } = await world.company(one);
  const { email, id } = users.user;
  const headers = { 'accept-language': 'en-GB' };
  const { body } = await ask('POST /auth/login', { body: { email, password: PASSWORD }, headers });
  return { users, email, id, token: body.token as string, admin: await one.signIn(users.admin.email) };
};

test('a changed password is told, whoever changed it, in the language of the last sign-in', async () => {
  const { email, id, token, users, admin } = await scene();
  const body = { password: 'outra-senha', currentPassword: PASSWORD };
  expect((await one.call(`PUT /users/${id}`, { token, body })).status).toBe(200);
  await told(email, 'Your Prosa password has changed');
  const mine = await world.company(one);
  await ask('POST /auth/forgot', { body: { email: mine.users.user.email } });
  const link = tokenOf(await server.mailTo(mine.users.user.email));
  expect((await ask('POST /auth/reset', { body: { token: link, password: 'outra-senha' } })).status).toBe(200);
  await told(mine.users.user.email, 'A sua senha do Prosa mudou');
  const other = { password: 'mais-uma-senha', currentPassword: PASSWORD };
  expect((await one.call(`PUT /users/${users.supervisor.id}`, { token: admin, body: other })).status).toBe(200);
  await told(users.supervisor.email, 'A sua senha do Prosa mudou');
});

test('of a changed e-mail the old one is told, also where an administrator sets it', async () => {
  const { email, id, admin } = await scene();
  const next = newEmail();
  const body = { email: next, currentPassword: PASSWORD };
  expect((await one.call(`PUT /users/${id}`, { token: admin, body })).status).toBe(200);
  expect((await told(email, 'Your e-mail in Prosa has changed')).text).toContain(next);
  expect((await one.call(`PUT /users/${id}`, { token: admin, body: { name: 'Ana S' } })).status).toBe(200);
  await allSent();
  expect([subjectsTo(email).length, subjectsTo(next)]).toEqual([1, []]);
});

test('a second step is told when it is turned on, and when an administrator resets it', async () => {
  const { email, id, token, admin } = await scene();
  const { body } = await one.call('POST /auth/two-step', { token, body: { currentPassword: PASSWORD } });
  expect((await one.call('PUT /auth/two-step', { token, body: { code: codeOf(body.secret as string) } })).status).toBe(200);
  await told(email, 'Two-step sign-in turned on in Prosa');
  const reset = { token: admin, key: newId(), body: { currentPassword: PASSWORD } };
  expect((await one.call(`DELETE /users/${id}/two-step`, reset)).status).toBe(200);
  await told(email, 'Two-step sign-in turned off in Prosa');
});

test('who accepts an invitation is not told of the password that they have just chosen', async () => {
  const { admin } = await scene();
  const email = newEmail();
  await one.call('POST /users/invite', { token: admin, body: { name: 'Iracema', email, profile: 'user' } });
  const token = tokenOf(await server.mailTo(email));
  expect((await ask('POST /auth/reset', { body: { token, password: 'minha-senha' } })).status).toBe(200);
  await until(async () => (await ask('POST /auth/login', { body: { email, password: 'minha-senha' } })).status === 200);
  const last = await scene();
  await one.call(`PUT /users/${last.id}`, { token: last.token, body: { password: 'outra-senha', currentPassword: PASSWORD } });
  await told(last.email, 'Your Prosa password has changed');
  await allSent();
  expect(subjectsTo(email)).toHaveLength(1);
});
