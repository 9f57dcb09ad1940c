import { jest } from '@jest/globals';
import { type Inbound, limits } from '@prosa/contracts';
import { until } from '../testing/gateway.fixture.ts';
import { type LiveWorld, openLiveWorld, type Screen } from '../testing/live.fixture.ts';
import { SILENT_MS, SWEEP_MS } from './presence.ts';

let world: LiveWorld;
/** The gateway's work at each ping of its screens. Here the tests say when. */
let beat: () => void;
beforeAll(async () => {
  const ordinary = globalThis.setInterval;
  const held = (run: () => void, ms?: number) => {
    if (ms !== limits.livePingMs) return ordinary(run, ms);
    beat = run;
    return ordinary(() => undefined, ms);
  };
  const clock = jest.spyOn(globalThis, 'setInterval').mockImplementation(held as typeof setInterval);
  world = await openLiveWorld({}, { presence: { sweepMs: 100 } });
  clock.mockRestore();
});
afterAll(() => world.close());

type Told = Extract<Inbound, { kind: 'presence' }>;
/** Presence reports of a user; a report may arrive twice. */
const told = (userId: string): Told[] => {
  const all = world.heard.filter((one): one is Told => one.kind === 'presence' && one.userId === userId);
  return [...new Map(all.map((one) => [one.sequence, one])).values()];
};
const isNotified = (userId: string, ...states: boolean[]) =>
  until(`${states} is told`, () => JSON.stringify(told(userId).map(({ online }) => online)) === JSON.stringify(states));
const sign = { type: 'userStatus' };
/** Nothing was noted of the user for that long. */
const silentFor = (userId: string, ms: number) =>
  world.pool.query(`update gateway.presence set seen_at = now() - $2 * interval '1 millisecond' where user_id = $1`, [
    userId,
    ms,
  ]);
const [LESS, MORE] = [SILENT_MS - 5_000, SILENT_MS + 1_000];
const isNoted = (userId: string) =>
  until('it is noted', async () => {
    const sql = `select seen_at > now() - interval '20 seconds' as noted from gateway.presence where user_id = $1`;
    return (await world.pool.query(sql, [userId])).rows[0]?.noted;
  });
/** The gateway has read all that the screen has sent, its answer to a ping too. */
const heardOf = ({ ws }: Screen) => new Promise<void>((pong) => ws.once('pong', () => pong()).ping());
const ping = async (...screens: Screen[]) => {
  const pinged = screens.map(({ ws }) => new Promise<void>((ready) => ws.once('ping', () => ready())));
  beat();
  await Promise.all(pinged);
  await Promise.all(screens.map(heardOf));
};
const closed = async (screen: Screen) => {
  screen.ws.close();
  await until('closed', () => screen.closed() !== null);
};
/** A sweep has passed. */
const swept = async () => {
  const ghost = world.person();
  await closed(await world.screen(ghost, { joins: [sign] }));
  await isNotified(ghost.userId, true);
  await silentFor(ghost.userId, MORE);
  await isNotified(ghost.userId, true, false);
};

test('who is there is noted with each ping while a screen is open, whatever it says, and only changes are told', async () => {
  const person = world.person();
  const screen = await world.screen(person, { joins: [sign, sign, sign] });
  await isNotified(person.userId, true);
  for (let n = 0; n < 2; n += 1) {
    await silentFor(person.userId, LESS);
    await ping(screen);
    await isNoted(person.userId);
  }
  await closed(screen);
  beat();
  await silentFor(person.userId, LESS);
  await swept();
  await isNotified(person.userId, true);
  await silentFor(person.userId, MORE);
  await isNotified(person.userId, true, false);
  await world.screen(person, { joins: [sign] });
  await isNotified(person.userId, true, false, true);
  const sequences = told(person.userId).map(({ sequence }) => sequence);
  expect(sequences).toEqual(sequences.toSorted((a, b) => a - b));
  expect(new Set(sequences).size).toBe(3);
  expect(told(person.userId)[0]).toMatchObject({ companyId: world.companyId, at: expect.any(String) });
});

test('a screen that no longer answers is noted for one ping more, so its user is gone within 90 s', async () => {
  const person = world.person();
  const screen = await world.screen(person, { joins: [sign] });
  await isNotified(person.userId, true);
  // The note of this ping is written: none comes later but those that are waited for.
  await silentFor(person.userId, LESS);
  await ping(screen);
  await isNoted(person.userId);
  // As if its machine had lost the network.
  screen.ws.pause();
  await silentFor(person.userId, LESS);
  beat();
  await isNoted(person.userId);
  await silentFor(person.userId, MORE);
  beat();
  await isNotified(person.userId, true, false);
  expect(limits.livePingMs + SILENT_MS + 1.1 * SWEEP_MS).toBeLessThan(85_000);
});

test('whose second screen is closed is still there', async () => {
  const person = world.person();
  const [first, second] = [await world.screen(person, { joins: [sign] }), await world.screen(person, { joins: [sign] })];
  await isNotified(person.userId, true);
  await closed(second);
  await silentFor(person.userId, LESS);
  await ping(first);
  await isNoted(person.userId);
  await swept();
  await isNotified(person.userId, true);
});

test('all that are there are noted by one statement', async () => {
  const people = [world.person(), world.person(), world.person()];
  const screens = await Promise.all(people.map((person) => world.screen(person, { joins: [sign] })));
  for (const { userId } of people) await isNotified(userId, true);
  await ping(...screens);
  const ids = people.map(({ userId }) => userId);
  // All rows of a statement have its transaction's time.
  await until('they are noted together', async () => {
    const sql = 'select count(distinct seen_at)::int as times from gateway.presence where user_id = any($1::uuid[])';
    return (await world.pool.query(sql, [ids])).rows[0].times === 1;
  });
});

test('who touches no screen for a while is idle until they touch one, on whichever instance it is', async () => {
  const person = world.person();
  const idle = { type: 'userStatus', idle: true };
  const [first, second] = [await world.screen(person, { joins: [sign] }), await world.screen(person, { joins: [idle] })];
  await isNotified(person.userId, true);
  const isTold = (...states: boolean[]) =>
    until(`${states} is told`, () => JSON.stringify(told(person.userId).map((one) => one.idle)) === JSON.stringify(states));
  const untouchedFor = (ms: number) =>
    world.pool.query(`update gateway.presence set active_at = now() - $2 * interval '1 millisecond' where user_id = $1`, [
      person.userId,
      ms,
    ]);
  // One screen is touched: the other does not count.
  await untouchedFor(LESS);
  await ping(first, second);
  await until('it is noted as touched', async () => {
    const sql = `select active_at > now() - interval '20 seconds' as noted from gateway.presence where user_id = $1`;
    return (await world.pool.query(sql, [person.userId])).rows[0]?.noted;
  });
  await isTold(false);
  first.ws.send(JSON.stringify(idle));
  await heardOf(first);
  await untouchedFor(MORE);
  await isTold(false, true);
  await ping(first, second);
  await swept();
  await isTold(false, true);
  second.ws.send(JSON.stringify(sign));
  await isTold(false, true, false);
  expect(told(person.userId).map(({ online }) => online)).toEqual([true, true, true]);
});

test('a socket that only listens says nothing', async () => {
  const person = world.person();
  await ping(await world.screen(person));
  await swept();
  expect(told(person.userId)).toEqual([]);
});

test('what could not be told is told by the next sweep', async () => {
  const person = world.person();
  await world.pool.query(`insert into gateway.presence (user_id, company_id, sequence) values ($1, $2, 5)`, [
    person.userId,
    world.companyId,
  ]);
  await isNotified(person.userId, true);
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
  await isNotified(person.userId, true);
  expect((await world.pool.query('select last_value::int from gateway.refusals')).rows).toEqual([{ last_value: 3 }]);
});
