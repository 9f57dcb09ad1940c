import { createHash } from 'node:crypto';
import { connectPg, migrate } from '@prosa/infra/runtime';
import { testDatabase } from '../../../infra/testing/postgres/postgres.ts';
import { simulatorMigrations } from '../channels/simulator/simulator.tables.ts';
import { customers } from '../testing/customers.fixture.ts';
import { openWorld, until, writer } from '../testing/gateway.fixture.ts';
import { gatewayMigrations } from './database.ts';

/** The applied migrations in existing data folders, by hash of their text. A line is added here with its release, and never changed. */
const released = {
  '1-tables': '9a2655881608719dbf4fa7fe4dfff97033902d73f2fe872baa61b84f4bd31580',
  '2-simulator': '2dd39225fa33441d273499448a8a28f571f587313ed8484e7970eec51456e376',
  '3-updates-in-place': '16b79cbc29b46275140eda6a543e58e8f98964d811c4ddccfeaa12cc922b4cf3',
};
const everything = [...gatewayMigrations.migrations, ...simulatorMigrations];

test('an applied migration is never changed', () => {
  const hashes = everything.map(({ name, sql }) => [name, createHash('sha256').update(sql).digest('hex')]);
  expect(Object.fromEntries(hashes)).toMatchObject(released);
});

test('a data folder from when the gateway had all tables in one list is migrated with its content', async () => {
  const world = await openWorld();
  try {
    const before = Object.keys(released).map((name) => everything.find((migration) => migration.name === name)!);
    await migrate(world.pool, [{ schema: 'gateway', migrations: before }]);
    const { connectionId, messageId } = writer(world.companyId, (await world.control()).connectionId).message('Antes');
    await world.pool.query(
      `insert into gateway.simulator_delivered (connection_id, message_id, to_value, body) values ($1, $2, '551187654321', 'Antes')`,
      [connectionId, messageId],
    );
    await world.pool.query(
      `insert into gateway.connection (connection_id, company_id, name, channel, provider, status, deleted, position)
       values (gen_random_uuid(), $1, 'Velha', 'simulator', 'beta', 'CONNECTED', true, 1)`,
      [world.companyId],
    );
    const { url } = await world.gateway();
    await until('the connection is known', async () => (await customers(url, connectionId).text()).status === 202);
    const message = writer(world.companyId, connectionId).message('Depois');
    await world.send([message]);
    await until('it is taken', () => world.outcomesOf(message.messageId).includes('taken'));
    expect((await customers(url, connectionId).delivered()).map(({ text }) => text)).toEqual(['Antes', 'Depois']);
    // A connection that was deleted earlier has no request.
    const { rows } = await world.pool.query(`select name from gateway.connection where handled is not null`);
    expect(rows).toEqual([]);
  } finally {
    await world.close();
  }
});

test('an empty database gets all migrations', async () => {
  const database = await testDatabase();
  const pool = connectPg(database.url);
  const applied = await migrate(pool, [gatewayMigrations, { schema: 'gateway', migrations: simulatorMigrations }]);
  expect(applied.sort()).toEqual(everything.map(({ name }) => `gateway/${name}`).sort());
  await pool.end();
  await database.drop();
});
