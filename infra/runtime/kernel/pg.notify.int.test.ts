import { jest } from '@jest/globals';
import pg from 'pg';
import { pino } from 'pino';
import { testDatabase } from '../../testing/postgres/postgres.ts';
import { notifier } from './pg.notify.ts';
import { connectPg } from './pg.ts';

const log = pino({ level: 'silent' });
let url: string;
let drop: () => Promise<void>;
let pool: pg.Pool;
let listener: pg.Client;
let heard: string[];
beforeEach(async () => {
  ({ url, drop } = await testDatabase());
  pool = connectPg(url, { max: 2 });
  listener = new pg.Client({ connectionString: url });
  await listener.connect();
  heard = [];
  listener.on('notification', ({ channel, payload }) => heard.push(`${channel}: ${payload}`));
  await listener.query('listen one; listen other');
});
afterEach(async () => {
  await listener.end();
  await pool.end();
  await drop();
});
const query = (statement: pg.QueryConfig) => pool.query(statement);
/** A notification sent to the listener before this query arrives with its answer, or before it. */
const allHeard = () => listener.query('select 1');

test('listeners get each notification, on its channel', async () => {
  const notices = notifier(query, log);
  notices.notify('one', 'a');
  notices.notify('other', 'a');
  notices.notify('one', "it's {b}");
  await notices.idle();
  await allHeard();
  expect(heard).toEqual(['one: a', 'other: a', "one: it's {b}"]);
});

test('equal notifications requested during one statement are sent once', async () => {
  const notices = notifier(query, log);
  const sent = jest.spyOn(pool, 'query');
  notices.notify('one', 'first');
  await Promise.resolve();
  for (let n = 0; n < 1_000; n++) notices.notify('one', `p${n % 3}`);
  await notices.idle();
  await allHeard();
  expect(heard).toEqual(['one: first', 'one: p0', 'one: p1', 'one: p2']);
  expect(sent).toHaveBeenCalledTimes(2);
});

test('a failing statement loses only its own notifications', async () => {
  const notices = notifier(query, log);
  notices.notify('', 'a channel without a name is refused');
  await notices.idle();
  notices.notify('one', 'after it');
  await notices.idle();
  await allHeard();
  expect(heard).toEqual(['one: after it']);
});
