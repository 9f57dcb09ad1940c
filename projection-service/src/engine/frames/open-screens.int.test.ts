import { newId, PLATFORM, type PushMessage, sessionEvents } from '@prosa/contracts';
import { type Decoded, liveMigrations, migrate, noteOpenScreens, WATCHED } from '@prosa/infra/runtime';
import {
  type Engine,
  fixtureEvents,
  fixtureTables,
  openEngine,
  silent,
  somePad,
  startFixtureProjector,
  until,
  writerOf,
} from '../engine.fixture.ts';
import { liveTable } from '../live-tables.fixture.ts';
import type { Projector } from '../projector.ts';
import { rebuild } from '../rebuild/rebuild.ts';
import { companiesWithOpenScreens, type Watched } from './open-screens.ts';

let engine: Engine;
let projector: Projector | undefined;
let opened: Watched[] = [];
beforeAll(async () => {
  engine = await openEngine({ ...fixtureEvents, ...sessionEvents });
  await migrate(engine.pool, [liveMigrations]);
  await rebuild({ ...engine, tables: fixtureTables, log: silent });
});
afterEach(async () => {
  await projector?.stop();
  projector = undefined;
  for (const one of opened) one.close();
  opened = [];
});
afterAll(() => engine.close());

const watching = (more: Partial<Parameters<typeof companiesWithOpenScreens>[0]> = {}): Watched => {
  const watched = companiesWithOpenScreens({ ...engine, log: silent, trustedAfterMs: 0, lookMs: 200, ...more });
  opened.push(watched);
  return watched;
};
const known = (watched: Watched) => until(async () => !watched.has(newId()));
const projecting = (watched: Watched): void => {
  projector = startFixtureProjector(engine, { watched, tickMs: 50 });
};
const saidOf = (messages: readonly PushMessage[], companyId: string) =>
  messages.filter((message) => message.kind !== 'tick' && message.companyId === companyId);
const openPad = async (companyId: string): Promise<{ padId: string; position: bigint }> => {
  const { stream, padId, events } = somePad(2);
  return { padId, position: await writerOf(engine, companyId)(stream, ...events) };
};

test('a company that nobody watches gets a refetch instead of its records, which are kept all the same', async () => {
  const heard = await engine.listen();
  const [asleep, awake] = [newId(), newId()];
  await noteOpenScreens(engine.pool, [awake]);
  const watched = watching();
  await known(watched);
  projecting(watched);
  const [pad, { position }] = [await openPad(asleep), await openPad(awake)];
  await until(() => heard.all.some((message) => message.kind === 'tick' && BigInt(message.position) >= position));
  const told = saidOf(heard.all, asleep);
  expect(told.map(({ kind }) => kind)).toEqual(told.map(() => 'refetch'));
  expect(BigInt(told.at(-1)!.position)).toBeGreaterThanOrEqual(pad.position);
  expect(saidOf(heard.all, awake).every(({ kind }) => kind === 'changes')).toBe(true);
  const { rows } = await engine.pool.query(`select lines from ${await liveTable(engine.pool, 'pad')} where id = $1`, [pad.padId]);
  expect(rows).toEqual([{ lines: 2 }]);
  await heard.close();
});

test('whoever opens a screen, or signs in, is watched at once', async () => {
  const heard = await engine.listen();
  const [opens, signsIn] = [newId(), newId()];
  const watched = watching();
  await known(watched);
  projecting(watched);
  engine.listener.notify(WATCHED, opens);
  await until(() => watched.has(opens));
  const userId = newId();
  const { type } = sessionEvents.UserSignedIn;
  await writerOf(engine, signsIn)(`session-${userId}`, { type, data: { userId, version: 1 } });
  for (const companyId of [opens, signsIn]) {
    await openPad(companyId);
    await until(() => saidOf(heard.all, companyId).length > 0);
    expect(saidOf(heard.all, companyId)[0]!.kind).toBe('changes');
  }
  await heard.close();
});

test('who signs in without opening a screen is watched for a minute only', async () => {
  let now = 0;
  const watched = watching({ now: () => now });
  await known(watched);
  const companyId = newId();
  const fact = { type: sessionEvents.UserSignedIn.type, meta: { companyId } } as Decoded;
  watched.follow([fact]);
  /** The table is looked at again. */
  const looked = async () => {
    const other = newId();
    await noteOpenScreens(engine.pool, [other]);
    await until(() => watched.has(other));
  };
  now = 59_000;
  await looked();
  expect(watched.has(companyId)).toBe(true);
  now = 61_000;
  await looked();
  await until(() => !watched.has(companyId));
  // A screen that was seen counts for longer, whoever signs in.
  engine.listener.notify(WATCHED, companyId);
  await until(() => watched.has(companyId));
  watched.follow([fact]);
  now += 6 * 60_000;
  await looked();
  expect(watched.has(companyId)).toBe(true);
});

test('a company is watched for seven minutes after its last screen, and the platform always', async () => {
  const [recent, longAgo, noted] = [newId(), newId(), newId()];
  await noteOpenScreens(engine.pool, [recent, longAgo, noted]);
  await engine.pool.query(`update live.watched set seen_at = now() - interval '6 minutes 50 seconds' where company_id = $1`, [
    recent,
  ]);
  await engine.pool.query(`update live.watched set seen_at = now() - interval '7 minutes 10 seconds' where company_id = $1`, [
    longAgo,
  ]);
  const watched = watching();
  await known(watched);
  expect([recent, longAgo, noted, PLATFORM].map(watched.has)).toEqual([true, false, true, true]);
  // Noted again by another instance, whose notification is lost.
  await noteOpenScreens(engine.pool, [longAgo]);
  await until(() => watched.has(longAgo));
});

test('everybody counts as watched as long as nobody can know: at the beginning, and while the table cannot be read', async () => {
  const beginning = watching({ trustedAfterMs: 60_000 });
  const watched = watching();
  await known(watched);
  expect(beginning.has(newId())).toBe(true);
  await engine.pool.query('alter table live.watched rename to gone');
  await until(() => watched.has(newId()));
  await engine.pool.query('alter table live.gone rename to watched');
  await known(watched);
});
