import { jest } from '@jest/globals';
import { newId, Outbound, Refused, type TicketOwn, topics } from '@prosa/contracts';
import { connections } from '../channels/connections/connections.decider.ts';
import { createInbound } from '../channels/inbound/inbound.consumer.ts';
import { queues } from '../flows/queues/queues.decider.ts';
import { users } from '../people/users/users.decider.ts';
import {
  ask,
  caughtUp,
  eventually,
  makeConnection,
  makeQueue,
  makeScene,
  openTicket,
  openTicketsOf,
  startPair,
  wrote,
} from '../testing/world.fixture.ts';

const { world, c1, c2, scene } = await startPair();
const sends: Outbound[] = [];
const words: { connectionId: string; deleted: boolean; name: string }[] = [];
const actor = { kind: 'system', id: 'test' } as const;

await c1.bus.consume({
  group: 'test',
  topics: [topics.outbound, topics.control],
  handle: async ({ topic, value }) => {
    if (topic === topics.outbound) sends.push(Outbound.parse(value));
    else words.push(value as (typeof words)[number]);
  },
});
afterAll(() => world.close());

const done = (companyId = scene.companyId) => ({ commandId: newId(), companyId, actor });

test('after a queue with many tickets is deleted while more arrive, no ticket is left in it', async () => {
  const queueId = newId();
  await makeQueue(c1.deps, scene.companyId, queueId, '#333333');
  const connectionId = await makeConnection(c1.deps, scene.companyId, { name: 'Da fila', queueIds: [queueId] });
  const [one, two] = [retrying(createInbound(c1.deps)), retrying(createInbound(c2.deps))];
  const arrive = (from: number, to: number) =>
    Promise.all(
      Array.from({ length: to - from }, (_, n) =>
        (n % 2 ? one : two)(wrote(scene, `55119100${String(from + n).padStart(5, '0')}`, 'Oi', { connectionId })),
      ),
    );
  await arrive(0, 500);
  const [, deleted] = await Promise.all([
    arrive(500, 550),
    c1.deps.handle({
      ...done(),
      decider: queues,
      stream: `queues-${scene.companyId}`,
      command: { do: 'delete', id: queueId },
      missing: 'ERR_NO_QUEUE_FOUND',
    }),
  ]);
  expect(deleted.events).toHaveLength(1);
  await eventually(caughtUpCount(queueId), (left) => left === 0);
  await caughtUp(c1.deps);
  expect(await openTicketsOf(c1.deps, 'queue_id', queueId)).toBe(0);
  expect(await openTicketsOf(c1.deps, 'connection_id', connectionId)).toBe(550);
}, 120_000);
/** Delivers a message again while the service is busy, as the bus does. */
const retrying =
  (carryOut: ReturnType<typeof createInbound>) =>
  async (told: unknown): Promise<void> => {
    for (;;)
      try {
        return await carryOut(told);
      } catch (error) {
        if (!(error instanceof Refused && error.code === 'ERR_BUSY')) throw error;
      }
  };
const caughtUpCount = (queueId: string) => async () => {
  await caughtUp(c1.deps);
  return openTicketsOf(c1.deps, 'queue_id', queueId);
};

test('after a user is deleted their tickets are pending again', async () => {
  const other = await makeScene(c1);
  const ticket = await openTicket(c1, other, other.bruno, '5511920000001');
  await caughtUp(c1.deps);
  expect(await openTicketsOf(c1.deps, 'user_id', other.bruno.id)).toBe(1);
  await c1.deps.handle({
    ...done(other.companyId),
    decider: users,
    stream: `users-${other.companyId}`,
    command: { do: 'delete user', userId: other.bruno.id, by: null },
    missing: 'ERR_NO_USER_FOUND',
  });
  await eventually(
    () => openTicketsOf(c1.deps, 'user_id', other.bruno.id),
    (count) => count === 0,
  );
  const accepted = await eventually(
    () => ask<TicketOwn>(c2, `PUT /tickets/${ticket.id}`, { token: other.ana.token, body: { status: 'open' } }),
    ({ status }) => status === 200,
  );
  expect(accepted.body).toMatchObject({ userId: other.ana.id, queueId: other.queueId });
});

test('a connection’s state is published to the gateway; after its deletion its tickets are closed', async () => {
  const other = await makeScene(c1);
  const ticket = await openTicket(c1, other, other.ana, '5511920000002');
  await eventually(
    () => words.find(({ connectionId, deleted }) => connectionId === other.connectionId && !deleted),
    (word) => word?.name === 'Loja',
  );
  await eventually(
    () => openTicketsOf(c1.deps, 'connection_id', other.connectionId),
    (count) => count === 1,
  );
  await makeConnection(c1.deps, other.companyId, { name: 'Outra', queueIds: [], isDefault: true });
  await c1.deps.handle({
    ...done(other.companyId),
    decider: connections,
    stream: `connections-${other.companyId}`,
    command: { do: 'delete', id: other.connectionId },
    missing: 'ERR_NO_WAPP_FOUND',
  });
  await eventually(
    () => words.find(({ connectionId, deleted }) => connectionId === other.connectionId && deleted),
    (word) => word !== undefined,
  );
  await eventually(
    () => openTicketsOf(c1.deps, 'connection_id', other.connectionId),
    (count) => count === 0,
  );
  const refused = await ask(c2, `PUT /tickets/${ticket.id}`, {
    token: other.ana.token,
    body: { status: 'open', queueId: other.queueId },
  });
  expect(refused).toMatchObject({ status: 404, body: { error: 'ERR_NO_WAPP_FOUND' } });
});

/** Which process leads which reactors. */
const led = async () => {
  const { rows } = await c1.deps.pool.query<{ owner: string; names: string[] }>(
    `select owner, array_agg(name order by name) as names from lease.lease where name like 'reactor:%' group by owner`,
  );
  return rows;
};

test('two processes lead about as many reactors each', async () => {
  const counts = await eventually(
    async () => (await led()).map(({ names }) => names.length),
    ([one, other]) => other !== undefined && Math.abs(one! - other) <= 1,
  );
  expect(counts).toHaveLength(2);
});

test('a process renews the leases of all reactors that it leads by one statement', async () => {
  const spies = [c1, c2].map(({ deps }) => jest.spyOn(deps.pool, 'query'));
  const held = async () => (await led()).map(({ owner, names }) => [owner, names.join()]);
  /** The names in each owner's latest renewal. */
  const renewed = () => {
    const asked = spies.flatMap(({ mock }) => mock.calls as unknown as { name?: string; values: [string, string[]] }[][]);
    return new Map(
      asked.flatMap(([query]) =>
        query?.name === 'leases-renew' ? [[query.values[0], query.values[1].toSorted().join()] as const] : [],
      ),
    );
  };
  await eventually(
    async () => ({ held: await held(), renewed: renewed() }),
    (now) => now.held.every(([owner, names]) => now.renewed.get(owner!) === names),
  );
  jest.restoreAllMocks();
});

test('reactors that die are replaced, and every message is sent in order', async () => {
  const ticket = await openTicket(c2, scene, scene.ana, '5511920000003');
  const third = await world.instance();
  for (let n = 0; n < 60; n += 1) {
    const { status } = await ask(n % 2 ? c2 : c1, `POST /messages/${ticket.id}`, {
      token: scene.ana.token,
      body: { body: `Passo ${n}` },
    });
    expect(status).toBe(201);
    // The leader steps down at an arbitrary point of its work: another epoch begins.
    if (n % 20 === 10)
      await c1.deps.pool.query(`update lease.lease set epoch = epoch + 1, until = clock_timestamp() where name like 'reactor:%'`);
  }
  const key = ticket.id.replaceAll('-', '').slice(0, 12) + ticket.id.slice(15, 18);
  const mine = () =>
    sends.filter((one) => one.kind === 'send' && one.conversation === key) as Extract<Outbound, { kind: 'send' }>[];
  await eventually(
    () => new Set(mine().map(({ messageId }) => messageId)).size,
    (count) => count === 60,
  );
  await caughtUp(c1.deps);
  const byPosition = [...new Map(mine().map((one) => [one.messageId, one])).values()].sort((a, b) =>
    Number(BigInt(a.position) - BigInt(b.position)),
  );
  expect(byPosition.map(({ body }) => body)).toEqual(Array.from({ length: 60 }, (_, n) => `Passo ${n}`));
  expect(third.deps).toBeDefined();
});
