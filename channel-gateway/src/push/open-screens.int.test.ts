import { newId } from '@prosa/contracts';
import { WATCHED } from '@prosa/infra/runtime';
import { silent, until } from '../testing/gateway.fixture.ts';
import { openLiveWorld } from '../testing/live.fixture.ts';
import { watchedDesk } from './open-screens.ts';

test('the company of each screen is told when the first one opens, and noted while one is open', async () => {
  const world = await openLiveWorld({ pingMs: 1_000 });
  const told: string[] = [];
  const client = await world.pool.connect();
  client.on('notification', ({ payload = '' }) => told.push(payload));
  await client.query(`listen ${WATCHED}`);
  const person = world.person();
  await world.screen(person);
  await world.screen(person);
  await until('it is told', () => told.includes(person.companyId));
  await until('it is noted', async () => {
    const { rows } = await world.pool.query('select company_id as id from live.watched');
    return rows.length === 1 && rows[0].id === person.companyId;
  });
  expect(told).toEqual([person.companyId]);
  client.release(true);
  await world.close();
});

test('a company is noted again each minute, and at once if it could not be', async () => {
  const world = await openLiveWorld();
  const told: number[] = [];
  const notedAt = async (id: string) =>
    (await world.pool.query('select seen_at as at from live.watched where company_id = $1', [id])).rows[0]?.at?.getTime();
  const note = watchedDesk({ pool: world.pool, notify: () => told.push(performance.now()), log: silent, eachMs: 300 });
  const companyId = newId();
  await world.pool.query('alter table live.watched rename to gone');
  note([companyId]);
  await until('it is tried again', () => {
    note([companyId]);
    return told.length >= 2;
  });
  await world.pool.query('alter table live.gone rename to watched');
  const first = await until('it is noted', () => {
    note([companyId]);
    return notedAt(companyId);
  });
  note([companyId]);
  await until('it is noted again', async () => {
    note([companyId]);
    const at = await notedAt(companyId);
    return at > first;
  });
  expect(told.at(-1)! - told.at(-2)!).toBeGreaterThanOrEqual(300);
  await world.close();
});
