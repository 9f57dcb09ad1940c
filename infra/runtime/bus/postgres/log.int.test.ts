import { setTimeout as sleep } from 'node:timers/promises';
import { jest } from '@jest/globals';
import pg from 'pg';
import { connectPg } from '../../kernel/pg.ts';
import type { World } from '../bus.fixture.ts';
import { numbered, range, recorder, until, world } from '../bus.fixture.ts';
import { appendToLog } from './log.ts';
import { trimLog } from './retention.ts';

let at: World;
let pool: pg.Pool;
beforeEach(async () => {
  at = await world('PostgresBus');
  pool = connectPg(at.config.databaseUrl, { max: 5 });
});
afterEach(async () => {
  await pool.end();
  await at.end();
});

const append = async (client: pg.Pool | pg.PoolClient, values: unknown[], topic = at.single) => {
  await appendToLog(
    client,
    values.map((value) => ({ topic, key: `k${value}`, value: JSON.stringify(value) })),
    () => 1,
  );
  await client.query('select pg_notify($1, $2)', ['bus', `${topic}/0`]);
};

test('no reader passes a publisher whose transaction is open', async () => {
  const bus = await at.open();
  const [group, tail] = [recorder(), recorder()];
  await bus.consume({ group: 'g', topics: [at.single], handle: group.handle });
  await bus.tail({ topic: at.single, handle: tail.handle, onHole: () => undefined });
  const slow = await pool.connect();
  await slow.query('begin');
  await append(slow, ['held 1', 'held 2']);
  let published = false;
  const behind = bus.publish([{ topic: at.single, key: 'behind', value: 'behind' }]).then(() => {
    published = true;
  });
  await sleep(300);
  expect({ published, group: group.values(), tail: tail.values() }).toEqual({ published: false, group: [], tail: [] });
  await slow.query('commit');
  slow.release();
  await behind;
  await until('all came', () => group.seen.length === 3 && tail.seen.length === 3);
  expect(tail.values()).toEqual(['held 1', 'held 2', 'behind']);
  expect(tail.seen.map(({ offset }) => offset)).toEqual(['0', '1', '2']);
});

test('a publisher that rolls back leaves no gap in the offsets', async () => {
  const client = await pool.connect();
  await client.query('begin');
  await append(client, [1, 2, 3]);
  await client.query('rollback');
  client.release();
  await append(pool, [4, 5]);
  const { rows } = await pool.query('select "offset", value from bus.log order by 1');
  expect(rows).toEqual([
    { offset: '0', value: '4' },
    { offset: '1', value: '5' },
  ]);
});

test('publishers that use the same partitions in different orders do not deadlock', async () => {
  const topics = at.config.topics!;
  const calls = range(60).map((n) => {
    const messages = numbered(at.topic, 12, 12, n * 12).map(({ topic, key, value }) => ({
      topic,
      key,
      value: JSON.stringify(value),
    }));
    return appendToLog(pool, n % 2 ? messages : messages.reverse(), (topic) => topics[topic]!.partitions);
  });
  await Promise.all(calls);
  const { rows } = await pool.query(
    'select p.next::int, count(l.*)::int as count, max(l."offset")::int + 1 as top from bus.partition p left join bus.log l using (topic, partition) where p.topic = $1 group by p.partition, p.next',
    [at.topic],
  );
  for (const row of rows) expect([row.count, row.top ?? 0]).toEqual([row.next, row.next]);
  expect(rows.reduce((sum, row) => sum + row.count, 0)).toBe(720);
});

test('messages older than their topic’s retention are deleted, and a reader that was behind is notified of the gap', async () => {
  const bus = await at.open();
  const { seen, values, handle } = recorder();
  let holes = 0;
  let gate: (() => void) | undefined;
  const first = new Promise<void>((open) => {
    gate = open;
  });
  await bus.tail({
    topic: at.single,
    onHole: () => {
      holes += 1;
    },
    handle: async (message) => {
      await handle(message);
      if (message.value === 0) await first;
    },
  });
  await append(pool, [0]);
  await until('it hangs on the first', () => seen.length === 1);
  await append(pool, [1, 2]);
  await pool.query(`update bus.log set at = at - interval '2 hours'`);
  await append(pool, [3]);
  expect(await trimLog(pool, at.config.topics!)).toBe(3);
  gate?.();
  await until('it goes on', () => seen.length === 2);
  expect(values()).toEqual([0, 3]);
  expect(holes).toBe(1);
});

test('a compacted topic keeps the newest message of each key', async () => {
  const topics = { [at.single]: { partitions: 1, retentionMs: 1, compact: true } };
  for (const [key, value] of [
    ['a', 1],
    ['b', 1],
    ['a', 2],
    ['c', 1],
    ['a', 3],
  ] as const) {
    await appendToLog(pool, [{ topic: at.single, key, value: String(value) }], () => 1);
  }
  await pool.query(`update bus.log set at = at - interval '2 hours'`);
  expect(await trimLog(pool, topics)).toBe(2);
  const { rows } = await pool.query('select key, value from bus.log order by "offset"');
  expect(rows).toEqual([
    { key: 'b', value: '1' },
    { key: 'c', value: '1' },
    { key: 'a', value: '3' },
  ]);
});

test('a reader queries once for each notification, and not again until the next one', async () => {
  const bus = await at.open();
  const { seen, handle } = recorder();
  await bus.consume({ group: 'g', topics: [at.single], handle });
  const asked = jest.spyOn(pg.Client.prototype, 'query');
  for (let n = 1; n <= 20; n++) {
    await bus.publish([{ topic: at.single, key: 'k', value: n }]);
    await until('it came', () => seen.length === n);
  }
  const reads = asked.mock.calls.filter(([query]) => (query as unknown as { name?: string }).name === 'bus-read');
  asked.mockRestore();
  // One read per message, and some for the group's own poll every 2 s, if the machine is slow.
  expect(reads.length).toBeLessThan(30);
});
