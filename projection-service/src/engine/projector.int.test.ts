import { newId, type PushMessage } from '@prosa/contracts';
import { connectPg } from '@prosa/infra/runtime';
import { z } from 'zod';
import { sql } from '../kernel/db.ts';
import { projectionsOf } from '../kernel/projections.ts';
import {
  type Engine,
  fixtureTables,
  openEngine,
  padEvents,
  pads,
  silent,
  somePad,
  startFixtureProjector,
  sweepEvents,
  until,
  writerOf,
} from './engine.fixture.ts';
import { commitBatch, Fenced } from './frames/commit.ts';
import { checkpoint, liveRows } from './live-tables.fixture.ts';
import type { Projector } from './projector.ts';
import { listParked, retryParked } from './rebuild/parked.ts';
import { rebuild } from './rebuild/rebuild.ts';
import { checkpointOf, generationOf, liveRow } from './tables/generation.ts';

let engine: Engine;
let companyId: string;
let write: ReturnType<typeof writerOf>;
let running: Projector[];
beforeEach(async () => {
  engine = await openEngine();
  companyId = newId();
  write = writerOf(engine, companyId);
  running = [];
  await rebuild({ ...engine, tables: fixtureTables, log: silent });
});
afterEach(async () => {
  await Promise.all(running.map((projector) => projector.stop()));
  await engine.close();
});

const project = (more: Parameters<typeof startFixtureProjector>[1] = {}): Projector => {
  const projector = startFixtureProjector(engine, { leaseMs: 5_000, tickMs: 50, ...more });
  running.push(projector);
  return projector;
};
const reached = (position: bigint) => until(async () => (await checkpoint(engine.pool)) >= position);
const changesOf = (messages: PushMessage[]) => messages.flatMap((message) => (message.kind === 'changes' ? message.changes : []));
/** The rows as a complete rebuild produces them. */
const rebuilt = async () => {
  await rebuild({ ...engine, tables: fixtureTables, log: silent });
  return liveRows(engine.pool);
};

test('an event changes the rows and is pushed to the rooms with GET’s record', async () => {
  const heard = await engine.listen();
  project();
  const { stream, padId, events } = somePad(2);
  await write(stream, events[0]!);
  const last = await write(stream, ...events.slice(1));
  await until(() => changesOf(heard.all).some(({ after }) => after[0] === `shelf:${companyId}:b`));
  const pad = changesOf(heard.all).findLast(({ channel }) => channel === 'ticket');
  expect(pad).toMatchObject({ id: padId, record: { id: padId, shelf: 'b', lines: 2, last: 'Linha 1 é só um texto.' } });
  expect(changesOf(heard.all).filter(({ channel }) => channel === 'appMessage')).toHaveLength(2);
  expect(changesOf(heard.all).findLast(({ channel }) => channel === 'ticketCounts')).toMatchObject({
    record: { shelf: 'b', count: 1 },
  });
  await until(() => heard.all.some((message) => message.kind === 'tick' && message.position === last.toString()));
  const positions = heard.all.map(({ position }) => BigInt(position));
  expect(positions).toEqual([...positions].sort((a, b) => (a < b ? -1 : 1)));
  await heard.close();
});

test('while one projector holds the lease another waits, and takes over when it ends', async () => {
  const [one, two] = [project(), project()];
  await until(() => one.holds() || two.holds());
  const [first, second] = one.holds() ? [one, two] : [two, one];
  const [pad, later] = [somePad(), somePad()];
  await reached(await write(pad.stream, ...pad.events));
  expect(second.holds()).toBe(false);
  await first.stop();
  await until(() => second.holds());
  await reached(await write(later.stream, ...later.events));
  expect((await liveRows(engine.pool)).pad).toHaveLength(2);
});

test('a superseded projector commits nothing', async () => {
  const row = (await liveRow(engine.pool))!;
  const before = await checkpointOf(engine.pool, row);
  const generation = generationOf(projectionsOf(fixtureTables), row.generation, row.projections);
  project();
  const pad = somePad();
  const position = await write(pad.stream, ...pad.events);
  await reached(position);
  const rows = await liveRows(engine.pool);
  const late = commitBatch(
    { pool: engine.pool, generation, pushes: pads.pushes ?? [], state: 'live', log: silent },
    before,
    await engine.store.load(pad.stream),
    position,
  );
  await expect(late).rejects.toThrow(Fenced);
  expect(await liveRows(engine.pool)).toEqual(rows);
});

test('an event that cannot be folded parks its stream; after a successful retry the rows are as if it had never been parked', async () => {
  project();
  const [bad, good] = [somePad(3), somePad(3)];
  const stray = { type: 'LineStruck', data: { padId: bad.padId, lineId: newId() } };
  await write(bad.stream, ...bad.events.slice(0, 2), stray, ...bad.events.slice(2));
  for (let n = 0; n < 10; n += 1) {
    const line = { type: 'LineWritten', data: { padId: bad.padId, lineId: newId(), authorId: newId(), body: `${n}` } };
    await write(bad.stream, line);
  }
  await reached(await write(good.stream, ...good.events));
  const rows = await liveRows(engine.pool);
  expect(rows.pad).toHaveLength(2);
  expect(rows.trail?.filter((row) => row.includes(bad.padId))).toHaveLength(2);
  const [parked] = await listParked({ pool: engine.pool });
  expect(parked).toMatchObject({ stream: bad.stream, revision: 2n, type: 'LineStruck', fault: 'fold', companyId });
  expect(parked?.reason).toMatch(/^line: LineStruck before its row /);
  expect(await rebuilt()).toEqual(rows);

  // Code that can handle the event: it accepts the missing line.
  const forgiving = fixtureTables.map((one) =>
    one.kind === 'rows' && one.table === 'line'
      ? {
          ...one,
          fold: (...asked: Parameters<typeof one.fold>) =>
            asked[0] === null && asked[1].type === 'LineStruck' ? null : one.fold(...asked),
        }
      : one,
  );
  const told: PushMessage[] = [];
  const tell = async (messages: PushMessage[]) => void told.push(...messages);
  const retried = await retryParked({ ...engine, tables: forgiving, tell, log: silent });
  expect(retried).toEqual([{ stream: bad.stream, outcome: 'folded', events: 10 + 1 + bad.events.length - 2 }]);
  expect(told).toMatchObject([{ kind: 'refetch', companyId }]);
  await reached(await write(bad.stream, { type: 'PadMoved', data: { padId: bad.padId, shelf: 'z' } }));
  const after = await liveRows(engine.pool);
  expect(after.trail?.filter((row) => row.includes(bad.padId))).toHaveLength(12 + bad.events.length);
  await rebuild({ ...engine, tables: forgiving, log: silent });
  expect(await liveRows(engine.pool)).toEqual(after);
});

test('a value that Postgres refuses parks only its stream, whatever else the batch contains', async () => {
  const pad = somePad(3);
  const poison = somePad(1);
  await write(poison.stream, poison.events[0]!, {
    type: 'LineWritten',
    data: { padId: poison.padId, lineId: newId(), authorId: newId(), body: 'nothing \u0000 here' },
  });
  const position = await write(pad.stream, ...pad.events);
  project();
  await reached(position);
  const rows = await liveRows(engine.pool);
  expect(rows.pad).toHaveLength(2);
  expect(rows.line).toHaveLength(3);
  expect(await listParked({ pool: engine.pool })).toMatchObject([{ stream: poison.stream, fault: 'write', revision: 1n }]);
});

test('an event of newer code waits until code that knows it folds it', async () => {
  await engine.close();
  engine = await openEngine({ ...padEvents, AuthorForgotten: sweepEvents.AuthorForgotten });
  write = writerOf(engine, companyId);
  await rebuild({ ...engine, tables: fixtureTables, log: silent });
  const pad = somePad(2, 'old');
  const first = project();
  await write(pad.stream, ...pad.events);
  await reached(await write('shelf-1', { type: 'ShelfCleared', data: { shelf: 'b' } }));
  expect(await listParked({ pool: engine.pool })).toMatchObject([{ stream: 'shelf-1', fault: 'unknown' }]);
  await first.stop();
  const store = await engine.connectNewer();
  project({ store });
  await until(async () => (await listParked({ pool: engine.pool })).length === 0);
  expect((await liveRows(engine.pool)).pad).toHaveLength(0);
  await running.at(-1)?.stop();
  await store.close();
});

test('an event that the last holder still parks while its successor looks for parked ones is folded by the successor', async () => {
  await engine.close();
  engine = await openEngine({ ...padEvents, AuthorForgotten: sweepEvents.AuthorForgotten });
  write = writerOf(engine, companyId);
  await rebuild({ ...engine, tables: fixtureTables, log: silent });
  const position = await write('shelf-1', { type: 'ShelfCleared', data: { shelf: 'b' } });
  const live = (await liveRow(engine.pool))!;
  const generation = generationOf(projectionsOf(fixtureTables), live.generation, live.projections);
  const facts = await engine.store.load('shelf-1', { from: 0n, faults: 'keep' });
  const last = { pool: engine.pool, generation, pushes: [], state: 'live', log: silent } as const;
  const pool = connectPg(engine.config.DATABASE_URL, { pipeline: true });
  const ask = pool.query.bind(pool) as (...asked: unknown[]) => Promise<unknown>;
  let looks = 0;
  const query = async (...asked: unknown[]): Promise<unknown> => {
    const answer = await ask(...asked);
    if (String(asked[0]).includes('from read.parked p') && looks++ === 0)
      await commitBatch(last, await checkpointOf(engine.pool, live), facts, position);
    return answer;
  };
  const store = await engine.connectNewer();
  project({ store, pool: Object.assign(pool, { query }) });
  await until(async () => looks > 0 && (await checkpoint(engine.pool)) >= position);
  await until(async () => (await listParked({ pool: engine.pool })).length === 0);
  await running.pop()?.stop();
  await Promise.all([store.close(), pool.end()]);
});

test('many rows are swept in the middle of a batch, once, and the company fetches again', async () => {
  const author = newId();
  const [one, two] = [somePad(3, 'a', author), somePad(3, 'b', author)];
  await write(one.stream, ...one.events);
  await write('author-1', { type: 'AuthorForgotten', data: { authorId: author } });
  await write(two.stream, ...two.events.slice(0, -1));
  const position = await write('shelf-1', { type: 'ShelfCleared', data: { shelf: 'b' } });
  const heard = await engine.listen();
  project();
  await reached(position);
  const rows = await liveRows(engine.pool);
  expect(rows.pad).toEqual([]);
  expect(rows.shelf_count).toEqual([]);
  expect(rows.line?.filter((row) => row.includes('"body": null'))).toHaveLength(3);
  await until(() => heard.all.some((message) => message.kind === 'refetch' && message.companyId === companyId));
  expect(await rebuilt()).toEqual(rows);
  await heard.close();
});

test('a record that is too large is pushed by its id, and many changes in several messages', async () => {
  const heard = await engine.listen();
  const pad = somePad(0);
  const author = newId();
  const line = (body: string) => ({ type: 'LineWritten', data: { padId: pad.padId, lineId: newId(), authorId: author, body } });
  await write(pad.stream, pad.events[0]!);
  for (const body of ['x'.repeat(300_000), ...Array.from({ length: 8 }, () => 'y'.repeat(200_000))])
    await write(pad.stream, line(body));
  project();
  const told = () => changesOf(heard.all).filter(({ channel }) => channel === 'appMessage');
  await until(() => told().length === 9);
  const lines = told();
  expect(lines.filter(({ record }) => record?.partial === true)).toHaveLength(1);
  expect(heard.all.filter(({ kind }) => kind === 'changes').length).toBeGreaterThan(2);
  await heard.close();
});

test('a failing query stops nothing: its company fetches again, and the next batch is pushed as usual', async () => {
  const heard = await engine.listen();
  let broken = true;
  const pushes = (pads.pushes ?? []).map((push) => ({
    ...push,
    records: (...[db, ids]: Parameters<typeof push.records>) =>
      broken ? db.many(sql.type(z.object({}))`select nothing from nowhere`).then(() => new Map()) : push.records(db, ids),
  }));
  project({ pushes });
  const [pad, later] = [somePad(1), somePad(1)];
  await reached(await write(pad.stream, ...pad.events));
  await until(() => heard.all.some((message) => message.kind === 'refetch' && message.companyId === companyId));
  broken = false;
  await write(later.stream, ...later.events);
  await until(() => changesOf(heard.all).some(({ id }) => id === later.padId));
  expect((await liveRows(engine.pool)).pad).toHaveLength(2);
  await heard.close();
});
