import { jest } from '@jest/globals';
import pg from 'pg';
import { pino } from 'pino';
import { testDatabase } from '../../testing/postgres.ts';
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
/** What was sent to the listener before this came with its answer, or before it. */
const allHeard = () => listener.query('select 1');

test('who listens hears each word, on its channel', async () => {
  const notices = notifier(pool, log);
  notices.notify('one', 'a');
  notices.notify('other', 'a');
  notices.notify('one', "it's {b}");
  await notices.idle();
  await allHeard();
  expect(heard).toEqual(['one: a', 'other: a', "one: it's {b}"]);
});

test('what is told again and again while one statement is under way goes out once', async () => {
  const notices = notifier(pool, log);
  const sent = jest.spyOn(pool, 'query');
  notices.notify('one', 'first');
  await Promise.resolve();
  for (let n = 0; n < 1_000; n++) notices.notify('one', `p${n % 3}`);
  await notices.idle();
  await allHeard();
  expect(heard).toEqual(['one: first', 'one: p0', 'one: p1', 'one: p2']);
  expect(sent).toHaveBeenCalledTimes(2);
});

test('a statement that fails loses its words and no more', async () => {
  const notices = notifier(pool, log);
  notices.notify('', 'a channel without a name is refused');
  await notices.idle();
  notices.notify('one', 'after it');
  await notices.idle();
  await allHeard();
  expect(heard).toEqual(['one: after it']);
});
