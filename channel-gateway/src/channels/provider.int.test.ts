import { newId } from '@prosa/contracts';
import pg from 'pg';
import { createChannelGateway } from '../app.ts';
import { outboxTable } from '../outbox/outbox.table.ts';
import { customers } from '../testing/customers.fixture.ts';
import { openWorld, silent, until, type World, writer } from '../testing/gateway.fixture.ts';
import { pairingProvider } from '../testing/pairing.provider.ts';
import type { Provider, Tools } from './provider.port.ts';
import { simulatorProvider } from './simulator/simulator.provider.ts';

const pairing = pairingProvider();
/** A provider of the same channel without any optional member. */
const plainlySent: string[] = [];
const plain: Provider = {
  channel: 'whatsapp',
  provider: null,
  identities: ['phone'],
  again: 'unsure',
  start: () => ({
    send: async ({ messageId }) => {
      plainlySent.push(messageId);
      return { channelId: null };
    },
    stop: async () => undefined,
  }),
};
const all = (tools: Tools) => [simulatorProvider(tools), pairing.make(tools), plain];

let world: World;
let url: string;
beforeAll(async () => {
  world = await openWorld();
  ({ url } = await world.gateway({ providers: all }));
});
afterAll(() => world.close());

const tables = async (of: World, like: string) => {
  const { rows } = await of.pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'gateway' and table_name like $1 order by 1`,
    [like],
  );
  return rows.map(({ name }) => name);
};
const hears = (connectionId: string, message: object) =>
  fetch(`${url}/webhooks/pairing/${connectionId}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      identities: [{ kind: 'phone', value: '5511987654321' }],
      name: 'Carla',
      channelId: newId(),
      body: 'Olá',
      quoted: null,
      at: '2026-11-20T12:00:00.000Z',
      ...message,
    }),
  });
const heardOf = (connectionId: string) =>
  world.heard.filter((said) => said.kind === 'message' && said.connectionId === connectionId);

test('a connection is served by the provider that it names, or by the channel’s general one if there is none with that name', async () => {
  const [named, other] = await Promise.all([
    world.connection({ channel: 'whatsapp', provider: 'pairing' }),
    world.connection({ channel: 'whatsapp', provider: 'beta' }),
  ]);
  await until('it is at work', () => pairing.session(named));
  await pairing.session(named)!.scan('5511900000000');
  const messages = [named, other].map((id) => writer(world.companyId, id).message('Olá'));
  await world.send(messages);
  await until('both are taken', () => messages.every(({ messageId }) => world.outcomesOf(messageId).includes('taken')));
  expect(pairing.sent.map(({ messageId }) => messageId)).toContain(messages[0]!.messageId);
  expect(plainlySent).toEqual([messages[1]!.messageId]);
});

test.each([
  ['as soon as it is ready', 600_000, 0],
  ['though it was looked for in vain before', 50, 10],
])('messages that wait for a session are sent in order %s, and no try is used up', async (_, pollMs, looks) => {
  const other = await openWorld();
  const paired = pairingProvider();
  await other.gateway({ providers: (tools) => [paired.make(tools)], owners: { pollMs } });
  const id = await other.connection({ channel: 'whatsapp', provider: 'pairing' });
  await until('it is at work', () => paired.session(id));
  const ana = writer(other.companyId, id);
  const messages = Array.from({ length: 20 }, (_, nth) => ana.message(`${nth}`));
  await other.send(messages);
  const waiting = () =>
    other.pool.query(`select tries from gateway.outbox where connection_id = $1 and state = 'waiting' and tries = 0`, [id]);
  await until('all are in the outbox', async () => (await waiting()).rowCount === 20);
  const before = paired.session(id)!.looks();
  await until('it is looked for', () => paired.session(id)!.looks() >= before + looks);
  expect((await waiting()).rowCount).toBe(20);
  await paired.session(id)!.scan('5511900000001');
  await until('all are taken', () => messages.every(({ messageId }) => other.outcomesOf(messageId).length > 0));
  const bodies = paired.sent.filter(({ messageId }) => messages.some((one) => one.messageId === messageId));
  expect(bodies.map(({ body }) => body)).toEqual(messages.map(({ body }) => body));
  expect(messages.flatMap(({ messageId }) => other.outcomesOf(messageId))).toEqual(messages.map(() => 'taken'));
  await other.close();
});

test('C23: messages wait for a session that may come back, and fail in order if it does not for too long', async () => {
  const HOLD_MS = 1_500;
  const other = await openWorld();
  const paired = pairingProvider();
  await other.gateway({ providers: (tools) => [paired.make(tools)], owners: { holdMs: HOLD_MS } });
  const id = await other.connection({ channel: 'whatsapp', provider: 'pairing' });
  await until('it is at work', () => paired.session(id));
  const ana = writer(other.companyId, id);
  const begun = Date.now();
  const messages = [ana.message('one'), ana.message('two')];
  await other.send(messages);
  await until('they have failed', () => messages.every(({ messageId }) => other.outcomesOf(messageId).length > 0));
  const outcomes = other.heard.flatMap((said) => (said.kind === 'outcome' ? [said] : []));
  expect(outcomes.map(({ messageId, outcome, reason }) => [messageId, outcome, reason])).toEqual(
    messages.map(({ messageId }) => [messageId, 'failed', 'disconnected']),
  );
  for (const { at } of outcomes) expect(Date.parse(at) - begun).toBeGreaterThanOrEqual(HOLD_MS);
  await other.close();
});

/** A connection whose device is linked. */
const linked = async (account: string): Promise<string> => {
  const id = await world.connection({ channel: 'whatsapp', provider: 'pairing' });
  await until('it is at work', () => pairing.session(id));
  await pairing.session(id)!.scan(account);
  return id;
};

test('C24: a chat is told what was read every two seconds at most, the newest of it', async () => {
  const { reads } = writer(world.companyId, await linked('5511900000011'));
  const first = Array.from({ length: 40 }, (_, nth) => reads([`read-${nth}`], String(nth)));
  for (const one of first) await world.send([one]);
  await until('the newest is told', () => pairing.read.some(({ channelIds }) => channelIds[0] === 'read-39'));
  const told = pairing.read.filter(({ channelIds }) => channelIds[0]!.startsWith('read-'));
  expect(told.length).toBeLessThanOrEqual(3);
  for (const [nth, { at }] of told.entries()) if (nth > 0) expect(at - told[nth - 1]!.at).toBeGreaterThanOrEqual(1_990);
});

test('C24: a customer who cannot be told keeps nobody else from it', async () => {
  const id = await linked('5511900000012');
  const numbers = Array.from({ length: 6 }, (_, nth) => `551197777000${nth}`);
  const deaf = [numbers[0]!, numbers[3]!];
  for (const number of deaf) pairing.deaf.add(number);
  await world.send(numbers.map((number) => writer(world.companyId, id, number).reads([`of ${number}`], '1')));
  const told = () => pairing.read.flatMap(({ channelIds }) => channelIds.filter((one) => one.startsWith('of ')));
  await until('the others are told', () => told().length >= 4);
  expect(told().sort()).toEqual(numbers.filter((number) => !deaf.includes(number)).map((number) => `of ${number}`));
});

test('C23: what is claimed is called in the order of who wrote it and when, whatever plan Postgres chooses', async () => {
  const id = await world.connection({ channel: 'whatsapp', provider: 'pairing' });
  await until('it is at work', () => pairing.session(id));
  const messages = Array.from({ length: 12 }, (_, nth) =>
    writer(world.companyId, id, `551196666${String(1_000 + ((nth * 7) % 12))}`).message('Olá', {
      position: String(100 - nth),
      priority: nth % 2 === 0 ? 'campaign' : 'attendant',
    }),
  );
  await world.send(messages);
  const inOrder = [1, 0].flatMap((odd) => messages.filter((_, nth) => nth % 2 === odd).reverse());
  const name = `connection:${id}`;
  const { rows } = await world.pool.query<{ epoch: number }>('select epoch::int as epoch from lease.lease where name = $1', [
    name,
  ]);
  for (const plan of ['enable_hashjoin', 'enable_nestloop', 'enable_mergejoin']) {
    await until('all wait', async () => {
      const { rowCount } = await world.pool.query(
        `update gateway.outbox set state = 'waiting' where connection_id = $1 and state in ('waiting', 'handed')`,
        [id],
      );
      return rowCount === messages.length;
    });
    const pool = new pg.Pool({ connectionString: world.url, max: 1 });
    for (const other of ['enable_hashjoin', 'enable_nestloop', 'enable_mergejoin'])
      await pool.query(`set ${other} = ${other === plan ? 'on' : 'off'}`);
    const handed = await outboxTable(pool, id, name, rows[0]!.epoch).claim({ most: 12, bulk: 12 });
    await pool.end();
    expect(handed.map(({ messageId }) => messageId)).toEqual(inOrder.map(({ messageId }) => messageId));
  }
});

test('C23: of many messages of a campaign that wait with an attendant’s, the attendant’s leaves first', async () => {
  const id = await world.connection({ channel: 'whatsapp', provider: 'pairing' });
  await until('it is at work', () => pairing.session(id));
  const campaign = Array.from({ length: 500 }, (_, nth) =>
    writer(world.companyId, id, `55119${String(80_000_000 + nth)}`).message('Promoção', { priority: 'campaign' }),
  );
  const answer = writer(world.companyId, id).message('Já vai');
  await world.send(campaign);
  await world.send([answer]);
  await until('all wait', async () => {
    const { rows } = await world.pool.query<{ all: number }>(
      `select count(*)::int as all from gateway.outbox where connection_id = $1 and state = 'waiting'`,
      [id],
    );
    return rows[0]!.all === campaign.length + 1;
  });
  await pairing.session(id)!.scan('5511900000003');
  const all = new Set([answer, ...campaign].map(({ messageId }) => messageId));
  const sent = () => pairing.sent.filter(({ messageId }) => all.has(messageId)).map(({ messageId }) => messageId);
  await until('all have left', () => sent().length === all.size);
  expect(sent()[0]).toBe(answer.messageId);
  expect(new Set(sent()).size).toBe(all.size);
});

test('messages that wait for a session that never became ready fail when the connection is deleted', async () => {
  const id = await world.connection({ channel: 'whatsapp', provider: 'pairing' });
  const message = writer(world.companyId, id).message('Olá');
  await world.send([message]);
  await until('it is at work', () => pairing.session(id));
  await world.control({ connectionId: id, channel: 'whatsapp', provider: 'pairing', deleted: true });
  await until('its end is told', () => world.outcomesOf(message.messageId).includes('failed'));
});

test('a provider has its own tables and sweeps', async () => {
  expect(await tables(world, 'pairing%')).toEqual(['pairing_credential', 'pairing_heard']);
  await world.pool.query(
    `insert into gateway.pairing_heard values ('old', now() - interval '61 minutes'), ('new', now() - interval '59 minutes')`,
  );
  const again = await world.gateway({ providers: all });
  await until('the old one is gone', async () => {
    const { rows } = await world.pool.query(`select body from gateway.pairing_heard where body in ('old', 'new')`);
    return rows.length === 1 && rows[0].body === 'new';
  });
  await again.close();
});

test('a provider’s body parsers do not affect other providers', async () => {
  const [paired, simulated] = [
    await world.connection({ channel: 'whatsapp', provider: 'pairing' }),
    await world.connection({ provider: 'beta' }),
  ];
  expect((await hears(paired, { body: 'bytes' })).status).toBe(200);
  expect((await customers(url, simulated).text({ text: 'fields' })).status).toBe(202);
  await until('both came', () => heardOf(paired).length === 1 && heardOf(simulated).length === 1);
});

test.each([
  ['of a kind that it does not name', { kind: 'psid', value: '100/200' }],
  ['with a device', { kind: 'lid', value: '123:4@lid' }],
  ['without its ending', { kind: 'lid', value: '123' }],
  ['of letters', { kind: 'phone', value: 'carla-from-sp' }],
])('an identity %s is accepted from no provider', async (_, identity) => {
  const id = await world.connection({ channel: 'whatsapp', provider: 'pairing' });
  expect((await hears(id, { identities: [{ kind: 'phone', value: '5511987654321' }, identity] })).status).toBe(500);
  expect((await hears(id, { channelId: 'after', identities: [{ kind: 'lid', value: '123@lid' }] })).status).toBe(200);
  await until('the next one came', () => heardOf(id).length > 0);
  expect(heardOf(id)).toMatchObject([{ channelId: 'after' }]);
});

test('a customer’s file is passed by reference: how the channel provides it is encrypted here, and not on the bus', async () => {
  const id = await world.connection({ channel: 'whatsapp', provider: 'pairing' });
  const media = { kind: 'image', mime: 'image/jpeg', bytes: 1_234, name: null, source: 'https://cdn.test/secret-path' };
  await Promise.all([1, 2].map(() => hears(id, { channelId: 'picture', body: 'Veja', media })));
  await until('it came', () => heardOf(id).length === 2);
  const [first, second] = heardOf(id);
  expect(first).toMatchObject({ body: null, media: { kind: 'image', mime: 'image/jpeg', bytes: 1_234, caption: 'Veja' } });
  expect(second).toEqual(first);
  const { rows } = await world.pool.query<{ mediaId: string; source: Buffer }>(
    'select media_id as "mediaId", source from gateway.inbound_media where connection_id = $1',
    [id],
  );
  expect(rows.map(({ mediaId }) => ({ mediaId }))).toMatchObject([
    first?.kind === 'message' ? { mediaId: first.media?.mediaId } : {},
  ]);
  expect(String(rows[0]?.source)).not.toContain('secret-path');
  const { rowCount } = await world.pool.query(`select 1 from bus.log where value like '%secret-path%'`);
  expect(rowCount).toBe(0);
  const { open } = pairing.session(id)!.held.vault;
  expect(String(await open(rows[0]!.source, `media ${rows[0]!.mediaId}`))).toBe(media.source);
  await expect(open(rows[0]!.source, 'credential')).rejects.toThrow();
});

test('an outgoing file is passed by reference with its caption, and neither is kept after it was sent', async () => {
  const id = await world.connection({ channel: 'whatsapp', provider: 'pairing' });
  await until('it is at work', () => pairing.session(id));
  await pairing.session(id)!.scan('5511900000002');
  const reference = { mediaId: newId(), kind: 'audio', mime: 'audio/mpeg', bytes: 99, name: 'voz.mp3', caption: 'Ouça' } as const;
  const message = { ...writer(world.companyId, id).message(''), body: null, media: reference };
  await world.send([message]);
  await until('it is taken', () => world.outcomesOf(message.messageId).includes('taken'));
  const sent = pairing.sent.find(({ messageId }) => messageId === message.messageId);
  expect(sent).toMatchObject({ body: 'Ouça', media: reference });
  const { rows } = await world.pool.query('select body, media from gateway.outbox where message_id = $1', [message.messageId]);
  expect(rows).toEqual([{ body: null, media: null }]);
});

test('without the simulator its routes do not exist, and its connections report that', async () => {
  const other = await openWorld();
  try {
    const gateway = await other.gateway({ providers: () => [] });
    const id = await other.connection();
    expect(await tables(other, 'simulator%')).toEqual([]);
    expect((await customers(gateway.url, id).text()).status).toBe(404);
    const message = writer(other.companyId, id).message('Olá');
    await other.send([message]);
    await until('it failed', () => other.outcomesOf(message.messageId).includes('failed'));
  } finally {
    await other.close();
  }
});

test('two providers with one name, and a migration with a used name, are refused at the start', () => {
  const refused = (providers: (tools: Tools) => Provider[]) => () =>
    createChannelGateway(world.config(), { log: silent, providers });
  const named = (name: string): Provider => ({ ...plain, migrations: [{ name, sql: 'select 1' }] });
  expect(refused(() => [plain, { ...plain }])).toThrow('Two providers are whatsapp.');
  expect(refused(() => [named('4-sessions')])).toThrow('Two migrations are called 4-sessions.');
  expect(refused(() => [named('a'), { ...named('a'), channel: 'facebook' }])).toThrow('Two migrations are called a.');
});
