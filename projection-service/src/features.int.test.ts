import { globSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import * as contracts from '@prosa/contracts';
import {
  allEvents,
  type EventType,
  type Fact,
  type MessageView,
  type PushChange,
  type PushChannel,
  roomsOfUser,
  type Viewer,
} from '@prosa/contracts';
import { features } from './features.ts';
import type { Feature } from './kernel/feature.ts';
import { remembered, who } from './testing/cast.ts';
import { embeddedIn, hostsOf, renames } from './testing/embedded-names.ts';
import { foldAll } from './testing/fold.ts';
import { golden } from './testing/golden.ts';
import { type LawDatabase, lawDatabase } from './testing/law.database.ts';
import { type Law, law as lawIn } from './testing/law.ts';
import type { News } from './testing/news.ts';

const tables = features.flatMap((feature) => feature.tables);

test('these events alone are folded by no table, or only by the history of their ticket', () => {
  const folding = (type: string) => tables.filter(({ handles }) => handles.has(type)).map(({ table }) => table);
  const unfolded = Object.keys(allEvents).filter((type) => folding(type).every((table) => table === 'history'));
  expect(unfolded.sort()).toEqual([
    ...['Abandoned', 'ClaimClosed', 'ClosingReleased', 'CompanyReferred', 'ConnectionSessionAsked'],
    ...['ContactListCheckStarted', 'ContactListNumberTaken', 'ContactMergeBegun', 'ConversationStarted'],
    ...[
      'IdentityClaimed',
      'IdentityReleased',
      'ImportCancelled',
      'ImportStarted',
      'MenuChosen',
      'NumbersTaken',
      'PaymentReceived',
      'ScheduleStarted',
    ],
  ]);
});

const folded = features.filter((feature) => feature.tables.length > 0);
const storyFiles = globSync('*/*/*.story.ts', { cwd: import.meta.dirname }).sort();
const areaOf = new Map(storyFiles.map((file) => [basename(dirname(file)), dirname(dirname(file))]));
/** For example, `quickMessages` is in `desk/quick-messages`. */
const fileOf = (name: string, role: string): string => {
  const folder = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return `./${areaOf.get(folder)}/${folder}/${folder}.${role}`;
};
const nameOf = (file: string): string =>
  basename(dirname(file)).replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
/** Each folder with a story has positions of its own: an additional event in one does not affect the others. */
const stories = new Map<string, () => News[]>();
for (const file of storyFiles) stories.set(nameOf(file), (await import(`./${file}`)).story);
const factsOfStory = ({ name }: Pick<Feature, 'name'>): Fact[] => remembered(stories.get(name)!());

/** Concerns of tickets that have no table of their own: the tables that fold their events are other features'. */
const concerns = [...stories.keys()]
  .filter((name) => !folded.some((feature) => feature.name === name))
  .map((name) => {
    const { conversation } = (contracts as unknown as Record<string, { conversation: Record<string, EventType> }>)[name]!;
    const own = Object.keys(conversation);
    return { name, own, tables: tables.filter(({ handles }) => own.some((type) => handles.has(type))) };
  });
const ofConcerns = new Set(concerns.flatMap(({ own }) => own));

test('every event occurs in a story', () => {
  const told = new Set([...stories.values()].flatMap((story) => story().map(({ type }) => type)));
  expect(Object.keys(allEvents).filter((type) => !told.has(type))).toEqual([]);
});

test.each(folded)('$name has a story with every event that it handles, except those of concerns with a story', (feature) => {
  const told = new Set(factsOfStory(feature).map(({ type }) => type));
  const handled = new Set(feature.tables.flatMap(({ handles }) => [...handles]));
  expect([...handled].filter((type) => !told.has(type) && !ofConcerns.has(type))).toEqual([]);
});

describe.each([...folded, ...concerns])('$name', (feature) => {
  test('folds as recorded for its versions', () => {
    golden(new URL(fileOf(feature.name, 'golden.json'), import.meta.url).pathname, feature.tables, factsOfStory(feature));
  });
});

test('no row contains data of a forgotten person, a token, or a text of the history', () => {
  const rows = folded.map((feature) => [...foldAll(feature.tables, factsOfStory(feature))]);
  const text = (value: unknown) => JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? String(one) : one));
  for (const secret of ['Um segredo', 'Ninguém', '5511900000000', 'hash-of-a-token', 'another-hash'])
    expect(text(rows)).not.toContain(secret);
  const all = new Map(rows.flat());
  expect(text(all.get('message'))).toContain('Oi, tudo bem?');
  expect(text(all.get('history'))).not.toContain('Oi, tudo bem?');
});

describe('the law of live updates', () => {
  let database: LawDatabase;
  beforeAll(async () => {
    database = await lawDatabase(features);
  });
  afterAll(() => database.close());
  const law = (of: Law, facts: readonly Fact[]) => lawIn({ database, ...of }, facts);

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
    onlooker('the auditor', { ...user, userId: who.elio, profile: 'auditor', queueIds: [] }),
    onlooker('who serves sales', { ...user, userId: who.ana, queueIds: [who.sales] }),
    onlooker('who serves support', { ...user, userId: who.bruno, queueIds: [who.support, who.gone] }),
    ofBoth,
    onlooker('who sees grey', { ...user, userId: who.gil, queueIds: [], seesGrey: true }),
    ofNone,
    elsewhere,
  ];
  const pushes = folded.filter(({ pushes = [] }) => pushes.length > 0);
  /** Each story whose events a feature pushes: its own, and those of concerns whose events its tables fold. */
  const pushed = pushes.flatMap((feature) =>
    [feature, ...concerns.filter((concern) => concern.tables.some((table) => feature.tables.includes(table)))].map(
      ({ name }) => ({
        name: feature.name,
        story: name,
        feature,
      }),
    ),
  );
  const channelsOf = ({ pushes = [] }: Feature): PushChannel[] => pushes.map(({ channel }) => channel);
  /** All tables, but only the pushes of this feature and of records whose names its records contain: a screen holds nothing else. */
  const alone = (feature: Feature): Feature[] => {
    const heard = new Set([...channelsOf(feature), ...embeddedIn(channelsOf(feature))]);
    return features.map((one) => ({ ...one, pushes: one.pushes?.filter(({ channel }) => heard.has(channel)) ?? [] }));
  };
  /** Contents of a ticket or chat are not pushed again to users who gain access to it: a screen fetches them when it opens it. */
  const lookingAt = ({ name }: Feature) =>
    ['messages', 'ticketNotes', 'chats'].includes(name) ? [admin, ofBoth, ofNone, elsewhere] : onlookers;

  describe.each([1, 9])('in batches of %s', (batch) => {
    test.each(pushed)(
      'holds of $name for every event of $story, for everybody who looks',
      async ({ feature, story }) => {
        const facts = factsOfStory({ name: story });
        await law({ features: alone(feature), onlookers: lookingAt(feature), joins: renames, batch }, facts);
      },
      120_000,
    );
  });

  describe.each([1, 9])('where all that may be is told by a reload, in batches of %s', (batch) => {
    test.each(pushed)(
      'holds of $name for every event of $story, for everybody who looks',
      async ({ feature, story }) => {
        const told = { joins: renames, hosts: hostsOf, batch, flood: 0 };
        await law({ features: alone(feature), onlookers: lookingAt(feature), ...told }, factsOfStory({ name: story }));
      },
      120_000,
    );
  });

  test.each(['tickets', 'users', 'messages'])(
    'of %s is violated if a screen ignores a name from another record’s push',
    async (name) => {
      const feature = features.find((one) => one.name === name)!;
      await expect(law({ features: alone(feature), onlookers: [admin] }, factsOfStory(feature))).rejects.toThrow('is shown as');
    },
    120_000,
  );

  test('a message outside of a ticket, and its changes, are pushed to users who see the ticket that the answer opened', async () => {
    const messages = features.find(({ name }) => name === 'messages')!;
    const told: PushChange[] = [];
    const facts = factsOfStory(messages);
    const early = facts.find(({ type }) => type === 'OutreachSent')!.data as { messageId: string };
    const hears: Law['hears'] = (heard) =>
      told.push(
        ...heard.flatMap((one) => (one.kind === 'changes' ? one.changes : [])).filter(({ id }) => id === early.messageId),
      );
    await law({ features: alone(messages), onlookers: [admin, ofBoth], joins: renames, hears }, facts);
    const inSupport = told.map(({ record, before, after }) => [
      (record as MessageView).ack,
      ...[before, after].map((rooms) => rooms.includes(`queue:${who.company}:${who.support}`)),
    ]);
    // Sent, taken by the channel, the ticket opened, read, a reaction, another name of who reacted.
    expect(inSupport.slice(0, 5)).toEqual([
      [1, false, false],
      [2, false, false],
      [2, false, true],
      [4, true, true],
      [4, true, true],
    ]);
    expect(new Set(told.flatMap(({ after }) => after))).toContain(`admins:${who.company}`);
  }, 120_000);

  test('a message of a ticket is pushed as news of its tags, with their unchanged records, and not of deleted tags', async () => {
    const tags = features.find(({ name }) => name === 'tags')!;
    const news: PushChange[] = [];
    const hears: Law['hears'] = (heard) =>
      news.push(
        ...heard
          .flatMap((one) => (one.kind === 'changes' ? one.changes : []))
          .filter(({ channel, action, after }) => channel === 'tag' && action === 'new-message' && after.length > 0),
      );
    await law({ features: alone(tags), onlookers: [admin, ofNone, elsewhere], hears }, factsOfStory(tags));
    expect(news).toEqual([
      expect.objectContaining({ id: who.angry, record: expect.objectContaining({ name: 'Bravo', ticketsCount: 1 }) }),
    ]);
    expect(ofNone.rooms).toEqual(expect.arrayContaining(news[0]!.after));
  }, 120_000);

  test('for tickets it is broken if a reload of embedded records does not reload them', async () => {
    const feature = features.find(({ name }) => name === 'tickets')!;
    const told = { onlookers: [admin], joins: renames, flood: 0 };
    await expect(law({ features: alone(feature), ...told }, factsOfStory(feature))).rejects.toThrow('is shown as');
  }, 120_000);
});
