import { type Access, type AccessFact, accessStream, childId, newId, topics } from '@prosa/contracts';
import type { Bus } from '@prosa/infra/runtime';
import { dyingConcurrently } from '../../testing/dying.fixture.ts';
import { eventually, joinPair, makeScene, startWorld } from '../../testing/world.fixture.ts';
import { createNoteAccess } from './note-access.ts';

const { world, c1, c2, scene } = await joinPair();
afterAll(() => world.close());

const at = '2026-11-30T16:20:00.000Z';
const ticketId = childId('0123456789abcde', 'ticket');
const lookOf = (more: Partial<Access> = {}): Access => ({
  companyId: scene.companyId,
  actor: { kind: 'user', id: scene.admin.id },
  kind: 'history',
  subject: { kind: 'ticket', id: ticketId },
  at,
  ...more,
});
const report = (bus: Bus, ...looks: unknown[]) =>
  bus.publish(looks.map((value) => ({ topic: topics.access, key: (value as Access).companyId, value })));
const stored = async (companyId: string, through = c1) =>
  (await through.deps.store.load(accessStream(companyId, at))) as AccessFact[];
/** The looks of a company, as soon as the one that was reported last is stored. */
const until = (companyId: string, last: string, through = c1) =>
  eventually(
    () => stored(companyId, through),
    (facts) => facts.some(({ data }) => data.at === last),
  );

test('a look that is reported twice, by two instances of the read side, is one event', async () => {
  const { companyId } = scene;
  await Promise.all([report(c1.bus, lookOf(), lookOf()), report(c2.bus, lookOf({ at: '2026-11-30T16:40:00.000Z' }))]);
  const later = '2026-11-30T17:00:00.000Z';
  await report(c2.bus, lookOf({ at: later }));
  const facts = await until(companyId, later);
  expect(facts.map(({ type, data }) => [type, data.at.slice(0, 13)])).toEqual([
    ['Accessed', '2026-11-30T16'],
    ['Accessed', '2026-11-30T17'],
  ]);
  expect(facts[0]).toMatchObject({
    data: { kind: 'history', subject: { kind: 'ticket', id: ticketId } },
    meta: { companyId, actor: { kind: 'user', id: scene.admin.id } },
  });
});

test('both instances at once, and one that was restarted, store no second event', async () => {
  const { companyId } = await makeScene(c1);
  const look = lookOf({ companyId });
  const [one, two] = [c1, c2].map(({ deps }) => createNoteAccess(deps));
  await Promise.all([one!(look), two!(look), one!(look), two!(look)]);
  const third = await world.instance({ idle: true });
  await createNoteAccess(third.deps)(look);
  expect(await stored(companyId)).toHaveLength(1);
});

test('looks of more than the handler remembers in full are still one event each', async () => {
  const { companyId } = await makeScene(c1);
  const note = createNoteAccess(c1.deps);
  const looks = Array.from({ length: 40 }, (_, n) =>
    lookOf({ companyId, subject: { kind: 'ticket', id: childId('0123456789abcde', `${n}`) } }),
  );
  for (const look of [...looks, ...looks]) await note(look);
  expect(await stored(companyId)).toHaveLength(40);
});

test('each company has its own, and a message that makes no sense is set aside', async () => {
  const other = await makeScene(c1);
  await report(c1.bus, { companyId: other.companyId, kind: 'History!' }, lookOf({ companyId: other.companyId, kind: 'data' }));
  const facts = await until(other.companyId, at);
  expect(facts.map(({ data }) => data.kind)).toEqual(['data']);
  const parked = await eventually(
    () => c1.bus.parked.list(),
    (all) => all.some(({ topic, key }) => topic === topics.access && key === other.companyId),
  );
  expect(parked.find(({ key }) => key === other.companyId)?.error).toContain('schema');
});

test.each([false, true])('killed while it stores a look, written: %s: the next one stores it once', async (landed) => {
  const { companyId } = await makeScene(c1);
  const look = lookOf({ companyId });
  const dying = dyingConcurrently(c1, { append: 1, landed }, {});
  void createNoteAccess(dying.deps)(look);
  expect(await dying.dead).toBe(true);
  expect(await stored(companyId)).toHaveLength(landed ? 1 : 0);
  await report(c1.bus, look);
  const later = '2026-11-30T18:00:00.000Z';
  await report(c1.bus, lookOf({ companyId, at: later }));
  expect((await until(companyId, later)).map(({ data }) => data.at)).toEqual([at, later]);
});

test('what was reported while no command service ran is stored by the next one that starts', async () => {
  const alone = await startWorld();
  try {
    const before = await alone.instance({ idle: true });
    const companyId = newId();
    await report(before.bus, lookOf({ companyId }));
    await before.close();
    const after = await alone.instance();
    expect(await until(companyId, at, after)).toHaveLength(1);
  } finally {
    await alone.close();
  }
});
