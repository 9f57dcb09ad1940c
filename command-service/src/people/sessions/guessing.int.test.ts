import { newId } from '@prosa/contracts';
import { type Instance, PASSWORD, startPair } from '../../records/world.fixture.ts';
import { ATTEMPTS } from './attempts.ts';

const { world, one, two } = await startPair();
afterAll(() => world.close());
afterEach(() => one.deps.pool.query('delete from command.login_attempt'));

type From = { ip?: string; device?: string | undefined };
/** A sign-in as a proxy on this machine forwards it. */
const login = (email: string, password: string, { ip, device }: From = {}, through: Instance = one) =>
  through.call('POST /auth/login', {
    body: { email, password },
    headers: { ...(ip && { 'x-forwarded-for': ip }) },
    ...(device && { cookie: device }),
  });
const wrong = (email: string, from: From, through?: Instance) => login(email, 'senha-errada', from, through);
const deviceOf = ({ headers }: { headers: Headers }): string =>
  headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith('prosa_device='))!
    .split(';')[0]!;
const ipOf = (n: number) => `198.51.${Math.floor(n / 250)}.${n % 250}`;
const times = (count: number) => Array.from({ length: count }, (_, n) => n);
const statuses = (answers: { status: number }[]) => new Set(answers.map(({ status }) => status));

test('the eleventh try within a minute must wait, on any instance, whatever the password; other callers need not', async () => {
  const { users } = await world.company(one);
  const tries = await Promise.all(times(ATTEMPTS.pair).map((n) => wrong(users.user.email, {}, n % 2 ? one : two)));
  expect(statuses(tries)).toEqual(new Set([401]));
  const refused = await login(users.user.email, PASSWORD);
  expect(refused).toMatchObject({ status: 429, body: { error: 'ERR_TOO_MANY_REQUESTS' } });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await login(users.admin.email, PASSWORD)).status).toBe(200);
  // Behind a proxy each client counts separately.
  expect((await login(users.user.email, PASSWORD, { ip: '203.0.113.80' }, two)).status).toBe(200);
  await one.deps.pool.query(`update command.login_attempt set since = since - interval '61 s'`);
  expect((await login(users.user.email, PASSWORD)).status).toBe(200);
});

test.each([
  ['one address', () => '203.0.113.7'],
  ['a hundred addresses', ipOf],
])('a hundred concurrent wrong tries from %s do not block a user who has signed in on this device before', async (_, from) => {
  const { users } = await world.company(one);
  const { email } = users.user;
  const device = deviceOf(await login(email, PASSWORD));
  const tries = await Promise.all(times(100).map((n) => wrong(email, { ip: from(n) })));
  expect(statuses(tries)).toEqual(new Set([401, 429]));
  const tried = tries.filter(({ status }) => status === 401).length;
  expect(tried).toBeLessThanOrEqual(ATTEMPTS.account);
  for (const ip of ['203.0.113.7', '203.0.113.99']) expect((await login(email, PASSWORD, { ip, device }, two)).status).toBe(200);
});

test('one address cannot use up an account’s shared budget', async () => {
  const { users } = await world.company(one);
  await Promise.all(times(100).map(() => wrong(users.user.email, { ip: '203.0.113.7' })));
  expect((await login(users.user.email, PASSWORD, { ip: '203.0.113.8' })).status).toBe(200);
});

test('one address cannot try the same password at one account after another', async () => {
  const tries = await Promise.all(times(ATTEMPTS.address + 20).map((n) => wrong(`pessoa${n}@prosa.test`, { ip: '203.0.113.7' })));
  expect(tries.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(20);
  expect((await wrong('outra@prosa.test', { ip: '203.0.113.8' })).status).toBe(401);
});

test('the 64 bits of IPv6 that one customer has count as one address', async () => {
  const { users } = await world.company(one);
  const tries = await Promise.all(times(ATTEMPTS.pair + 2).map((n) => wrong(users.user.email, { ip: `2001:db8:1:2::${n + 1}` })));
  expect(tries.filter(({ status }) => status === 429)).toHaveLength(2);
  expect((await login(users.user.email, PASSWORD, { ip: '2001:db8:1:3::1' })).status).toBe(200);
});

test('a device is known for its own accounts only, and has its own budget', async () => {
  const { users } = await world.company(one);
  const [mine, theirs] = [users.user.email, users.supervisor.email];
  const device = deviceOf(await login(mine, PASSWORD));
  await Promise.all(times(100).map((n) => wrong(theirs, { ip: ipOf(n) })));
  // A cookie copied to another browser does not help with another account.
  expect((await login(theirs, PASSWORD, { device })).status).toBe(429);
  expect((await login(theirs, PASSWORD, { device: `${device.slice(0, -4)}AAAA` })).status).toBe(429);
  const tries = await Promise.all(times(ATTEMPTS.device + 2).map(() => wrong(mine, { device, ip: '203.0.113.9' })));
  expect(tries.filter(({ status }) => status === 429)).toHaveLength(2);
  expect((await login(mine, PASSWORD, { ip: '203.0.113.10' })).status).toBe(200);
});

test('several people who share a device are all known there', async () => {
  const { users } = await world.company(one);
  const { user, supervisor, admin } = users;
  let device: string | undefined;
  for (const { email } of [user, supervisor, admin]) device = deviceOf(await login(email, PASSWORD, { device }));
  for (const { email } of [user, supervisor, admin]) {
    await Promise.all(times(100).map((n) => wrong(email, { ip: ipOf(n) })));
    expect([(await login(email, PASSWORD, { device })).status, (await login(email, PASSWORD)).status]).toEqual([200, 429]);
  }
});

test('the device cookie is not readable by scripts, and sent to no other address', async () => {
  const { users } = await world.company(one);
  const answer = await login(users.user.email, PASSWORD);
  expect(answer.headers.getSetCookie()[1]).toMatch(
    /^prosa_device=[\w-]{43}; Max-Age=34560000; Path=\/api\/auth; HttpOnly; SameSite=Strict$/,
  );
});

test.each([
  ['one address', () => '203.0.113.7'],
  ['a hundred addresses', ipOf],
])('a known device goes before all waiting attempts while a hundred guess concurrently, from %s', async (_, from) => {
  // The attempts must wait for each other, so each costs as much as in the product.
  const cheap = process.env.PROSA_TEST_PASSWORD_KIB;
  delete process.env.PROSA_TEST_PASSWORD_KIB;
  const { users } = await world.company(one);
  const device = deviceOf(await login(users.user.email, PASSWORD));
  let answered = 0;
  const guesses = times(100).map((n) =>
    wrong(`${newId()}@prosa.test`, { ip: from(n) }).then((answer) => {
      if (answer.status === 401) answered += 1;
      return answer;
    }),
  );
  // All requests have arrived, and some were answered: the legitimate one arrives while most of them wait.
  while (answered < 5) await new Promise((resolve) => setImmediate(resolve));
  const before = answered;
  expect((await login(users.user.email, PASSWORD, { device })).status).toBe(200);
  const overtaken = answered - before;
  await Promise.all(guesses);
  // Some end while the legitimate call is on its way and while its session is written. In arrival order it would be all that are left, at
  // least 45.
  expect(overtaken).toBeLessThan(25);
  Object.assign(process.env, cheap !== undefined && { PROSA_TEST_PASSWORD_KIB: cheap });
});

test('an unknown account is refused like a known one, at every step', async () => {
  const { users } = await world.company(one);
  const [known, unknown] = [users.user.email, 'ninguem@prosa.test'];
  for (const ip of times(ATTEMPTS.account + 5).map(ipOf)) {
    const [first, second] = await Promise.all([wrong(known, { ip }), wrong(unknown, { ip: `${ip.slice(0, -1)}9` })]);
    expect([first.status, first.body.error]).toEqual([second.status, second.body.error]);
  }
});

test('counted attempts are swept, and contain no e-mail or address', async () => {
  await Promise.all(times(40).map((n) => wrong(`velha${n}@prosa.test`, { ip: ipOf(n) })));
  await one.deps.pool.query(`update command.login_attempt set since = since - interval '121 s'`);
  for (const n of times(6)) await wrong(`nova${n}@prosa.test`, { ip: ipOf(200 + n) });
  const { rows } = await one.deps.pool.query<{ old: number; row: string }>(
    `select count(*) filter (where since < now() - interval '2 minutes')::int as old, string_agg(t::text, ' ') as row from command.login_attempt t`,
  );
  expect(rows[0]!.old).toBe(0);
  expect(rows[0]!.row).not.toContain('198.51');
});
