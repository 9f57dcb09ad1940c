import { type Fact, newId, scheduleEvents } from '@prosa/contracts';
import { startOneSession } from '../../testing/one-session.fixture.ts';
import { scheduleSentAs, writtenSchedules } from './schedules.rows.ts';

const { pool, rowsRead, close } = await startOneSession();
afterAll(close);

const MANY = 10_000;
const plan = async (count: number): Promise<string[]> => {
  const { rows } = await pool.query<{ id: string }>(
    `insert into command.schedule (id, company_id, contact_id)
     select gen_random_uuid(), gen_random_uuid(), gen_random_uuid() from generate_series(1, $1::int) returning id`,
    [count],
  );
  return rows.map(({ id }) => id);
};
const send = async (scheduleId: string): Promise<string> => {
  const messageId = newId();
  const batch = writtenSchedules();
  await batch.fold({
    type: scheduleEvents.ScheduleSent.type,
    data: { scheduleId, messageId, ticketId: null },
    meta: { companyId: newId() },
  } as unknown as Fact);
  const client = await pool.connect();
  try {
    await batch.write(client);
  } finally {
    client.release();
  }
  return messageId;
};

test('a schedule that was sent is noted without reading the others, however few there were at first', async () => {
  for (const id of await plan(10)) await send(id);
  const [first, second] = await plan(MANY);
  const sent: string[] = [];
  const read = await rowsRead('command.schedule', async () => {
    for (const id of [first!, second!]) sent.push(await send(id));
  });
  expect(read).toBeLessThan(100);
  expect(await Promise.all(sent.map((messageId) => scheduleSentAs(pool, messageId)))).toEqual([first, second]);
});
