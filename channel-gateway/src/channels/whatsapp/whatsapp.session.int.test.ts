import { setTimeout as sleep } from 'node:timers/promises';
import { createLogger } from '@prosa/infra/runtime';
import { volume } from '../../../../infra/testing/volume.ts';
import { sessionLabel } from '../../sessions/session.meters.ts';
import { until } from '../../testing/gateway.fixture.ts';
import { openWhatsAppWorld, type WhatsAppWorld } from '../../testing/whatsapp.fixture.ts';
import type { Phone } from '../../testing/whatsapp-peer/phone.ts';

let world: WhatsAppWorld;
let shop: Phone;
let carla: Phone;
beforeEach(async () => {
  world = await openWhatsAppWorld();
  shop = world.peer.phone('5511900000001', 'Loja');
  carla = world.peer.phone('5511987654321', 'Carla');
});
afterEach(() => world.closeSoundly());

test('a text comes in and goes out; receipts follow; the phone’s own number and LID are one customer', async () => {
  await world.gateway();
  const { id } = await world.linked(shop);
  await carla.write(shop.number, 'Olá!');
  await until('it is reported', () => world.texts(id).length > 0);
  expect(world.received(id)).toMatchObject([
    {
      body: 'Olá!',
      name: 'Carla',
      identities: [
        { kind: 'phone', value: '5511987654321' },
        { kind: 'lid', value: `${carla.account.lid}@lid` },
      ],
    },
  ]);
  const message = world.attendant(id, carla).message('Bom dia');
  await world.send([message]);
  await until('it is taken', () => world.outcomesOf(message.messageId).includes('taken'));
  await until('it is shown', () => carla.shown.length === 1);
  expect(carla.shown).toMatchObject([{ text: 'Bom dia', from: shop.number }]);
  expect(carla.shown[0]!.id).toMatch(/^3EB0[0-9A-F]{18}$/);
  await until('it is delivered', () => world.acksOf(message.messageId).includes(3));
  carla.read(carla.shown[0]!.id);
  await until('it is read', () => world.acksOf(message.messageId).includes(4));
});

test('a session comes back by itself, after a cut and in the next gateway, without a second scan', async () => {
  const first = await world.gateway();
  const { id, companion } = await world.linked(shop);
  companion.cut();
  await until('it is back', () => companion.counts.logins === 2 && companion.isOnline());
  await first.close();
  await carla.write(shop.number, 'while nobody was there');
  await world.gateway();
  await until('it is reported', () => world.texts(id).includes('while nobody was there'));
  expect(companion.counts.mostLive).toBe(1);
});

test('C3: two gateways: one socket, ever; when the owner goes, the other one takes over', async () => {
  const first = await world.gateway();
  const { id, companion } = await world.linked(shop);
  await world.gateway();
  await first.close();
  await until('the other has it', () => companion.isOnline());
  await carla.write(shop.number, 'to the other');
  await until('it is reported', () => world.texts(id).includes('to the other'));
  expect(companion.counts.mostLive).toBe(1);
});

test('C3: who learns that another one has the lease ends its socket at once, in mid-send too, and opens none until it is free', async () => {
  await world.gateway();
  const { id, companion } = await world.linked(shop);
  world.peer.faults.noAck = 1;
  const message = world.attendant(id, carla).message('Bom dia');
  await world.send([message]);
  await until('it waits for its confirmation', () => carla.shown.length === 1);
  const name = `connection:${id}`;
  const isAnothers = async (): Promise<boolean> => {
    const { rowCount } = await world.pool.query(
      `select from lease.lease where name = $1 and owner = 'another' and until > clock_timestamp()`,
      [name],
    );
    return rowCount === 1;
  };
  await world.pool.query(
    `update lease.lease set owner = 'another', epoch = epoch + 1, until = clock_timestamp() + interval '4 s' where name = $1`,
    [name],
  );
  await until('the socket has ended', () => !companion.isOnline());
  expect(await isAnothers()).toBe(true);
  await until('it is back', async () => {
    const { logins } = companion.counts;
    if (!(await isAnothers())) return companion.isOnline();
    expect(logins).toBe(1);
    return false;
  });
  expect(companion.counts).toMatchObject({ logins: 2, mostLive: 1 });
  await until('it is taken', () => world.outcomesOf(message.messageId).includes('taken'));
  expect([carla.shown.length, world.peer.sends(carla.shown[0]!.id)]).toEqual([1, 2]);
});

test('C12: unlinked on the phone: it says so, forgets the credentials, fails what waits, and shows a new code when asked', async () => {
  await world.gateway();
  const { id, companion } = await world.linked(shop);
  shop.unlink(companion);
  await world.isIn(id, 'DISCONNECTED', 'logged-out');
  const { rows } = await world.pool.query('select 1 from gateway.whatsapp_key where connection_id = $1', [id]);
  expect(rows).toEqual([]);
  const message = world.attendant(id, carla).message('too late');
  await world.send([message]);
  await until('it has failed', () => world.outcomesOf(message.messageId).includes('failed'));
  await world.ask(id, 'renew');
  const code = await until('a code', () => world.codeOf(id));
  await shop.scan(code);
  await world.isIn(id, 'CONNECTED');
});

test('C4: asked to end, it logs out on the server; asked to begin anew, it has new credentials', async () => {
  await world.gateway();
  const { id } = await world.linked(shop);
  await world.ask(id, 'end');
  await world.isIn(id, 'DISCONNECTED', 'logged-out');
  expect(shop.account.companions.size).toBe(0);
  await world.ask(id, 'renew');
  await until('a code', () => world.codeOf(id));
});

test('C4: a deleted connection logs out, and nothing that opens its credentials is left', async () => {
  await world.gateway();
  const { id } = await world.linked(shop);
  await world.ask(id, 'end', { deleted: true });
  await until('it is gone from the phone', () => shop.account.companions.size === 0);
  const { rows } = await world.pool.query(
    `select 1 from gateway.whatsapp_key where connection_id = $1 union all
     select 1 from keys.connection where id = $1 and wrapped is not null`,
    [id],
  );
  expect(rows).toEqual([]);
});

test('C12: a refused login stops it with the reason, and keeps the credentials; asked again, it goes on', async () => {
  const begun = Date.now();
  const lines: string[] = [];
  const { url } = await world.gateway({ log: createLogger('gateway', 'error', { write: (line) => void lines.push(line) }) });
  const { id, companion } = await world.linked(shop);
  for (const [reason, shown] of [
    ['403', 'locked'],
    ['405', 'version'],
    ['411', 'gave-up'],
  ] as const) {
    world.peer.faults.failure = { reason };
    companion.cut();
    await world.isIn(id, 'DISCONNECTED', shown);
    world.peer.faults.failure = null;
    await world.ask(id, 'start');
    await world.isIn(id, 'CONNECTED');
    await until('it is online', () => companion.isOnline());
  }
  const told = await (await fetch(`${url}/metrics`)).text();
  // The log line that triggers an operator's alarm.
  const alarms = lines.map((line) => JSON.parse(line)).filter(({ alarm }) => alarm);
  expect(alarms).toMatchObject([{ alarm: 'whatsapp-version', connectionId: id, level: 50 }]);
  expect(lines.join()).not.toContain(shop.number);
  expect(told).toMatch(new RegExp(`session_version_refusals\\{[^}]*session="${sessionLabel(id)}"[^}]*\\} 1\\b`));
  expect(told).toMatch(new RegExp(`session_connected\\{[^}]*session="${sessionLabel(id)}"[^}]*\\} 1\\b`));
  const quiet = new RegExp(`session_quiet_seconds\\{[^}]*session="${sessionLabel(id)}"[^}]*\\} ([\\d.]+)`).exec(told)![1];
  expect(Number(quiet)).toBeLessThanOrEqual((Date.now() - begun) / 1_000);
  expect(told).not.toContain(shop.number);
});

test('C12: once the version is refused no session of the gateway logs in, until one may that was asked to, or a restart', async () => {
  const gateway = await world.gateway();
  const one = await world.linked(shop);
  const other = await world.linked(world.peer.phone('5511900000002', 'Filial'));
  const fallsOut = async () => {
    world.peer.faults.failure = { reason: '405' };
    one.companion.cut();
    await world.isIn(one.id, 'DISCONNECTED', 'version');
    world.peer.faults.failure = null;
    const sockets = world.peer.connections();
    other.companion.cut();
    await world.isIn(other.id, 'DISCONNECTED', 'version');
    expect(world.peer.connections()).toBe(sockets);
  };
  const areBack = async () => {
    for (const { id, companion } of [one, other]) {
      await world.isIn(id, 'CONNECTED');
      await until('it is online', () => companion.isOnline());
    }
  };
  await fallsOut();
  await world.ask(one.id, 'start');
  await areBack();
  await fallsOut();
  await gateway.close();
  await world.gateway();
  await areBack();
  expect([one, other].map(({ companion }) => companion.counts.mostLive)).toEqual([1, 1]);
});

test('C12: a ban shows until when, and ends by itself', async () => {
  await world.gateway();
  const { id, companion } = await world.linked(shop);
  world.peer.faults.failure = { reason: '402', expire: '2' };
  companion.cut();
  const { until: end } = await world.isIn(id, 'DISCONNECTED', 'banned');
  expect(end!.getTime() - Date.now()).toBeLessThan(2_001);
  world.peer.faults.failure = null;
  await world.isIn(id, 'CONNECTED');
});

test('C11: a frame that cannot be read ends that session alone, which comes back; so does an answer of HTTP 503', async () => {
  await world.gateway();
  const { id, companion } = await world.linked(shop);
  const other = await world.linked(world.peer.phone('5511900000002', 'Filial'));
  companion.sendNonsense();
  await until('it is back', () => companion.counts.logins === 2 && companion.isOnline());
  expect(other.companion.counts.logins).toBe(1);
  world.peer.faults.upgrade = 503;
  companion.cut();
  await world.isIn(id, 'OPENING');
  world.peer.faults.upgrade = null;
  await until('it is back', () => companion.counts.logins === 3 && companion.isOnline());
});

test('C11: a server that says nothing is given up after a deadline', async () => {
  await world.gateway({}, { openMs: 3_000 });
  const { companion } = await world.linked(shop);
  const before = world.peer.connections();
  world.peer.faults.mute = true;
  companion.cut();
  await until('the silent one was given up', () => world.peer.connections() >= before + 2);
  world.peer.faults.mute = false;
  await until('it is back', () => companion.isOnline());
});

test('C11, C27: of a phone’s history who has which LID is learnt, and none of its messages is reported', async () => {
  const [number, lid] = [`${carla.number}@s.whatsapp.net`, `${carla.account.lid}@lid`];
  const old = {
    key: { remoteJid: number, fromMe: false, id: 'OLD' },
    message: { conversation: 'de antes' },
    messageTimestamp: 1,
  };
  shop.habits.history = {
    conversations: [{ id: number, messages: [{ message: old }] }],
    phoneNumberToLidMappings: [{ pnJid: number, lidJid: lid }],
  };
  await world.gateway();
  const { id } = await world.linked(shop);
  carla.habits.addressing = 'lid only';
  await until('the pair is known', async () => {
    await carla.write(shop.number, 'de agora');
    return world.received(id).at(-1)?.identities.length === 2;
  });
  expect(world.received(id).at(-1)!.identities[0]).toEqual({ kind: 'phone', value: carla.number });
  expect(new Set(world.texts(id))).toEqual(new Set(['de agora']));
});

test('C11: a server with a stranger’s certificate gets no login, and is left for the true one', async () => {
  await world.gateway();
  const { id, companion } = await world.linked(shop);
  const before = world.peer.connections();
  world.peer.faults.stranger = true;
  companion.cut();
  await until('it was refused, again and again', () => world.peer.connections() >= before + 2);
  expect(companion.counts.logins).toBe(1);
  expect(await world.stateOf(id)).toMatchObject({ status: 'OPENING' });
  world.peer.faults.stranger = false;
  await until('it is back', () => companion.counts.logins === 2 && companion.isOnline());
});

/** Messages to Carla that wait untried, because the server lets nobody in. */
const writtenWhileAway = async (texts: string[]) => {
  await world.gateway();
  const { id, companion } = await world.linked(shop);
  world.peer.faults.upgrade = 503;
  companion.cut();
  await world.isIn(id, 'OPENING');
  const ana = world.attendant(id, carla);
  const messages = texts.map((text) => ana.message(text));
  await world.send(messages);
  await until('they wait', async () => {
    const { rows } = await world.pool.query(`select state, tries from gateway.outbox where connection_id = $1`, [id]);
    return rows.length === texts.length && rows.every(({ state, tries }) => state === 'waiting' && tries === 0);
  });
  return { id, messages };
};

test('C23: what waits for a session that turns out to be logged out fails, and does not leave when it is linked again', async () => {
  const { id, messages } = await writtenWhileAway(['one', 'two']);
  Object.assign(world.peer.faults, { failure: { reason: '401' }, upgrade: null });
  await until('they have failed', () => messages.every(({ messageId }) => world.outcomesOf(messageId).includes('failed')));
  const reasons = world.heard.flatMap((said) => (said.kind === 'outcome' ? [said.reason] : []));
  expect(reasons).toEqual(['disconnected', 'disconnected']);
  world.peer.faults.failure = null;
  await world.ask(id, 'renew');
  await shop.scan(await until('a code', () => world.codeOf(id)));
  await world.isIn(id, 'CONNECTED');
  const next = world.attendant(id, carla).message('three');
  await world.send([next]);
  await until('it is shown', () => carla.shown.length > 0);
  expect(carla.shown.map(({ text }) => text)).toEqual(['three']);
});

test('C2: while the channel is away nothing is tried, and all leave in order when it is back', async () => {
  const texts = Array.from({ length: 20 }, (_, nth) => `n${nth}`);
  const { id, messages } = await writtenWhileAway(texts);
  await sleep(volume({ some: 0, all: 180_000 }));
  const { rows } = await world.pool.query('select tries from gateway.outbox where connection_id = $1', [id]);
  expect(rows).toEqual(texts.map(() => ({ tries: 0 })));
  world.peer.faults.upgrade = null;
  // By then it waits for up to 75 s before the next login.
  await until('all are shown', () => carla.shown.length === 20, volume({ some: 20_000, all: 120_000 }));
  expect(carla.shown.map(({ text }) => text)).toEqual(texts);
  await until('all ends are told', () => messages.every(({ messageId }) => world.outcomesOf(messageId).length > 0));
  expect(messages.flatMap(({ messageId }) => world.outcomesOf(messageId))).toEqual(messages.map(() => 'taken'));
}, 400_000);

test('C8: credentials are encrypted; no key of them is in any table in the clear', async () => {
  await world.gateway();
  const { id, companion } = await world.linked(shop);
  const noise = companion.keys.noiseKey.toString('base64');
  const { rows } = await world.pool.query<{ sealed: Buffer }>(
    'select sealed from gateway.whatsapp_key where connection_id = $1',
    [id],
  );
  expect(rows.length).toBeGreaterThan(5);
  expect(rows.map(({ sealed }) => sealed.toString('latin1')).join('')).not.toContain(noise);
});

test('C5, C8: no log line has a code, a key, a number or what was written, whatever fails', async () => {
  const lines: string[] = [];
  const log = createLogger('channel-gateway', 'trace', { write: (line) => void lines.push(line) });
  await world.gateway({ log, owners: { retryDelaysMs: [20] } });
  const id = await world.connection({ channel: 'whatsapp', provider: 'beta', status: 'OPENING' });
  const qrcode = await until('a code', () => world.codeOf(id));
  await world.ask(id, 'start', {}, shop.number);
  const { pairingCode } = await until('a code to type', async () => {
    const shown = await world.shownOf(id);
    return shown?.pairingCode ? shown : null;
  });
  const companion = await shop.typeCode(pairingCode!);
  await world.isIn(id, 'CONNECTED');
  await until('it is online', () => companion.isOnline());
  carla.habits.damages = 1;
  for (const text of ['Palavras secretas', 'Mais palavras']) await carla.write(shop.number, text);
  await until('all is reported', () => world.received(id).length === 3);
  world.peer.faults.refuse = 1;
  const message = world.attendant(id, carla).message('Palavras secretas');
  await world.send([message]);
  await until('it has an end', () => world.outcomesOf(message.messageId).length > 0);
  companion.sendNonsense();
  await until('it is back', () => companion.counts.logins === 2 && companion.isOnline());
  const { rows } = await world.pool.query<{ sealed: Buffer }>(
    `select sealed from gateway.whatsapp_key where connection_id = $1 and type = 'creds'`,
    [id],
  );
  const creds = JSON.parse(String(await world.vaultOf(id).open(rows[0]!.sealed, 'whatsapp creds '))) as {
    noiseKey: { private: { data: string } };
    advSecretKey: string;
  };
  const keys = [creds.noiseKey.private.data, creds.advSecretKey, companion.keys.noiseKey.toString('base64')];
  const all = lines.join('');
  const told = lines.map((line) => JSON.parse(line)).filter(({ connectionId }) => connectionId === id);
  // After its linking, and after a frame that cannot be read.
  for (const said of [
    { msg: 'a session was closed', code: 515 },
    { msg: 'a session is open' },
    { msg: 'a session was closed', code: 428 },
  ])
    expect(told).toContainEqual(expect.objectContaining(said));
  for (const secret of [
    ...qrcode.split(',').slice(0, -1),
    pairingCode!,
    ...keys,
    'alavras',
    shop.number,
    carla.number,
    carla.account.lid,
  ])
    expect(`${secret} ${all.includes(secret)}`).toBe(`${secret} false`);
});

test('C11: what is held back by the server: one new login, then it says so; its own messages still go', async () => {
  const { url } = await world.gateway({}, { offlineMs: 3_000 });
  const { id, companion } = await world.linked(shop);
  const figures = () => Promise.all(['session_held_back', 'session_reconnects'].map((name) => world.figureOf(url, id, name)));
  const [heldBack, reconnects] = await figures();
  expect(heldBack).toBe(0);
  companion.cut();
  companion.withholdsOffline = true;
  await carla.write(shop.number, 'away');
  await world.isIn(id, 'CONNECTED', 'held-back');
  expect(companion.counts.logins).toBe(3);
  // The second login was Prosa's own doing.
  expect(await figures()).toEqual([1, reconnects! + 1]);
  const message = world.attendant(id, carla).message('Bom dia');
  await world.send([message]);
  await until('it is shown', () => carla.shown.length === 1);
  companion.withholdsOffline = false;
  companion.cut();
  await world.isIn(id, 'CONNECTED');
  await until('it is reported', () => world.texts(id).includes('away'));
  expect(await figures()).toEqual([0, reconnects! + 2]);
});
