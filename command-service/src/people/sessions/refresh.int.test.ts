import { type Instance, joinPair, PASSWORD } from '../../records/world.fixture.ts';
import { sessions } from './sessions.ts';

const { world, one, two } = await joinPair();
afterAll(() => world.close());

/** A signed-in user with their refresh cookie. */
const somebody = async () => {
  const { users } = await world.company(one);
  const answer = await one.call('POST /auth/login', { body: { email: users.user.email, password: PASSWORD } });
  return { id: users.user.id, email: users.user.email, cookie: answer.cookie!, token: answer.body.token as string };
};
const refresh = (cookie: string, through: Instance = one) => through.call('POST /auth/refresh_token', { cookie });
const me = (token: unknown, through: Instance = one) => through.call('GET /auth/me', { token: token as string });
/** Moves the last refresh into the past, as far as the database knows. */
const later = (userId: string, by = '1 day') =>
  one.deps.pool.query('update command.session set rotated_at = rotated_at - $2::interval where user_id = $1', [userId, by]);
const told = async (userId: string) => (await one.deps.store.load(`session-${userId}`)).map(({ type, data }) => ({ type, data }));

test('tabs that refresh concurrently, on two instances, all continue with the same cookie', async () => {
  const { cookie } = await somebody();
  const tabs = await Promise.all([one, two, one, two].map((tab) => refresh(cookie, tab)));
  expect(tabs.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const cookies = new Set(tabs.map((tab) => tab.cookie));
  expect(cookies.size).toBe(1);
  expect(cookies.has(cookie)).toBe(false);
  for (const { body } of tabs) expect((await me(body.token, two)).status).toBe(200);
  expect((await refresh([...cookies][0]!)).status).toBe(200);
});

test('a tab that comes a moment after another one has refreshed twice continues too', async () => {
  const { cookie } = await somebody();
  const { cookie: next } = await refresh(cookie);
  const { cookie: newest } = await refresh(next!);
  const slow = await refresh(cookie, two);
  expect([slow.status, slow.cookie]).toEqual([200, newest]);
});

test('a lost answer is repeated, and the session continues with it', async () => {
  const { id, cookie } = await somebody();
  const lost = await refresh(cookie);
  await later(id, '20 seconds');
  const again = await refresh(cookie, two);
  expect([again.status, again.cookie]).toEqual([200, lost.cookie]);
  await later(id);
  expect((await refresh(again.cookie!)).status).toBe(200);
  expect(await told(id)).toHaveLength(1);
});

test('a cookie that comes back later than that ends the session of its successor’s owner', async () => {
  const { id, cookie } = await somebody();
  const { cookie: next, body } = await refresh(cookie);
  await later(id, '31 seconds');
  for (const used of [cookie, next!]) expect((await refresh(used, two)).body.error).toBe('ERR_SESSION_ENDED_FOR_SAFETY');
  expect((await me(body.token)).body.error).toBe('ERR_SESSION_ENDED_FOR_SAFETY');
  expect(await told(id)).toHaveLength(2);
});

const stolen = [
  [
    'after its owner went on',
    async (cookie: string, id: string) => {
      const { cookie: owners } = await refresh(cookie);
      await later(id);
      await refresh(cookie, two);
      return owners!;
    },
  ],
  [
    'while its owner sleeps, twice',
    async (cookie: string, id: string) => {
      const { cookie: thiefs } = await refresh(cookie, two);
      await later(id);
      await refresh(thiefs!, two);
      await later(id);
      return cookie;
    },
  ],
  [
    'while its owner sleeps, many times',
    async (cookie: string, id: string) => {
      let thiefs = cookie;
      for (let time = 0; time < 5; time += 1) {
        thiefs = (await refresh(thiefs, two)).cookie!;
        await later(id);
      }
      return cookie;
    },
  ],
] as const;
test.each(stolen)('a thief who uses a cookie %s is detected when its owner comes', async (_, steal) => {
  const { id, email, cookie, token } = await somebody();
  const owners = await steal(cookie, id);
  const found = await refresh(owners);
  expect(found).toMatchObject({ status: 401, body: { error: 'ERR_SESSION_ENDED_FOR_SAFETY' } });
  expect(found.headers.getSetCookie()[0]).toMatch(/^prosa_refresh=; Max-Age=0; Path=\/api\/auth;/);
  expect(await me(token)).toMatchObject({ status: 401, body: { error: 'ERR_SESSION_ENDED_FOR_SAFETY' } });
  expect(await told(id)).toEqual([
    { type: 'UserSignedIn', data: { userId: id, version: 1 } },
    { type: 'SessionEnded', data: { userId: id, version: 2, reason: 'safety' } },
  ]);
  expect((await one.signIn(email)).length).toBeGreaterThan(0);
});

test('a thief who comes after the owner ends the session, and the owner gets the reason', async () => {
  const { id, cookie } = await somebody();
  const { cookie: next } = await refresh(cookie);
  const { cookie: owners, body } = await refresh(next!);
  await later(id);
  expect((await refresh(cookie, two)).body.error).toBe('ERR_SESSION_ENDED_FOR_SAFETY');
  expect((await refresh(owners!)).body.error).toBe('ERR_SESSION_ENDED_FOR_SAFETY');
  expect((await me(body.token, two)).status).toBe(401);
  expect(await told(id)).toHaveLength(2);
});

test('if the process that ended the session died before its event, the next refresh appends it', async () => {
  const { id, cookie } = await somebody();
  await one.deps.pool.query(`update command.session set version = version + 1, ended = 'safety' where user_id = $1`, [id]);
  for (const through of [one, two]) expect((await refresh(cookie, through)).body.error).toBe('ERR_SESSION_ENDED_FOR_SAFETY');
  expect((await told(id)).map(({ type }) => type)).toEqual(['UserSignedIn', 'SessionEnded']);
});

test('a cookie of an earlier sign-in is refused, and ends nothing', async () => {
  const { email, cookie } = await somebody();
  const now = await one.call('POST /auth/login', { body: { email, password: PASSWORD } });
  expect(await refresh(cookie)).toMatchObject({ status: 401, body: { error: 'ERR_UNAUTHENTICATED' } });
  expect((await refresh(now.cookie!)).status).toBe(200);
});

test('a cookie whose number was changed is invalid', async () => {
  const { cookie } = await somebody();
  await refresh(cookie);
  const bytes = Buffer.from(cookie.split('=')[1]!, 'base64url');
  bytes.writeUInt32BE(1, 16);
  expect(await refresh(`prosa_refresh=${bytes.toString('base64url')}`)).toMatchObject({
    status: 401,
    body: { error: 'ERR_UNAUTHENTICATED' },
  });
  expect((await refresh(cookie)).status).toBe(200);
});

test('a late sign-out ends only its own session', async () => {
  const { id, email, token } = await somebody();
  const { version, companyId } = await two.deps.tokens.verifyAccess(token);
  const now = await one.call('POST /auth/login', { body: { email, password: PASSWORD } });
  expect(await sessions(two.deps).end({ userId: id, companyId }, version)).toBeNull();
  expect((await refresh(now.cookie!)).status).toBe(200);
});
