import { newId } from '@prosa/contracts';
import type { Provider } from '../channels/provider.port.ts';
import { simulatorProvider } from '../channels/simulator/simulator.provider.ts';
import { customers } from '../testing/customers.fixture.ts';
import { openWorld, until, type World, writer } from '../testing/gateway.fixture.ts';

const WORD = 'parangaricutirimirruaro';
let world: World;
let url: string;
/** Texts that the channel has been given, whose answer does not come before `go`. */
const given: string[] = [];
const go = Promise.withResolvers<void>();
const slow: Provider = {
  channel: 'facebook',
  provider: null,
  identities: ['psid'],
  again: 'unsure',
  start: () => ({
    send: async ({ body }) => {
      given.push(body);
      await go.promise;
      return { channelId: `fb-${body}` };
    },
    stop: async () => undefined,
  }),
};
beforeAll(async () => {
  world = await openWorld();
  ({ url } = await world.gateway({ providers: (tools) => [simulatorProvider(tools), slow] }));
});
afterAll(() => world.close());

/** All rows of the gateway that have one of these words. */
const rowsWith = async (...words: string[]): Promise<string[]> => {
  const { rows: tables } = await world.pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'gateway'`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await world.pool.query<{ row: string }>(`select t::text as row from ${name} t`);
    found.push(...rows.filter(({ row }) => words.some((word) => row.includes(word))).map(({ row }) => `${name} ${row}`));
  }
  return found;
};

test('nothing of a forgotten customer is kept, and nobody else is touched', async () => {
  const connectionId = await world.connection();
  const gone = writer(world.companyId, connectionId, '5511973310001');
  const stays = writer(world.companyId, connectionId, '5511973310002');
  const messages = [gone, stays].flatMap((one) => [one.message(`Oi, ${one.number}`), one.message('Tudo bem?')]);
  await world.send(messages);
  await until('all were read', () => messages.every(({ messageId }) => world.acksOf(messageId).includes(4)));
  await world.pool.query(
    `insert into gateway.inbound_fetch (media_id, attempt, company_id, connection_id, conversation, message_id, subject, kind, name)
     values ($1, 1, $2, $3, $4, $1, $1, 'image', $5)`,
    [newId(), world.companyId, connectionId, gone.conversation, `${WORD} ${gone.number}.jpg`],
  );
  expect((await rowsWith(gone.number)).length).toBeGreaterThan(0);
  // Twice, as the bus may tell it.
  await world.send([gone.forgets(), gone.forgets()]);
  await until('it is forgotten', async () => (await rowsWith(gone.number)).length === 0);
  expect(await customers(url, connectionId).delivered(gone.number)).toEqual([]);
  expect(await customers(url, connectionId).delivered(stays.number)).toHaveLength(2);
  // A message that is told again is not sent again.
  await world.send([messages[0]!, stays.message('Depois')]);
  await until('the next one has arrived', async () => (await customers(url, connectionId).delivered(stays.number)).length === 3);
  expect(await customers(url, connectionId).delivered(gone.number)).toEqual([]);
});

test('what waits is withdrawn, and what is being sent leaves nothing behind', async () => {
  const connectionId = await world.connection({ channel: 'facebook' });
  const gone = writer(world.companyId, connectionId, '5511973310003');
  const stays = writer(world.companyId, connectionId, '5511973310004');
  const messages = [gone.message(`primeira ${WORD}`), gone.message(`segunda ${WORD}`)];
  await world.send(messages);
  await until('the first is being sent', () => given.length === 1);
  await world.send([gone.forgets()]);
  await until('it is forgotten', async () => (await rowsWith(WORD, gone.number)).length === 0);
  go.resolve();
  const last = stays.message('outra pessoa');
  await world.send([last]);
  await until('the other one is sent', () => world.outcomesOf(last.messageId).includes('taken'));
  expect(given).toEqual([`primeira ${WORD}`, 'outra pessoa']);
  expect(await rowsWith(WORD, gone.number)).toEqual([]);
  expect(messages.flatMap(({ messageId }) => world.outcomesOf(messageId))).toEqual([]);
});
