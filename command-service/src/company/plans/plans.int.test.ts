import { newId, PLATFORM } from '@prosa/contracts';
import { joinPair } from '../../records/world.fixture.ts';

const { world, one, two } = await joinPair();
afterAll(() => world.close());
const { companyId: bosses } = await world.company(one);
const boss = await one.signIn((await world.platformUser(one, bosses)).email);

const plan = (more: object = {}) => ({
  name: `Plano ${newId().slice(-12)}`,
  users: 3,
  connections: 1,
  queues: 1,
  value: 99.9,
  ...more,
});
const offer = async (more: object = {}): Promise<string> => {
  const { status, body } = await one.call('POST /plans', { token: boss, body: plan(more) });
  expect(status).toBe(201);
  return body.id as string;
};
/** An administrator of a company with such a plan; the company has three users. */
const subscriber = async (more: object = {}) => {
  const planId = await offer(more);
  const { companyId, users } = await world.company(one, { planId });
  return { planId, companyId, token: await one.signIn(users.admin.email) };
};
const aQueue = (n: number) => ({ name: `Fila ${n}`, color: `#${String(n).padStart(6, '0')}` });
const aConnection = () => ({ name: `Loja ${newId().slice(-12)}`, channel: 'simulator' });
const aUser = () => ({ name: 'Rubens', email: `${newId()}@prosa.test`, password: 'segredo', profile: 'user', queueIds: [] });

test('a plan is the platform`s: platform-level users create, change and delete it, and nobody else', async () => {
  const { users } = await world.company(one);
  const token = await one.signIn(users.admin.email);
  expect(await one.call('POST /plans', { token, body: plan() })).toMatchObject({
    status: 403,
    body: { error: 'ERR_NO_PERMISSION' },
  });
  const body = plan();
  const made = await one.call('POST /plans', { token: boss, body });
  expect(made).toMatchObject({ status: 201, body: { ...body, companyId: PLATFORM } });
  const path = `/plans/${made.body.id}` as const;
  expect((await one.call(`PUT ${path}`, { token, body: { value: 1 } })).status).toBe(403);
  expect((await one.call(`DELETE ${path}`, { token })).status).toBe(403);
  expect((await two.call(`PUT ${path}`, { token: boss, body: { value: 0.5 } })).body).toMatchObject({ ...body, value: 0.5 });
  expect((await two.call(`DELETE ${path}`, { token: boss })).status).toBe(200);
  expect((await one.call(`PUT ${path}`, { token: boss, body: { value: 1 } })).body.error).toBe('ERR_NO_PLAN_FOUND');
});

test('of two plans of one name at once one is refused', async () => {
  const body = plan();
  const answers = await Promise.all([one, two].map((through) => through.call('POST /plans', { token: boss, body })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  expect(answers.find(({ status }) => status === 409)?.body.error).toBe('ERR_PLAN_NAME_ALREADY_EXISTS');
});

test.each([
  ['value', 99.999],
  ['value', -1],
  ['value', 10_000_000],
  ['users', 1.5],
  ['queues', -1],
  ['name', 'A'],
])('%s %p is refused', async (field, value) => {
  const { status, body } = await one.call('POST /plans', { token: boss, body: plan({ [field]: value }) });
  expect([status, body.error, Object.keys(body.fields as object)]).toEqual([400, 'ERR_VALIDATION', [field]]);
});

describe('a company has as many as its plan allows', () => {
  test('queues, connections and users', async () => {
    const { token } = await subscriber({ users: 4 });
    expect((await one.call('POST /queue', { token, body: aQueue(1) })).status).toBe(201);
    expect((await one.call('POST /queue', { token, body: aQueue(2) })).body).toMatchObject({
      error: 'ERR_PLAN_LIMIT',
      message: 'O limite de filas do seu plano foi atingido.',
    });
    expect((await one.call('POST /whatsapp', { token, body: aConnection() })).status).toBe(201);
    expect((await one.call('POST /whatsapp', { token, body: aConnection() })).body).toMatchObject({
      error: 'ERR_PLAN_LIMIT',
      message: 'O limite de conexões do seu plano foi atingido.',
    });
    expect((await one.call('POST /users', { token, body: aUser() })).status).toBe(201);
    expect((await one.call('POST /users', { token, body: aUser() })).body).toMatchObject({
      error: 'ERR_USER_CREATION_DISABLED',
      message: 'O limite de usuários do seu plano foi atingido.',
    });
  });

  test('also if fifty are asked for at once, on two instances', async () => {
    const { token } = await subscriber({ queues: 10 });
    const asked = Array.from({ length: 50 }, (_, n) => (n % 2 ? one : two).call('POST /queue', { token, body: aQueue(n) }));
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(10);
    expect(statuses.filter((status) => status === 409)).toHaveLength(40);
  });

  test('after a change of the plan at once, on any instance', async () => {
    const { token, planId } = await subscriber();
    expect((await one.call('POST /queue', { token, body: aQueue(1) })).status).toBe(201);
    expect((await two.call('POST /queue', { token, body: aQueue(2) })).status).toBe(409);
    expect((await one.call(`PUT /plans/${planId}`, { token: boss, body: { queues: 2 } })).status).toBe(200);
    expect((await one.call('POST /queue', { token, body: aQueue(2) })).status).toBe(201);
    expect((await one.call('POST /queue', { token, body: aQueue(3) })).status).toBe(409);
  });

  test('and keeps what it has when the plan allows less, but gets no more', async () => {
    const { token, planId, companyId } = await subscriber({ queues: 3 });
    for (const n of [1, 2, 3]) expect((await one.call('POST /queue', { token, body: aQueue(n) })).status).toBe(201);
    expect((await one.call(`PUT /plans/${planId}`, { token: boss, body: { queues: 1 } })).status).toBe(200);
    const queues = async () => [...(await two.deps.referenceData.queues(companyId)).values()].filter(({ deleted }) => !deleted);
    const [first, second] = await queues();
    expect(await queues()).toHaveLength(3);
    for (const { id } of [first!, second!]) expect((await one.call(`DELETE /queue/${id}`, { token })).status).toBe(200);
    expect((await one.call('POST /queue', { token, body: aQueue(4) })).status).toBe(409);
    expect(await queues()).toHaveLength(1);
  });

  test('any number without a plan', async () => {
    const { users } = await world.company(one);
    const token = await one.signIn(users.admin.email);
    for (const n of [1, 2, 3]) expect((await one.call('POST /queue', { token, body: aQueue(n) })).status).toBe(201);
  });
});

test('a company gets no plan that does not exist', async () => {
  const { companyId } = await world.company(one);
  const put = (planId: string | null) => one.call(`PUT /companies/${companyId}`, { token: boss, body: { planId } });
  expect((await put(newId())).body.error).toBe('ERR_NO_PLAN_FOUND');
  expect((await put(await offer())).status).toBe(200);
  expect((await put(null)).status).toBe(200);
});

test('a plan that a company has cannot be deleted, until the company has another one', async () => {
  const [planId, { companyId }] = [await offer(), await world.company(one)];
  // The call notes whose plan it is before it is answered.
  expect((await one.call(`PUT /companies/${companyId}`, { token: boss, body: { planId } })).status).toBe(200);
  const remove = (through: typeof one) => through.call(`DELETE /plans/${planId}`, { token: boss });
  expect(await remove(two)).toMatchObject({ status: 409, body: { error: 'ERR_PLAN_IN_USE' } });
  const planned = await one.call(`PUT /companies/${companyId}`, { token: boss, body: { planId: await offer() } });
  expect(planned.status).toBe(200);
  expect((await remove(one)).status).toBe(200);
});
