import { childId, newId } from '@prosa/contracts';
import type { Callbacks, Provider } from '../channels/provider.port.ts';
import { simulatorProvider } from '../channels/simulator/simulator.provider.ts';
import { customers } from '../testing/customers.fixture.ts';
import { openWorld, until, type World, writer } from '../testing/gateway.fixture.ts';

let world: World;
let url: string;
/** Messages that the test's own channel was asked to send, and the callbacks by which it reports receipts. */
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
  (await customers(url, connectionId).delivered(number)).filter(({ deleted }) => !deleted).map(({ text }) => text);

test('a conversation’s messages arrive in order, are reported as accepted, and are acknowledged by the customer', async () => {
  const connectionId = await world.connection();
  const ana = writer(world.companyId, connectionId);
  const messages = Array.from({ length: 20 }, (_, index) => ana.message(`${index}`));
  await world.send(messages);
  await until('all were read', () => messages.every(({ messageId }) => world.acksOf(messageId).includes(4)));
  expect(await texts(connectionId)).toEqual(messages.map(({ body }) => body));
  expect(messages.map(({ messageId }) => world.outcomesOf(messageId))).toEqual(messages.map(() => ['taken']));
  expect(messages.map(({ messageId }) => world.acksOf(messageId))).toEqual(messages.map(() => [3, 4]));
});

test('what is told of messages that no person wrote has a topic of its own', async () => {
  const connectionId = await world.connection();
  const ana = writer(world.companyId, connectionId);
  const priorities = ['attendant', 'automatic', 'campaign', 'attendant'] as const;
  const messages = priorities.map((priority) => ana.message(priority, { priority }));
  await world.send(messages);
  await until('all were read', () => messages.every(({ messageId }) => world.acksOf(messageId).includes(4)));
  const { rows } = await world.pool.query<{ topic: string; kind: string; messageId: string }>(
    `select topic, value::json->>'kind' as kind, value::json->>'messageId' as "messageId" from bus.log
     where topic in ('channel.inbound', 'channel.receipts') and value::json->>'connectionId' = $1 order by "offset"`,
    [connectionId],
  );
  const toldOn = (topic: string) =>
    messages.map(({ messageId }) =>
      rows.filter((row) => row.topic === topic && row.messageId === messageId).map(({ kind }) => kind),
    );
  const told = ['outcome', 'ack', 'ack'];
  expect(toldOn('channel.inbound')).toEqual([told, [], [], told]);
  expect(toldOn('channel.receipts')).toEqual([[], told, told, []]);
});

test('outcomes that a dead owner left unreported are reported by the next one, however many there are', async () => {
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

describe('a deleted message', () => {
  test('disappears from the phone, and no outcome is reported', async () => {
    const connectionId = await world.connection();
    const ana = writer(world.companyId, connectionId);
    const message = ana.message('Errado');
    await world.send([message, ana.takeBack(message.messageId), ana.message('Certo')]);
    await until('the last is there', async () => (await texts(connectionId)).includes('Certo'));
    expect(await texts(connectionId)).toEqual(['Certo']);
    await until('it is settled', () => settled(message.messageId));
    expect(world.outcomesOf(message.messageId).filter((outcome) => outcome !== 'taken')).toEqual([]);
  });

  test('is not sent if it still waited', async () => {
    const connectionId = await world.connection();
    const customer = customers(url, connectionId);
    await customer.faults({ delayMs: 300 });
    const ana = writer(world.companyId, connectionId);
    const [first, second] = [ana.message('Já vai'), ana.message('Nunca vai')];
    await world.send([first, second, ana.takeBack(second.messageId)]);
    await until('it is settled', () => settled(second.messageId));
    await until('the first is there', async () => (await texts(connectionId)).length > 0);
    expect(await texts(connectionId)).toEqual(['Já vai']);
    expect(world.outcomesOf(second.messageId)).toEqual([]);
    const { rows } = await world.pool.query(
      'select state, tries, body from gateway.outbox where message_id = $1 and attempt = 1',
      [second.messageId],
    );
    expect(rows).toEqual([{ state: 'failed', tries: 0, body: null }]);
  });

  test('is reported if the channel does not delete it, or cannot', async () => {
    const [refusing, unable] = [await world.connection(), await world.connection({ channel: 'facebook' })];
    await customers(url, refusing).faults({ refuseDelete: 1 });
    for (const connectionId of [refusing, unable]) {
      const ana = writer(world.companyId, connectionId);
      const message = ana.message(`Fica ${connectionId}`);
      await world.send([message]);
      await until('it is taken', () => world.outcomesOf(message.messageId).includes('taken'));
      await world.send([ana.takeBack(message.messageId)]);
      await until('it is told', () => world.outcomesOf(message.messageId).includes('failed'));
      const last = world.heard.findLast((said) => said.kind === 'outcome' && said.messageId === message.messageId);
      expect(last).toMatchObject({ attempt: 0, outcome: 'failed', reason: 'refused' });
      await until('it is settled', () => settled(message.messageId));
    }
    expect(await texts(refusing)).toEqual([`Fica ${refusing}`]);
  });
});

/** Whether its delete has ended, and the result is written. */
const settled = async (messageId: string) => {
  const { rowCount } = await world.pool.query(`select from gateway.outbox where message_id = $1 and kind = 'delete' and told`, [
    messageId,
  ]);
  return rowCount === 1;
};

test('a text is deleted once its outcome is known', async () => {
  const { rows } = await world.pool.query(
    `select count(*)::int as count from gateway.outbox where state in ('taken', 'failed', 'unsure') and body is not null`,
  );
  expect(rows).toEqual([{ count: 0 }]);
});

test('a message published twice is sent once', async () => {
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

test('if the first of two messages is refused twice, their order is kept, and other conversations do not wait', async () => {
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

test('after five refusals a message has failed, the next one is sent, and another attempt may succeed', async () => {
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

test('a permanent refusal is reported at once, with its reason', async () => {
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

test('after a lost answer the message is sent again with the same id, and the customer gets it once', async () => {
  const connectionId = await world.connection();
  await customers(url, connectionId).faults({ loseAnswer: 3, duplicate: true });
  const message = writer(world.companyId, connectionId).message('once');
  await world.send([message]);
  await until('taken', () => world.outcomesOf(message.messageId).includes('taken'));
  expect(await texts(connectionId)).toEqual(['once']);
});

test('after a lost answer of a channel that cannot detect a repeat, the outcome is unsure, and it is never resent automatically', async () => {
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

test('receipts that arrive before the channel`s id is known are reported when it is', async () => {
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

test('receipts arrive in the wrong order and twice on request, or not at all', async () => {
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

test('C23: attendants’ messages are sent before campaigns', async () => {
  const connectionId = await world.connection();
  await customers(url, connectionId).faults({ refuse: 1, delayMs: 300 });
  const others = Array.from({ length: 40 }, (_, index) =>
    writer(world.companyId, connectionId, `55119000000${10 + index}`).message(`campaign`, { priority: 'campaign' }),
  );
  const attendant = writer(world.companyId, connectionId).message('attendant');
  await world.send([...others, attendant]);
  await until('all were taken', () =>
    [attendant, ...others].every(({ messageId }) => world.outcomesOf(messageId).includes('taken')),
  );
  const takenAt = ({ messageId }: { messageId: string }): string =>
    world.heard.find((one) => one.kind === 'outcome' && one.messageId === messageId && one.outcome === 'taken')!.at;
  expect(others.filter((one) => takenAt(one) < takenAt(attendant)).length).toBeLessThan(33);
});

test('C23: an attendant’s message does not wait until one of a campaign has ended, however many are under way', async () => {
  const connectionId = await world.connection();
  await customers(url, connectionId).faults({ delayMs: 8_000 });
  const others = Array.from({ length: 40 }, (_, index) =>
    writer(world.companyId, connectionId, `55119000001${10 + index}`).message('campaign', { priority: 'campaign' }),
  );
  const inState = async (state: string, messageIds: string[]): Promise<number> => {
    const { rowCount } = await world.pool.query('select from gateway.outbox where state = $1 and message_id = any($2)', [
      state,
      messageIds,
    ]);
    return rowCount ?? 0;
  };
  const ids = others.map(({ messageId }) => messageId);
  await world.send(others);
  await until('as many are under way as may be', async () => (await inState('handed', ids)) === 12);
  const attendant = writer(world.companyId, connectionId).message('attendant');
  await world.send([attendant]);
  await until('it is under way', async () => (await inState('handed', [attendant.messageId])) === 1);
  expect([await inState('taken', ids), await inState('handed', ids)]).toEqual([0, 12]);
});

test('the cost per message does not grow with the length of the queue, and every order is kept', async () => {
  const connectionId = await world.connection();
  const writers = Array.from({ length: 20 }, (_, index) => writer(world.companyId, connectionId, `55119111000${10 + index}`));
  const messages = writers.flatMap((ana) => Array.from({ length: 75 }, (_, index) => ana.message(`${index}`)));
  await world.send(messages);
  // Read from each conversation's head, 1,500 messages take seconds even on a busy machine; when all of them were read at each step, it
  // took minutes.
  await until('all were taken', () => messages.every(({ messageId }) => world.outcomesOf(messageId).length > 0), 40_000);
  const { rows } = await world.pool.query(
    'select array_agg(body order by seq) as texts from gateway.simulator_delivered where connection_id = $1 group by to_value',
    [connectionId],
  );
  const inOrder = Array.from({ length: 75 }, (_, index) => `${index}`);
  expect(rows.map(({ texts }) => texts)).toEqual(writers.map(() => inOrder));
});

test('a deleted message leaves only a marker on the phone', async () => {
  const connectionId = await world.connection();
  const ana = writer(world.companyId, connectionId);
  const [first, second] = [ana.message('wrong'), ana.message('right')];
  await world.send([first, second]);
  await until('both were taken', () => [first, second].every(({ messageId }) => world.outcomesOf(messageId).includes('taken')));
  await world.send([ana.takeBack(first.messageId)]);
  await until('it is gone', async () => JSON.stringify(await texts(connectionId)) === '["right"]');
  const shown = await customers(url, connectionId).delivered();
  expect(shown.map(({ text, deleted }) => [text, deleted])).toEqual([
    ['', true],
    ['right', false],
  ]);
});

test('with an unknown channel or a deleted connection a send fails with its reason', async () => {
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

test('an older control message about a connection changes nothing', async () => {
  const connectionId = await world.connection({ name: 'New', position: '900' });
  await world.control({ connectionId, name: 'Old', position: '899' });
  const marker = await world.connection();
  const { rows } = await world.pool.query(
    'select name from gateway.connection where connection_id = any($1) order by position desc',
    [[connectionId, marker]],
  );
  expect(rows[0]).toEqual({ name: 'New' });
});

test('content from a channel is stored without the parts that cannot be stored', async () => {
  const connectionId = await world.connection({ channel: 'facebook' });
  await until('the channel was started', () => told.has(connectionId));
  await told.get(connectionId)!.received([
    {
      identities: [{ kind: 'psid', value: '100200/77' }],
      name: 'Car\0la',
      channelId: 'm\0-1',
      body: 'Ol\0á \ud83d!',
      quoted: { channelId: 'm\0-0' },
      at: new Date().toISOString(),
    },
  ]);
  const heard = () => world.heard.find((said) => said.kind === 'message' && said.connectionId === connectionId);
  await until('it was published', () => heard() !== undefined);
  expect(heard()).toMatchObject({ name: 'Carla', channelId: 'm-1', body: 'Olá \ufffd!', quoted: { channelId: 'm-0' } });
});
