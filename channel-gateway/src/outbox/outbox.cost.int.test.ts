import { openWorld, until, type World, writer } from '../testing/gateway.fixture.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
  await world.gateway();
});
afterAll(() => world.close());

const MESSAGES = 240;
const CONVERSATIONS = 3;

/** What Postgres has done to the outbox by its own count, which is told some seconds late. */
const counted = async () => {
  const { rows } = await world.pool.query<{ inserted: number; updated: number; inPlace: number; entriesRead: number }>(
    `select n_tup_ins::int as inserted, n_tup_upd::int as updated, n_tup_hot_upd::int as "inPlace",
       (select sum(idx_tup_read)::int from pg_stat_user_indexes i where i.relid = t.relid) as "entriesRead"
     from pg_stat_user_tables t where relid = 'gateway.outbox'::regclass`,
  );
  return rows[0]!;
};

test('a message on its way is updated in place until it is told, and found without looking at those before it', async () => {
  const connectionId = await world.connection();
  const writers = Array.from({ length: CONVERSATIONS }, (_, nth) => writer(world.companyId, connectionId, `551198700000${nth}`));
  const messages = Array.from({ length: MESSAGES }, (_, nth) => writers[nth % CONVERSATIONS]!.message(`${nth}`));
  await world.send(messages);
  await until('all are taken', () => messages.every(({ messageId }) => world.outcomesOf(messageId).includes('taken')), 40_000);
  const [handed, ended, told] = [MESSAGES, MESSAGES, MESSAGES];
  await until('all is counted', async () => {
    const { inserted, updated } = await counted();
    return inserted === MESSAGES && updated === handed + ended + told;
  });
  const { inPlace, entriesRead } = await counted();
  // Where a page is full a version goes to another one: how often depends on how long transactions take at the moment. By an index it is never in place.
  expect(inPlace).toBeGreaterThan((handed + ended) / 2);
  // The insert, three updates and the looks for the next one, of which a busy machine makes more; those before it would make it hundreds.
  expect(entriesRead / MESSAGES).toBeLessThan(60);
});
