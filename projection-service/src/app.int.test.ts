import { isDeepStrictEqual } from 'node:util';
import { newId, route } from '@prosa/contracts';
import { accessTokens } from '@prosa/infra/runtime';
import { z } from 'zod';
import { createProjectionService, type ProjectionService } from './app.ts';
import {
  type Engine,
  fixtureEvents,
  openEngine,
  padRecords,
  pads,
  silent,
  somePad,
  until,
  writerOf,
} from './engine/engine.fixture.ts';
import { liveTable } from './engine/live-tables.fixture.ts';
import { moveRows } from './engine/rebuild/releases.fixture.ts';
import { type Asker, type Feature, type FindAsker, readRoute } from './kernel/feature.ts';
import type { Table } from './kernel/table.ts';

const showPad = route({
  call: 'GET /pads/:id',
  may: 'signed-in',
  summary: 'One pad.',
  params: z.object({ id: z.uuid() }),
  query: z.object({ after: z.string().optional() }),
  reply: z.object({ pad: z.record(z.string(), z.unknown()).nullable(), as: z.string() }),
});
const feature: Feature = {
  ...pads,
  routes: (app, reader) =>
    readRoute(app, reader, showPad, async ({ db, params, asker }) => ({
      pad: (await padRecords(db, [params.id])).get(params.id) ?? null,
      as: asker.userId,
    })),
};
const [companyId, otherId, userId] = [newId(), newId(), newId()];
const findAsker: FindAsker = async (db, claims): Promise<Asker> => ({
  userId: claims.userId,
  companyId: db.companyId,
  profile: 'user',
  super: false,
  queueIds: [],
  seesGrey: false,
  version: 2,
  ended: null,
});

const start = async (...features: Feature[]) => {
  const { config } = engine;
  const service = await createProjectionService({
    config,
    log: silent,
    features,
    findAsker,
    events: fixtureEvents,
    leaseMs: 5_000,
  });
  return { service, ...(await service.start()) };
};

let engine: Engine;
let services: { service: ProjectionService; url: string }[];
beforeAll(async () => {
  engine = await openEngine(undefined, true); // its services connect themselves
  services = await Promise.all([start(feature), start(feature)]);
});
afterAll(async () => {
  await Promise.all(services.map(({ service }) => service.close()));
  await engine.close();
});

const tokenOf = (company: string, version = 2) =>
  accessTokens(engine.config.PROSA_TOKEN_SECRET).signAccess({ userId, companyId: company, version });
const ask = async (url: string, path: string, company = companyId, version = 2) => {
  const reply = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${await tokenOf(company, version)}` } });
  return {
    status: reply.status,
    position: reply.headers.get('prosa-position'),
    retry: reply.headers.get('retry-after'),
    body: await reply.json(),
  };
};

test('two instances start together on empty tables; one projects, both become ready and answer', async () => {
  for (const { url } of services) await until(async () => (await fetch(`${url}/readyz`)).status === 200);
  await until(() => services.some(({ service }) => service.holds()));
  expect(services.filter(({ service }) => service.holds())).toHaveLength(1);
});

test('one connection of each instance receives all of Postgres’s notifications', async () => {
  const { rows } = await engine.pool.query(
    `select application_name as name from pg_stat_activity where datname = current_database() and application_name like 'projection%'
       and (query ilike 'listen%' or query ilike '%pg_notify%')`,
  );
  expect(rows).toEqual(services.map(() => ({ name: 'projection-service-listener' })));
});

test('written data can be read on either instance with its position, only by its company', async () => {
  const pad = somePad(2);
  const after = await writerOf(engine, companyId)(pad.stream, ...pad.events);
  for (const { url } of services) {
    const own = await ask(url, `/api/pads/${pad.padId}?after=${after}`);
    expect(own).toMatchObject({ status: 200, body: { pad: { id: pad.padId, lines: 2 }, as: userId } });
    expect(BigInt(own.position ?? 0)).toBeGreaterThanOrEqual(after);
    expect((await ask(url, `/api/pads/${pad.padId}?after=${after}`, otherId)).body).toMatchObject({ pad: null });
  }
});

test('an older session is refused, and a read with a position that is never reached too', async () => {
  const [one] = services;
  const path = `/api/pads/${newId()}`;
  expect(await ask(one!.url, path, companyId, 1)).toMatchObject({ status: 401, body: { error: 'ERR_UNAUTHENTICATED' } });
  expect(await ask(one!.url, `${path}?after=999999999999999999`)).toMatchObject({
    status: 503,
    retry: '1',
    body: { error: 'ERR_BEHIND' },
  });
});

const measured = async (url: string): Promise<Record<string, number>> => {
  const text = await (await fetch(`${url}/metrics`)).text();
  const lines = text.matchAll(/^projection_(\w+)\{[^}]*\} (\S+)$/gm);
  return Object.fromEntries([...lines].map(([, name, value]) => [name, Number(value)]));
};

test('the metrics show an operator which instance projects, how far behind it is, and what is parked', async () => {
  const pad = somePad(1);
  const write = writerOf(engine, companyId);
  const stray = { type: 'LineStruck', data: { padId: pad.padId, lineId: newId() } };
  const end = Number(await write(pad.stream, ...pad.events, stray, stray, stray));
  for (const { url, service } of services)
    await until(async () => {
      const { position, ...others } = await measured(url);
      const still = { lag_positions: 0, parked_streams: 1, parked_events: 3 };
      return position === end && isDeepStrictEqual(others, { folds: Number(service.holds()), ...still });
    });
  const folding = services.find(({ service }) => service.holds())!;
  const held = await engine.pool.connect();
  try {
    await held.query('begin; select 1 from read.generation for update');
    const more = somePad(1);
    const written = Number(await write(more.stream, ...more.events));
    expect((await measured(folding.url)).lag_positions).toBe(written - end);
  } finally {
    await held.query('rollback');
    held.release();
  }
  await until(async () => (await measured(folding.url)).lag_positions === 0);
});

test('when the projecting instance ends the other one continues with nothing lost', async () => {
  const write = writerOf(engine, companyId);
  const folding = services.findIndex(({ service }) => service.holds());
  const [ending] = services.splice(folding, 1);
  const pad = somePad(3);
  await write(pad.stream, ...pad.events.slice(0, 2));
  await ending!.service.close();
  const after = await write(pad.stream, ...pad.events.slice(2));
  const [left] = services;
  await until(async () => (await ask(left!.url, `/api/pads/${pad.padId}?after=${after}`)).status === 200);
  expect((await ask(left!.url, `/api/pads/${pad.padId}`)).body).toMatchObject({ pad: { lines: 3, shelf: 'b' } });
});

test('a newer release with an additional table starts beside the older one and takes over projecting; the older one still answers', async () => {
  const write = writerOf(engine, companyId);
  const [older] = services;
  await until(() => older!.service.holds());
  const newer = await start(feature, { name: 'moves', tables: [moveRows as unknown as Table] });
  services.push(newer);
  await until(async () => (await fetch(`${newer.url}/readyz`)).status === 200);
  await until(() => newer.service.holds() && !older!.service.holds());
  const pad = somePad(3);
  const after = await write(pad.stream, ...pad.events);
  for (const { url } of services)
    expect((await ask(url, `/api/pads/${pad.padId}?after=${after}`)).body).toMatchObject({ pad: { lines: 3, shelf: 'b' } });
  const { rows } = await engine.pool.query(`select moves from ${await liveTable(engine.pool, 'move')} where id = $1`, [
    pad.padId,
  ]);
  expect(rows).toEqual([{ moves: 1 }]);
});
