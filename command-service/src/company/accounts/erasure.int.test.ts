import { limits, newId } from '@prosa/contracts';
import { connectionKeys } from '@prosa/infra/runtime';
import { PASSWORD, startPair } from '../../records/world.fixture.ts';
import { caughtUp, eventually } from '../../testing/waiting.fixture.ts';

const { world, one, two } = await startPair();
afterAll(() => world.close());
const { pool, store, keys, config } = one.deps;

const { companyId: bosses } = await world.company(one);
const token = await one.signIn((await world.platformUser(one, bosses)).email);
/** The clock of all timers is ahead by so many days. */
const clockAhead = (days: number) =>
  pool.query(`create or replace function command.timer_now() returns timestamptz language sql stable as
    $$ select statement_timestamp() + interval '${days} days' $$`);
beforeEach(() => clockAhead(0));

/** A company with a connection, a contact and an integration key; `theirs` is its administrator's token. */
const founded = async () => {
  const name = `Empresa ${newId().slice(-12)}`;
  const email = `${newId()}@prosa.test`;
  const made = await one.call('POST /companies', { token, body: { name, email, password: PASSWORD } });
  const companyId = made.body.id as string;
  const theirs = await one.signIn(email);
  const connection = await one.call('POST /whatsapp', { token: theirs, body: { name: 'Loja', channel: 'simulator' } });
  const contact = await one.call('POST /contacts', { token: theirs, body: { name: 'Iracema', number: '5511970001111' } });
  await one.call('PUT /settings/asaas', { token: theirs, body: { value: 'chave-secreta-1' } });
  expect([made, connection, contact].map(({ status }) => status)).toEqual([201, 201, 201]);
  const connectionId = connection.body.id as string;
  /** As a process does that has not used the connection's key before. */
  const seal = () =>
    connectionKeys({ pool, masterKey: config.PROSA_KEYS }).vault({ id: connectionId, companyId }).seal('sessão', 'test');
  await seal();
  return { companyId, name, email, theirs, connectionId, contactId: contact.body.id as string, seal };
};
const remove = (companyId: string, through = one) => through.call(`DELETE /companies/${companyId}`, { token });
const restore = (companyId: string) => two.call(`POST /companies/${companyId}/restore`, { token });
const login = (email: string) => two.call('POST /auth/login', { body: { email, password: PASSWORD } });
const typesOf = async (stream: string) => (await store.load(stream)).map(({ type }) => type);
const settled = () =>
  eventually(
    () => pool.query(`select from command.timer where timer = 'company-erasures' and due_at <= command.timer_now()`),
    ({ rowCount }) => rowCount === 0,
  );

test('a deleted company is locked out at once, and comes back as it was if the deletion is taken back', async () => {
  const { companyId, email, theirs, contactId } = await founded();
  const before = Date.now();
  const deleted = await remove(companyId);
  expect(deleted).toMatchObject({ status: 200, body: { id: companyId, status: false, erasesAt: expect.any(String) } });
  expect(Date.parse(deleted.body.erasesAt as string) - before).toBeGreaterThanOrEqual(limits.companyErasureMs);
  expect((await remove(companyId, two)).body.erasesAt).toBe(deleted.body.erasesAt);
  expect(await login(email)).toMatchObject({ body: { error: 'ERR_COMPANY_STOPPED' } });
  expect((await two.call('POST /tags', { token: theirs, body: { name: 'Nova' } })).body.error).toBe('ERR_COMPANY_STOPPED');
  expect(await one.call(`PUT /companies/${companyId}`, { token, body: { status: true } })).toMatchObject({
    status: 409,
    body: { error: 'ERR_COMPANY_DELETED' },
  });
  expect(await restore(companyId)).toMatchObject({ status: 200, body: { status: true, erasesAt: null } });
  await caughtUp(one.deps, ['company-erasures']);
  await clockAhead(31);
  await settled();
  expect((await login(email)).status).toBe(200);
  expect((await keys.load([contactId])).get(contactId)).toBeTruthy();
  expect(await typesOf(`company-${companyId}`)).not.toContain('CompanyErased');
});

test('thirty days later its keys are destroyed, its connections are ended, and nobody can sign in or take it back', async () => {
  const { companyId, name, email, connectionId, contactId, seal } = await founded();
  const other = await founded();
  await remove(companyId);
  await caughtUp(one.deps, ['company-erasures']);
  await clockAhead(29);
  await settled();
  expect((await keys.load([contactId])).get(contactId)).toBeTruthy();
  await clockAhead(31);
  const gone = () => pool.query('select from command.credential where company_id = $1', [companyId]);
  await eventually(gone, ({ rowCount }) => rowCount === 0);
  expect((await typesOf(`company-${companyId}`)).at(-1)).toBe('CompanyErased');
  const connections = await store.load(`connections-${companyId}`);
  expect(connections.at(-1)).toMatchObject({ type: 'ConnectionDeleted', data: { connectionId } });
  const { rows } = await pool.query('select id, wrapped from keys.subject where company_id = $1', [companyId]);
  expect(rows).toContainEqual({ id: contactId, wrapped: null });
  expect(rows.filter(({ wrapped }) => wrapped !== null)).toEqual([]);
  for (const table of ['keys.lookup', 'command.secret'])
    expect((await pool.query(`select from ${table} where company_id = $1`, [companyId])).rowCount).toBe(0);
  await expect(seal()).rejects.toThrow('was destroyed');
  expect((await login(email)).body.error).toBe('ERR_INVALID_CREDENTIALS');
  expect(await restore(companyId)).toMatchObject({ status: 404, body: { error: 'ERR_NO_COMPANY_FOUND' } });
  expect((await one.call(`PUT /companies/${companyId}`, { token, body: { phone: '1' } })).status).toBe(404);
  // Whatever was its own is free, and nothing of another company is touched.
  await pool.query(`update command.company_name set claimed_at = claimed_at - interval '61 seconds'`);
  expect((await one.call('POST /companies', { token, body: { name, email, password: PASSWORD } })).status).toBe(201);
  expect((await login(other.email)).status).toBe(200);
  await other.seal();
  expect((await keys.load([other.contactId])).get(other.contactId)).toBeTruthy();
});

test('nobody deletes their own company, nor the platform', async () => {
  expect(await remove(bosses)).toMatchObject({ status: 409, body: { error: 'ERR_OWN_COMPANY' } });
  expect((await typesOf(`company-${bosses}`)).at(-1)).toBe('CompanyRegistered');
});
