import { newId, type TicketOwn } from '@prosa/contracts';
import { createInbound } from '../channels/inbound/inbound.consumer.ts';
import { reactors as all } from '../features.ts';
import { queues } from '../flows/queues/queues.decider.ts';
import type { Handle } from '../kernel/handler.ts';
import { places } from '../kernel/turns.ts';
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
  outboundOf,
  startWorld,
  wrote,
} from '../testing/world.fixture.ts';
import { startReactors } from './reactors.ts';

/** Nothing here takes over: a busy machine must not lose its leases. */
const leases = { ttlMs: 15_000, renewMs: 300 };
const world = await startWorld({ leases });
const service = await world.instance({ idle: true });
const { deps, bus } = service;
afterAll(() => world.close());

const sends = await outboundOf(bus, 'send');
const isHeard = (body: string) =>
  eventually(
    () => sends.some((one) => one.body === body),
    (is) => is,
  );
const say = async (ticket: TicketOwn, token: string, body: string) =>
  expect((await ask(service, `POST /messages/${ticket.id}`, { token, body: { body } })).status).toBe(201);

test('while a company’s queue of 500 tickets is being deleted, its and others’ messages are sent, and others’ deletions are carried out', async () => {
  const [a, b] = [await makeScene(service), await makeScene(service)];
  const queueId = newId();
  await makeQueue(deps, a.companyId, queueId, '#333333');
  const connectionId = await makeConnection(deps, a.companyId, { name: 'Da fila', queueIds: [queueId] });
  const arrived = createInbound(deps);
  await Promise.all(
    Array.from({ length: 500 }, (_, n) => arrived(wrote(a, `55119100${String(n).padStart(5, '0')}`, 'Oi', { connectionId }))),
  );
  const [ofA, ofB] = [
    await openTicket(service, a, a.ana, '5511920000001'),
    await openTicket(service, b, b.bruno, '5511920000002'),
  ];

  // The commands of the long work are held back until everything else was checked.
  const go = Promise.withResolvers<void>();
  let held = 0;
  const handle: Handle = async (handling) => {
    if (handling.companyId === a.companyId && handling.actor.kind === 'system' && handling.stream.startsWith('conversation-')) {
      held += 1;
      await go.promise;
    }
    return deps.handle(handling);
  };
  const reacting = startReactors({ ...deps, handle }, bus, all, leases);
  const done = (companyId: string) => ({ commandId: newId(), companyId, actor: { kind: 'system', id: 'test' } as const });
  try {
    await caughtUp(deps);
    expect(await openTicketsOf(deps, 'queue_id', queueId)).toBe(500);
    await deps.handle({
      ...done(a.companyId),
      decider: queues,
      stream: `queues-${a.companyId}`,
      command: { do: 'delete', id: queueId },
      missing: 'ERR_NO_QUEUE_FOUND',
    });
    await eventually(
      () => held,
      (count) => count > 0,
    );
    await say(ofB, b.bruno.token, 'De outra empresa');
    await isHeard('De outra empresa');
    await say(ofA, a.ana.token, 'Da mesma empresa');
    await isHeard('Da mesma empresa');
    await deps.handle({
      ...done(b.companyId),
      decider: users,
      stream: `users-${b.companyId}`,
      command: { do: 'delete user', userId: b.bruno.id, by: null },
      missing: 'ERR_NO_USER_FOUND',
    });
    await eventually(
      () => openTicketsOf(deps, 'user_id', b.bruno.id),
      (left) => left === 0,
    );
    // No reactor is behind either: the long work runs beside its line.
    await caughtUp(deps);
    await eventually(
      () => [...reacting.lags()],
      (lags) => lags.length === all.length && lags.every(([, lag]) => lag === 0),
    );
    expect(await openTicketsOf(deps, 'queue_id', queueId)).toBe(500);
    expect(held).toBe(places.bounds.bulk.each);
    const began = performance.now();
    go.resolve();
    await eventually(
      () => openTicketsOf(deps, 'queue_id', queueId),
      (left) => left === 0,
    );
    if (process.env.TEST_LOG)
      console.log(`${Math.round(500_000 / (performance.now() - began))} tickets a second left their queue`);
  } finally {
    go.resolve();
    await reacting.stop();
  }
}, 120_000);

test('only the leader of a reactor exports its lag as a metric', async () => {
  const [one, two] = [await world.instance(), await world.instance()];
  const lags = async ({ app }: typeof one): Promise<Map<string, number>> => {
    const { payload } = await app.inject({ method: 'GET', url: '/metrics' });
    return new Map(
      payload
        .matchAll(/^command_reactor_lag_seconds\{(?=.*service="command-service")?.*?reactor="([^"]+)".*\} (\S+)$/gm)
        .map(([, name, lag]) => [name!, Number(lag)]),
    );
  };
  const names = all.map(({ name }) => name).sort();
  await eventually(
    async () => [...(await lags(one)).keys(), ...(await lags(two)).keys()].sort(),
    (told) => told.join() === names.join(),
  );
  const leader = (await lags(one)).has('deleted-owners') ? one : two;
  // Either instance may lead it by now.
  await eventually(
    async () => (await lags(one)).get('deleted-owners') ?? (await lags(two)).get('deleted-owners'),
    (lag) => lag === 0,
  );

  // Only this reactor waits for its table; the others do not.
  const holder = await deps.pool.connect();
  await holder.query('begin; lock table command.open_ticket in access exclusive mode');
  try {
    const scene = await makeScene(service);
    const ticket = await openTicket(service, scene, scene.ana, '5511920000003');
    await eventually(
      async () => (await lags(leader)).get('deleted-owners'),
      (lag) => lag !== undefined && lag > 1,
    );
    await say(ticket, scene.ana.token, 'Enquanto isso');
    await isHeard('Enquanto isso');
    await eventually(
      async () => (await lags((await lags(one)).has('sending') ? one : two)).get('sending'),
      (lag) => lag === 0,
    );
  } finally {
    await holder.query('rollback');
    holder.release();
  }
  // Either instance may lead it by now.
  await eventually(
    async () => (await lags(one)).get('deleted-owners') ?? (await lags(two)).get('deleted-owners'),
    (lag) => lag === 0,
  );
});
