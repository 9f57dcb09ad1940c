import { conversationKey, conversationStream, newId, topics } from '@prosa/contracts';
import { type Scheduler, type Store, Unprocessable } from '@prosa/infra/runtime';
import { createClaims } from '../../contacts/contacts/claims.ts';
import { createResolveContact } from '../../contacts/contacts/resolve-contact.ts';
import { conversation } from '../../desk/conversations/conversation.decider.ts';
import { queues } from '../../flows/queues/queues.decider.ts';
import { createHandler, type Handle } from '../../kernel/handler.ts';
import { places } from '../../kernel/turns.ts';
import { ask, eventually, makeConnection, makeScene, openTicket, startPair, wrote } from '../../testing/world.fixture.ts';
import { consumeInbound, createInbound } from './inbound.consumer.ts';

const { world, c1, c2, scene } = await startPair({ greetingMessage: 'Bem-vindo à padaria' });
const inbound = createInbound(c1.deps);
afterAll(() => world.close());

const actor = { kind: 'system', id: 'test' } as const;
const eventsOf = async (phone: string, connectionId = scene.connectionId) => {
  const resolve = createResolveContact({ ...c1.deps, claims: createClaims(c1.deps) });
  const identities = [{ kind: 'phone' as const, value: phone }];
  const contactId = await resolve({ companyId: scene.companyId, identities, name: '', channel: 'simulator', actor });
  const facts = await c1.deps.store.load(conversationStream(conversationKey(connectionId, contactId)));
  return facts.map(({ type, data, meta }) => ({ type, data: data as Record<string, unknown>, meta }));
};
const publish = (...values: ({ connectionId: string; identities: { value: string }[] } | object)[]) =>
  c1.bus.publish(values.map((value) => ({ topic: topics.inbound, key: 'one line', value })));

test('a first message opens a ticket in the connection’s only queue and is greeted; the next message joins it', async () => {
  await inbound(wrote(scene, '5511900000001', 'Oi'));
  await inbound(wrote(scene, '5511900000001', 'Tem pão?'));
  const events = await eventsOf('5511900000001');
  expect(events.map(({ type }) => type)).toEqual([
    'ConversationStarted',
    'TicketOpened',
    'MessageReceived',
    'MessageSent',
    'MessageReceived',
  ]);
  expect(events[1]?.data).toMatchObject({ queueId: scene.queueId, status: 'pending', channel: 'simulator' });
  expect(events[3]?.data).toMatchObject({ origin: 'greeting', body: 'Bem-vindo à padaria' });
});

test('if the connection has several queues, the ticket has none', async () => {
  const connectionId = await makeConnection(c1.deps, scene.companyId, {
    name: 'Duas',
    greetingMessage: 'Escolha',
    queueIds: [scene.queueId, scene.otherQueueId],
  });
  await inbound(wrote(scene, '5511900000002', 'Oi', { connectionId }));
  expect((await eventsOf('5511900000002', connectionId))[1]?.data).toMatchObject({ queueId: null });
});

test('a repeated message is stored once', async () => {
  const message = wrote(scene, '5511900000003', 'Oi');
  await Promise.all([inbound(message), createInbound(c2.deps)(message), inbound(message)]);
  const events = await eventsOf('5511900000003');
  expect(events.filter(({ type }) => type === 'MessageReceived')).toHaveLength(1);
});

test('out of hours the customer gets the out-of-hours message', async () => {
  const far = await makeScene(c1, { outOfHoursMessage: 'Fechado' });
  const { handle } = c1.deps;
  const common = { companyId: far.companyId, actor, missing: 'ERR_NO_QUEUE_FOUND' as const };
  const schedules = [{ weekday: 'Segunda', weekdayEn: 'monday' as const, startTime: '10:00', endTime: '10:00' }];
  await handle({
    ...common,
    commandId: newId(),
    decider: queues,
    stream: `queues-${far.companyId}`,
    command: { do: 'change', id: far.queueId, changes: { schedules } },
  });
  const { company } = await import('../../company/companies/companies.decider.ts');
  await handle({
    ...common,
    commandId: newId(),
    decider: company,
    stream: `company-${far.companyId}`,
    command: { do: 'set setting', companyId: far.companyId, key: 'scheduleType', value: 'queue' },
  });
  const identities = [{ kind: 'phone' as const, value: '5511900000004' }];
  await inbound(wrote(far, '5511900000004', 'Oi'));
  const resolve = createResolveContact({ ...c1.deps, claims: createClaims(c1.deps) });
  const contactId = await resolve({ companyId: far.companyId, identities, name: '', channel: 'simulator', actor });
  const facts = await c1.deps.store.load(conversationStream(conversationKey(far.connectionId, contactId)));
  expect(facts.at(-1)).toMatchObject({ type: 'MessageSent', data: { origin: 'out-of-hours', body: 'Fechado' } });
});

test('poison between good ones is parked, and the good ones arrive in order', async () => {
  const good = Array.from({ length: 6 }, (_, n) => wrote(scene, '5511900000005', `Linha ${n}`));
  const unknown = wrote(scene, '5511900000005', 'De onde?', { connectionId: newId() });
  await publish(good[0]!, good[1]!, { kind: 'nonsense' }, good[2]!, unknown, good[3]!, good[4]!, good[5]!);
  const events = await eventually(
    () => eventsOf('5511900000005'),
    (found) => found.filter(({ type }) => type === 'MessageReceived').length === 6,
  );
  const bodies = events.filter(({ type }) => type === 'MessageReceived').map(({ data }) => data.body);
  expect(bodies).toEqual(good.map(({ body }) => body));
  const parked = await eventually(
    () => c1.bus.parked.list(),
    (list) => list.length === 2,
  );
  expect(parked.map(({ value }) => (value as { kind: string }).kind).sort()).toEqual(['message', 'nonsense']);
  expect(parked.every(({ error }) => !error.includes('De onde'))).toBe(true);
});

test('a connection that another instance has just created is found', async () => {
  const there = createInbound(c2.deps);
  for (let round = 0; round < 20; round += 1) {
    await c2.deps.referenceData.connections(scene.companyId);
    const connectionId = await makeConnection(c1.deps, scene.companyId, { queueIds: [scene.queueId] });
    await there(wrote(scene, '5511900000010', 'Oi', { connectionId }));
  }
});

test('an ack of another connection’s or company’s message is poison', async () => {
  const ticket = await openTicket(c1, scene, scene.ana, '5511900000006');
  const { body: sent } = await ask(c1, `POST /messages/${ticket.id}`, { token: scene.ana.token, body: { body: 'Olá' } });
  const ack = {
    kind: 'ack',
    companyId: scene.companyId,
    connectionId: scene.connectionId,
    messageId: sent.id,
    ack: 3,
    at: new Date().toISOString(),
  };
  await expect(inbound({ ...ack, connectionId: newId() })).rejects.toThrow(Unprocessable);
  await expect(inbound({ ...ack, companyId: newId() })).rejects.toThrow(Unprocessable);
  await expect(inbound({ ...ack, messageId: newId() })).rejects.toThrow(Unprocessable);
  await inbound(ack);
});

test('a message handled with a stale cache after a merge is stored in the survivor’s conversation', async () => {
  await inbound(wrote(scene, '5511900000007', 'Sou eu'));
  await inbound(wrote(scene, '5511900000008', 'Sou eu também'));
  const [mine, theirs] = await Promise.all([eventsOf('5511900000007'), eventsOf('5511900000008')]);
  const { EventStoreDBClient } = await import('@eventstore/db-client');
  const client = EventStoreDBClient.connectionString(world.storeUrl);
  const meta = { companyId: scene.companyId, actor, commandId: newId(), correlationId: 'x', causationId: 'x', at: new Date() };
  const stream = theirs[0]!.meta.stream;
  const key = mine[0]!.meta.stream.slice('conversation-'.length);
  await client.appendToStream(stream, [await c1.deps.codec.encode({ type: 'ConversationContinued', data: { in: key } }, meta)]);
  await client.dispose();
  await inbound(wrote(scene, '5511900000008', 'E agora?'));
  expect((await eventsOf('5511900000007')).at(-1)).toMatchObject({ type: 'MessageReceived', data: { body: 'E agora?' } });
  expect((await eventsOf('5511900000008')).at(-1)).toMatchObject({ type: 'ConversationContinued' });
});

test('a late repeat of a message beyond the remembered ones is detected', async () => {
  const early = wrote(scene, '5511900000009', 'A primeira');
  await inbound(early);
  const [first] = await eventsOf('5511900000009');
  const stream = first!.meta.stream;
  const { started } = (
    await c1.deps.handle({
      decider: conversation,
      stream,
      command: { do: 'leave queue', key: '', commandId: '', ticketId: '', queueId: '' },
      commandId: newId(),
      companyId: scene.companyId,
      actor,
      missing: 'ERR_NO_TICKET_FOUND',
    })
  ).state;
  expect(started?.connectionId).toBe(scene.connectionId);
  for (let n = 0; n < 1_050; n += 50)
    await Promise.all(Array.from({ length: 50 }, (_, i) => inbound(wrote(scene, '5511900000009', `Mais ${n + i}`))));
  await createInbound(c2.deps)(early);
  await inbound(early);
  const bodies = (await eventsOf('5511900000009')).filter(({ data }) => data.body === 'A primeira');
  expect(bodies).toHaveLength(1);
});

test('reports about a long conversation, however late, do not read it again', async () => {
  const phone = '5511900000011';
  const ticket = await openTicket(c1, scene, scene.ana, phone);
  const token = scene.ana.token;
  const { body: sent } = await ask(c1, `POST /messages/${ticket.id}`, { token, body: { body: 'Olá' } });
  let read = 0;
  const { store, codec, log } = c1.deps;
  const counting: Store = {
    ...store,
    read: async function* (...args) {
      for await (const fact of store.read(...args)) {
        read += 1;
        yield fact;
      }
    },
    load: async (...args) => {
      const facts = await store.load(...args);
      read += facts.length;
      return facts;
    },
  };
  const tell = createInbound({ ...c1.deps, store: counting, handle: createHandler({ store: counting, codec, log }) });
  for (let n = 0; n < 950; n += 50)
    await Promise.all(Array.from({ length: 50 }, (_, i) => tell(wrote(scene, phone, `Mensagem ${n + i}`))));
  const { body: last } = await ask(c1, `POST /messages/${ticket.id}`, { token, body: { body: 'Até logo' } });
  for (let n = 0; n < 100; n += 50)
    await Promise.all(Array.from({ length: 50 }, (_, i) => tell(wrote(scene, phone, `Mais ${n + i}`))));
  read = 0;
  const at = new Date(Date.now() - 3_600_000).toISOString();
  const common = { companyId: scene.companyId, connectionId: scene.connectionId, messageId: last.id as string, at };
  await tell({ kind: 'outcome', ...common, attempt: 1, outcome: 'taken', reason: null });
  for (const ack of [3, 4, 5]) await tell({ kind: 'ack', ...common, ack });
  await tell({ kind: 'ack', ...common, messageId: sent.id as string, ack: 3 });
  for (let n = 0; n < 20; n += 1) await tell(wrote(scene, phone, `Atrasada ${n}`, { at }));
  // Reads a contact, its claim, and what a stale state may have missed: not a thousand events for each message.
  expect(read).toBeLessThan(500);
}, 60_000);

test('a conversation that cannot be read is set aside with its reason, and other customers’ messages are handled', async () => {
  const phone = '5511900000012';
  await inbound(wrote(scene, phone, 'Oi'));
  const { store, codec } = c1.deps;
  const [first, ...rest] = await eventsOf(phone);
  const { stream, companyId } = first!.meta;
  const ticketId = rest[0]!.data.ticketId as string;
  const meta = { companyId, actor, commandId: newId(), correlationId: 'x', causationId: 'x', at: new Date() };
  const returned = await codec.encode({ type: 'TicketReturned', data: { ticketId } }, meta);
  const damaged = { ...returned, metadata: { ...(returned.metadata as object), version: 'none' } };
  await store.append(stream, [damaged], rest.at(-1)!.meta.revision);

  const line = (key: string, value: object) => ({ topic: topics.inbound, key, value });
  await c1.bus.publish([line('unreadable', wrote(scene, phone, 'Alô?'))]);
  const waiting = () => c1.bus.parked.list().then((list) => list.filter(({ key }) => key === 'unreadable'));
  const [parked] = await eventually(waiting, (list) => list.length === 1);
  expect(parked).toMatchObject({ held: true, error: expect.stringContaining('TicketReturned') });
  expect(parked?.error).not.toContain('Alô');
  const others = Array.from({ length: 40 }, (_, n) => `55119000001${String(n).padStart(2, '0')}`);
  await c1.bus.publish([
    line('unreadable', wrote(scene, phone, 'Alguém?')),
    ...others.map((other) => line(other, wrote(scene, other, 'Bom dia'))),
  ]);
  for (const other of others)
    await eventually(
      () => eventsOf(other),
      (events) => events.some(({ type }) => type === 'MessageReceived'),
    );
  await eventually(waiting, (list) => list.length === 2);
  const answer = await ask(c2, `PUT /tickets/${ticketId}`, { token: scene.ana.token, body: { status: 'open' } });
  expect(answer).toMatchObject({ status: 500, body: { error: 'ERR_INTERNAL' } });
}, 60_000);

test('what is told of messages that no person wrote is carried out too, as bulk work, while customers are heard', async () => {
  const phone = '5511900000013';
  await inbound(wrote(scene, phone, 'Oi'));
  const { data, meta } = (await eventsOf(phone)).find(({ type }) => type === 'MessageSent')!;
  let [running, most, carriedOut, asked] = [0, 0, 0, 0];
  const handle: Handle = async (handling) => {
    if (handling.stream !== meta.stream) return c1.deps.handle(handling);
    running += 1;
    carriedOut += 1;
    most = Math.max(most, running);
    try {
      return await c1.deps.handle(handling);
    } finally {
      running -= 1;
    }
  };
  const run: Scheduler['run'] = (of, ...work) => {
    if (of === 'bulk') asked += 1;
    return c1.deps.turns.run(of, ...work);
  };
  const counting = await consumeInbound({ ...c1.deps, handle, turns: { ...c1.deps.turns, run } }, c1.bus);
  // c1, c2 and the one that counts.
  await eventually(
    () => c1.deps.pool.query(`select distinct owner from bus.assignment where group_name = 'command.receipts'`),
    ({ rows }) => rows.length === 3 && rows.every(({ owner }) => owner !== null),
  );
  const { companyId, connectionId } = scene;
  const receipt = (nth: number, ack: number) => {
    const value = { kind: 'ack', companyId, connectionId, messageId: data.messageId, ack, at: new Date().toISOString() };
    return { topic: topics.receipts, key: `receipt ${nth}`, value };
  };
  await c1.bus.publish([...Array.from({ length: 1_500 }, (_, nth) => receipt(nth, 3)), receipt(0, 4)]);
  await publish(wrote(scene, '5511900000014', 'Alguém aí?'));
  await eventually(
    () => eventsOf('5511900000014'),
    (events) => events.some(({ type }) => type === 'MessageReceived'),
  );
  await eventually(
    () => eventsOf(phone),
    (events) => events.some((event) => event.type === 'MessageAcknowledged' && event.data.ack === 4),
  );
  await eventually(
    () => most,
    (together) => together > 1,
  );
  await counting.close();
  expect(most).toBe(places.bounds.bulk.each);
  expect(asked).toBeGreaterThanOrEqual(carriedOut);
});

test('of the receipts of one message that wait together only the furthest is carried out', async () => {
  const phone = '5511900000015';
  await inbound(wrote(scene, phone, 'Oi'));
  const { messageId } = (await eventsOf(phone)).find(({ type }) => type === 'MessageSent')!.data as { messageId: string };
  const common = { companyId: scene.companyId, connectionId: scene.connectionId, messageId, at: new Date().toISOString() };
  const acks = () => eventsOf(phone).then((events) => events.flatMap(({ data: { ack } }) => ack ?? []));
  const told = (...values: object[]) =>
    c1.bus.publish(values.map((value) => ({ topic: topics.receipts, key: phone, value: { ...common, ...value } })));
  const taken = (attempt: number) => ({ kind: 'outcome', attempt, outcome: 'taken', reason: null });
  const read = (ack: number) => ({ kind: 'ack', ack });
  // That its deletion was taken, as attempt 0, says nothing of the message.
  await told(taken(1), taken(0));
  await eventually(acks, (all) => all.includes(2));
  await told(read(3), read(4), { ...read(5), messageId: newId() });
  await eventually(acks, (all) => all.includes(4));
  expect(await acks()).toEqual([2, 4]);
});

test('who came and went is an event each, however often it is reported', async () => {
  const userId = newId();
  const report = (online: boolean, sequence: number) =>
    inbound({ kind: 'presence', companyId: scene.companyId, userId, online, sequence, at: new Date().toISOString() });
  await Promise.all([report(true, 1), report(true, 1)]);
  await report(false, 3);
  await report(true, 2);
  const facts = await c1.deps.store.load(`presence-${userId}`);
  expect(facts.map(({ type, meta }) => [type, meta.companyId])).toEqual([
    ['UserCameOnline', scene.companyId],
    ['UserWentOffline', scene.companyId],
  ]);
});
