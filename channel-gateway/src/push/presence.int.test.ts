import type { Inbound } from '@prosa/contracts';
import { until } from '../testing/gateway.fixture.ts';
import { type LiveWorld, openLiveWorld } from '../testing/live.fixture.ts';

let world: LiveWorld;
beforeAll(async () => {
  world = await openLiveWorld({}, { presence: { sweepMs: 100, restMs: 0 } });
});
afterAll(() => world.close());

type Told = Extract<Inbound, { kind: 'presence' }>;
/** What was told of a user; the same may be told twice. */
const told = (userId: string): Told[] => {
  const all = world.heard.filter((one): one is Told => one.kind === 'presence' && one.userId === userId);
  return [...new Map(all.map((one) => [one.sequence, one])).values()];
};
const isTold = (userId: string, ...states: boolean[]) =>
  until(`${states} is told`, () => JSON.stringify(told(userId).map(({ online }) => online)) === JSON.stringify(states));
const sign = { type: 'userStatus' };
/** Nothing was heard of the user for that many minutes. */
const silentFor = (userId: string, minutes: number) =>
  world.pool.query(`update gateway.presence set seen_at = now() - $2 * interval '1 minute' where user_id = $1`, [
    userId,
    minutes,
  ]);
const isOnline = async (userId: string): Promise<boolean> =>
  (await world.pool.query('select online from gateway.presence where user_id = $1', [userId])).rows[0]?.online;
/** Two sweeps have passed. */
const swept = async () => {
  const ghost = world.person();
  const screen = await world.screen(ghost, { joins: [sign] });
  await isTold(ghost.userId, true);
  screen.ws.close();
  await silentFor(ghost.userId, 12);
  await isTold(ghost.userId, true, false);
};

test('a user is there from the first sign of a screen until eleven minutes after the last, and only changes are told', async () => {
  const person = world.person();
  const screen = await world.screen(person, { joins: [sign, sign, sign] });
  await isTold(person.userId, true);
  await silentFor(person.userId, 10);
  await swept();
  await isTold(person.userId, true);
  await silentFor(person.userId, 12);
  await isTold(person.userId, true, false);
  screen.send(sign);
  await isTold(person.userId, true, false, true);
  const sequences = told(person.userId).map(({ sequence }) => sequence);
  expect(sequences).toEqual(sequences.toSorted((a, b) => a - b));
  expect(new Set(sequences).size).toBe(3);
  expect(told(person.userId)[0]).toMatchObject({ companyId: world.companyId, at: expect.any(String) });
});

test('whose second screen is closed is still there', async () => {
  const person = world.person();
  const [first, second] = [await world.screen(person, { joins: [sign] }), await world.screen(person, { joins: [sign] })];
  await isTold(person.userId, true);
  second.ws.close();
  await silentFor(person.userId, 10);
  first.send(sign);
  await until('it was heard', async () => {
    const { rows } = await world.pool.query(
      `select seen_at > now() - interval '5 minutes' as heard from gateway.presence where user_id = $1`,
      [person.userId],
    );
    return rows[0]?.heard;
  });
  await swept();
  expect(await isOnline(person.userId)).toBe(true);
  await isTold(person.userId, true);
});

test('a socket that only listens says nothing', async () => {
  const person = world.person();
  await world.screen(person);
  await swept();
  expect(told(person.userId)).toEqual([]);
});

test('what could not be told is told by the next sweep', async () => {
  const person = world.person();
  await world.pool.query(`insert into gateway.presence (user_id, company_id, sequence) values ($1, $2, 5)`, [
    person.userId,
    world.companyId,
  ]);
  await isTold(person.userId, true);
  expect(told(person.userId)[0]?.sequence).toBe(5);
});

test('a sign that Postgres did not take is noted as soon as it does', async () => {
  const person = world.person();
  // A sequence also counts what is rolled back.
  await world.pool.query(`
    create sequence gateway.refusals;
    create function gateway.refuse_twice() returns trigger language plpgsql as $$
      begin
        if new.user_id = '${person.userId}' and nextval('gateway.refusals') <= 2 then raise 'not now'; end if;
        return new;
      end $$;
    create trigger refuse_twice before insert on gateway.presence for each row execute function gateway.refuse_twice()`);
  await world.screen(person, { joins: [sign] });
  await isTold(person.userId, true);
  expect((await world.pool.query('select last_value::int from gateway.refusals')).rows).toEqual([{ last_value: 3 }]);
});
