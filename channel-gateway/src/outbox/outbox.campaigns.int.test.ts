import { CAMPAIGN_PACE, type CampaignControl, newId, type Outbound, topics } from '@prosa/contracts';
import { customers } from '../testing/customers.fixture.ts';
import { openWorld, until, type World, writer } from '../testing/gateway.fixture.ts';

let world: World;
let url: string;
beforeAll(async () => {
  world = await openWorld();
  ({ url } = await world.gateway({ owners: { pollMs: 100 } }));
});
afterAll(() => world.close());

type Send = Extract<Outbound, { kind: 'send' }>;
const pace = (messageInterval: number, longerIntervalAfter = 0, greaterInterval = 0) =>
  world.setting(CAMPAIGN_PACE, JSON.stringify({ messageInterval, longerIntervalAfter, greaterInterval }));
let numbers = 0;
/** So many messages of a campaign, each to a customer of their own. */
const messagesOf = (id: string, connectionId: string, count: number, run = 0): Send[] =>
  Array.from({ length: count }, () => {
    numbers += 1;
    const one = writer(world.companyId, connectionId, `5511970${String(numbers).padStart(6, '0')}`).message('Promoção');
    return { ...one, conversation: `${one.conversation}/campaign`, priority: 'campaign', campaign: { id, run } };
  });
const dispatch = (messages: Send[]) =>
  world.bus.publish(messages.map((value) => ({ topic: topics.campaign, key: value.conversation, value })));
let position = 1_000;
const withdraw = (campaignId: string, withdrawnRun: number) => {
  position += 1;
  const value: CampaignControl = {
    kind: 'campaign',
    companyId: world.companyId,
    campaignId,
    withdrawnRun,
    position: String(position),
  };
  return world.bus.publish([{ topic: topics.control, key: campaignId, value }]);
};
const inState = async (messages: Send[], state: string): Promise<number> => {
  const ids = messages.map(({ messageId }) => messageId);
  const { rowCount } = await world.pool.query('select from gateway.outbox where state = $1 and message_id = any($2)', [
    state,
    ids,
  ]);
  return rowCount ?? 0;
};
const areIn = (state: string, messages: Send[], count: number) =>
  until(`${count} are ${state}`, async () => (await inState(messages, state)) === count);
/** How many seconds the next message of a campaign has to wait. */
const waitOf = async (connectionId: string): Promise<number> => {
  const { rows } = await world.pool.query<{ wait: number }>(
    `select extract(epoch from next_at - now())::float8 as wait from gateway.budget where connection_id = $1`,
    [connectionId],
  );
  return rows[0]?.wait ?? 0;
};
/** Its time comes. */
const pass = (connectionId: string) =>
  world.pool.query('update gateway.budget set next_at = now() where connection_id = $1', [connectionId]);

test('without intervals everything leaves at once', async () => {
  await pace(0);
  const connectionId = await world.connection();
  const all = messagesOf(newId(), connectionId, 40);
  await dispatch(all);
  await areIn('taken', all, 40);
});

test('between two messages the interval passes, from half of it to half as much again; an attendant’s waits for nothing', async () => {
  await pace(120);
  const connectionId = await world.connection();
  const all = [...messagesOf(newId(), connectionId, 2), ...messagesOf(newId(), connectionId, 1)];
  await dispatch(all);
  await areIn('taken', all, 1);
  const wait = await waitOf(connectionId);
  expect(wait).toBeGreaterThan(30);
  expect(wait).toBeLessThanOrEqual(180);
  const attendant = writer(world.companyId, connectionId).message('Já vou');
  await world.send([attendant]);
  await areIn('taken', [attendant], 1);
  expect(await inState(all, 'taken')).toBe(1);
  // Two campaigns of one connection take turns in the same time.
  for (const count of [2, 3]) {
    await pass(connectionId);
    await areIn('taken', all, count);
  }
});

test('a clock that is put back by an hour, or a shorter interval, holds nothing up', async () => {
  await pace(5);
  const connectionId = await world.connection();
  const all = messagesOf(newId(), connectionId, 3);
  await dispatch(all);
  await areIn('taken', all, 1);
  await world.pool.query(`update gateway.budget set next_at = now() + interval '1 hour' where connection_id = $1`, [
    connectionId,
  ]);
  await areIn('taken', all, 2);
  expect(await waitOf(connectionId)).toBeLessThanOrEqual(7.5);
  // A message that has waited since before.
  const ids = all.map(({ messageId }) => messageId);
  await world.pool.query(
    `update gateway.outbox set next_at = now() + interval '1 hour' where state = 'waiting' and message_id = any($1)`,
    [ids],
  );
  await pass(connectionId);
  await areIn('taken', all, 3);
});

test('what campaigns send is behind what programs send by the API', async () => {
  await pace(0);
  const connectionId = await world.connection();
  const [campaign] = messagesOf(newId(), connectionId, 1);
  const api = writer(world.companyId, connectionId).message('Pedido pronto', { priority: 'integration' });
  await Promise.all([dispatch([campaign!]), world.send([api])]);
  await areIn('taken', [campaign!, api], 2);
  const { rows } = await world.pool.query<{ id: string }>(
    'select message_id as id from gateway.outbox where connection_id = $1 order by priority',
    [connectionId],
  );
  expect(rows.map(({ id }) => id)).toEqual([api.messageId, campaign!.messageId]);
});

test('after so many messages comes the longer pause, exactly', async () => {
  await pace(0, 5, 180);
  const connectionId = await world.connection();
  const all = messagesOf(newId(), connectionId, 12);
  await dispatch(all);
  await areIn('taken', all, 5);
  const wait = await waitOf(connectionId);
  expect(wait).toBeGreaterThan(100);
  expect(wait).toBeLessThanOrEqual(180);
  await pass(connectionId);
  await areIn('taken', all, 10);
});

test('settings that nobody has made are the specification’s', async () => {
  await world.pool.query('delete from gateway.setting where key = $1', [CAMPAIGN_PACE]);
  const connectionId = await world.connection();
  const all = messagesOf(newId(), connectionId, 2);
  await dispatch(all);
  await areIn('taken', all, 1);
  expect(await waitOf(connectionId)).toBeGreaterThan(30);
  await pace(0);
});

test('an answer passes what waits of a campaign in its own conversation', async () => {
  await pace(120);
  const connectionId = await world.connection();
  const ana = writer(world.companyId, connectionId, '5511971999999');
  const first = messagesOf(newId(), connectionId, 1);
  const waits = { ...ana.message('Promoção'), priority: 'campaign' as const, campaign: { id: newId(), run: 0 } };
  await dispatch([...first, { ...waits, conversation: `${waits.conversation}/campaign` }]);
  await areIn('waiting', [...first, waits], 1);
  const answer = ana.message('Sua resposta');
  await world.send([answer]);
  await areIn('taken', [answer], 1);
  await pace(0);
});

test('what waits of a campaign that has stopped is withdrawn, also what comes late; what had left stays, a later run leaves', async () => {
  await pace(120);
  const connectionId = await world.connection();
  const id = newId();
  const all = messagesOf(id, connectionId, 5);
  await dispatch(all);
  await areIn('taken', all, 1);
  await withdraw(id, 0);
  await areIn('failed', all, 4);
  const [late] = messagesOf(id, connectionId, 1);
  await dispatch([late!]);
  await areIn('failed', [late!], 1);
  await until(
    'the command side knows',
    () => [...all, late!].filter(({ messageId }) => world.outcomesOf(messageId).includes('failed')).length === 5,
  );
  const reasons = world.heard.flatMap((one) => (one.kind === 'outcome' && one.outcome === 'failed' ? [one.reason] : []));
  expect(new Set(reasons)).toEqual(new Set(['withdrawn']));
  await pace(0);
  await pass(connectionId);
  const again = messagesOf(id, connectionId, 3, 1);
  await dispatch(again);
  await areIn('taken', again, 3);
});

test('the simulator knows no account of some numbers, if so asked', async () => {
  const connectionId = await world.connection();
  const [one, other] = messagesOf(newId(), connectionId, 2);
  await customers(url, connectionId).faults({ unknown: [one!.to.value] });
  await dispatch([one!, other!]);
  await areIn('taken', [other!], 1);
  await areIn('failed', [one!], 1);
  const { rows } = await world.pool.query('select reason from gateway.outbox where message_id = $1', [one!.messageId]);
  expect(rows).toEqual([{ reason: 'not-there' }]);
});
