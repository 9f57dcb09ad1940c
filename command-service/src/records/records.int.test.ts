import { HIDDEN_TOKEN, newId, type Profile } from '@prosa/contracts';
import { tokenHashOf } from '../channels/connections/token-hash.ts';
import { queues } from '../flows/queues/queues.decider.ts';
import { queueIdsOf } from './queue-ids.ts';
import { joinPair } from './world.fixture.ts';

const { world, one, two } = await joinPair();
/** An administrator's token, for calls that change nothing. */
const adminToken = await one.signIn((await world.company(one)).users.admin.email);
afterAll(() => world.close());

const signedIn = async (profile: Exclude<Profile, 'auditor'> = 'admin') => {
  const { users, companyId } = await world.company(one);
  return { token: await one.signIn(users[profile].email), companyId, users };
};
/** The same, with a connection already: the default one, which cannot be deleted. */
const founded = async () => {
  const world = await signedIn();
  await one.call('POST /whatsapp', { token: world.token, body: { name: 'Primeira' } });
  return world;
};
/** One record of each kind, a change to it, and the error for an unknown id. */
const kinds = [
  ['queue', 'POST /queue', { name: 'Vendas', color: '#2563eb' }, { name: 'Loja' }, 'ERR_NO_QUEUE_FOUND'],
  ['whatsapp', 'POST /whatsapp', { name: 'Principal' }, { name: 'Loja' }, 'ERR_NO_WAPP_FOUND'],
  ['tags', 'POST /tags', { name: 'Garantia' }, { name: 'Troca' }, 'ERR_NO_TAG_FOUND'],
  ['sectors', 'POST /sectors/cadastro', { name: 'Entregas' }, { name: 'Financeiro' }, 'ERR_NO_SECTOR_FOUND'],
] as const;

test.each(kinds)('a %s is created, changed and deleted, each with its position', async (path, create, body, change, missing) => {
  const { token, companyId } = await founded();
  const made = await one.call(create, { token, body });
  expect(made).toMatchObject({ status: 201, body: { name: body.name } });
  if (path !== 'tags') expect(made.body.companyId).toBe(companyId);
  const id = made.body.id as string;
  const changed = await two.call(`PUT /${path}/${id}`, { token, body: change });
  expect(changed).toMatchObject({ status: 200, body: { ...made.body, ...change, updatedAt: expect.any(String) } });
  const deleted = await one.call(`DELETE /${path}/${id}`, { token });
  expect(deleted).toMatchObject({ status: 200, body: null });
  const positions = [made, changed, deleted].map(({ headers }) => BigInt(headers.get('prosa-position')!));
  expect(positions[0]! < positions[1]! && positions[1]! < positions[2]!).toBe(true);
  expect(await two.call(`PUT /${path}/${id}`, { token, body: change })).toMatchObject({ status: 404, body: { error: missing } });
});

test.each(kinds)('one key sent 20 times concurrently on two instances creates one %s', async (path, create, body) => {
  const { token } = await founded();
  const key = newId();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => [one, two][index % 2]!.call(create, { token, body, key })),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(answers.map(({ headers }) => headers.get('prosa-position'))).size).toBe(1);
  expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
  const id = answers[0]!.body.id as string;
  expect((await one.call(`DELETE /${path}/${id}`, { token })).status).toBe(200);
  expect(await two.call(create, { token, body, key })).toMatchObject({ status: 201, body: { id } });
});

test.each(kinds)('a change of a %s repeated after its deletion gets the same answer', async (path, create, body, change) => {
  const { token } = await founded();
  const id = (await one.call(create, { token, body })).body.id as string;
  const ask = () => two.call(`PUT /${path}/${id}`, { token, body: change, key });
  const key = newId();
  const first = await ask();
  await one.call(`DELETE /${path}/${id}`, { token });
  const again = await ask();
  expect([again.status, again.body, again.headers.get('prosa-position')]).toEqual([
    200,
    first.body,
    first.headers.get('prosa-position'),
  ]);
});

test.each(kinds)(
  'one key for two changes of a %s is refused, whichever record they address',
  async (path, create, body, change) => {
    const { token } = await founded();
    const second = { ...body, ...('color' in body && { color: '#16a34a' }) };
    const [a, b] = [await one.call(create, { token, body }), await one.call(create, { token, body: second })];
    const key = newId();
    expect((await one.call(`PUT /${path}/${a.body.id}`, { token, body: change, key })).status).toBe(200);
    expect(await two.call(`PUT /${path}/${b.body.id}`, { token, body: change, key })).toMatchObject({
      status: 422,
      body: { error: 'ERR_IDEMPOTENCY_MISMATCH' },
    });
  },
);

test.each(kinds)('a %s of another company is not found, and stays unchanged', async (path, create, body, change, missing) => {
  const [mine, theirs] = await Promise.all([signedIn(), signedIn()]);
  const made = await one.call(create, { token: theirs.token, body });
  const id = made.body.id as string;
  for (const through of [one, two]) {
    const { token } = mine;
    expect(await through.call(`PUT /${path}/${id}`, { token, body: change })).toMatchObject({
      status: 404,
      body: { error: missing },
    });
    expect(await through.call(`DELETE /${path}/${id}`, { token })).toMatchObject({ status: 404, body: { error: missing } });
  }
  expect((await one.call(`PUT /${path}/${id}`, { token: theirs.token, body: {} })).body).toEqual(made.body);
});

test.each([
  ['POST /users', 403],
  ['POST /queue', 403],
  ['POST /whatsapp', 403],
  ['PUT /settings/call', 403],
  ['PUT /companies/:company', 403],
  ['POST /tags', 400],
] as const)('%s by users who are no administrators: %i, before its body is validated', async (call, status) => {
  const { companyId, users } = await signedIn();
  for (const profile of ['user', 'supervisor'] as const) {
    const token = await one.signIn(users[profile].email);
    const asked = call.replace(':company', companyId) as typeof call;
    expect((await one.call(asked, { token, body: { name: 1 } })).status).toBe(status);
    expect((await one.call(asked, { body: { name: 1 } })).status).toBe(401);
  }
});

test('only platform-level users can change a company, any company', async () => {
  const [mine, theirs] = await Promise.all([signedIn(), signedIn()]);
  const call = `PUT /companies/${theirs.companyId}` as const;
  expect((await one.call(call, { token: mine.token, body: { tagForce: true } })).status).toBe(403);
  const boss = await world.platformUser(one, mine.companyId);
  const token = await one.signIn(boss.email);
  const changed = await one.call(call, { token, body: { tagForce: true } });
  expect(changed).toMatchObject({ status: 200, body: { id: theirs.companyId, name: 'Padaria', tagForce: true } });
  expect((await one.call('GET /auth/me', { token: theirs.token })).body.company).toMatchObject({ tagForce: true });
  expect((await one.call(`PUT /companies/${newId()}`, { token, body: { tagForce: true } })).body.error).toBe(
    'ERR_NO_COMPANY_FOUND',
  );
});

test('one colour used twice concurrently on two instances: one queue, one refusal', async () => {
  const { token, companyId } = await signedIn();
  const answers = await Promise.all(
    [one, two].map((through, index) => through.call('POST /queue', { token, body: { name: `Fila ${index}`, color: '#D97706' } })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  expect(answers.find(({ status }) => status === 409)?.body.error).toBe('ERR_QUEUE_COLOR_ALREADY_EXISTS');
  expect((await two.deps.referenceData.queues(companyId)).size).toBe(1);
});

test.each([
  ['POST /queue', { name: 'V', color: '#2563EB' }, { name: 'Too Short!' }],
  ['POST /queue', { name: 'Vendas', color: 'azul' }, { color: 'Invalid color' }],
  ['POST /queue', { name: 'Vendas' }, { color: 'Required' }],
  ['POST /queue', { name: 'Vendas', color: '#2563EB', greetingMessage: 'x'.repeat(4097) }, { greetingMessage: 'Too Long!' }],
  ['POST /queue', { name: 'Vendas', color: '#2563EB', greetingMessage: '\0' }, { greetingMessage: 'Invalid text' }],
  ['POST /whatsapp', { name: 'a'.repeat(51) }, { name: 'Too Long!' }],
  ['POST /whatsapp', { name: 'Loja', token: 'curto' }, { token: 'Too Short!' }],
  ['POST /whatsapp', { name: 'Loja', webhookUrl: 'ftp://loja.example' }, { webhookUrl: 'Invalid address' }],
  ['POST /whatsapp', { name: 'Loja', finishBotUrl: 'https://' }, { finishBotUrl: 'Invalid address' }],
  ['POST /tags', { name: 'ab' }, { name: 'Mensagem muito curta' }],
  ['POST /tags', {}, { name: 'Obrigatório' }],
  ['PUT /settings/call', { value: 'talvez' }, { value: 'Invalid value' }],
  ['PUT /settings/call', { key: 'VerFilaCinza', value: 'enabled' }, { key: 'Invalid value' }],
] as const)('%s with %j is refused, field by field', async (call, body, fields) => {
  expect(await one.call(call, { token: adminToken, body })).toMatchObject({
    status: 400,
    body: { error: 'ERR_VALIDATION', fields },
  });
});

test.each([
  ['an unknown setting', 'PUT /settings/cor', { value: 'azul' }, 404],
  ['an id that is none', 'PUT /queue/1', { name: 'Loja' }, 404],
  ['no object', 'POST /queue', [], 400],
  ['no body', 'POST /tags', undefined, 400],
] as const)('%s is refused', async (_, call, body, status) => {
  expect((await one.call(call, { token: adminToken, body })).status).toBe(status);
});

test('a tag without a colour gets the default grey', async () => {
  const { token } = await signedIn();
  expect((await one.call('POST /tags', { token, body: { name: 'Boleto' } })).body).toMatchObject({ color: '#7C7C7C', kanban: 0 });
});

test('a tag has its author, who cannot be changed later', async () => {
  const { token, users } = await signedIn('user');
  const made = await one.call('POST /tags', { token, body: { name: 'Boleto' } });
  expect(made.body).toMatchObject({ userId: users.user.id });
  const all = { name: 'Troca', color: '#2563EB', kanban: 1, userId: users.user.id };
  expect((await one.call('POST /tags', { token, body: all })).body).toMatchObject(all);
  expect(await one.call('POST /tags', { token, body: { ...all, userId: users.admin.id } })).toMatchObject({
    status: 400,
    body: { fields: { userId: 'Invalid value' } },
  });
  const change = { token: await one.signIn(users.admin.email), body: { name: 'Boletos', userId: users.admin.id } };
  expect((await two.call(`PUT /tags/${made.body.id}`, change)).body).toMatchObject({ name: 'Boletos', userId: users.user.id });
});

test('a change or deletion may name a quick message in its body as well as in the address', async () => {
  const { token } = await signedIn('user');
  const { id } = (await one.call('POST /quick-messages', { token, body: { shortcode: 'frete', message: 'Sai hoje.' } })).body;
  const key = newId();
  const change = { token, key, body: { id, message: 'Sai amanhã.' } };
  const changed = await two.call('PUT /quick-messages', change);
  expect(changed).toMatchObject({ status: 200, body: { id, shortcode: 'frete', message: 'Sai amanhã.' } });
  expect((await one.call('PUT /quick-messages', change)).body).toEqual(changed.body);
  const other = { token, body: { id: newId(), message: 'Sai nunca.' } };
  expect((await one.call('PUT /quick-messages', { ...other, key })).body.error).toBe('ERR_IDEMPOTENCY_MISMATCH');
  const missing = { status: 404, body: { error: 'ERR_NO_QUICK_MESSAGE_FOUND' } };
  expect(await one.call('PUT /quick-messages', other)).toMatchObject(missing);
  expect(await one.call('PUT /quick-messages', { token, body: { message: 'Sai.' } })).toMatchObject({
    status: 400,
    body: { fields: { id: expect.any(String) } },
  });
  expect(await one.call('DELETE /quick-messages', { token, body: { id } })).toMatchObject({ status: 200, body: null });
  expect(await two.call('DELETE /quick-messages', { token, body: { id } })).toMatchObject(missing);
});

test('a setting changes only for the own company, and every instance applies it', async () => {
  const { token, companyId } = await signedIn();
  const set = await one.call('PUT /settings/VerFilaCinza', { token, body: { key: 'VerFilaCinza', value: 'enabled' } });
  expect(set).toMatchObject({ status: 200, body: { key: 'VerFilaCinza', value: 'enabled' } });
  expect((await one.deps.referenceData.company(companyId))?.settings.VerFilaCinza).toBe('enabled');
});

test('of a token only the hash is stored, and it is never returned', async () => {
  const { token, companyId } = await signedIn();
  const secret = 'token-de-integracao-123456';
  const made = await one.call('POST /whatsapp', { token, body: { name: 'Integrada', token: secret } });
  const { tokenHash, status, isDefault } = (await one.deps.referenceData.connection(companyId, made.body.id as string))!;
  expect({ tokenHash, status, isDefault }).toEqual({ tokenHash: tokenHashOf(secret), status: 'CONNECTED', isDefault: true });
  for (const hidden of [secret, tokenHash!]) expect(JSON.stringify(made.body)).not.toContain(hidden);
  // The placeholder that GET shows, sent back as it is, changes nothing; null removes the token.
  const change = (body: object) => one.call(`PUT /whatsapp/${made.body.id}`, { token, body });
  const hash = async () => (await one.deps.referenceData.connection(companyId, made.body.id as string))!.tokenHash;
  await change({ name: 'De novo', token: HIDDEN_TOKEN });
  expect(await hash()).toBe(tokenHash);
  await change({ token: null });
  expect(await hash()).toBeNull();
});

test('a queue that another instance has just created can be referenced', async () => {
  const { companyId } = await signedIn();
  for (let round = 10; round < 30; round += 1) {
    await two.deps.referenceData.queues(companyId);
    const queueId = newId();
    const fields = { name: 'Fila', color: `#1111${round}`, greetingMessage: '', outOfHoursMessage: '', isDefault: false };
    await one.deps.handle({
      decider: queues,
      stream: `queues-${companyId}`,
      command: {
        do: 'create',
        id: queueId,
        fields: {
          ...fields,
          schedules: [],
          warnAfterMinutes: null,
          lateAfterMinutes: null,
          distribution: 'manual',
          maxPerUser: null,
        },
        limit: null,
      },
      commandId: newId(),
      companyId,
      actor: { kind: 'system', id: 'test' },
      missing: 'ERR_NO_QUEUE_FOUND',
    });
    expect(await queueIdsOf(two.deps.referenceData, companyId, [queueId])).toContain(queueId);
  }
});

test('of two connections made the default concurrently on two instances one is', async () => {
  const { token, companyId } = await signedIn();
  const made = await Promise.all(['Uma', 'Duas', 'Três'].map((name) => one.call('POST /whatsapp', { token, body: { name } })));
  await Promise.all(
    made.map((answer, index) =>
      [one, two][index % 2]!.call(`PUT /whatsapp/${answer.body.id}`, { token, body: { isDefault: true } }),
    ),
  );
  one.deps.referenceData.forget(`connections-${companyId}`);
  const all = [...(await one.deps.referenceData.connections(companyId)).values()];
  expect(all.filter(({ isDefault }) => isDefault)).toHaveLength(1);
});

test('the default connection and the only one cannot be deleted; after another one became the default it can', async () => {
  const { token } = await signedIn();
  const make = async (name: string) => (await one.call('POST /whatsapp', { token, body: { name } })).body.id as string;
  const erase = (id: string) => two.call(`DELETE /whatsapp/${id}`, { token });
  const refused = { status: 409, body: { error: 'ERR_NO_OTHER_WHATSAPP' } };
  const only = await make('Única');
  expect(await erase(only)).toMatchObject(refused);
  const other = await make('Outra');
  expect(await erase(only)).toMatchObject(refused);
  expect((await one.call(`PUT /whatsapp/${other}`, { token, body: { isDefault: true } })).status).toBe(200);
  expect((await erase(only)).status).toBe(200);
  expect(await erase(other)).toMatchObject(refused);
});

test('a connection with two queues needs a greeting, and accepts only queues of its company', async () => {
  const { token } = await signedIn();
  const other = await signedIn();
  const queue = async (as: string, color: string) =>
    (await one.call('POST /queue', { token: as, body: { name: 'Fila', color } })).body.id as string;
  const queueIds = [await queue(token, '#111111'), await queue(token, '#222222')];
  const make = (body: object) => two.call('POST /whatsapp', { token, body: { name: 'Loja', ...body } });
  expect(await make({ queueIds })).toMatchObject({ status: 400, body: { error: 'ERR_WAPP_GREETING_REQUIRED' } });
  expect((await make({ queueIds, greetingMessage: 'Olá' })).status).toBe(201);
  const foreign = [await queue(other.token, '#333333')];
  expect(await make({ queueIds: foreign })).toMatchObject({ status: 404, body: { error: 'ERR_NO_QUEUE_FOUND' } });
});
