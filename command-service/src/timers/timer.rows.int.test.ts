import { randomUUID } from 'node:crypto';
import { startOneSession } from '../testing/one-session.fixture.ts';
import { type Reminder, settle } from './timer.rows.ts';

const { pool, rowsRead, close } = await startOneSession();
afterAll(close);

const MANY = 10_000;
const timer = 'settled';
const fill = async (count: number): Promise<Reminder[]> => {
  const { rows } = await pool.query<{ subject: string; causationId: string }>(
    `insert into command.timer (timer, subject, company_id, due_at, armed_by, next_try)
     select $1, gen_random_uuid()::text, (n % 20)::text, now(), gen_random_uuid(), now() from generate_series(1, $2::int) n
     returning subject, armed_by as "causationId"`,
    [timer, count],
  );
  return rows as unknown as Reminder[];
};

test('entries that are done with are deleted without reading the others, however few there were at first', async () => {
  for (const one of await fill(10)) await settle({ pool, timer }, [one]);
  const [first, second, setAgain] = await fill(MANY);
  const read = await rowsRead('command.timer', async () => {
    await settle({ pool, timer }, [first!, { ...setAgain!, causationId: randomUUID() }]);
    await settle({ pool, timer }, [second!]);
  });
  expect(read).toBeLessThan(100);
  const { rows } = await pool.query('select count(*)::int as left from command.timer where timer = $1', [timer]);
  expect(rows).toEqual([{ left: MANY - 2 }]);
});
