import { testDatabase } from '../../../testing/postgres/postgres.ts';
import { connectPg, migrate } from '../../kernel/pg.ts';
import { busMigrations } from '../migrations.ts';
import { type Received, Unprocessable } from './bus.ts';
import { parkedTable } from './parked.ts';

const database = await testDatabase();
const pool = connectPg(database.url);
await migrate(pool, [busMigrations]);
afterAll(async () => {
  await pool.end();
  await database.drop();
});

test('a message is parked once, separately from one with the same offset in a recreated topic', async () => {
  const parked = parkedTable(pool, () => Promise.reject(new Error('Nothing is published here.')));
  const deliver = parked.delivery({ group: 'group', handle: () => Promise.reject(new Unprocessable('It never can be.')) });
  const message = (value: string, at: string): Received => ({
    topic: 'channel.inbound',
    partition: 3,
    offset: '7',
    key: 'k',
    value,
    headers: {},
    at: new Date(at),
  });
  const first = message('first', '2026-03-01T10:00:00.001Z');
  for (const one of [first, first, message('later', '2026-04-01T10:00:00.001Z')]) await deliver(one);
  expect((await parked.list()).map(({ value }) => value)).toEqual(['first', 'later']);
});
