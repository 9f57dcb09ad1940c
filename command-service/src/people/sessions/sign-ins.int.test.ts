import { joinPair, PASSWORD } from '../../records/world.fixture.ts';
import { KEPT_SIGN_INS } from './sign-ins.ts';

const { world, one, two } = await joinPair();
afterAll(() => world.close());
afterEach(() => one.deps.pool.query('delete from command.login_attempt'));

const AGENT = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
type Listed = { signIns: { address: string; device: object; at: string; isCurrent: boolean }[] };
const login = async (email: string, { ip = '203.0.113.7', agent = AGENT, password = PASSWORD } = {}) => {
  const { body } = await one.call('POST /auth/login', {
    body: { email, password },
    headers: { 'x-forwarded-for': ip, 'user-agent': agent },
  });
  return body.token as string;
};
const list = async (token: string) => (await two.call<Listed>('GET /auth/sign-ins', { token })).body.signIns;

test.each(['admin', 'supervisor', 'user'] as const)(
  'a %s sees their own sign-ins, the newest first, and which one lives',
  async (profile) => {
    const { users } = await world.company(one);
    const { email } = users[profile];
    await login(email);
    await login(email, { password: 'errada' });
    const token = await login(email, { ip: '2001:db8::7', agent: '' });
    const [newest, older, ...others] = await list(token);
    expect(others).toEqual([]);
    expect(newest).toMatchObject({
      address: '2001:db8::7',
      device: { browser: null, system: null, kind: null },
      isCurrent: true,
    });
    expect(older).toMatchObject({
      address: '203.0.113.7',
      device: { browser: 'Chrome', system: 'Windows', kind: 'desktop' },
      isCurrent: false,
    });
    expect(Date.parse(newest!.at)).toBeGreaterThanOrEqual(Date.parse(older!.at));
    // Nobody sees another's.
    for (const other of Object.values(users).filter((one) => one.email !== email))
      expect(await list(await login(other.email))).toHaveLength(1);
    expect(await one.call('GET /auth/sign-ins')).toMatchObject({ status: 401, body: { error: 'ERR_UNAUTHENTICATED' } });
  },
);

test('the last fifty are kept; address and device are in no column or log line in the clear, and go with the user', async () => {
  const { users } = await world.company(one);
  const { email, id } = users.user;
  await login(email, { ip: '198.51.100.77' });
  await one.deps.pool.query(
    `insert into command.sign_in select gen_random_uuid(), user_id, version, at - n * interval '1 hour', sealed
     from command.sign_in, generate_series(1, 60) n where user_id = $1`,
    [id],
  );
  await login(email, { ip: '198.51.100.78' });
  const { rows } = await one.deps.pool.query<{ row: string }>('select t::text as row from command.sign_in t where user_id = $1', [
    id,
  ]);
  expect(rows).toHaveLength(KEPT_SIGN_INS);
  for (const text of ['198.51.100.7', 'Chrome', Buffer.from('198.51.100.7').toString('hex')])
    expect(rows.map(({ row }) => row).join()).not.toContain(text);
  const admin = await login(users.admin.email);
  expect((await one.call(`DELETE /users/${id}`, { token: admin })).status).toBe(200);
  expect((await one.deps.pool.query('select from command.sign_in where user_id = $1', [id])).rowCount).toBe(0);
});

test('of a person who was forgotten no sign-in can be read, nor is one kept', async () => {
  const { users } = await world.company(one);
  const token = await login(users.user.email);
  expect(await list(token)).toHaveLength(1);
  await Promise.all([one, two].map(({ deps }) => deps.keys.destroy(users.user.id)));
  expect(await list(token)).toEqual([]);
});
