import { newId } from '@prosa/contracts';
import { connectPg } from '@prosa/infra/runtime';
import type pg from 'pg';
import { z } from 'zod';
import {
  type Engine,
  fixtureTables,
  openEngine,
  padRows,
  silent,
  somePad,
  startFixtureProjector,
  writerOf,
} from '../engine/engine.fixture.ts';
import type { Projector } from '../engine/projector.ts';
import { rebuild } from '../engine/rebuild/rebuild.ts';
import { authenticator } from './authenticate.ts';
import { type Db, sql } from './db.ts';
import type { Asker } from './feature.ts';
import { connectReader, type Reader } from './reader.ts';

let engine: Engine;
let projector: Projector;
let pool: pg.Pool;
let reader: Reader;
const [mine, theirs] = [newId(), newId()];
beforeAll(async () => {
  engine = await openEngine(undefined, true);
  await rebuild({ ...engine, tables: fixtureTables, log: silent });
  projector = startFixtureProjector(engine);
  pool = connectPg(engine.config.DATABASE_URL, { max: 10 });
  reader = connectReader({ pool, listener: engine.listener, tables: fixtureTables });
  for (const companyId of [mine, theirs]) {
    const pad = somePad();
    await writerOf(engine, companyId)(pad.stream, ...pad.events);
  }
});
afterAll(async () => {
  reader.close();
  await pool.end();
  await projector.stop();
  await engine.close();
});

const Companies = z.object({ companyId: z.string() });
const allPads = (db: Db) => db.many(sql.type(Companies)`select company_id as "companyId" from ${db.table(padRows)}`);
const linesOf = (padId: string) => (db: Db) =>
  db.maybe(sql.type(z.object({ lines: z.number() }))`select lines from ${db.table(padRows)} where id = ${padId}`);

test('a read with the position of a write contains it, every time', async () => {
  const write = writerOf(engine, mine);
  const pad = somePad();
  await write(pad.stream, pad.events[0]!);
  for (let lines = 1; lines <= 200; lines += 1) {
    const line = { type: 'LineWritten', data: { padId: pad.padId, lineId: newId(), authorId: newId(), body: 'x' } };
    const after = await write(pad.stream, line);
    const { result, position } = await reader.query({ companyId: mine, after: after.toString() }, linesOf(pad.padId));
    expect([result, position >= after]).toEqual([{ lines }, true]);
  }
});

test('a position that is not reached is refused in time, never answered with older data', async () => {
  const impatient = connectReader({
    pool,
    listener: engine.listener,
    tables: fixtureTables,
    timeoutMs: 200,
  });
  await expect(impatient.query({ companyId: mine, after: '99999999999999999999' }, allPads)).rejects.toMatchObject({
    code: 'ERR_BEHIND',
  });
  impatient.close();
});

test('a query without a company filter returns no other company’s rows', async () => {
  const head = (await engine.store.head()).toString();
  const { result } = await reader.query({ companyId: theirs, after: head }, allPads);
  expect(new Set(result.map(({ companyId }) => companyId))).toEqual(new Set([theirs]));
  expect((await reader.query({ companyId: newId() }, allPads)).result).toEqual([]);
});

test('a query can change nothing, and read only the read tables', async () => {
  const number = z.object({ n: z.number() });
  const ask = (text: (db: Db) => Promise<unknown>) => reader.query({ companyId: mine }, text);
  await expect(ask((db) => db.many(sql.type(number)`delete from ${db.table(padRows)} returning 1 as n`))).rejects.toThrow();
  await expect(ask((db) => db.many(sql.type(number)`select 1 as n from keys.subject`))).rejects.toThrow('permission denied');
  await expect(ask((db) => db.many(sql.type(number)`select 1 as n from read.parked`))).rejects.toThrow('permission denied');
});

test('a row that does not fit its schema is reported by field, without its values', async () => {
  const wrong = reader.query({ companyId: mine }, (db) =>
    db.many(sql.type(z.object({ shelf: z.number() }))`select shelf from ${db.table(padRows)}`),
  );
  await expect(wrong).rejects.toThrow('A row does not fit its schema at shelf.');
});

test('code whose tables do not exist answers nothing and is not ready', async () => {
  const young = connectReader({
    pool,
    listener: engine.listener,
    tables: [{ ...padRows, version: 2 } as (typeof fixtureTables)[number]],
  });
  await expect(young.query({ companyId: mine }, allPads)).rejects.toMatchObject({ code: 'ERR_BEHIND' });
  await expect(young.ready()).rejects.toThrow('not folded yet');
  await expect(reader.ready()).resolves.toBeUndefined();
  young.close();
});

describe('who asks', () => {
  const userId = newId();
  const asker = (version: number): Asker => ({
    userId,
    companyId: mine,
    profile: 'user',
    super: false,
    queueIds: [],
    seesGrey: false,
    version,
    ended: null,
  });

  test('a token older than the newest session is refused, one newer than its event is not', async () => {
    const authenticate = authenticator(reader, async () => asker(3));
    const claims = { userId, companyId: mine };
    await expect(authenticate({ ...claims, version: 2 })).rejects.toMatchObject({ code: 'ERR_UNAUTHENTICATED' });
    await expect(authenticate({ ...claims, version: 3 })).resolves.toMatchObject({ userId });
    await expect(authenticate({ ...claims, version: 4 })).resolves.toMatchObject({ userId });
  });

  test('a user who has just been created is waited for; an unknown one is refused', async () => {
    let there = false;
    const authenticate = authenticator(reader, async () => (there ? asker(1) : null), 2_000);
    const waiting = authenticate({ userId, companyId: mine, version: 1 });
    there = true;
    const pad = somePad();
    await writerOf(engine, theirs)(pad.stream, ...pad.events);
    await expect(waiting).resolves.toMatchObject({ userId });
    there = false;
    await expect(authenticator(reader, async () => null, 50)({ userId, companyId: mine, version: 1 })).rejects.toMatchObject({
      code: 'ERR_UNAUTHENTICATED',
    });
  });
});
