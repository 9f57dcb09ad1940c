import { derivedId, newId, PLATFORM } from '@prosa/contracts';
import { type Call, type Instance, joinPair, PASSWORD } from '../../records/world.fixture.ts';

const { world, one, two } = await joinPair();
afterAll(() => world.close());
const boss = await one.signIn((await world.platformUser(one, PLATFORM)).email);
const offer = async (): Promise<string> => {
  const body = { name: `Plano ${newId().slice(-12)}`, users: 2, connections: 1, queues: 1, value: 99.9 };
  return (await one.call('POST /plans', { token: boss, body })).body.id as string;
};
const planId = await offer();

let calls = 0;
/** Each call comes from another address, unless it says from which. */
const signUp = (
  body: object,
  { through = one, from = `10.0.${++calls >> 8}.${calls & 255}`, ...more }: Call & { through?: Instance; from?: string } = {},
) => through.call('POST /companies/cadastro', { body, headers: { 'x-forwarded-for': from }, ...more });
const form = (more: object = {}) => ({
  name: `Padaria ${newId().slice(-12)}`,
  email: `${newId()}@prosa.test`,
  password: PASSWORD,
  planId,
  ...more,
});
const told = async (stream: string) => (await one.deps.store.load(stream)).map(({ type, data }) => ({ type, data }));

test('a company signs up, and its first administrator signs in', async () => {
  const body = form({ recurrence: 'MENSAL', status: 't', dueDate: '2099-01-01', campaignsEnabled: true });
  const before = Date.now();
  const made = await signUp(body);
  expect(made).toMatchObject({
    status: 201,
    body: { id: expect.any(String), name: body.name, planId, status: true, recurrence: 'MENSAL' },
  });
  expect(JSON.stringify(made.body)).not.toContain(body.email);
  const due = Date.parse(made.body.dueDate as string) - 86_400_000;
  expect(due).toBeGreaterThanOrEqual(before);
  expect(due).toBeLessThanOrEqual(Date.now());
  const token = await two.signIn(body.email);
  expect((await two.call('GET /auth/me', { token })).body).toMatchObject({
    name: body.name,
    email: body.email,
    profile: 'admin',
    super: false,
    companyId: made.body.id,
    company: { name: body.name, dueDate: made.body.dueDate },
  });
  expect(await told(`company-${made.body.id}`)).toEqual([
    { type: 'CompanyRegistered', data: expect.objectContaining({ planId, status: true }) },
  ]);
});

test('a company begins with a queue in the language of the sign-up, and its administrator in it', async () => {
  for (const [language, name] of [
    ['pt-BR,pt;q=0.9', 'Atendimento'],
    ['es', 'Atención'],
    ['en-US', 'Service'],
  ] as const) {
    const from = `10.9.0.${name.length}`;
    const { body } = await signUp(form(), { headers: { 'x-forwarded-for': from, 'accept-language': language } });
    const [queue] = await told(`queues-${body.id}`);
    expect(queue).toMatchObject({ type: 'QueueCreated', data: { name, isDefault: false } });
    const { queueId } = queue!.data as { queueId: string };
    expect(await told(`users-${body.id}`)).toMatchObject([
      { type: 'UserCreated', data: { profile: 'admin', queueIds: [queueId] } },
    ]);
  }
});

test('the administrator is called as they say, if they do', async () => {
  const body = form({ userName: ' Lia Prado ' });
  await signUp(body);
  const { body: me } = await two.call('GET /auth/me', { token: await two.signIn(body.email) });
  expect(me).toMatchObject({ name: 'Lia Prado', company: { name: body.name } });
  expect(await signUp(form({ userName: 'L' }))).toMatchObject({ status: 400, body: { fields: { userName: 'Too Short!' } } });
});

test('who refers and whether there are campaigns is kept', async () => {
  const { companyId } = await world.company(one);
  const { body } = await signUp(form({ companyId, campaignsEnabled: false }));
  expect(await told(`company-${body.id}`)).toMatchObject([
    { type: 'CompanyRegistered' },
    { type: 'CompanyReferred', data: { by: companyId } },
    { type: 'SettingChanged', data: { key: 'campaignsEnabled', value: 'false' } },
  ]);
});

test('the password is in no event and no log line', async () => {
  const password = `raro-${newId()}`;
  const { body } = await signUp(form({ password }), { key: newId() });
  const events = await one.deps.store.load(`users-${body.id}`);
  expect(
    JSON.stringify([events, await told(`company-${body.id}`)], (_, one) => (typeof one === 'bigint' ? String(one) : one)),
  ).not.toContain(password);
  expect(world.logged()).not.toContain(password);
});

test.each([
  ['name', '', 'Required'],
  ['name', 'A', 'Too Short!'],
  ['name', 'A'.repeat(51), 'Too Long!'],
  ['email', '', 'Required'],
  ['email', 'abc', 'Invalid email'],
  ['password', '1234', 'Too Short!'],
  ['password', '1'.repeat(51), 'Too Long!'],
  ['planId', '', 'Required'],
])('%s %p is refused', async (field, value, message) => {
  expect(await signUp(form({ [field]: value }))).toMatchObject({
    status: 400,
    body: { error: 'ERR_VALIDATION', fields: { [field]: message } },
  });
});

test('an e-mail that somebody has, in whatever spelling, and a plan that does not exist leave nothing behind', async () => {
  const first = form();
  expect((await signUp(first)).status).toBe(201);
  const key = newId();
  const taken = await signUp(form({ email: first.email.toUpperCase() }), { key });
  expect(taken).toMatchObject({ status: 409, body: { error: 'ERR_DUPLICATED_EMAIL' } });
  expect(await one.deps.store.load(`company-${companyOf(key)}`)).toEqual([]);
  const body = form({ planId: newId() });
  expect((await signUp(body)).body.error).toBe('ERR_NO_PLAN_FOUND');
  expect((await signUp({ ...body, planId })).status).toBe(201);
});
test('a sign-up that registers nothing does not tell whether somebody has the e-mail', async () => {
  const { email } = form();
  expect((await signUp(form({ email }))).status).toBe(201);
  for (const more of [{ planId: newId() }, { password: 'abc' }, { password: 'qwerty' }, { name: '' }]) {
    const [known, unknown] = [await signUp(form({ email, ...more })), await signUp(form(more))];
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
    expect(known.body.error).not.toBe('ERR_DUPLICATED_EMAIL');
  }
});

test('a name that a company has is refused, in whatever spelling, and its e-mail stays free', async () => {
  const { name } = form();
  expect((await signUp(form({ name }))).status).toBe(201);
  const second = form({ name: name.toUpperCase() });
  expect(await signUp(second, { through: two })).toMatchObject({
    status: 409,
    body: { error: 'ERR_COMPANY_NAME_ALREADY_EXISTS' },
  });
  expect((await signUp({ ...second, name: form().name })).status).toBe(201);
});

test('of two that sign up by one name at once one is refused; who corrects an e-mail keeps the name', async () => {
  const { name } = form();
  const answers = await Promise.all([one, two].map((through) => signUp(form({ name }), { through })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  const taken = form();
  expect((await signUp(taken)).status).toBe(201);
  const mine = form({ email: taken.email });
  expect((await signUp(mine)).body.error).toBe('ERR_DUPLICATED_EMAIL');
  expect((await signUp({ ...mine, email: form().email })).status).toBe(201);
});

/** The company of a sign-up, whose id derives from the key. */
const companyOf = (key: string) => derivedId(derivedId(PLATFORM, 'sign-up', key), 'company');

test('a repeat, on any instance, gives the same company, also if its plan has ended since; another form under that key is refused', async () => {
  const key = newId();
  const body = form({ planId: await offer() });
  const [first, again] = await Promise.all([signUp(body, { key }), signUp(body, { key, through: two })]);
  expect(first.status).toBe(201);
  expect(first.body.id).toBe(companyOf(key));
  expect(again.body).toEqual(first.body);
  await one.call(`PUT /companies/${first.body.id}`, { token: boss, body: { planId: null } });
  expect((await one.call(`DELETE /plans/${body.planId}`, { token: boss })).status).toBe(200);
  expect((await signUp(body, { key })).body).toEqual(first.body);
  expect((await told(`company-${first.body.id}`)).map(({ type }) => type)).toEqual(['CompanyRegistered', 'CompanyChanged']);
  expect(await told(`users-${first.body.id}`)).toHaveLength(1);
  for (const other of [{ password: 'uma-outra' }, { name: 'Outra' }])
    expect((await signUp({ ...body, ...other }, { key })).body.error).toBe('ERR_IDEMPOTENCY_MISMATCH');
});

test('from one address ten sign up within a minute, from another one more', async () => {
  const from = '203.0.113.7';
  const answers = await Promise.all(Array.from({ length: 12 }, () => signUp(form({ planId: newId() }), { from })));
  expect(answers.map(({ body }) => body.error).toSorted()).toEqual([
    ...Array.from({ length: 10 }, () => 'ERR_NO_PLAN_FOUND'),
    ...Array.from({ length: 2 }, () => 'ERR_TOO_MANY_REQUESTS'),
  ]);
  expect((await signUp(form(), { from: '203.0.113.8' })).status).toBe(201);
});
