import { newId } from '@prosa/contracts';
import { connectPg } from '@prosa/infra/runtime';
import type pg from 'pg';
import { testDatabase } from '../../../../infra/testing/postgres/postgres.ts';
import { flag, integer, json, nullable, position, text, texts, time, uuid, uuids } from '../../kernel/columns.ts';
import { defineLog } from '../../kernel/rows.ts';
import { statementsOf, writeAll } from './statements.ts';
import { declaration, qualified } from './tables.ts';

const table = defineLog({
  table: 'everything',
  version: 1,
  events: {},
  columns: {
    id: uuid(),
    companyId: uuid(),
    word: nullable(text()),
    number: integer(),
    place: position(),
    yes: flag(),
    when: time(),
    ids: uuids(),
    words: texts(),
    any: json<unknown>(),
  },
  id: 'id',
  entry: () => null,
});
const statements = statementsOf(table, 7);
let database: Awaited<ReturnType<typeof testDatabase>>;
let pool: pg.Pool;
let client: pg.PoolClient;
beforeAll(async () => {
  database = await testDatabase();
  pool = connectPg(database.url, { pipeline: true });
  client = await pool.connect();
  await client.query(`create schema read; create table ${qualified(table.table, 7)} (${declaration(table)})`);
});
afterAll(async () => {
  client.release();
  await pool.end();
  await database.drop();
});

const row = (more: object = {}) => ({
  id: newId(),
  companyId: newId(),
  word: 'plain',
  number: -3,
  place: 9_007_199_254_740_993n,
  yes: true,
  when: new Date('2026-03-01T12:00:00.123Z'),
  ids: [newId(), newId()],
  words: ['a', 'b,c'],
  any: { a: [1, null, 'x'] },
  ...more,
});

test.each([
  ['plain', {}],
  ['empty', { word: '', words: [], ids: [], any: {} }],
  ['nothing', { word: null, any: 'text' }],
  ['the word NULL', { word: 'NULL', words: ['NULL', 'null'] }],
  ['quotes and backslashes', { word: '"\\ {a,b} \\"', words: ['"', '\\', '{', '}', ',', ' '], any: { '"': '\\" \\n' } }],
  ['lines and all planes', { word: 'a\nb\r\n\t 😀 ção \u2028', words: ['😀\n'], any: ['😀\n"'] }],
  ['extremes', { number: 2_147_483_647, place: 9_223_372_036_854_775_807n, when: new Date(0), yes: false }],
])('values are read from Postgres as they were written: %s', async (_, more) => {
  const one = row(more);
  await statements.upsert([row(), one, row()])(client);
  expect(await statements.load(client, [one.id])).toEqual([one]);
});

test.each([
  ['in all rows', [null, null, null]],
  ['at the end', ['a', null, null]],
  ['at the beginning', [null, null, 'a']],
  ['around', [null, 'a', null]],
])('nulls %s of a column stay in their rows', async (_, words) => {
  const companyId = newId();
  const rows = words.map((word) => row({ companyId, word }));
  await statements.insert(rows)(client);
  for (const one of rows) expect(await statements.load(client, [one.id])).toEqual([one]);
});

test('an upsert replaces a row, a removal deletes it', async () => {
  const one = row();
  await statements.insert([one])(client);
  await statements.upsert([{ ...one, word: 'other' }])(client);
  expect(await statements.find(client, { companyId: one.companyId })).toEqual([{ ...one, word: 'other' }]);
  await statements.remove([one.id])(client);
  expect(await statements.load(client, [one.id])).toEqual([]);
});

test('writes are executed in order, one at a time, and the first failure is reported', async () => {
  const one = row();
  const write = function* () {
    yield statements.insert([one]);
    yield statements.upsert([{ ...one, word: 'second' }]);
    yield statements.upsert([{ ...one, word: 'third' }]);
  };
  await writeAll(client, write());
  expect(await statements.load(client, [one.id])).toEqual([{ ...one, word: 'third' }]);
  await expect(writeAll(client, write())).rejects.toMatchObject({ code: '23505' });
  expect(await statements.load(client, [one.id])).toEqual([{ ...one, word: 'third' }]);
});
