import { newId, type PushMessage } from '@prosa/contracts';
import { connectPg } from '@prosa/infra/runtime';
import { type Loss, postgresProxy } from '../../../infra/testing/postgres/postgres-proxy.ts';
import { drawn } from '../../../infra/testing/volume.ts';
import { fixtureTables, openEngine, padEvents, silent, startFixtureProjector, until, writerOf } from './engine.fixture.ts';
import { listParked, retryParked } from './rebuild/parked.ts';
import { rebuild } from './rebuild/rebuild.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A stream that is parked because its event was unknown, and a connection to Postgres that loses the next commit's request or answer. */
const parkedStream = async (loss: Loss) => {
  const engine = await openEngine(padEvents);
  closing.push(engine.close);
  await rebuild({ ...engine, tables: fixtureTables, log: silent });
  const companyId = newId();
  await writerOf(engine, companyId)('shelf-1', { type: 'ShelfCleared', data: { shelf: 'b' } });
  const projector = startFixtureProjector(engine);
  const parked = () => listParked({ pool: engine.pool });
  await until(async () => (await parked()).length === 1);
  await projector.stop();
  const store = await engine.connectNewer();
  closing.push(store.close);
  const proxy = await postgresProxy(engine.config.DATABASE_URL);
  closing.push(proxy.close);
  const pool = connectPg(proxy.url, { pipeline: true });
  closing.push(() => pool.end());
  let commits = 0;
  proxy.decide(({ kind }) => (kind === 'commit' && commits++ === 0 ? loss : undefined));
  const told: PushMessage[] = [];
  const tell = async (messages: PushMessage[]) => void told.push(...messages);
  return { parked, told, companyId, retry: () => retryParked({ pool, store, tables: fixtureTables, tell, log: silent }) };
};

const commits = drawn('the commit of a parked stream loses its', [
  ['request', 1],
  ['answer', 0],
] as const);

test.each(commits)('screens are told of a parked stream that was folded, although its commit lost its %s', async (loss, left) => {
  const { parked, told, companyId, retry } = await parkedStream(loss);
  await expect(retry()).rejects.toThrow();
  expect(await parked()).toHaveLength(left);
  await retry();
  expect(await parked()).toEqual([]);
  expect(told.at(-1)).toMatchObject({ kind: 'refetch', companyId });
});
