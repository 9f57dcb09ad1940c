import { newId, type PushMessage } from '@prosa/contracts';
import {
  betweenPads,
  type Engine,
  fixtureTables,
  openEngine,
  silent,
  somePad,
  startFixtureProjector,
  until,
  writerOf,
} from '../engine.fixture.ts';
import { checkpoint, liveRows } from '../live-tables.fixture.ts';
import type { Projector } from '../projector.ts';
import { untilLive } from './live.ts';
import { rebuild } from './rebuild.ts';

let engine: Engine;
const running: Projector[] = [];
beforeEach(async () => {
  engine = await openEngine();
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((projector) => projector.stop()));
  await engine.close();
});

const project = (tables = fixtureTables): Projector => {
  const projector = startFixtureProjector(engine, { tables, leaseMs: 5_000, tickMs: 50, retiredMs: 0 });
  running.push(projector);
  return projector;
};
const generations = async () => {
  const { rows } = await engine.pool.query<{ generation: number; state: string; projections: Record<string, number> }>(
    'select generation, state, projections from read.generation order by generation',
  );
  return rows;
};
/** Tables created by folding, in whichever generation. */
const tablesThere = async () => {
  const { rowCount } = await engine.pool.query(`select from pg_tables where schemaname = 'read' and tablename ~ '_[0-9]+$'`);
  return rowCount;
};
/** Writes pads continuously until stopped; returns the last position. */
const load = (companyId: string) => {
  const write = writerOf(engine, companyId);
  let stopped = false;
  const writing = (async () => {
    let last = 0n;
    while (!stopped) {
      const pad = somePad(8);
      for (const event of pad.events) last = await write(pad.stream, event);
      await betweenPads();
    }
    return last;
  })();
  return {
    stop: () => {
      stopped = true;
      return writing;
    },
  };
};

test('the first tables are built from the existing events, and then live', async () => {
  const write = writerOf(engine, newId());
  const pad = somePad();
  await write(pad.stream, ...pad.events);
  await untilLive({ ...engine, tables: fixtureTables, log: silent, signal: new AbortController().signal });
  expect((await liveRows(engine.pool)).trail).toHaveLength(pad.events.length);
});

test('a rebuild under load pushes every change, produces equal tables, and the old ones are dropped', async () => {
  await rebuild({ ...engine, tables: fixtureTables, log: silent });
  const heard = await engine.listen();
  const companyId = newId();
  project();
  const writing = load(companyId);
  await until(() => heard.all.filter(({ kind }) => kind === 'changes').length > 5);
  for (let round = 0; round < 3; round += 1)
    expect(await rebuild({ ...engine, tables: fixtureTables, log: silent })).not.toBeNull();
  const last = await writing.stop();
  await until(async () => (await checkpoint(engine.pool)) >= last);
  const rows = await liveRows(engine.pool);
  await rebuild({ ...engine, tables: fixtureTables, log: silent, batchSize: 7 });
  expect(await liveRows(engine.pool)).toEqual(rows);

  // A screen that applies the frames, and fetches when told to, shows the current state of every pad.
  await until(() => heard.all.some((message) => message.kind === 'tick' && BigInt(message.position) >= last));
  const shelf = new Map<string, { shelf: string; lines: number }>();
  let refetchedAt = -1n;
  const positionOf = (message: PushMessage) => BigInt(message.position);
  for (const message of heard.all) {
    if (message.kind === 'refetch') refetchedAt = positionOf(message);
    if (message.kind !== 'changes') continue;
    for (const { channel, id, record } of message.changes)
      if (channel === 'ticket') shelf.set(id, record as { shelf: string; lines: number });
  }
  const pads_ = rows.pad?.map((row) => JSON.parse(row) as { id: string; shelf: string; lines: number; seen: number }) ?? [];
  expect(pads_.length).toBeGreaterThan(5);
  for (const { id, shelf: on, lines, seen } of pads_)
    if (BigInt(seen) > refetchedAt) expect(shelf.get(id)).toMatchObject({ shelf: on, lines });
  const kept = await until(async () => {
    const all = await generations();
    return all.length === 1 ? all : null;
  });
  expect(kept).toMatchObject([{ state: 'live' }]);
  expect(kept).toHaveLength(1);
  expect(await tablesThere()).toBe(fixtureTables.length);
  await heard.close();
});

test('a killed rebuild is continued where it was', async () => {
  const write = writerOf(engine, newId());
  for (let n = 0; n < 40; n += 1) {
    const pad = somePad(10);
    await write(pad.stream, ...pad.events);
  }
  const killed = new AbortController();
  await expect(
    rebuild({
      ...engine,
      tables: fixtureTables,
      log: silent,
      batchSize: 50,
      signal: killed.signal,
      onProgress: (events) => events >= 200 && killed.abort(),
    }),
  ).rejects.toThrow();
  expect(await generations()).toMatchObject([{ state: 'building' }]);
  const again = await rebuild({ ...engine, tables: fixtureTables, log: silent });
  expect(again?.events).toBeLessThanOrEqual(40 * 13 - 200);
  expect((await liveRows(engine.pool)).trail).toHaveLength(40 * 13);
});

test('newer code builds its own tables alongside and takes over, and older code stops projecting', async () => {
  const newer = fixtureTables.map((one) => (one.table === 'trail' ? { ...one, version: 2 } : one));
  const companyId = newId();
  const write = writerOf(engine, companyId);
  await rebuild({ ...engine, tables: fixtureTables, log: silent });
  const old = project();
  const pad = somePad();
  await write(pad.stream, ...pad.events);
  await until(() => old.holds());
  await untilLive({ ...engine, tables: newer, log: silent, signal: new AbortController().signal });
  const young = project(newer);
  const later = somePad();
  const last = await write(later.stream, ...later.events);
  await until(async () => (await checkpoint(engine.pool)) >= last);
  await until(() => young.holds() && !old.holds());
  expect((await liveRows(engine.pool)).trail).toHaveLength(pad.events.length + later.events.length);
  const live = (await generations()).filter(({ state }) => state === 'live');
  expect(live.map(({ projections }) => Object.keys(projections).sort())).toEqual([['line:1', 'pad:1 shelf_count:1', 'trail:2']]);
});

test('only one process rebuilds at a time', async () => {
  const both = await Promise.all([1, 2].map(() => rebuild({ ...engine, tables: fixtureTables, log: silent })));
  expect(both.filter((one) => one === null).length).toBeLessThanOrEqual(1);
  expect((await generations()).filter(({ state }) => state === 'live')).toHaveLength(1);
});
