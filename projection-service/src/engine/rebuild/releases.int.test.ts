import { newId } from '@prosa/contracts';
import { connectPg, type Store } from '@prosa/infra/runtime';
import { z } from 'zod';
import { type Db, sql } from '../../kernel/db.ts';
import { projectionsOf } from '../../kernel/projections.ts';
import type { Push } from '../../kernel/push.ts';
import type { Table } from '../../kernel/table.ts';
import { type Engine, fixtureTables, lineRows, openEngine, pads, silent, somePad, until, writerOf } from '../engine.fixture.ts';
import { liveRows, liveTable } from '../live-tables.fixture.ts';
import { untilAny, untilLive } from './live.ts';
import { listParked, retryParked } from './parked.ts';
import { rebuild } from './rebuild.ts';
import {
  counting,
  countMoves,
  countPads,
  type Instance,
  linesTwice,
  moveRows,
  shouting,
  startInstance,
  startReading,
  startWriting,
} from './releases.fixture.ts';
import { dropRetired } from './retired.ts';

/** A release that folds differently, while the previous release is still running or has just ended. */
let engine: Engine;
const companyId = newId();
const instances: Instance[] = [];
const opening: (() => void)[] = [];
beforeEach(async () => {
  engine = await openEngine();
});
afterEach(async () => {
  for (const open of opening.splice(0)) open();
  await Promise.all(instances.splice(0).map((one) => one.stop()));
  await engine.close();
});

const start = async (...[tables, more]: [readonly Table[], Parameters<typeof startInstance>[2]?]): Promise<Instance> => {
  const instance = await startInstance(engine, tables, more);
  instances.push(instance);
  return instance;
};
type Row = { state: string; projections: Record<string, number> };
const generations = async (): Promise<Row[]> =>
  (await engine.pool.query<Row>('select state, projections from read.generation order by generation')).rows;
const live = async (): Promise<Record<string, number>> =>
  (await generations()).find(({ state }) => state === 'live')?.projections ?? {};
const [oldLine, newLine] = [`line:${lineRows.version}`, 'line:2'];
const bodies = async (reader: Instance['reader'], after: bigint): Promise<string[]> => {
  const Body = z.object({ body: z.string().nullable() });
  const ask = (db: Db) => db.many(sql.type(Body)`select distinct body from ${db.table(lineRows)} order by 1`);
  const { result } = await reader.query({ companyId, after: after.toString() }, ask);
  return result.map(({ body }) => body ?? '');
};
const half = ({ lines, counted }: { lines: number; counted: number }): string | null =>
  lines === counted ? null : `${lines} lines of which ${counted} are there`;

/** A store whose reads (by the rebuild alongside) block at their first batch until `open`. */
const heldStore = (store: Store) => {
  const door = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  opening.push(door.resolve);
  const subscribeAll: Store['subscribeAll'] = (asked) =>
    store.subscribeAll({
      ...asked,
      onBatch: async (...batch) => {
        held.resolve();
        await door.promise;
        await asked.onBatch(...batch);
      },
    });
  return { store: { ...store, subscribeAll }, open: door.resolve, held: held.promise };
};

/** Between two holders of the lease nothing is folded, on a busy machine for longer than a caller of the service would wait. */
const PATIENCE_MS = 60_000;

test('a new table is built alone, while all others are read and written, by old and new code', async () => {
  const old = await start(fixtureTables, { patienceMs: PATIENCE_MS });
  const writing = startWriting(engine, companyId);
  await until(() => writing.last() > 20_000n || old.projector.holds());
  const before = await live();
  const readings = [startReading(old.reader, companyId, writing.last, linesTwice, half)];
  const { store, open, held } = heldStore(engine.store);
  const young = await start(counting, { store, patienceMs: PATIENCE_MS });
  await held;
  readings.push(startReading(young.reader, companyId, writing.last, linesTwice, half));
  await Promise.all(readings.map((one) => one.more(50)));
  expect(await live()).toEqual(before);
  open();
  await until(async () => (await live())['move:1'] !== undefined);
  await until(() => young.projector.holds() && !old.projector.holds());
  readings.push(startReading(young.reader, companyId, writing.last, countMoves));
  await Promise.all(readings.map((one) => one.more(50)));
  const last = await writing.stop();
  expect(await Promise.all(readings.map((one) => one.stop()))).toEqual([[], [], []]);
  const after = await live();
  expect(after).toEqual({ ...before, 'move:1': expect.any(Number) });
  const { result } = await young.reader.query({ companyId, after: last.toString() }, countMoves);
  expect(result.moves).toBe((await young.reader.query({ companyId }, countPads)).result.pads);
  // One checkpoint for all tables: nothing is built alongside.
  expect((await generations()).map(({ state }) => state)).toEqual(['live']);
});

/** How long the tables of old code that has ended are kept: a busy machine may stop a process that has not for seconds. */
const RETIRED_MS = 10_000;

const longAgo = (when: 'retired_at' | 'wanted_at') =>
  engine.pool.query(`update read.generation set ${when} = now() - interval '1 hour' where state = 'retired'`);
/** When old code last said that it reads tables that were replaced. */
const wantedAt = async (): Promise<number> => {
  const { rows } = await engine.pool.query<{ at: Date | null }>(
    `select wanted_at as at from read.generation where state = 'retired'`,
  );
  return rows[0]?.at?.getTime() ?? 0;
};

test('a changed table is still folded for old code, at the position of all others, until that code is gone', async () => {
  const timings = { retiredMs: RETIRED_MS, patienceMs: PATIENCE_MS };
  const old = await start(fixtureTables, timings);
  const writing = startWriting(engine, companyId);
  await until(() => old.projector.holds());
  const before = await live();
  const readings = [startReading(old.reader, companyId, writing.last, linesTwice, half)];
  const { store, open, held } = heldStore(engine.store);
  const young = await start(shouting, { store, ...timings });
  await held;
  await expect(young.reader.ready()).rejects.toThrow('not folded yet');
  open();
  await until(() => young.projector.holds() && !old.projector.holds());
  await young.reader.ready();
  await old.reader.ready();
  readings.push(startReading(young.reader, companyId, writing.last, linesTwice, half));
  await Promise.all(readings.map((one) => one.more(50)));
  // Replaced long ago, they are there because the old code says again and again that it reads them.
  await until(async () => (await wantedAt()) > 0);
  await longAgo('retired_at');
  for (let time = 0; time < 2; time += 1) {
    const before = await wantedAt();
    await until(async () => (await wantedAt()) > before);
    await dropRetired({ pool: engine.pool, retiredMs: RETIRED_MS });
  }
  const last = await writing.stop();
  expect(await Promise.all(readings.map((one) => one.stop()))).toEqual([[], []]);
  expect((await bodies(old.reader, last))[0]).toBe('Linha 0 é só um texto.');
  expect((await bodies(young.reader, last))[0]).toBe('LINHA 0 É SÓ UM TEXTO.');
  const { [oldLine]: replaced, ...others } = before;
  expect(await live()).toEqual({ ...others, [newLine]: expect.any(Number) });
  expect(await generations()).toMatchObject([{ state: 'live' }, { state: 'retired', projections: { [oldLine]: replaced } }]);
  await old.stop();
  await longAgo('wanted_at');
  await until(async () => (await generations()).length === 1);
  const { rowCount } = await engine.pool.query(`select from pg_tables where schemaname = 'read' and tablename = $1`, [
    `line_${replaced}`,
  ]);
  expect(rowCount).toBe(0);
});

/** An instance that has pushed a pad with three lines, and has ended. */
const startedAndTold = async (): Promise<ReturnType<typeof writerOf>> => {
  const old = await start(fixtureTables);
  const write = writerOf(engine, companyId);
  const pad = somePad(3);
  const heard = await engine.listen();
  const told = await write(pad.stream, ...pad.events);
  await until(() => heard.all.some(({ kind, position }) => kind === 'tick' && BigInt(position) === told));
  await heard.close();
  await old.stop();
  return write;
};

test('after the old code is gone, unchanged tables are read and pushed at once, the others when they are built', async () => {
  const write = await startedAndTold();
  const heard = await engine.listen();
  const { store, open, held } = heldStore(engine.store);
  const young = await start(shouting, { store });
  await held;
  await until(() => young.projector.holds());
  const later = somePad(2);
  const after = (await write(later.stream, ...later.events)).toString();
  expect(await young.reader.query({ companyId, after }, countPads)).toMatchObject({ result: { pads: 2 } });
  await expect(young.reader.query({ companyId, after }, linesTwice)).rejects.toMatchObject({ code: 'ERR_BEHIND' });
  // No other instance could answer the remaining queries.
  await young.reader.ready();
  const changed = () => heard.all.flatMap((message) => (message.kind === 'changes' ? message.changes : []));
  await until(() => changed().some(({ channel, id }) => channel === 'ticket' && id === later.padId));
  expect(heard.all.some(({ kind }) => kind === 'refetch')).toBe(false);
  open();
  await until(async () => (await live())[newLine] !== undefined);
  expect(await young.reader.query({ companyId, after }, linesTwice)).toMatchObject({ result: { lines: 5, counted: 5 } });
  // Screens fetch what could not be pushed for lines; rows that were built alongside are not pushed.
  await until(() => heard.all.some((message) => message.kind === 'refetch' && message.companyId === companyId));
  expect(changed().filter(({ channel }) => channel === 'appMessage')).toEqual([]);
  await heard.close();
});

test('a push that needs a table still being built is not sent before; then screens fetch again', async () => {
  await startedAndTold();
  const heard = await engine.listen();
  const { store, open, held } = heldStore(engine.store);
  const [padPush] = pads.pushes ?? [];
  const records: Push['records'] = async (db, ids) => {
    await linesTwice(db);
    return padPush!.records(db, ids);
  };
  const write = writerOf(engine, companyId);
  const [pad, later] = [somePad(1), somePad(1)];
  const young = await start(shouting, { store, pushes: [{ ...padPush!, records }] });
  const after = await write(pad.stream, ...pad.events);
  await until(() => young.projector.holds());
  await held;
  await young.reader.query({ companyId, after: after.toString() }, countPads);
  await until(() => heard.all.some(({ kind, position }) => kind === 'tick' && BigInt(position) >= after));
  expect(heard.all.filter(({ kind }) => kind === 'refetch')).toEqual([]);
  open();
  await until(() => heard.all.some((message) => message.kind === 'refetch' && message.companyId === companyId));
  await write(later.stream, ...later.events);
  const changed = () => heard.all.flatMap((message) => (message.kind === 'changes' ? message.changes : []));
  await until(() => changed().some(({ channel, id }) => channel === 'ticket' && id === later.padId));
  expect(changed().some(({ id }) => id === pad.padId)).toBe(false);
  await heard.close();
});

test('the previous release comes back: it continues with its own tables, and rebuilds the others once the newer one is gone', async () => {
  const old = await start(fixtureTables);
  const write = writerOf(engine, companyId);
  const [pad, later, last] = [somePad(3), somePad(3), somePad(3)];
  await write(pad.stream, ...pad.events);
  await until(() => old.projector.holds());
  const before = await live();
  const young = await start(shouting);
  await until(() => young.projector.holds());
  await old.stop();
  await write(later.stream, ...later.events);
  const again = await start(fixtureTables);
  const after = await write(last.stream, ...last.events);
  expect(await again.reader.query({ companyId, after: after.toString() }, linesTwice)).toMatchObject({
    result: { lines: 9, counted: 9 },
  });
  expect(young.projector.holds()).toBe(true);
  await young.stop();
  await until(async () => again.projector.holds() && (await live())[oldLine] !== undefined);
  expect(await live()).toEqual(before);
  const rows = await liveRows(engine.pool);
  await rebuild({ ...engine, tables: fixtureTables, log: silent });
  expect(await liveRows(engine.pool)).toEqual(rows);
});

test('of several processes that waited for the old code to end, none detaches what newer code joins later', async () => {
  await startedAndTold();
  const young = await Promise.all([1, 2, 3, 4].map(() => start(shouting)));
  await until(async () => young.some(({ projector }) => projector.holds()) && (await live())[newLine] !== undefined);
  const newest = await start([...shouting, moveRows as unknown as Table]);
  await until(() => newest.projector.holds());
  const since = Date.now();
  await until(() => {
    expect(young.some(({ projector }) => projector.holds())).toBe(false);
    return Date.now() > since + 2_500;
  });
  expect((await live())['move:1']).toBeDefined();
  expect((await generations()).filter(({ state }) => state === 'retired')).toMatchObject([
    { projections: { [oldLine]: expect.any(Number) } },
  ]);
});

test.each([
  ['any table was live', untilAny, fixtureTables, 1],
  ['a new table was live', untilLive, counting, 2],
] as const)(
  'a process that looked before %s, and hears it late, does not build what another has built since',
  async (_, build, tables, lateOne) => {
    if (tables === counting) await rebuild({ ...engine, tables: fixtureTables, log: silent });
    const slow = connectPg(engine.config.DATABASE_URL);
    const [looked, door] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    opening.push(door.resolve);
    const ask = slow.query.bind(slow) as (...asked: unknown[]) => Promise<unknown>;
    let looks = 0;
    const late = async (...asked: unknown[]): Promise<unknown> => {
      const answer = await ask(...asked);
      if (!String(asked[0]).includes("state = 'live'")) return answer;
      looks += 1;
      if (looks !== lateOne) return answer;
      looked.resolve();
      await door.promise;
      return answer;
    };
    const built = { ...engine, tables, log: silent, signal: new AbortController().signal };
    const second = build({ ...built, pool: Object.assign(slow, { query: late }) });
    await looked.promise;
    await build(built);
    const first = await live();
    door.resolve();
    await second;
    expect(await live()).toEqual(first);
    expect((await generations()).map(({ state }) => state)).toEqual(['live']);
    await slow.end();
  },
);

test('a process that ends while it builds a new table leaves it to be continued, and the live tables unchanged', async () => {
  await rebuild({ ...engine, tables: fixtureTables, log: silent });
  const write = writerOf(engine, companyId);
  const old = await start(fixtureTables);
  for (let n = 0; n < 20; n += 1) {
    const pad = somePad(8);
    const after = await write(pad.stream, ...pad.events);
    if (n === 19) await old.reader.query({ companyId, after: after.toString() }, countPads);
  }
  const before = await live();
  const ended = new AbortController();
  const onProgress = (events: number) => events >= 100 && ended.abort();
  await untilLive({ ...engine, tables: counting, log: silent, signal: ended.signal, batchSize: 50, onProgress });
  expect(await live()).toEqual(before);
  expect((await generations()).map(({ state }) => state)).toEqual(['live', 'building']);
  let events = 0;
  await untilLive({
    ...engine,
    tables: counting,
    log: silent,
    signal: new AbortController().signal,
    onProgress: (folded) => {
      events = folded;
    },
  });
  expect(events).toBeGreaterThan(0);
  expect(events).toBeLessThanOrEqual(20 * 11 - 100);
  expect(await live()).toEqual({ ...before, 'move:1': expect.any(Number) });
});

describe('a stream parked for some tables only', () => {
  const stray = (padId: string) => ({ type: 'LineStruck', data: { padId, lineId: newId() } });
  /** Lines of a release that can handle a line that is deleted before it was written. */
  const forgiving = fixtureTables.map((one) =>
    one.table === lineRows.table
      ? {
          ...lineRows,
          version: 2,
          fold: (...[row, fact, key]: Parameters<typeof lineRows.fold>) =>
            row === null && fact.type === 'LineStruck' ? null : lineRows.fold(row, fact, key),
        }
      : one,
  ) as readonly Table[];
  /** Moves of a release that cannot fold the second one. */
  const stumbling = counting.map((one) =>
    one.table === moveRows.table
      ? {
          ...moveRows,
          fold: (...[row, fact, key]: Parameters<typeof moveRows.fold>) => {
            if (row?.moves === 1 && fact.type === 'PadMoved') throw new Error('no more');
            return moveRows.fold(row, fact, key);
          },
        }
      : one,
  ) as readonly Table[];
  const parked = () => listParked({ pool: engine.pool });
  const retry = (tables: readonly Table[]) => retryParked({ ...engine, tables, tell: async () => undefined, log: silent });

  test('is not parked for a table built alongside that can fold it; after a retry each table has folded each event once', async () => {
    const old = await start(fixtureTables);
    const write = writerOf(engine, companyId);
    const pad = somePad(4);
    await write(pad.stream, ...pad.events.slice(0, 3), stray(pad.padId), ...pad.events.slice(3));
    await until(async () => (await parked()).length === 1);
    const young = await start(forgiving);
    await until(() => young.projector.holds());
    const after = await write(pad.stream, { type: 'PadMoved', data: { padId: pad.padId, shelf: 'c' } });
    await young.reader.query({ companyId, after: after.toString() }, countPads);
    await old.stop();
    expect(await parked()).toMatchObject([{ stream: pad.stream, revision: 3n, tables: ['pad', 'trail'] }]);
    expect((await liveRows(engine.pool)).line).toHaveLength(4);
    await retry(forgiving);
    await until(async () => (await parked()).length === 0);
    const rows = await liveRows(engine.pool);
    await rebuild({ ...engine, tables: forgiving, log: silent });
    expect(await liveRows(engine.pool)).toEqual(rows);
    expect(rows.trail).toHaveLength(9);
  });

  test('is parked for a table built alongside that cannot fold it; the other tables continue', async () => {
    const old = await start(fixtureTables);
    const write = writerOf(engine, companyId);
    const pad = somePad(2);
    const moved = (shelf: string) => ({ type: 'PadMoved', data: { padId: pad.padId, shelf } });
    const before = await write(pad.stream, ...pad.events, moved('c'));
    await old.reader.query({ companyId, after: before.toString() }, countPads);
    const young = await start(stumbling);
    await until(() => young.projector.holds());
    const after = await write(pad.stream, moved('d'));
    await young.reader.query({ companyId, after: after.toString() }, countPads);
    expect(await parked()).toMatchObject([{ stream: pad.stream, tables: ['move'], waiting: 2 }]);
    expect((await liveRows(engine.pool)).pad?.[0]).toContain('"shelf": "d"');
    await Promise.all(instances.splice(0).map((one) => one.stop()));
    await retry(counting);
    expect(await parked()).toEqual([]);
    const { rows } = await engine.pool.query(`select moves from ${await liveTable(engine.pool, 'move')}`);
    expect(rows).toEqual([{ moves: 3 }]);
  });
});

test('a named table is rebuilt alone, with the counters of its rows', async () => {
  await rebuild({ ...engine, tables: fixtureTables, log: silent });
  const write = writerOf(engine, companyId);
  const pad = somePad(3);
  await write(pad.stream, ...pad.events);
  const old = await start(fixtureTables);
  await until(async () => (await liveRows(engine.pool)).pad?.length === 1);
  const [before, rows] = [await live(), await liveRows(engine.pool)];
  expect(await rebuild({ ...engine, tables: fixtureTables, log: silent, only: ['shelf_count'] })).not.toBeNull();
  const after = await live();
  const padsName = 'pad:1 shelf_count:1';
  expect(after).toEqual({ ...before, [padsName]: expect.any(Number) });
  expect(after[padsName]).not.toBe(before[padsName]);
  expect(await liveRows(engine.pool)).toEqual(rows);
  expect(() => rebuild({ ...engine, tables: fixtureTables, log: silent, only: ['pda'] })).toThrow('There is no read table pda.');
  await old.stop();
});

test('tables built by the previous release are taken over unchanged', async () => {
  const write = writerOf(engine, companyId);
  const pad = somePad(3);
  await write(pad.stream, ...pad.events);
  await rebuild({ ...engine, tables: fixtureTables, log: silent });
  const [before, rows] = [await live(), await liveRows(engine.pool)];
  const versions = fixtureTables.map(({ table, version }) => `${table}:${version}`).sort();
  await engine.pool.query(`update read.generation set projections = '{}', versions = $1`, [versions.join(' ')]);
  await untilAny({ ...engine, tables: shouting, log: silent, signal: new AbortController().signal });
  expect(await live()).toEqual(before);
  expect(Object.keys(before).sort()).toEqual(
    projectionsOf(fixtureTables)
      .map(({ name }) => name)
      .sort(),
  );
  expect(await liveRows(engine.pool)).toEqual(rows);
});
