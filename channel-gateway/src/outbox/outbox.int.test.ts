import { childId, newId } from '@prosa/contracts';
import type { Callbacks, Provider } from '../channels/provider.port.ts';
import { simulatorProvider } from '../channels/simulator/simulator.provider.ts';
import { customers, openWorld, until, type World, writer } from '../testing/gateway.fixture.ts';

let world: World;
let url: string;
/** What the test's own channel was asked to send, and how it tells receipts. */
const asked: string[] = [];
const told = new Map<string, Callbacks>();
let answer: (body: string) => Promise<{ channelId: string }> = async (body) => ({ channelId: `fb-${body}` });
const facebook: Provider = {
  channel: 'facebook',
  provider: null,
  identities: ['psid'],
  again: 'unsure',
  start: (connection, { callbacks }) => {
    told.set(connection.id, callbacks);
    return {
      send: async ({ body }) => {
        asked.push(body);
        return answer(body);
      },
      stop: async () => undefined,
    };
  },
};

beforeAll(async () => {
  world = await openWorld();
  ({ url } = await world.gateway({
    providers: (tools) => [simulatorProvider(tools), facebook],
    owners: { retryDelaysMs: [60, 60, 60, 60], callMs: 1_000 },
  }));
});
afterAll(() => world.close());

const texts = async (connectionId: string, number?: string) =>
  (await customers(url, connectionId).delivered(number)).map(({ text }) => text);

test('a conversation arrives in its order, is told as taken, and acknowledged by the customer', async () => {
  const connectionId = await world.connection();
  const ana = writer(world.companyId, connectionId);
  const messages = Array.from({ length: 20 }, (_, index) => ana.message(`${index}`));
  await world.send(messages);
  await until('all were read', () => messages.every(({ messageId }) => world.acksOf(messageId).includes(4)));
  expect(await texts(connectionId)).toEqual(messages.map(({ body }) => body));
  expect(messages.map(({ messageId }) => world.outcomesOf(messageId))).toEqual(messages.map(() => ['taken']));
  expect(messages.map(({ messageId }) => world.acksOf(messageId))).toEqual(messages.map(() => [3, 4]));
});

test('whatever a dead owner left untold is told by the next, however much it is', async () => {
  const connectionId = newId();
  const { conversation } = writer(world.companyId, connectionId);
  const ids = Array.from({ length: 2_500 }, () => childId(conversation, newId()));
  await world.pool.query(
    `insert into gateway.outbox (message_id, attempt, kind, company_id, connection_id, conversation, to_kind, to_value, priority, position,
       state, epoch)
     select id, 1, 'send', $2, $3, $4, 'phone', '5511987654321', 0, nth, 'taken', 0
     from unnest($1::uuid[]) with ordinality as u(id, nth)`,
    [ids, world.companyId, connectionId, conversation],
  );
  await world.connection({ connectionId });
  await until('all are told', () => ids.every((id) => world.outcomesOf(id).includes('taken')));
  const left = () => world.pool.query('select from gateway.outbox where connection_id = $1 and not told', [connectionId]);
  await until('that is noted', async () => (await left()).rowCount === 0);
});

test('no text is kept once its end is known', async () => {
  const { rows } = await world.pool.query(
    `select count(*)::int as count from gateway.outbox where state in ('taken', 'failed', 'unsure') and body is not null`,
  );
  expect(rows).toEqual([{ count: 0 }]);
});

test('what is published twice is sent once', async () => {
  const connectionId = await world.connection();
  const message = writer(world.companyId, connectionId).message('once');
  await world.send([message, message]);
  await until('taken', () => world.outcomesOf(message.messageId).length > 0);
  await world.send([message]);
  const last = writer(world.companyId, connectionId, '5511900000000').message('last');
  await world.send([last]);
  await until('the last one is taken', () => world.outcomesOf(last.messageId).length > 0);
  expect(await texts(connectionId)).toEqual(['once']);
});

test('the first of two is refused twice: their order is kept, and other conversations do not wait', async () => {
  const connectionId = await world.connection();
  const [ana, bia] = [writer(world.companyId, connectionId), writer(world.companyId, connectionId, '5521987654321')];
  await customers(url, connectionId).faults({ refuse: 2 });
  const [first, second] = [ana.message('first'), ana.message('second')];
  await world.send([first, second]);
  await until('both were taken', () => world.outcomesOf(second.messageId).length > 0);
  const other = bia.message('other');
  await world.send([other]);
  await until('the other was taken', () => world.outcomesOf(other.messageId).length > 0);
  expect(await texts(connectionId)).toEqual(['first', 'second']);
  expect([first, second].map(({ messageId }) => world.outcomesOf(messageId))).toEqual([['taken'], ['taken']]);
});

test('five refusals and it has failed, the next goes on, and another attempt may succeed', async () => {
  const connectionId = await world.connection();
  const ana = writer(world.companyId, connectionId);
  await customers(url, connectionId).faults({ refuse: 5 });
  const [first, second] = [ana.message('first'), ana.message('second')];
  await world.send([first, second]);
  await until('the second was taken', () => world.outcomesOf(second.messageId).length > 0);
  expect(world.outcomesOf(first.messageId)).toEqual(['failed']);
  await world.send([ana.message('first', { messageId: first.messageId, attempt: 2 })]);
  await until('the first was taken', () => world.outcomesOf(first.messageId).length > 1);
  expect(world.outcomesOf(first.messageId)).toEqual(['failed', 'taken']);
  expect(await texts(connectionId)).toEqual(['second', 'first']);
});

test('a refusal for good is told at once, with its reason', async () => {
  const connectionId = await world.connection();
  await customers(url, connectionId).faults({ refusePermanently: 1 });
  const message = writer(world.companyId, connectionId).message('no');
  await world.send([message]);
  await until('told', () => world.outcomesOf(message.messageId).length > 0);
  expect(world.heard.find((said) => said.kind === 'outcome' && said.messageId === message.messageId)).toMatchObject({
    outcome: 'failed',
    reason: 'refused',
  });
});

test('an answer that is lost: the same id goes out again, and the customer has it once', async () => {
  const connectionId = await world.connection();
  await customers(url, connectionId).faults({ loseAnswer: 3, duplicate: true });
  const message = writer(world.companyId, connectionId).message('once');
  await world.send([message]);
  await until('taken', () => world.outcomesOf(message.messageId).includes('taken'));
  expect(await texts(connectionId)).toEqual(['once']);
});

test('an answer that is lost where a channel cannot tell a repeat: unsure, and never again by itself', async () => {
  const connectionId = await world.connection({ channel: 'facebook' });
  answer = () => new Promise(() => undefined);
  const ana = writer(world.companyId, connectionId);
  const [first, second] = [ana.message('hangs'), ana.message('goes on')];
  await world.send([first]);
  await until('asked', () => asked.includes('hangs'));
  answer = async (body) => ({ channelId: `fb-${body}` });
  await world.send([second]);
  await until('the next was taken', () => world.outcomesOf(second.messageId).length > 0);
  expect(world.outcomesOf(first.messageId)).toEqual(['unsure']);
  expect(asked.filter((body) => body === 'hangs')).toHaveLength(1);
});

test('receipts that come before the channel`s id is known are told when it is', async () => {
  const connectionId = await world.connection({ channel: 'facebook' });
  let free: () => void = () => undefined;
  answer = async (body) => {
    await new Promise<void>((resolve) => {
      free = resolve;
    });
    return { channelId: `fb-${body}` };
  };
  const message = writer(world.companyId, connectionId).message('early');
  await world.send([message]);
  await until('asked', () => asked.includes('early'));
  const at = new Date().toISOString();
  for (const ack of [4, 3, 4, 3, 2]) await told.get(connectionId)?.acknowledged([{ of: { channelId: 'fb-early' }, ack, at }]);
  expect(world.acksOf(message.messageId)).toEqual([]);
  free();
  await until('told', () => world.acksOf(message.messageId).length >= 3);
  expect(new Set(world.acksOf(message.messageId))).toEqual(new Set([2, 3, 4]));
  await until('nothing waits', async () => (await world.pool.query('select 1 from gateway.early_ack')).rowCount === 0);
  answer = async (body) => ({ channelId: `fb-${body}` });
});

test('receipts come in the wrong order and twice when asked, or not at all', async () => {
  const connectionId = await world.connection();
  await customers(url, connectionId).faults({ reorder: true, duplicate: true });
  const message = writer(world.companyId, connectionId).message('twice');
  await world.send([message]);
  await until('four came', () => world.acksOf(message.messageId).length === 4);
  expect(world.acksOf(message.messageId)).toEqual([4, 4, 3, 3]);
  await customers(url, connectionId).faults({ silent: true });
  const silenced = writer(world.companyId, connectionId).message('silent');
  await world.send([silenced]);
  await until('taken', () => world.outcomesOf(silenced.messageId).length > 0);
  const { rowCount } = await world.pool.query('select 1 from gateway.simulator_ack where message_id = $1', [silenced.messageId]);
  expect(rowCount).toBe(0);
});

test('attendants go before campaigns', async () => {
  const connectionId = await world.connection();
  await customers(url, connectionId).faults({ refuse: 1, delayMs: 300 });
  const others = Array.from({ length: 40 }, (_, index) =>
    writer(world.companyId, connectionId, `55119000000${10 + index}`).message(`campaign`, { priority: 'campaign' }),
  );
  const attendant = writer(world.companyId, connectionId).message('attendant');
  await world.send([...others, attendant]);
  await until('the attendant`s was taken', () => world.outcomesOf(attendant.messageId).length > 0);
  expect(others.filter(({ messageId }) => world.outcomesOf(messageId).length > 0).length).toBeLessThan(33);
});

test('a long line costs each message no more than a short one, and keeps every order', async () => {
  const connectionId = await world.connection();
  const writers = Array.from({ length: 20 }, (_, index) => writer(world.companyId, connectionId, `55119111000${10 + index}`));
  const messages = writers.flatMap((ana) => Array.from({ length: 75 }, (_, index) => ana.message(`${index}`)));
  await world.send(messages);
  // Read on from each head, a line of 1,500 takes seconds even on a busy machine; read as a whole at each step it took minutes.
  await until('all were taken', () => messages.every(({ messageId }) => world.outcomesOf(messageId).length > 0), 40_000);
  const { rows } = await world.pool.query(
    'select array_agg(body order by seq) as texts from gateway.simulator_delivered where connection_id = $1 group by to_value',
    [connectionId],
  );
  const inOrder = Array.from({ length: 75 }, (_, index) => `${index}`);
  expect(rows.map(({ texts }) => texts)).toEqual(writers.map(() => inOrder));
});

test('a message that is taken back is on the phone no more', async () => {
  const connectionId = await world.connection();
  const ana = writer(world.companyId, connectionId);
  const [first, second] = [ana.message('wrong'), ana.message('right')];
  await world.send([first, second, ana.takeBack(first.messageId)]);
  await until('it is gone', async () => JSON.stringify(await texts(connectionId)) === '["right"]');
});

test('a channel that is not here, and a connection that was deleted: the send fails and says so', async () => {
  const [absent, deleted] = [await world.connection({ channel: 'instagram' }), await world.connection()];
  await world.control({ connectionId: deleted, deleted: true });
  const messages = [absent, deleted].map((id) => writer(world.companyId, id).message('to nobody'));
  await until(
    'both know',
    async () =>
      (await world.pool.query('select 1 from gateway.connection where connection_id = $1 and deleted', [deleted])).rowCount === 1,
  );
  await world.send(messages);
  await until('both failed', () => messages.every(({ messageId }) => world.outcomesOf(messageId).includes('failed')));
});

test('an older word on a connection changes nothing', async () => {
  const connectionId = await world.connection({ name: 'New', position: '900' });
  await world.control({ connectionId, name: 'Old', position: '899' });
  const marker = await world.connection();
  const { rows } = await world.pool.query(
    'select name from gateway.connection where connection_id = any($1) order by position desc',
    [[connectionId, marker]],
  );
  expect(rows[0]).toEqual({ name: 'New' });
});

test('what a channel brings is kept without what nobody could keep', async () => {
  const connectionId = await world.connection({ channel: 'facebook' });
  await until('the channel was started', () => told.has(connectionId));
  await told.get(connectionId)!.received({
    identities: [{ kind: 'psid', value: '100200/77' }],
    name: 'Car\0la',
    channelId: 'm\0-1',
    body: 'Ol\0á \ud83d!',
    quoted: { channelId: 'm\0-0' },
    at: new Date().toISOString(),
  });
  const heard = () => world.heard.find((said) => said.kind === 'message' && said.connectionId === connectionId);
  await until('it was published', () => heard() !== undefined);
  expect(heard()).toMatchObject({ name: 'Carla', channelId: 'm-1', body: 'Olá \ufffd!', quoted: { channelId: 'm-0' } });
});
