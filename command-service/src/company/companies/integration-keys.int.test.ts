import { type IntegrationKey, newId } from '@prosa/contracts';
import { derivedKey, unseal } from '@prosa/infra/runtime';
import { joinPair } from '../../records/world.fixture.ts';
import { integrationKeys } from './integration-keys.ts';

const { world, one, two } = await joinPair();
afterAll(() => world.close());

const { companyId, users } = await world.company(one);
const token = await one.signIn(users.admin.email);
const put = (key: string, value: unknown, { as = token, through = one, id = newId() as string } = {}) =>
  through.call(`PUT /settings/${key}`, { token: as, key: id, body: { value } });
/** The kept key, opened; null if it was removed. */
const keptOf = async (key: IntegrationKey, of = companyId) => {
  const { pool, config } = one.deps;
  const { rows } = await pool.query<{ sealed: Buffer | null }>(
    'select sealed from command.secret where company_id = $1 and key = $2',
    [of, key],
  );
  const sealed = rows[0]?.sealed ?? null;
  return sealed && unseal(derivedKey(config.PROSA_KEYS, 'integration keys'), sealed, `${of}/${key}`).toString();
};
const told = async () => JSON.stringify((await one.deps.store.load(`company-${companyId}`)).map(({ data }) => data));

test('an administrator sets each key: it is kept sealed, and of twelve characters or more the last four are shown', async () => {
  const values: Record<IntegrationKey, [string, string]> = {
    ipixc: ['10.0.0.1', '********'],
    tokenixc: ['ixc-segredo-0001', '********0001'],
    ipmkauth: ['mk.provedor.example', '********mple'],
    clientidmkauth: ['cliente-mk-77', '********k-77'],
    clientsecretmkauth: ['mk-segredo-0002', '********0002'],
    asaas: ['  $aact_segredo_0003  ', '********0003'],
  };
  for (const [key, [value, shown]] of Object.entries(values)) {
    expect(await put(key, value)).toMatchObject({ status: 200, body: { key, value: shown } });
    expect(await keptOf(key as IntegrationKey)).toBe(value.trim());
  }
  const secrets = Object.values(values).map(([value]) => value.trim());
  const { rows } = await one.deps.pool.query('select s::text as row from command.secret s');
  const everywhere = [await told(), world.logged(), JSON.stringify(rows)].join();
  for (const secret of secrets) expect(everywhere).not.toContain(secret);
});

test('what is shown changes nothing when it is sent back; a blank one removes the key', async () => {
  const { body } = await put('asaas', 'outro-segredo-9');
  expect(body).toEqual({ key: 'asaas', value: '********do-9' });
  const before = await told();
  for (const shown of ['********do-9', '********'])
    expect(await put('asaas', shown, { through: two })).toMatchObject({
      status: 200,
      body: { key: 'asaas', value: '********do-9' },
    });
  expect([await told(), await keptOf('asaas')]).toEqual([before, 'outro-segredo-9']);
  expect(await put('asaas', ' ')).toMatchObject({ status: 200, body: { key: 'asaas', value: '' } });
  expect(await keptOf('asaas')).toBeNull();
});

test('a repeated call does what a crash left undone, and brings no older key back', async () => {
  const id = newId();
  await put('tokenixc', 'primeiro-segredo', { id });
  await one.deps.pool.query(`delete from command.secret where company_id = $1 and key = 'tokenixc'`, [companyId]);
  await put('tokenixc', 'primeiro-segredo', { id, through: two });
  expect(await keptOf('tokenixc')).toBe('primeiro-segredo');
  await put('tokenixc', 'segundo-segredo');
  await put('tokenixc', 'primeiro-segredo', { id });
  expect(await keptOf('tokenixc')).toBe('segundo-segredo');
  await integrationKeys(one.deps)(companyId, 'tokenixc', 'antigo', 0n);
  expect(await keptOf('tokenixc')).toBe('segundo-segredo');
});

test('nobody but administrators sets one, each of their own company; unknown ones and too long ones are refused', async () => {
  for (const profile of ['user', 'supervisor'] as const) {
    const as = await one.signIn(users[profile].email);
    expect(await put('ipixc', '10.0.0.9', { as })).toMatchObject({ status: 403 });
  }
  const other = await world.company(one);
  const as = await one.signIn(other.users.admin.email);
  await put('ipixc', '10.9.9.9', { as });
  expect([await keptOf('ipixc', other.companyId), await keptOf('ipixc')]).toEqual(['10.9.9.9', '10.0.0.1']);
  expect(await put('ipixyz', 'x')).toMatchObject({ status: 404, body: { error: 'ERR_NO_SETTING_FOUND' } });
  expect(await put('ipixc', 'x'.repeat(501))).toMatchObject({ status: 400, body: { fields: { value: 'Too Long!' } } });
});
