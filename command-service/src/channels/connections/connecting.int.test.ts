import { type GatewayAnswer, type GatewayQuestion, HIDDEN_TOKEN, newId } from '@prosa/contracts';
import { startGateway } from '../../testing/gateway.fixture.ts';
import { ask, makeScene, type Scene, startWorld } from '../../testing/world.fixture.ts';

const gateway = await startGateway();
const world = await startWorld();
gateway.tokenSecret = world.tokenSecret;
const service = await world.instance({ gatewayUrl: gateway.url });
afterAll(async () => {
  await world.close();
  await gateway.close();
});

let scene: Scene;
let checked: Extract<GatewayAnswer, { kind: 'check' }>;
let pages: Extract<GatewayAnswer, { kind: 'pages' }>;
beforeEach(async () => {
  scene = await makeScene(service);
  checked = { kind: 'check', account: '+55 11 90000-0001', externalId: '111222333', wrong: {} };
  pages = { kind: 'pages', pages: [], wrong: null };
  gateway.asked = [];
  gateway.kept = [];
  gateway.taken.clear();
  gateway.answer = ({ kind }) => (kind === 'check' ? checked : kind === 'pages' ? pages : null);
});

type Told = { id: string; error?: string; fields?: object };
const secrets = { accessToken: 'EAAG-token-of-the-number', appSecret: 'the-app-secret-of-the-company' };
const cloud = {
  name: 'Nuvem',
  channel: 'whatsapp',
  provider: 'cloud',
  phoneNumberId: '111222333',
  wabaId: '444555666',
  ...secrets,
};
const call = (method: 'POST' | 'PUT', path: string, body: object, key?: string) =>
  ask<Told>(service, `${method} ${path}` as 'POST /', { token: scene.admin.token, body, ...(key && { key }) });
const facts = () => service.deps.store.load(`connections-${scene.companyId}`);
const made = async () =>
  (await facts()).filter(({ type, data }) => type === 'ConnectionCreated' && (data as { name: string }).name !== 'Loja');

test('C6: an account of WhatsApp Cloud API is checked, its secrets go to the gateway alone', async () => {
  const key = newId();
  const first = await call('POST', '/whatsapp', cloud, key);
  expect(first).toMatchObject({ status: 201, body: { name: 'Nuvem', channel: 'whatsapp', provider: 'cloud' } });
  const { companyId } = scene;
  const provider = { companyId, channel: 'whatsapp', provider: 'cloud' };
  expect(gateway.asked).toEqual([
    { kind: 'check', ...provider, secrets, values: { phoneNumberId: '111222333', wabaId: '444555666' } },
  ]);
  const kept = {
    connectionId: first.body.id,
    ...provider,
    secrets: { ...secrets, wabaId: '444555666' },
    externalId: '111222333',
  };
  expect(gateway.kept).toEqual([kept]);
  expect((await made()).map(({ data }) => data)).toMatchObject([
    { connectionId: first.body.id, externalId: '111222333', wabaId: '444555666', hasAppSecret: true },
  ]);
  // A repeat asks nothing and hands nothing over.
  expect(await call('POST', '/whatsapp', cloud, key)).toEqual(first);
  expect([gateway.asked.length, gateway.kept.length]).toEqual([1, 1]);
  const { rows } = await service.deps.pool.query<{ dump: string }>(
    `select string_agg(x::text, '') as dump from (select * from command.asked) x`,
  );
  for (const secret of Object.values(secrets))
    for (const place of [first.body, await facts(), rows])
      expect(JSON.stringify(place, (_, value) => (typeof value === 'bigint' ? `${value}` : value))).not.toContain(secret);
});

test('what is wrong is said at its field, and nothing is stored', async () => {
  expect(await call('POST', '/whatsapp', { name: 'Nuvem', channel: 'whatsapp', provider: 'cloud' })).toMatchObject({
    status: 400,
    body: { fields: { phoneNumberId: 'Required', wabaId: 'Required', accessToken: 'Required' } },
  });
  expect(await call('POST', '/whatsapp', { ...cloud, phoneNumberId: '+55 11' })).toMatchObject({
    body: { fields: { phoneNumberId: 'Invalid' } },
  });
  expect(gateway.asked).toEqual([]);
  checked = { ...checked, account: null, externalId: null, wrong: { accessToken: 'expired' } };
  expect(await call('POST', '/whatsapp', cloud)).toMatchObject({ status: 400, body: { fields: { accessToken: 'expired' } } });
  checked = { ...checked, externalId: '111222333', wrong: {} };
  gateway.taken.add('111222333');
  expect(await call('POST', '/whatsapp', cloud)).toMatchObject({ status: 400, body: { fields: { phoneNumberId: 'in-use' } } });
  gateway.answer = () => null;
  expect(await call('POST', '/whatsapp', cloud)).toMatchObject({ status: 502, body: { error: 'ERR_CHANNEL_SILENT' } });
  expect([await made(), gateway.kept]).toEqual([[], []]);
});

test('a connection that is refused after the check leaves its account free', async () => {
  const queueIds = [scene.queueId, scene.otherQueueId];
  expect(await call('POST', '/whatsapp', { ...cloud, queueIds })).toMatchObject({
    body: { error: 'ERR_WAPP_GREETING_REQUIRED' },
  });
  expect(gateway.kept).toMatchObject([{ externalId: '111222333' }, { externalId: null, secrets: {} }]);
  expect(await call('POST', '/whatsapp', cloud)).toMatchObject({ status: 201 });
  expect(await call('POST', '/whatsapp', { ...cloud, name: 'Outra' })).toMatchObject({
    status: 400,
    body: { fields: { phoneNumberId: 'in-use' } },
  });
});

test('another token is checked like the first; the hidden one changes nothing', async () => {
  const { body } = await call('POST', '/whatsapp', cloud);
  gateway.asked = [];
  gateway.kept = [];
  const change = (more: object) => call('PUT', `/whatsapp/${body.id}`, more);
  expect(await change({ name: 'Nuvem 2', accessToken: HIDDEN_TOKEN, appSecret: HIDDEN_TOKEN })).toMatchObject({ status: 200 });
  expect(gateway.asked).toEqual([]);
  expect(await change({ accessToken: 'EAAG-new' })).toMatchObject({ status: 400, body: { fields: { appSecret: 'Required' } } });
  expect(await change({ appSecret: 'new' })).toMatchObject({ status: 400, body: { fields: { accessToken: 'Required' } } });
  expect(await change({ accessToken: 'EAAG-new', appSecret: 'new' })).toMatchObject({ status: 200 });
  expect(gateway.kept).toMatchObject([
    {
      connectionId: body.id,
      externalId: '111222333',
      secrets: { accessToken: 'EAAG-new', appSecret: 'new', wabaId: '444555666' },
    },
  ]);
});

test('the channel left out is the simulator, but in production WhatsApp', async () => {
  await call('POST', '/whatsapp', { name: 'Sem canal' });
  const production = await world.instance({ gatewayUrl: gateway.url, environment: 'production', idle: true });
  await ask(production, 'POST /whatsapp', { token: scene.admin.token, body: { name: 'Sem canal também' } });
  expect((await made()).map(({ data }) => (data as { channel: string }).channel)).toEqual(['simulator', 'whatsapp']);
});

const page = (externalId: string, name: string) => ({
  externalId,
  name,
  account: null,
  secrets: { pageToken: `token-${externalId}` },
});
const signIn = (more: object = {}, key?: string) =>
  ask<{ connections: { id: string; name: string }[]; left: object[]; error?: string; fields?: object }>(
    service,
    'POST /facebook',
    {
      token: scene.admin.token,
      body: { facebookUserId: '1', facebookUserToken: 'EAA-user', kind: 'facebook', ...more },
      ...(key && { key }),
    },
  );

test('C33: each page of the person is a connection; connected again it is found by its id, with its conversations', async () => {
  pages = { ...pages, pages: [page('100', 'Padaria Flor'), page('200', 'Padaria Mar')] };
  const key = newId();
  const first = await signIn({}, key);
  expect(first).toMatchObject({
    status: 201,
    body: { connections: [{ name: 'Padaria Flor' }, { name: 'Padaria Mar' }], left: [] },
  });
  expect(await signIn({}, key)).toEqual(first);
  expect(await made()).toHaveLength(2);
  expect(gateway.kept[0]).toMatchObject({
    connectionId: first.body.connections[0]!.id,
    channel: 'facebook',
    externalId: '100',
    secrets: { pageToken: 'token-100' },
  });
  await call('PUT', `/whatsapp/${first.body.connections[0]!.id}`, { name: 'A nossa página' });
  const again = await signIn();
  expect(again.body.connections).toMatchObject([
    { id: first.body.connections[0]!.id, name: 'A nossa página' },
    { id: first.body.connections[1]!.id },
  ]);
  expect(await made()).toHaveLength(2);
  expect((await facts()).filter(({ type }) => type === 'ConnectionSessionAsked')).toHaveLength(2);
  const profile = await signIn({ kind: 'instagram' });
  expect(profile.body.connections).toHaveLength(2);
  expect(await made()).toHaveLength(4);
  expect(JSON.stringify(await facts(), (_, value) => (typeof value === 'bigint' ? `${value}` : value))).not.toMatch(
    /token-|EAA-user/,
  );
});

test('C33: what is wrong with the sign-in is said; a page that another connection has leaves the others', async () => {
  pages = { ...pages, wrong: 'expired' };
  expect(await signIn()).toMatchObject({ status: 400, body: { fields: { facebookUserToken: 'expired' } } });
  pages = { ...pages, wrong: null };
  expect(await signIn()).toMatchObject({ status: 409, body: { error: 'ERR_NO_PAGE_FOUND' } });
  pages = { ...pages, pages: [page('300', 'Ocupada'), page('400', 'Livre')] };
  gateway.taken.add('300');
  expect(await signIn()).toMatchObject({
    status: 201,
    body: { connections: [{ name: 'Livre' }], left: [{ name: 'Ocupada', code: 'ERR_ACCOUNT_IN_USE' }] },
  });
  gateway.taken.add('400');
  expect(await signIn()).toMatchObject({ status: 409, body: { error: 'ERR_ACCOUNT_IN_USE' } });
  gateway.answer = () => null;
  expect(await signIn()).toMatchObject({ status: 502, body: { error: 'ERR_CHANNEL_SILENT' } });
});

const dialog = (kind: 'facebook' | 'instagram', token = scene.admin.token) =>
  ask<{ url: string | null }>(service, 'POST /facebook/dialog', { token, body: { kind } });
const asked = <Kind extends GatewayQuestion['kind']>(kind: Kind) =>
  gateway.asked.filter((one): one is Extract<GatewayQuestion, { kind: Kind }> => one.kind === kind);

test('C33: who signs in with Meta is sent there with a state, without which their code connects nothing', async () => {
  const url = 'https://www.facebook.com/v25.0/dialog/oauth?client_id=1';
  pages = { ...pages, pages: [page('500', 'Padaria Sol')] };
  gateway.answer = ({ kind }) => (kind === 'sign-in' ? { kind, url } : kind === 'pages' ? pages : null);
  expect(await dialog('facebook')).toMatchObject({ status: 200, body: { url } });
  expect(await dialog('facebook', scene.ana.token)).toMatchObject({ status: 403 });
  const { state } = asked('sign-in')[0]!;
  const comesBack = (more: object, key?: string) =>
    call('POST', '/facebook/sign-in', { code: 'AQ-code', state, kind: 'facebook', ...more }, key);
  const other = await makeScene(service);
  await dialog('facebook', other.admin.token);
  for (const wrong of [{ state: asked('sign-in')[1]!.state }, { state: 'made up' }, { kind: 'instagram' }])
    expect(await comesBack(wrong)).toMatchObject({ status: 409, body: { error: 'ERR_META_STATE' } });
  expect(asked('pages')).toEqual([]);

  const key = newId();
  const first = await comesBack({}, key);
  expect(first).toMatchObject({ status: 201, body: { connections: [{ name: 'Padaria Sol' }], left: [] } });
  expect(asked('pages')).toMatchObject([{ channel: 'facebook', code: 'AQ-code' }]);
  expect(asked('pages')[0]).not.toHaveProperty('userToken');
  expect(JSON.stringify(await facts(), (_, value) => (typeof value === 'bigint' ? `${value}` : value))).not.toMatch(/AQ-code/);
  // A repeat of an answered call comes with a code that Meta has taken.
  pages = { ...pages, pages: [], wrong: 'code' };
  expect(await comesBack({}, key)).toEqual(first);
  for (const [wrong, error] of [
    ['code', 'ERR_META_CODE'],
    ['expired', 'ERR_META_CODE'],
    ['missing-permission', 'ERR_META_PERMISSION'],
  ] as const) {
    pages = { ...pages, pages: [], wrong };
    expect(await comesBack({})).toMatchObject({ status: 409, body: { error } });
  }
  gateway.answer = ({ kind }) => (kind === 'sign-in' ? { kind, url: null } : null);
  expect(await dialog('instagram')).toMatchObject({ status: 200, body: { url: null } });
  expect(await comesBack({})).toMatchObject({ status: 502, body: { error: 'ERR_CHANNEL_SILENT' } });
});

test('only administrators connect accounts', async () => {
  const body = { facebookUserId: '1', facebookUserToken: 'x', kind: 'facebook' };
  expect(await ask(service, 'POST /facebook', { token: scene.ana.token, body })).toMatchObject({ status: 403 });
  expect(gateway.asked).toEqual([]);
});
