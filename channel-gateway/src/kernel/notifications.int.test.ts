import { connectPg } from '@prosa/infra/runtime';
import { testDatabase } from '../../../infra/testing/postgres.ts';
import { silent, until } from '../testing/gateway.fixture.ts';
import { listenForNotifications } from './notifications.ts';

test('a connection that comes back after the end is given back, so that the pool can end too', async () => {
  const database = await testDatabase();
  const pool = connectPg(database.url);
  let asked = 0;
  const gate = Promise.withResolvers<void>();
  const slow = Object.create(pool, {
    connect: {
      value: async () => {
        asked += 1;
        const client = await pool.connect();
        if (asked > 1) await gate.promise;
        return client;
      },
    },
  });
  const notifications = await listenForNotifications(slow, silent);
  await pool.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  await until('it is connected anew', () => asked === 2);
  await notifications.close();
  gate.resolve();
  await until('its connection was given back', () => pool.totalCount - pool.idleCount === 0, 5_000);
  await pool.end();
  await database.drop();
});
