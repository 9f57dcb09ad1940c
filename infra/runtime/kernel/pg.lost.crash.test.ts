import { testDatabase } from '../../testing/postgres/postgres.ts';
import { type Loss, postgresProxy } from '../../testing/postgres/postgres-proxy.ts';
import { busMigrations } from '../bus/index.ts';
import { keysMigrations } from '../keys/keys.ts';
import { leaseMigrations } from '../leases/leases.ts';
import { connectPg, isPostgresUnavailable, migrate } from './pg.ts';

test('migrations of which every request and every answer is lost once are each applied once', async () => {
  const database = await testDatabase();
  const proxy = await postgresProxy(database.url);
  const pool = connectPg(proxy.url);
  const parts = [keysMigrations, leaseMigrations, busMigrations];
  const left = new Map<string, Loss[]>();
  proxy.decide(({ kind }) => {
    const losses = left.get(kind) ?? ['request', 'answer'];
    left.set(kind, losses);
    return losses.shift();
  });
  try {
    for (let time = 0; ; time += 1) {
      const applied = await migrate(pool, parts).catch((error: Error) => error);
      if (!(applied instanceof Error)) break;
      expect(isPostgresUnavailable(applied) || isPostgresUnavailable(applied.cause)).toBe(true);
      expect(time).toBeLessThan(200);
    }
    proxy.decide(() => undefined);
    expect(left.size).toBeGreaterThan(15);
    const { rows } = await pool.query('select name from public.migration order by name');
    const names = parts.flatMap(({ schema, migrations }) => migrations.map(({ name }) => `${schema}/${name}`));
    expect(rows.map(({ name }) => name)).toEqual(names.toSorted());
    expect(await migrate(pool, parts)).toEqual([]);
  } finally {
    await pool.end();
    await proxy.close();
    await database.drop();
  }
});
