import { newId } from '@prosa/contracts';
import { connectPg } from '@prosa/infra/runtime';
import { postgresProxy } from '../../../../infra/testing/postgres/postgres-proxy.ts';
import { drawn } from '../../../../infra/testing/volume.ts';
import { type Engine, fixtureTables, openEngine, silent, somePad, writerOf } from '../engine.fixture.ts';
import { liveTable } from '../live-tables.fixture.ts';
import { untilLive } from './live.ts';
import { counting, countPads, type Instance, startInstance } from './releases.fixture.ts';

let engine: Engine;
const companyId = newId();
let old: Instance;
beforeEach(async () => {
  engine = await openEngine();
  old = await startInstance(engine, fixtureTables);
});
afterEach(async () => {
  await old.stop();
  await engine.close();
});

type Row = { state: string; projections: Record<string, number> };
const generations = async (): Promise<Row[]> =>
  (await engine.pool.query<Row>('select state, projections from read.generation order by generation')).rows;
const live = async (): Promise<Record<string, number>> =>
  (await generations()).find(({ state }) => state === 'live')?.projections ?? {};

const losses = drawn('the commit of a join loses its', ['request', 'answer'] as const);

test.each(losses)('a join whose commit loses its %s happens once', async (loss) => {
  const write = writerOf(engine, companyId);
  const pad = somePad(5);
  await old.reader.query({ companyId, after: (await write(pad.stream, ...pad.events)).toString() }, countPads);
  const before = await live();
  const proxy = await postgresProxy(engine.config.DATABASE_URL);
  const pool = connectPg(proxy.url, { pipeline: true });
  let [joining, lost] = [false, false];
  proxy.decide(({ kind }) => {
    if (kind.startsWith('update read.generation set projections') && kind.includes('turn')) joining = true;
    if (kind !== 'commit' || !joining || lost) return undefined;
    lost = true;
    return loss;
  });
  await untilLive({ ...engine, pool, tables: counting, log: silent, signal: new AbortController().signal });
  expect(lost).toBe(true);
  expect(await live()).toEqual({ ...before, 'move:1': expect.any(Number) });
  expect((await generations()).map(({ state }) => state)).toEqual(['live']);
  const { rows } = await engine.pool.query(`select moves from ${await liveTable(engine.pool, 'move')}`);
  expect(rows).toEqual([{ moves: 1 }]);
  await pool.end();
  await proxy.close();
});
