import { setTimeout as sleep } from 'node:timers/promises';
import { EventStoreDBClient } from '@eventstore/db-client';
import { newId, type PushMessage } from '@prosa/contracts';
import {
  type Engine,
  fixtureTables,
  openEngine,
  padEvents,
  silent,
  somePad,
  startFixtureProjector,
  until,
  writerOf,
} from './engine.fixture.ts';
import { publisherOf } from './frames/publisher.ts';
import { checkpoint, liveRows } from './live-tables.fixture.ts';
import { listParked } from './rebuild/parked.ts';
import { rebuild } from './rebuild/rebuild.ts';

/** Conditions that must not block the single projector, on which every screen depends. */
let engine: Engine;
const closing: (() => Promise<unknown>)[] = [];
const open = async (...asked: Parameters<typeof openEngine>): Promise<void> => {
  engine = await openEngine(...asked);
  closing.push(engine.close);
  await rebuild({ ...engine, tables: fixtureTables, log: silent });
};
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const project = () => {
  const projector = startFixtureProjector(engine, { leaseMs: 5_000, retiredMs: 0 });
  closing.push(projector.stop);
  return projector;
};
const reached = (position: bigint) => until(async () => (await checkpoint(engine.pool)) >= position);
const generations = async (): Promise<number[]> =>
  (await engine.pool.query('select generation from read.generation order by 1')).rows.map(({ generation }) => generation);

test('replaced tables that are still read are dropped later, and nobody waits for that', async () => {
  await open();
  const write = writerOf(engine, newId());
  const [old] = await generations();
  const reading = await engine.pool.connect();
  await reading.query(`begin; lock table read.pad_${old} in access share mode`);
  await rebuild({ ...engine, tables: fixtureTables, log: silent });
  const first = project();
  const [pad, later] = [somePad(), somePad()];
  await reached(await write(pad.stream, ...pad.events));
  await first.stop();
  project();
  await reached(await write(later.stream, ...later.events));
  expect(await generations()).toHaveLength(2);
  await reading.query('rollback');
  reading.release();
  await until(async () => (await generations()).length === 1);
});

test('a parked stream that cannot be read any more stays parked, and the others are folded', async () => {
  await open(padEvents);
  const write = writerOf(engine, newId());
  await write('shelf-1', { type: 'ShelfCleared', data: { shelf: 'b' } });
  const first = project();
  const parked = () => listParked({ pool: engine.pool });
  await until(async () => (await parked()).length === 1);
  await first.stop();
  const client = EventStoreDBClient.connectionString(engine.config.EVENTSTORE_URL);
  await client.tombstoneStream(`${engine.word}shelf-1`);
  await client.dispose();
  project();
  const pad = somePad();
  await reached(await write(pad.stream, ...pad.events));
  expect((await liveRows(engine.pool)).pad).toHaveLength(1);
  expect(await parked()).toMatchObject([{ stream: 'shelf-1' }]);
});

test('positions are announced even if pushes never pause', async () => {
  await open();
  const heard = await engine.listen();
  closing.push(heard.close);
  const publish: typeof engine.bus.publish = async (messages) => {
    await sleep(20);
    await engine.bus.publish(messages);
  };
  const publisher = publisherOf({ bus: { ...engine.bus, publish }, pool: engine.pool, held: () => true, from: 0n, log: silent });
  for (let position = 1; position <= 40; position += 1) {
    const change: PushMessage = { kind: 'refetch', companyId: null, position: `${position}` };
    await publisher.tell([change], BigInt(position));
    if (position > 1) publisher.tick();
    await sleep(5);
  }
  await publisher.settled();
  await until(() => heard.all.some(({ kind, position }) => kind === 'refetch' && position === '40'));
  const isTick = ({ kind }: PushMessage) => kind === 'tick';
  const lastPush = heard.all.findLastIndex((message) => !isTick(message));
  expect(heard.all.slice(0, lastPush).filter(isTick).length).toBeGreaterThan(0);
  // A tick names the position of what was sent before it, and no more.
  for (const [at, { position }] of heard.all.entries())
    expect(position).toBe(heard.all.slice(0, at + 1).findLast((message) => !isTick(message))?.position);
});
