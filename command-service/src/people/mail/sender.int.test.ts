import { newId } from '@prosa/contracts';
import { until } from '../../../../infra/testing/until.ts';
import { type Instance, PASSWORD } from '../../records/world.fixture.ts';
import { startMailServer } from './mail.fixture.ts';
import { mailLinks } from './mail.links.ts';
import { mailQueue } from './mail.queue.ts';
import { PUBLIC_URL, startMailWorld } from './mail.scene.fixture.ts';
import { PAUSES_MS } from './mail.sender.ts';

const { world, server, one, ask, close } = await startMailWorld();
afterAll(close);
afterEach(() => server.behaves('takes'));

const { pool } = one.deps;
const forgot = (email: string) => ask('POST /auth/forgot', { body: { email } });
const waiting = async () =>
  (
    await pool.query<{ attempts: number; seconds: number }>(
      'select attempts, extract(epoch from due_at - now())::float8 as seconds from command.mail',
    )
  ).rows;
const isEmpty = () => until(async () => (await waiting()).length === 0);
/** Lets the pause before the next try pass. */
const passes = () => pool.query('update command.mail set due_at = now()');
/** The pause in seconds after a person's `attempts`th try, once that has failed. */
const tried = async ({ id }: { id: string }, attempts: number): Promise<number> => {
  const line = await until(() =>
    world
      .logged()
      .split('\n')
      .find((one) => one.includes(id) && one.includes(`"attempts":${attempts},"pause"`)),
  );
  await until(async () => (await waiting()).every((row) => row.attempts === attempts));
  return (JSON.parse(line!) as { pause: number }).pause;
};
const person = async () => (await world.company(one)).users.user;

test('of two instances one sends each mail, once', async () => {
  const people = await Promise.all(Array.from({ length: 8 }, person));
  await Promise.all(people.map(({ email }) => forgot(email)));
  await isEmpty();
  for (const { email } of people) expect(server.to(email)).toHaveLength(1);
});

test('two that believe to lead at once send a mail once', async () => {
  const links = mailLinks({ pool, masterKey: Buffer.alloc(32) });
  const queue = mailQueue({ pool, links });
  const { email } = await person();
  const { rows } = await pool.query<{ user_id: string; company_id: string }>(
    'select user_id, company_id from command.credential order by made_at desc limit 1',
  );
  const id = newId();
  const { user_id: userId, company_id: companyId } = rows[0]!;
  const client = await pool.connect();
  await queue.add(client, [{ id, kind: 'reset', userId, companyId, language: 'pt', revision: null }]);
  client.release();
  const taken = await Promise.all(Array.from({ length: 6 }, () => queue.take(id)));
  // The instances' own lane may have been quicker than all of them.
  expect(taken.filter((one) => one !== null).length).toBeLessThanOrEqual(1);
  await passes();
  await isEmpty();
  expect(server.to(email).length).toBeLessThanOrEqual(1);
});

test('a server that refuses for now is asked again after a pause, with the same message id and link', async () => {
  const { email, id } = await person();
  server.behaves('later');
  await forgot(email);
  expect(await tried({ id }, 1)).toBe(PAUSES_MS[0]);
  const [row] = await waiting();
  expect(row!.seconds).toBeGreaterThan(20);
  await passes();
  expect(await tried({ id }, 2)).toBe(PAUSES_MS[1]);
  server.behaves('takes');
  await passes();
  const { raw, link } = await server.mailTo(email);
  expect(raw).toMatch(/^Message-ID: <[\da-f-]{36}@atende\.exemplo\.com\.br>\r$/m);
  expect(raw).toMatch(/^Auto-Submitted: auto-generated\r$/m);
  expect((await ask('POST /auth/link', { body: { token: new URL(link).hash.slice(1) } })).status).toBe(200);
  await isEmpty();
  expect(server.to(email)).toHaveLength(1);
});

test('after five tries a mail is given up, which the log says without its address', async () => {
  const { email, id } = await person();
  server.behaves('later');
  await forgot(email);
  for (let n = 1; n < 5; n += 1) {
    await tried({ id }, n);
    await passes();
  }
  await isEmpty();
  expect(server.tries()).toBe(5);
  const lines = world
    .logged()
    .split('\n')
    .filter((line) => line.includes(id) && line.includes('given up'));
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('EENVELOPE 451');
  expect(world.logged()).not.toContain(email);
});

test('a mailbox that does not exist is tried once', async () => {
  const { email } = await person();
  server.behaves('never');
  await forgot(email);
  await isEmpty();
  expect(server.tries()).toBe(1);
  expect(server.to(email)).toEqual([]);
});

test('a server that is away for a while gets the mail when it is back', async () => {
  const away = await startMailServer();
  await away.close();
  const lone = await startMailWorld({ mail: { PROSA_SMTP_URL: away.url, PROSA_PUBLIC_URL: PUBLIC_URL } });
  const { users } = await lone.world.company(lone.one);
  const { email } = users.user;
  await lone.ask('POST /auth/forgot', { body: { email } });
  const rows = async () =>
    (await lone.one.deps.pool.query("select from command.mail where attempts = 1 and due_at < now() + interval '60 s'")).rowCount;
  await until(async () => (await rows()) === 1);
  expect(lone.world.logged()).toContain('ESOCKET');
  const back = await startMailServer(away.port);
  await lone.one.deps.pool.query('update command.mail set due_at = now()');
  await back.mailTo(email);
  await lone.close();
  await back.close();
});

test('a server that says nothing holds nobody up for longer than its time, and the mail is sent later', async () => {
  const { email, id } = await person();
  server.behaves('silent');
  await forgot(email);
  await tried({ id }, 1);
  expect(world.logged()).toContain('ETIMEDOUT');
  server.behaves('takes');
  await passes();
  await server.mailTo(email);
}, 90_000);

test('a process that is killed with a mail in hand loses none: another one sends it', async () => {
  const { email, id } = await person();
  server.behaves('later');
  await forgot(email);
  await tried({ id }, 1);
  // Killed after it took the mail in hand, before or while it was sent: nobody tells the queue anything.
  const links = mailLinks({ pool, masterKey: Buffer.alloc(32) });
  const { rows } = await pool.query<{ id: string }>('update command.mail set due_at = due_at + $1::interval returning id', [
    '1 hour',
  ]);
  await pool.query(`update command.mail set due_at = now() - interval '1 second'`);
  await mailQueue({ pool, links }).take(rows[0]!.id);
  server.behaves('takes');
  expect(server.to(email)).toEqual([]);
  await passes();
  await server.mailTo(email);
});

test('an installation that sends no mails asks for none, answers as always and says so where somebody waits for one', async () => {
  const off: Instance = await world.instance();
  const { users } = await world.company(off);
  const token = await off.signIn(users.admin.email);
  const refused = { status: 409, body: { error: 'ERR_MAIL_OFF' } };
  const invited = { name: 'Iracema', email: `${newId()}@prosa.test` };
  expect(await off.call('POST /users/invite', { token, body: invited })).toMatchObject(refused);
  expect(await off.call(`POST /users/${users.user.id}/invite`, { token })).toMatchObject(refused);
  expect(await off.call(`POST /users/${users.user.id}/invite/link`, { token })).toMatchObject(refused);
  expect((await off.call('POST /auth/forgot', { body: { email: 'ninguem@prosa.test' } })).status).toBe(204);
  const email = `${newId()}@prosa.test`;
  const own = await off.call(`PUT /users/${users.admin.id}`, { token, body: { email, currentPassword: PASSWORD } });
  expect(own).toMatchObject({ status: 200, body: { email, emailVerified: true } });
});

test('what nobody needs any more is swept', async () => {
  const links = mailLinks({ pool, masterKey: Buffer.alloc(32) });
  const { email } = await person();
  await forgot(email);
  await server.mailTo(email);
  await pool.query(`update command.mail_link set expires_at = now() - interval '1 second'`);
  await pool.query(
    `insert into command.mail (id, kind, email_hash, language, made_at, due_at) values ($1, 'reset', '\\x00', 'pt', now() - interval '8 days', now() + interval '1 hour')`,
    [newId()],
  );
  await mailQueue({ pool, links }).sweep();
  expect((await pool.query('select from command.mail_link')).rowCount).toBe(0);
  expect(await waiting()).toEqual([]);
});
