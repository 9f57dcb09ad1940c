import { conversationOf, conversationStream, type TicketOwn } from '@prosa/contracts';
import type { ReadOptions, Store } from '@prosa/infra/runtime';
import { reactors as all } from '../features.ts';
import { ask, eventually, makeScene, openTicket, outboundOf, type Scene, startWorld } from '../testing/world.fixture.ts';
import { startReactors } from './reactors.ts';

/** The cost of one company's events delays no other company, and each company's own events stay in order. */
const world = await startWorld();
const { deps, bus } = await world.instance({ idle: true });
const service = await world.instance({ idle: true });
afterAll(() => world.close());

const sends = await outboundOf(bus);
const heard = (ticket: TicketOwn) =>
  sends
    .filter(({ conversation }) => conversation === conversationOf(ticket.id))
    .map((one) => (one.kind === 'send' ? `${one.body} ${one.attempt}` : 'deleted'));

type Company = { scene: Scene; ticket: TicketOwn; stream: string };
const company = async (phone: string): Promise<Company> => {
  const scene = await makeScene(service);
  const ticket = await openTicket(service, scene, scene.ana, phone);
  return { scene, ticket, stream: conversationStream(conversationOf(ticket.id)!) };
};
const say = async ({ scene, ticket }: Company, body: string, more: object = {}): Promise<string> => {
  const answer = await ask(service, `POST /messages/${ticket.id}`, { token: scene.ana.token, body: { body, ...more } });
  expect(answer.status).toBe(201);
  return answer.body.id as string;
};
/** Writes an event as another version of the code would write it. */
const write = async ({ scene, stream }: Company, version: number, event: { type: string; data: object }) => {
  const actor = { kind: 'system', id: 'test' } as const;
  const meta = { companyId: scene.companyId, actor, commandId: 'x', correlationId: 'x', causationId: 'x', at: new Date() };
  const encoded = await deps.codec.encode(event, meta);
  const [last] = await deps.store.load(stream, { direction: 'backwards', max: 1, faults: 'keep' });
  const written = { ...encoded, metadata: { ...(encoded.metadata as object), version } };
  await deps.store.append(stream, [written], last!.meta.revision);
};
const isBackwards = (options?: ReadOptions) => options?.direction === 'backwards' && options.max !== 1;

test('a search for a message is deferred, and only needed for events of an older version', async () => {
  const [slow, other] = [await company('5511930000001'), await company('5511930000002')];
  const searching = Promise.withResolvers<void>();
  const searched: string[] = [];
  const store: Store = {
    ...deps.store,
    read: async function* (stream, options) {
      if (isBackwards(options)) {
        searched.push(stream);
        await searching.promise;
      }
      yield* deps.store.read(stream, options);
    },
  };
  const sent = await say(slow, 'Primeira');
  await write(slow, 1, {
    type: 'MessageRetried',
    data: { ticketId: slow.ticket.id, messageId: sent, attempt: 2, userId: slow.scene.ana.id },
  });
  await say(slow, 'Segunda');
  const reactors = startReactors({ ...deps, store }, bus, all);
  try {
    const quoted = await say(other, 'Olá');
    await say(other, 'Como vai?', { quotedMsg: quoted });
    await ask(service, `DELETE /messages/${quoted}`, { token: other.scene.ana.token });
    await eventually(
      () => heard(other.ticket),
      (list) => list.length === 3,
    );
    expect(heard(other.ticket)).toEqual(['Olá 1', 'Como vai? 1', 'deleted']);
    await eventually(
      () => searched,
      (list) => list.length > 0,
    );
    await eventually(
      () => heard(slow.ticket),
      (list) => list.length > 0,
    );
    expect(heard(slow.ticket)).toEqual(['Primeira 1']);
    searching.resolve();
    await eventually(
      () => heard(slow.ticket),
      (list) => list.length === 3,
    );
    expect(heard(slow.ticket)).toEqual(['Primeira 1', 'Primeira 2', 'Segunda 1']);
    expect(searched).toEqual([slow.stream]);
  } finally {
    searching.resolve();
    await reactors.stop();
  }
}, 60_000);

test('an event of newer code stops only its own conversation', async () => {
  const [newer, other] = [await company('5511930000003'), await company('5511930000004')];
  let upgraded = false;
  const store: Store = {
    ...deps.store,
    load: async (...args) => {
      const facts = await deps.store.load(...args);
      return upgraded ? facts.map(({ fault: _, ...fact }) => ({ ...fact, data: fact.data ?? {} })) : facts;
    },
  };
  await say(newer, 'Antes');
  const { stream } = newer;
  await write(newer, 99, { type: 'TicketReturned', data: { ticketId: newer.ticket.id } });
  await write(newer, 1, {
    type: 'MessageDeleted',
    data: { ticketId: newer.ticket.id, messageId: newer.ticket.id, userId: newer.scene.ana.id, outgoing: true },
  });
  const begin = () => startReactors({ ...deps, store }, bus, all);
  let reactors = begin();
  try {
    await say(other, 'Olá');
    await eventually(
      () => heard(other.ticket),
      (list) => list.length === 1,
    );
    // Conversations are not ordered relative to each other: an earlier event may be handled later.
    await eventually(
      () => heard(newer.ticket),
      (list) => list.length > 0,
    );
    const { rows } = await eventually(
      () =>
        deps.pool.query(
          `select part, fault from command.deferred_work where reactor = 'sending' and lane = $1 order by position`,
          [stream],
        ),
      ({ rowCount }) => rowCount === 2,
    );
    expect(rows).toMatchObject([{ fault: expect.stringContaining('version 1, not 99') }, { fault: null }]);
    expect(heard(newer.ticket)).toEqual(['Antes 1']);
    // Another process, with newer code, takes over.
    await reactors.stop();
    upgraded = true;
    reactors = begin();
    await eventually(
      () => heard(newer.ticket),
      (list) => list.length === 2,
    );
    expect(heard(newer.ticket)).toEqual(['Antes 1', 'deleted']);
    await eventually(
      () => deps.pool.query('select from command.deferred_work'),
      ({ rowCount }) => rowCount === 0,
    );
  } finally {
    await reactors.stop();
  }
}, 60_000);
