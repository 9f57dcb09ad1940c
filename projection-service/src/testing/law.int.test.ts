import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Fact, newId, type PushChange } from '@prosa/contracts';
import { fixtureTables, padRows, pads, somePad } from '../engine/engine.fixture.ts';
import { FLOOD } from '../engine/frames/floods.ts';
import { createRates } from '../engine/frames/rates.ts';
import { someMeta } from './fold.ts';
import { golden } from './golden.ts';
import { type Law, law } from './law.ts';

const companyId = newId();
const other = newId();
const author = newId();
const facts = (): Fact[] => {
  const [one, two, foreign] = [somePad(4, 'a', author), somePad(2, 'c', author), somePad(2, 'a', author)];
  const news = [
    ...one.events.map((event) => ({ ...event, stream: one.stream, companyId })),
    ...two.events.map((event) => ({ ...event, stream: two.stream, companyId })),
    ...foreign.events.map((event) => ({ ...event, stream: foreign.stream, companyId: other })),
    { type: 'AuthorForgotten', data: { authorId: author }, stream: 'author', companyId },
    { type: 'PadMoved', data: { padId: one.padId, shelf: 'a' }, stream: one.stream, companyId },
    { type: 'PadMoved', data: { padId: two.padId, shelf: 'a' }, stream: two.stream, companyId },
    { type: 'PadTorn', data: { padId: one.padId }, stream: one.stream, companyId },
    { type: 'PadMoved', data: { padId: two.padId, shelf: 'c' }, stream: two.stream, companyId },
    { type: 'ShelfCleared', data: { shelf: 'c' }, stream: 'shelf', companyId },
  ];
  return news.map(({ type, data, stream, companyId: company }, at) => ({
    type,
    data,
    meta: someMeta({ stream, companyId: company, position: BigInt(at + 1), revision: BigInt(at) }),
  }));
};
const rooms = (...shelves: string[]) => shelves.map((shelf) => `shelf:${companyId}:${shelf}`);
const onlookers = [
  { name: 'sees a', companyId, rooms: rooms('a') },
  { name: 'sees b and c', companyId, rooms: rooms('b', 'c') },
  { name: 'sees nothing', companyId, rooms: [] },
];
/** Pushes of lines go to their pad's rooms, but are not repeated when it moves: a screen fetches them when it opens a pad. */
const padsAlone = { ...pads, pushes: pads.pushes?.filter(({ channel }) => channel === 'ticket') ?? [] };

test.each([1, 3, 50])('the earlier answer plus the pushes equals the later answer, in batches of %s', (batch) =>
  law({ features: [padsAlone], onlookers, batch }, facts()),
);

/** The given number of pads on shelf a, all created in one batch. */
const many = (count: number): Fact[] =>
  Array.from({ length: count }, () => somePad(1, 'a', author)).flatMap(({ stream, events }, at) =>
    events.slice(0, 1).map(({ type, data }) => ({
      type,
      data,
      meta: someMeta({ stream, companyId, position: BigInt(at + 1), revision: 0n }),
    })),
  );

test('more changes of a channel than the limit become one reload, sent only to users who would get one of them', async () => {
  const told = async (count: number): Promise<PushChange[]> => {
    let changes: PushChange[] = [];
    const hears: Law['hears'] = (messages) => {
      changes = messages.flatMap((message) => (message.kind === 'changes' ? message.changes : []));
    };
    await law({ features: [padsAlone], onlookers, batch: count, hears }, many(count));
    return changes.filter(({ channel }) => channel === 'ticket');
  };
  expect(await told(FLOOD)).toHaveLength(FLOOD);
  const reload = { channel: 'ticket', id: '', record: null, before: rooms('a'), after: rooms('a'), action: 'reload' };
  expect(await told(FLOOD + 1)).toEqual([reload]);
}, 60_000);

test('more changes in a second than a push allows become a reload for each batch, however small', async () => {
  const told: string[][] = [];
  const hears: Law['hears'] = (messages) => {
    const changes = messages.flatMap((message) => (message.kind === 'changes' ? message.changes : []));
    told.push(changes.filter(({ channel }) => channel === 'ticket').map(({ action }) => action ?? 'one'));
  };
  const often = { ...pads, pushes: padsAlone.pushes.map((push) => ({ ...push, mostPerSecond: 4 })) };
  let now = 0;
  const rates = createRates(() => now);
  await law({ features: [often], onlookers, batch: 2, rates, hears }, many(8));
  expect(told).toEqual([['one', 'one'], ['one', 'one'], ['reload'], ['reload']]);
  now += 2_000;
  told.length = 0;
  await law({ features: [often], onlookers, batch: 2, rates, hears }, many(2));
  expect(told).toEqual([['one', 'one']]);
}, 60_000);

test('a push that differs from GET’s record violates the law', async () => {
  const [push] = padsAlone.pushes;
  let calls = 0;
  const lying = {
    ...push!,
    records: async (...asked: Parameters<NonNullable<typeof push>['records']>) => {
      calls += 1;
      const records = await push!.records(...asked);
      return calls % 2 ? new Map([...records].map(([id, record]) => [id, { ...record, lines: -1 }])) : records;
    },
  };
  await expect(law({ features: [{ ...pads, pushes: [lying] }], onlookers }, facts())).rejects.toThrow('is shown as');
});

describe('the golden file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'prosa-golden-'));
  const path = join(folder, 'golden.json');
  const some = facts().map((fact) => ({ ...fact, data: JSON.parse(JSON.stringify(fact.data)) }));
  afterAll(() => rmSync(folder, { recursive: true }));

  test('is written once, and then fails on a change of the fold without a new version', () => {
    expect(() => golden(path, fixtureTables, some)).toThrow('PROSA_GOLDEN=write');
    process.env.PROSA_GOLDEN = 'write';
    golden(path, fixtureTables, some);
    delete process.env.PROSA_GOLDEN;
    golden(path, fixtureTables, some);
    expect(Object.keys(JSON.parse(readFileSync(path, 'utf8')))).toEqual(['pad', 'line', 'trail', 'shelf_count']);
    const other = {
      ...padRows,
      fold: (...asked: Parameters<typeof padRows.fold>) => {
        const row = padRows.fold(...asked);
        return row && { ...row, lines: 0 };
      },
    };
    expect(() => golden(path, [other, ...fixtureTables.slice(1)], some)).toThrow('pad changed: raise its version above 1.');
  });
});
