import { newId } from '@prosa/contracts';
import { type Engine, fixtureTables, openEngine, silent, somePad, until, writerOf } from '../engine.fixture.ts';
import { liveRows } from '../live-tables.fixture.ts';
import { rebuild } from './rebuild.ts';

let engine: Engine;
beforeEach(async () => {
  engine = await openEngine();
});
afterEach(() => engine.close());

test('a rebuild folds the next batch while Postgres writes the last', async () => {
  const write = writerOf(engine, newId());
  for (let n = 0; n < 30; n += 1) {
    const pad = somePad(10);
    await write(pad.stream, ...pad.events);
  }
  let folded = 0;
  const tables = fixtureTables.map((one) => {
    if (one.table !== 'line' || one.kind !== 'rows') return one;
    const fold: typeof one.fold = (...given) => {
      folded += 1;
      return one.fold(...given);
    };
    return { ...one, fold };
  });
  const begun = new AbortController();
  const options = { ...engine, tables, log: silent, batchSize: 50 };
  await expect(rebuild({ ...options, signal: begun.signal, onProgress: () => begun.abort() })).rejects.toThrow();
  const { rows } = await engine.pool.query<{ name: string }>(
    "select 'read.' || tablename as name from pg_tables where schemaname = 'read' and tablename ~ '^line_[0-9]+$'",
  );
  const locking = await engine.pool.connect();
  await locking.query(`begin; lock table ${rows[0]!.name} in share mode`);
  folded = 0;
  const rebuilding = rebuild(options);
  await until(() => folded > 50);
  await locking.query('commit');
  locking.release();
  await rebuilding;
  expect((await liveRows(engine.pool)).line).toHaveLength(300);
});

test('batches of any size lead to the same rows and parked streams, through sweeps, deletions and refused values', async () => {
  const write = writerOf(engine, newId());
  const author = newId();
  const line = (padId: string, body: string) => ({
    type: 'LineWritten',
    data: { padId, lineId: newId(), authorId: author, body },
  });
  const pads = Array.from({ length: 6 }, (_, n) => somePad(3, n % 2 === 0 ? 'a' : 'c', author));
  for (const [n, pad] of pads.entries()) {
    await write(pad.stream, ...pad.events);
    if (n === 1) await write(pad.stream, { type: 'PadTorn', data: { padId: pad.padId } }, line(pad.padId, 'Tarde demais'));
    if (n === 2) await write('author-1', { type: 'AuthorForgotten', data: { authorId: author } });
    if (n === 3) await write(pad.stream, line(pad.padId, 'Nulo \0'), line(pad.padId, 'Depois'));
    if (n === 4) await write('shelf-b', { type: 'ShelfCleared', data: { shelf: 'b' } });
    await write(pads[0]!.stream, { type: 'PadMoved', data: { padId: pads[0]!.padId, shelf: `s${n}` } });
  }
  const result = async (batchSize: number) => {
    await rebuild({ ...engine, tables: fixtureTables, log: silent, batchSize });
    const { rows } = await engine.pool.query(
      `select stream, revision, fault, tables, waiting from read.parked
       where generation = (select generation from read.generation where state = 'live') order by stream, revision`,
    );
    return { rows: await liveRows(engine.pool), parked: rows };
  };
  const atOnce = await result(2_000);
  expect(atOnce.parked.map(({ fault }) => fault)).toEqual(expect.arrayContaining(['fold', 'write']));
  for (const batchSize of [1, 2, 3, 7]) expect({ batchSize, ...(await result(batchSize)) }).toEqual({ batchSize, ...atOnce });
});
