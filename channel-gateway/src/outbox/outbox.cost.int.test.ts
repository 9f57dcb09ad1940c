import { openWorld, until, type World, writer } from '../testing/gateway.fixture.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const MESSAGES = 720;
const CONVERSATIONS = 3;

type Counted = { inserted: number; updated: number; inPlace: number; indexes: { name: string; scans: number; read: number }[] };

/** Postgres's own statistics of the outbox, without those of connections that are still open: they publish theirs late, or at their end. */
const counted = async (): Promise<Counted> => {
  await until('the connections of the gateway have ended', async () => {
    const { rowCount } = await world.pool.query(
      `select 1 from pg_stat_activity where datname = current_database() and application_name like 'channel-gateway%'`,
    );
    return rowCount === 0;
  });
  const { rows } = await world.pool.query<Counted>(
    `select n_tup_ins::int as inserted, n_tup_upd::int as updated, n_tup_hot_upd::int as "inPlace",
       (select json_agg(json_build_object('name', indexrelname, 'scans', idx_scan, 'read', idx_tup_read) order by indexrelname)
        from pg_stat_user_indexes i where i.relid = t.relid) as indexes
     from pg_stat_user_tables t where relid = 'gateway.outbox'::regclass`,
  );
  return rows[0]!;
};

/** Runs a gateway until all these messages are sent and told. */
const sendAll = async (texts: string[], write: (text: string) => ReturnType<ReturnType<typeof writer>['message']>) => {
  const gateway = await world.gateway();
  const messages = texts.map(write);
  await world.send(messages);
  await until(
    'all are told',
    async () => {
      const { rows } = await world.pool.query<{ told: number }>(
        'select count(*) filter (where told)::int as told from gateway.outbox where message_id = any($1)',
        [messages.map(({ messageId }) => messageId)],
      );
      return rows[0]!.told === messages.length;
    },
    40_000,
  );
  await gateway.close();
};

test('a message is updated in place until its outcome is reported, and found without scanning earlier messages', async () => {
  const first = await world.gateway();
  const connectionId = await world.connection();
  await first.close();
  const writers = Array.from({ length: CONVERSATIONS }, (_, nth) => writer(world.companyId, connectionId, `551198700000${nth}`));
  const write = (text: string) => writers[Number(text) % CONVERSATIONS]!.message(text);
  await sendAll(
    Array.from({ length: MESSAGES }, (_, nth) => `${nth}`),
    write,
  );

  const before = await counted();
  const [handed, ended, told] = [MESSAGES, MESSAGES, MESSAGES];
  expect(before).toMatchObject({ inserted: MESSAGES, updated: handed + ended + told });
  // If a page is full, a row version goes to another page: how often depends on how long transactions take at the moment. A version with a
  // changed indexed column is never updated in place.
  expect(before.inPlace).toBeGreaterThan((handed + ended) / 2);

  // Entries of old row versions stay until a vacuum, so the looks that count are those after it.
  await world.pool.query('vacuum gateway.outbox');
  const few = Array.from({ length: 4 * CONVERSATIONS }, (_, nth) => `${nth}`);
  await sendAll(few, write);
  const after = await counted();
  const perScan = after.indexes.map(({ name, scans, read }, nth) => {
    const was = before.indexes[nth]!;
    return { name, read: (read - was.read) / Math.max(1, scans - was.scans) };
  });
  // Each new message leaves at most a few entries; those reported before are 240 in each conversation.
  for (const { read } of perScan) expect(read).toBeLessThan(MESSAGES / CONVERSATIONS / 4);
  expect(perScan.some(({ read }) => read > 0)).toBe(true);
});
