import { allEvents, roomsOfUser, type Viewer } from '@prosa/contracts';
import { features, untold } from './features.ts';
import type { Feature } from './kernel/feature.ts';
import { renames } from './testing/embedded-names.ts';
import { foldAll } from './testing/fold.ts';
import { golden } from './testing/golden.ts';
import { law } from './testing/law.ts';
import { story, storyFacts, who } from './testing/story.fixture.ts';

const tables = features.flatMap((feature) => feature.tables);
/** Events that some feature neither handles nor ignores. */
const unheeded = (of: readonly Feature[]): string[] => {
  const heeded = new Set([
    ...untold,
    ...of.flatMap((one) => one.tables).flatMap(({ handles, ignores }) => [...handles, ...ignores]),
  ]);
  return Object.keys(allEvents).filter((type) => !heeded.has(type));
};

test('every event of the house is handled or ignored by a table, or told to be none’s', () => {
  expect(unheeded(features)).toEqual([]);
  expect(untold.filter((type) => tables.some(({ handles }) => handles.has(type)))).toEqual([]);
  expect(unheeded(features.filter(({ name }) => name !== 'sessions'))).toEqual(['UserSignedIn', 'UserSignedOut', 'SessionEnded']);
});

test('the story has every event of the house', () => {
  const told = new Set(story().map(({ type }) => type));
  expect(Object.keys(allEvents).filter((type) => !told.has(type))).toEqual([]);
});

test.each(features.filter((feature) => feature.tables.length > 0))('what $name folds is what its version says', (feature) => {
  golden(new URL(`./${feature.name}/${feature.name}.golden.json`, import.meta.url).pathname, feature.tables, storyFacts());
});

test('nothing of a forgotten person, no token and no text of the history stands in a row', () => {
  const rows = foldAll(tables, storyFacts());
  const all = JSON.stringify([...rows], (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
  for (const text of ['Um segredo', 'Ninguém', '5511900000000', 'hash-of-a-token', 'another-hash'])
    expect(all).not.toContain(text);
  expect(JSON.stringify(rows.get('history'), (_, value: unknown) => String(value))).not.toContain('Oi, tudo bem?');
});

describe('the law of live updates', () => {
  const onlooker = (name: string, viewer: Omit<Viewer, 'userId'> & { userId: string }, companyId = who.company) => ({
    name,
    companyId,
    rooms: roomsOfUser(companyId, viewer),
  });
  const user = { profile: 'user', seesGrey: false } as const;
  const admin = onlooker('the administrator', { ...user, userId: who.carla, profile: 'admin', queueIds: [] });
  const ofBoth = onlooker('who serves both', { ...user, userId: who.duda, queueIds: [who.sales, who.support] });
  const ofNone = onlooker('who serves nothing', { ...user, userId: who.elio, queueIds: [] });
  const elsewhere = onlooker(
    'another’s administrator',
    { ...user, userId: who.zoe, profile: 'admin', queueIds: [] },
    who.foreign,
  );
  const onlookers = [
    admin,
    onlooker('who serves sales', { ...user, userId: who.ana, queueIds: [who.sales] }),
    onlooker('who serves support', { ...user, userId: who.bruno, queueIds: [who.support, who.gone] }),
    ofBoth,
    onlooker('who sees grey', { ...user, userId: who.gil, queueIds: [], seesGrey: true }),
    ofNone,
    elsewhere,
  ];
  /** Messages are not told again to whom their ticket comes to: a screen asks for them when it opens one. */
  const withoutMessages = features.map((feature) => (feature.name === 'messages' ? { ...feature, pushes: [] } : feature));

  test.each([1, 9])(
    'holds for every event, for everybody who looks, in batches of %s',
    async (batch) => {
      await law({ features: withoutMessages, onlookers, joins: renames, batch }, storyFacts());
    },
    300_000,
  );

  test('is broken where a name that came by another record’s push is not taken over', async () => {
    await expect(law({ features: withoutMessages, onlookers: [admin] }, storyFacts())).rejects.toThrow('is shown as');
  }, 300_000);

  test('holds for messages, for those whom no ticket newly comes to', async () => {
    await law({ features, onlookers: [admin, ofBoth, ofNone, elsewhere], joins: renames, batch: 2 }, storyFacts());
  }, 300_000);
});
