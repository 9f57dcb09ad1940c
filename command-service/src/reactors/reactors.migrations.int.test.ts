import { newId } from '@prosa/contracts';
import { connectPg, migrate } from '@prosa/infra/runtime';
import { testDatabase } from '../../../infra/testing/postgres/postgres.ts';
import { caughtUp, makeScene, startWorld } from '../testing/world.fixture.ts';
import { reactorMigrations } from './reactors.migrations.ts';

const world = await startWorld();
const database = await testDatabase();
const pool = connectPg(database.url);
afterAll(async () => {
  await pool.end();
  await database.drop();
  await world.close();
});

/** Moves the checkpoint as the previous release does after a batch. */
const moveAsBefore = (from: bigint, to: bigint) =>
  pool.query(`update command.checkpoint set position = $2 where name = 'reactors' and position = $1`, [from, to]);
const before = { ...reactorMigrations, migrations: reactorMigrations.migrations.slice(0, 2) };

test('each reactor starts at the previous release’s checkpoint with its deferred work, and that release can write nothing more', async () => {
  await migrate(pool, [before]);
  await moveAsBefore(-1n, 4_711n);
  const errands = [
    ['conversation-a', 'whole'],
    ['conversation-b', 'effects'],
    ['connections-c', 'whole'],
    ['contact-d', 'effects'],
    ['queues-e', 'effects'],
  ] as const;
  for (const [stream, part] of errands)
    await pool.query(
      `insert into command.errand (event_id, part, lane, company_id, stream, revision, position, attempts, fault)
       values ($1, $2, $3, 'c', $3, 7, 4000, 3, 'no')`,
      [newId(), part, stream],
    );
  // The previous release is in the middle of a batch.
  const old = await pool.connect();
  await old.query('begin');
  await old.query(
    `insert into command.errand (event_id, part, lane, company_id, stream, revision, position) values ($1, 'whole', 'users-f', 'c', 'users-f', 8, 4712)`,
    [newId()],
  );
  await old.query(`update command.checkpoint set position = 4712 where name = 'reactors' and position = 4711`);
  const migrated = migrate(pool, [reactorMigrations]);
  await new Promise((resolve) => setTimeout(resolve, 200));
  await old.query('commit');
  old.release();
  await migrated;

  const { rows } = await pool.query(`select name, position from command.checkpoint where name <> 'reactors' order by name`);
  expect(rows).toEqual(
    ['connections', 'deleted-owners', 'released-numbers', 'sending', 'shown-numbers'].map((name) => ({ name, position: '4712' })),
  );
  const left = await pool.query(
    'select reactor, stream, part, revision::int, attempts from command.deferred_work order by stream, reactor',
  );
  expect(left.rows.map(({ reactor, stream, part, revision, attempts }) => [reactor, stream, part, revision, attempts])).toEqual([
    ['connections', 'connections-c', 'whole', 7, 3],
    ['deleted-owners', 'connections-c', 'whole', 7, 3],
    ['released-numbers', 'contact-d', 'effects', 7, 3],
    ['shown-numbers', 'contact-d', 'effects', 7, 3],
    ['deleted-owners', 'conversation-a', 'whole', 7, 3],
    ['sending', 'conversation-a', 'whole', 7, 3],
    ['deleted-owners', 'conversation-b', 'effects', 7, 3],
    ['sending', 'conversation-b', 'effects', 7, 3],
    ['deleted-owners', 'queues-e', 'effects', 7, 3],
    ['deleted-owners', 'users-f', 'whole', 8, 0],
  ]);
  // A process of a release in between reads and ends it by the table's earlier name.
  expect((await pool.query(`delete from command.reactor_errand where reactor = 'released-numbers'`)).rowCount).toBe(1);
  expect((await pool.query('select from command.deferred_work')).rowCount).toBe(left.rows.length - 1);
  expect((await pool.query('select from command.errand')).rowCount).toBe(0);
  expect((await moveAsBefore(4_712n, 4_713n)).rowCount).toBe(0);
});

test('a process of the previous release receives no more events', async () => {
  const service = await world.instance();
  const { pool, store } = service.deps;
  const { rows } = await pool.query<{ position: string }>(`select position from command.checkpoint where name = 'reactors'`);
  const stop = new AbortController();
  const live = Promise.withResolvers<void>();
  const heard: unknown[] = [];
  const reading = store.subscribeAll({
    prefixes: ['conversation-', 'contact-', 'connections-', 'queues-', 'users-'],
    from: BigInt(rows[0]!.position),
    signal: stop.signal,
    onLive: live.resolve,
    onBatch: (facts, upTo) => void heard.push(facts, upTo),
    // A store refuses to read from where no event is yet, and so tells nothing either.
    onGap: live.resolve,
  });
  await live.promise;
  await makeScene(service);
  await caughtUp(service.deps);
  stop.abort();
  await reading;
  expect(heard).toEqual([]);
});
