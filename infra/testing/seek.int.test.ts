import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { testDatabase } from './postgres/postgres.ts';
import { seekInFolder, seekInPostgres } from './seek.ts';

const token = `EAA${randomBytes(24).toString('hex')}_%`;
const key = randomBytes(32);
const other = randomBytes(32);
const around = (bytes: Buffer, before: number) =>
  Buffer.concat([Buffer.from('xyz').subarray(0, before), bytes, Buffer.from('…')]);
const kept: [string, Buffer][] = [
  ['a token as it is', Buffer.from(`{"token": "${token}"}`)],
  ['a token in hex', Buffer.from(Buffer.from(token).toString('hex'))],
  ['a key in hex, in capitals', Buffer.from(key.toString('hex').toUpperCase())],
  ...[0, 1, 2].flatMap((before): [string, Buffer][] => [
    [`a token in base64 after ${before}`, Buffer.from(around(Buffer.from(token), before).toString('base64'))],
    [`a key in base64 after ${before}`, Buffer.from(around(key, before).toString('base64url'))],
  ]),
];

test('a secret is found in a database, whatever it is kept as, in text, in JSON and in bytes', async () => {
  const database = await testDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(
    'create schema kept; create table kept.text (it text); create table kept.jsons (it jsonb); create table kept.bytes (it bytea)',
  );
  const tables = async () => (await seekInPostgres(client, { token, key, other })).sort();
  expect(await tables()).toEqual([]);
  for (const [what, bytes] of kept) {
    await client.query('insert into kept.text values ($1)', [String(bytes)]);
    await client.query('insert into kept.jsons values ($1)', [JSON.stringify({ in: [String(bytes).replaceAll('"', '')] })]);
    await client.query('insert into kept.bytes values ($1)', [bytes]);
    const name = what.startsWith('a token') ? 'token' : 'key';
    expect([what, await tables()]).toEqual([what, [`kept.bytes: ${name}`, `kept.jsons: ${name}`, `kept.text: ${name}`]]);
    await client.query('truncate kept.text, kept.jsons, kept.bytes');
  }
  await client.query('insert into kept.bytes values ($1)', [around(key, 1)]);
  expect(await tables()).toEqual(['kept.bytes: key']);
  await client.end();
  await database.drop();
});

test('a secret is found in the files of a folder and of those in it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'prosa-seek-'));
  for (const [nth, [, bytes]] of [...kept, ['plain', around(key, 2)] as const].entries())
    writeFileSync(join(folder, `${nth}`), Buffer.concat([randomBytes(100), bytes, randomBytes(100)]));
  expect(
    seekInFolder(folder, { token, key })
      .map((one) => one.slice(folder.length + 1))
      .sort(),
  ).toEqual(
    [...kept.map(([what], nth) => `${nth}: ${what.startsWith('a token') ? 'token' : 'key'}`), `${kept.length}: key`].sort(),
  );
  expect(seekInFolder(folder, { other })).toEqual([]);
  rmSync(folder, { recursive: true });
});
