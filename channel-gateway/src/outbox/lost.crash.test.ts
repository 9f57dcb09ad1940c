import { newId } from '@prosa/contracts';
import { type Exchange, type Loss, type PostgresProxy, postgresProxy } from '../../../infra/testing/postgres/postgres-proxy.ts';
import { drawn } from '../../../infra/testing/volume.ts';
import { type Callbacks, Permanent, type Provider, Temporary } from '../channels/provider.port.ts';
import { simulatorProvider } from '../channels/simulator/simulator.provider.ts';
import { customers } from '../testing/customers.fixture.ts';
import { openWorld, until, type World, writer } from '../testing/gateway.fixture.ts';

let world: World;
let proxy: PostgresProxy;
let url: string;
/** How often the channel that cannot detect a repeat has accepted each message. */
const sent = new Map<string, number>();
const refusedOnce = new Set<string>();
const facebook: Provider = {
  channel: 'facebook',
  provider: null,
  identities: ['psid'],
  again: 'unsure',
  start: (_, { callbacks }) => ({
    send: async ({ messageId, body }) => {
      if (body === 'never') throw new Permanent('no');
      if (body === 'later' && !refusedOnce.has(messageId)) {
        refusedOnce.add(messageId);
        throw new Temporary('not now');
      }
      sent.set(messageId, (sent.get(messageId) ?? 0) + 1);
      const channelId = `fb-${messageId}`;
      if (body === 'early') await acknowledgeSurely(callbacks, channelId);
      return { channelId };
    },
    stop: async () => undefined,
  }),
};
/** Repeats the call until it succeeds, as a channel does. */
const acknowledgeSurely = async ({ acknowledged }: Callbacks, channelId: string): Promise<void> => {
  const receipt = { of: { channelId }, ack: 3, at: new Date().toISOString() };
  await until('the receipt is kept', () =>
    acknowledged([receipt]).then(
      () => true,
      () => false,
    ),
  );
};

beforeAll(async () => {
  world = await openWorld();
  proxy = await postgresProxy(world.url);
  const owners = { retryDelaysMs: [50, 50, 50, 50, 50, 50, 50, 50] };
  ({ url } = await world.gateway({ providers: (tools) => [simulatorProvider(tools), facebook], owners }, undefined, proxy.url));
});
afterAll(async () => {
  await world?.close();
  await proxy?.close();
});
/** Connections whose losses are counted. */
const counted: string[] = [];
afterEach(async () => {
  proxy.decide(() => undefined);
  // An idle owner polls now and then, and would cause the losses that are meant for the next test.
  for (const connectionId of counted.splice(0)) {
    await world.control({ connectionId, deleted: true });
    await until('nobody owns it', async () => {
      const { rowCount } = await world.pool.query('select from lease.lease where name = $1 and until > clock_timestamp()', [
        `connection:${connectionId}`,
      ]);
      return rowCount === 0;
    });
  }
});

const ended = (messageId: string) => world.outcomesOf(messageId).at(-1);
/** The remaining work of a connection. */
const left = async (connectionId: string) => {
  const { rows } = await world.pool.query(
    `select state, told from gateway.outbox where connection_id = $1 and (state in ('waiting', 'handed') or not told)
     union all select 'early', false from gateway.early_ack where connection_id = $1
     union all select 'receipt', false from gateway.simulator_ack where connection_id = $1`,
    [connectionId],
  );
  return rows;
};

/** Loses statements that start with one of `beginnings`, each twice; returns how often it did. */
const lose = (loss: Loss, beginnings: string[]) => {
  const times = beginnings.map(() => 0);
  proxy.decide(({ kind }) => {
    const which = beginnings.findIndex((beginning) => kind.startsWith(beginning));
    if (which < 0 || times[which] === 2) return undefined;
    times[which]! += 1;
    return loss;
  });
  return () => times;
};

/** Sends to a connection that has no owner yet, so that the owner's first claim takes one message of each conversation. */
const beforeItsOwner = async (bodies: string[]) => {
  const connectionId = newId();
  counted.push(connectionId);
  const messages = bodies.map((body, index) => writer(world.companyId, connectionId, `55119870000${10 + index}`).message(body));
  await world.send(messages);
  await until('all wait', async () => (await left(connectionId)).length === messages.length);
  return { connectionId, messages };
};

const claims = drawn('a claim loses', [
  ['simulator', 'request'],
  ['simulator', 'answer'],
  ['facebook', 'request'],
  ['facebook', 'answer'],
] as const);

test.each(claims)('%s: messages of a claim whose %s is lost are sent once, with a known outcome', async (channel, loss) => {
  const { connectionId, messages } = await beforeItsOwner(Array.from({ length: 12 }, () => 'one'));
  const lost = lose(loss, ['with recursive head as', 'update lease.lease set epoch', 'with left_over as']);
  await world.connection({ connectionId, channel });
  await until('all ends are told', () => messages.every(({ messageId }) => ended(messageId) !== undefined));
  expect(lost()).toEqual([2, 2, 2]);
  expect(messages.map(({ messageId }) => ended(messageId))).toEqual(messages.map(() => 'taken'));
  if (channel === 'facebook') expect(messages.map(({ messageId }) => sent.get(messageId))).toEqual(messages.map(() => 1));
  await until('nothing is left', async () => (await left(connectionId)).length === 0);
  const { rows } = await world.pool.query('select distinct tries, unclear from gateway.outbox where connection_id = $1', [
    connectionId,
  ]);
  expect(rows).toEqual([{ tries: 1, unclear: false }]);
});

const losses: Loss[] = ['request', 'answer'];

test.each(drawn('the write of a result loses its', losses))(
  'a result whose write loses its %s is still reported',
  async (loss) => {
    const { connectionId, messages } = await beforeItsOwner(['never', 'later', 'early', 'plain']);
    const lost = lose(loss, ['with told as', 'update lease.lease set epoch', 'with left_over as']);
    await world.connection({ connectionId, channel: 'facebook' });
    await until('all ends are told', () => messages.every(({ messageId }) => ended(messageId) !== undefined));
    expect(lost()).toEqual([2, 2, 2]);
    expect(messages.map(({ messageId }) => ended(messageId))).toEqual(['failed', 'taken', 'taken', 'taken']);
    expect(messages.map(({ messageId }) => sent.get(messageId))).toEqual([undefined, 1, 1, 1]);
    await until('nothing is left', async () => (await left(connectionId)).length === 0);
    expect(world.acksOf(messages[2]!.messageId)).toContain(3);
  },
);

/** Runs everything that a gateway does, on new connections; resolves when all results are correct. */
const everything = async (): Promise<void> => {
  const [phones, pages] = [await world.connection(), await world.connection({ channel: 'facebook' })];
  const write = (connectionId: string, nth: number) => writer(world.companyId, connectionId, `55119870000${10 + nth}`);
  const ana = write(phones, 0);
  const [wrong, right, late] = [ana.message('wrong'), ana.message('right'), ana.message('late')];
  const others = Array.from({ length: 5 }, (_, nth) => write(phones, nth + 1).message('other'));
  const bia = write(pages, 0);
  const told = ['later', 'early', 'never', 'plain'].map((body) => bia.message(body));
  await until('the faults are set', async () => (await customers(url, phones).faults({ refuse: 2 })).ok);
  await world.send([wrong, right, ana.takeBack(wrong.messageId), late, ...others, ...told]);
  const said = { id: newId(), text: newId() };
  await until('the customer was heard', async () => (await customers(url, phones).text(said)).status === 202);

  const all = [right, late, ...others, ...told];
  await until('all ends are told', () => all.every(({ messageId }) => ended(messageId) !== undefined));
  expect(told.map(({ messageId }) => ended(messageId))).toEqual(['taken', 'taken', 'failed', 'taken']);
  expect(told.map(({ messageId }) => sent.get(messageId))).toEqual([1, 1, undefined, 1]);
  expect([right, ...others].map(({ messageId }) => ended(messageId))).toEqual(Array(6).fill('taken'));
  await until('the early receipt is told', () => world.acksOf(told[1]!.messageId).includes(3));
  await until('all are read', () => [right, late, ...others].every(({ messageId }) => world.acksOf(messageId).includes(4)));
  // Messages on the phone are deleted there; those that still wait are mostly withdrawn.
  await world.send([ana.takeBack(late.messageId)]);
  await until('nothing is left', async () => (await left(phones)).length + (await left(pages)).length === 0);
  await until('both are gone from the phone', async () => {
    const shown = await customers(url, phones)
      .delivered(ana.number)
      .catch(() => []);
    const there = Array.isArray(shown) && shown.filter(({ deleted }) => !deleted).map(({ text }) => text);
    return JSON.stringify(there) === '["right"]';
  });
  // A message deleted before it was sent is withdrawn, and has no outcome.
  expect([undefined, 'taken']).toContain(ended(wrong.messageId));
  await until('the customer is told', () => world.heard.some((one) => one.kind === 'message' && one.channelId === said.id));
};

/** Once an hour: a row that stays an hour longer has no effect. */
const isSweep = (kind: string) => kind.startsWith('delete from') && kind.includes('< now() - interval');

test.each(drawn('any statement loses its', losses))(
  'the %s of any statement to Postgres may be lost: no message is lost, duplicated or stuck',
  async (loss) => {
    const seen = new Set<string>();
    const named = ({ service, kind }: Exchange) => `${service}: ${kind}`;
    proxy.decide((exchange) => void (isSweep(exchange.kind) || seen.add(named(exchange))));
    await everything();
    await until('its place in the bus was renewed', () => [...seen].some((name) => name.includes('bus.sync')));
    expect(seen.size).toBeGreaterThan(25);

    const TOGETHER = 8;
    const all = [...seen].toSorted();
    const groups = Array.from({ length: Math.ceil(all.length / TOGETHER) }, (_, n) =>
      all.slice(n * TOGETHER, (n + 1) * TOGETHER),
    );
    for (const names of drawn(`these statements lose their ${loss}`, groups)) {
      const met = new Map(names.map((name) => [name, 0]));
      // Every second exchange, six times: the work must be able to make progress after a loss.
      proxy.decide((exchange) => {
        const times = met.get(named(exchange));
        if (times === undefined || times > 11) return undefined;
        met.set(named(exchange), times + 1);
        return times % 2 === 0 ? loss : undefined;
      });
      await everything();
      await until('each was met', () => [...met.values()].every((times) => times > 0), 30_000);
    }
  },
  120_000,
);
