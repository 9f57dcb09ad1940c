import { derivedId, newId, PLATFORM } from '@prosa/contracts';
import { drawn } from '../../../../infra/testing/volume.ts';
import type { CommandService } from '../../app.ts';
import { dyingConcurrently } from '../../testing/dying.fixture.ts';
import { ask, caughtUp, eventually, startPair } from '../../testing/world.fixture.ts';
import { plansDecider } from '../plans/plans.feature.ts';
import { companies } from './companies.feature.ts';

const { world, c1, c2 } = await startPair();
afterAll(() => world.close());

const planId = newId();
beforeAll(async () => {
  await c1.deps.handle({
    companyId: PLATFORM,
    commandId: newId(),
    actor: { kind: 'system', id: 'test' },
    decider: plansDecider,
    stream: `plans-${PLATFORM}`,
    command: { do: 'create', id: planId, fields: { name: 'Essencial', users: 1, connections: 1, queues: 1, value: 0 } },
    missing: 'ERR_NO_PLAN_FOUND',
  });
});

// All calls come from one address.
beforeEach(() => c1.deps.pool.query('delete from command.login_attempt'));

const PASSWORD = 'segredo-muito-raro';
const nameOf = (key: string) => `Padaria ${key.slice(-12)}`;
const signUp = (through: Pick<CommandService, 'app'>, email: string, key: string) =>
  ask(through as CommandService, 'POST /companies/cadastro', {
    key,
    body: { name: nameOf(key), email, password: PASSWORD, planId },
  });
const signIn = (email: string) => ask(c2, 'POST /auth/login', { body: { email, password: PASSWORD } });
const counted = async (key: string): Promise<number[]> => {
  const companyId = derivedId(derivedId(PLATFORM, 'sign-up', key), 'company');
  return Promise.all(
    [`company-${companyId}`, `queues-${companyId}`, `users-${companyId}`].map(
      async (stream) => (await c2.deps.store.load(stream)).length,
    ),
  );
};

/** The company is the first append, its queue the second, its user the third. */
const moments = drawn(
  'a sign-up is killed at',
  [1, 2, 3].flatMap((append) => [false, true].map((landed) => ({ append, landed }))),
);

describe.each(moments)('killed at append $append, written: $landed', (moment) => {
  test('the repeat completes it: one company, one queue, one user, who signs in', async () => {
    const [email, key] = [`${newId()}@prosa.test`, newId()];
    const process = dyingConcurrently(c1, moment, companies);
    signUp(process, email, key).then(process.over, process.over);
    expect(await process.dead).toBe(true);
    expect((await signUp(c2, email, key)).status).toBe(201);
    expect(await counted(key)).toEqual([1, 1, 1]);
    expect((await signIn(email)).status).toBe(200);
  });

  test('somebody else gets the e-mail a minute later, unless the user exists', async () => {
    const [email, key] = [`${newId()}@prosa.test`, newId()];
    const process = dyingConcurrently(c1, moment, companies);
    signUp(process, email, key).then(process.over, process.over);
    expect(await process.dead).toBe(true);
    expect((await signUp(c2, email, newId())).status).toBe(409);
    await c1.deps.pool.query(`update command.credential set made_at = made_at - interval '61 seconds'`);
    const isDone = moment.append === 3 && moment.landed;
    expect((await signUp(c2, email, newId())).status).toBe(isDone ? 409 : 201);
    expect((await signIn(email)).status).toBe(200);
  });
});

/** The clock of all timers is ahead by so many seconds. */
const clockAhead = (seconds: number) =>
  c1.deps.pool.query(`create or replace function command.timer_now() returns timestamptz language sql stable as
    $$ select statement_timestamp() + interval '${seconds} seconds' $$`);

/** Every company has been looked at. */
const pastSignUps = async () => {
  await caughtUp(c1.deps, ['sign-ups']);
  await eventually(
    () => c1.deps.pool.query(`select from command.timer where timer = 'sign-ups'`),
    ({ rowCount }) => rowCount === 0,
  );
};

const forsaken = drawn('a sign-up that is never repeated is killed once', [
  ['the company was registered', { append: 1, landed: true }],
  ['its user was created', { append: 3, landed: true }],
] as const);

test.each(forsaken)(
  'killed once %s, and never repeated: half a minute later its administrator signs in, and only one',
  async (_, moment) => {
    const [email, key] = [`${newId()}@prosa.test`, newId()];
    const process = dyingConcurrently(c1, moment, companies);
    signUp(process, email, key).then(process.over, process.over);
    expect(await process.dead).toBe(true);
    await clockAhead(31);
    await eventually(
      () => counted(key),
      ([, itsUsers]) => itsUsers! > 0,
    );
    await pastSignUps();
    expect(await counted(key)).toEqual([1, 1, 1]);
    expect(await signIn(email)).toMatchObject({ status: 200, body: { user: { name: nameOf(key), profile: 'admin' } } });
    // A late repeat is the same sign-up.
    await clockAhead(0);
    expect((await signUp(c2, email, key)).status).toBe(201);
    expect(await counted(key)).toEqual([1, 1, 1]);
  },
);

test('whose e-mail was taken over meanwhile gets no user', async () => {
  const [email, key, other] = [`${newId()}@prosa.test`, newId(), newId()];
  const process = dyingConcurrently(c1, { append: 1, landed: true }, companies);
  signUp(process, email, key).then(process.over, process.over);
  expect(await process.dead).toBe(true);
  await c1.deps.pool.query(`update command.credential set made_at = made_at - interval '61 seconds'`);
  expect((await signUp(c2, email, other)).status).toBe(201);
  await clockAhead(31);
  await pastSignUps();
  expect(await counted(key)).toEqual([1, 0, 0]);
  expect(await counted(other)).toEqual([1, 1, 1]);
  await clockAhead(0);
});
