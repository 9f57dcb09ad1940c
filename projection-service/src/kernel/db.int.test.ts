import { connectPg } from '@prosa/infra/runtime';
import { z } from 'zod';
import { testDatabase } from '../../../infra/testing/postgres/postgres.ts';
import { dbOf, sql } from './db.ts';

test('a query is parsed and planned once a connection, but for one that looks for a text', async () => {
  const database = await testDatabase();
  const pool = connectPg(database.url, { max: 1 });
  const client = await pool.connect();
  try {
    const db = dbOf(client, { companyId: 'c', position: 0n, place: () => 1 });
    const Row = z.object({ n: z.number() });
    for (const n of [1, 2, 3]) expect(await db.one(sql.type(Row)`select ${n}::int as n`)).toEqual({ n });
    for (const text of ['a%', 'b%']) await db.one(sql.type(Row)`select (${text}::text like ${text})::int as n`);
    const { rows } = await client.query('select statement from pg_prepared_statements');
    expect(rows).toEqual([{ statement: 'select $1::int as n' }]);
  } finally {
    client.release();
    await pool.end();
    await database.drop();
  }
});

test('a connection prepares its first 200 query texts, whatever others have prepared', async () => {
  const database = await testDatabase();
  const pool = connectPg(database.url, { max: 2 });
  const clients = [await pool.connect(), await pool.connect()];
  try {
    const Row = z.object({ n: z.number() });
    const kept: string[][] = [];
    for (const [nth, client] of clients.entries()) {
      const db = dbOf(client, { companyId: 'c', position: 0n, place: () => 1 });
      for (let n = 0; n < 202; n += 1) await db.one(sql.type(Row)`select 1 as n, 2 as ${sql.identifier([`of ${nth}, ${n}`])}`);
      const { rows } = await client.query('select statement from pg_prepared_statements order by prepare_time');
      kept.push(rows.map(({ statement }) => statement));
    }
    const first = (nth: number) => Array.from({ length: 200 }, (_, n) => `select 1 as n, 2 as "of ${nth}, ${n}"`);
    expect(kept).toEqual([first(0), first(1)]);
  } finally {
    for (const client of clients) client.release();
    await pool.end();
    await database.drop();
  }
});
