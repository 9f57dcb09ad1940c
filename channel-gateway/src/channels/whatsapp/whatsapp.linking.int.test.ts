import { BufferJSON } from '@whiskeysockets/baileys';
import { seekInPostgres } from '../../../../infra/testing/seek.ts';
import { until } from '../../testing/gateway.fixture.ts';
import { openWhatsAppWorld, type WhatsAppWorld } from '../../testing/whatsapp.fixture.ts';
import type { Phone } from '../../testing/whatsapp-peer/phone.ts';

let world: WhatsAppWorld;
let shop: Phone;
beforeEach(async () => {
  world = await openWhatsAppWorld();
  shop = world.peer.phone('5511900000001', 'Loja');
});
afterEach(() => world.closeSoundly());

test('C12: a new connection shows a code at once; scanned, it is connected, with its number, and a code no more', async () => {
  await world.gateway();
  const { id } = await world.linked(shop);
  expect(await world.stateOf(id)).toMatchObject({ status: 'CONNECTED', account: '5511900000001' });
  expect(await world.codeOf(id)).toBe('');
  const told = () => world.heard.flatMap((said) => (said.kind === 'session' && said.connectionId === id ? [said.status] : []));
  await until('it is told', () => told().includes('CONNECTED'));
  expect(told()).toEqual(['OPENING', 'qrcode', 'PAIRING', 'CONNECTED']);
});

test('a server that does not answer is told, with a way to try again', async () => {
  world.peer.faults.mute = true;
  await world.gateway({}, { answerMs: 300 });
  const id = await world.connection({ channel: 'whatsapp', provider: 'beta' });
  await world.isIn(id, 'OPENING', null);
  await world.isIn(id, 'DISCONNECTED', 'no-answer');
  await world.ask(id, 'start');
  await world.isIn(id, 'OPENING', null);
  world.peer.faults.mute = false;
  await world.isIn(id, 'DISCONNECTED', 'no-answer');
  await world.ask(id, 'start');
  await until('a code', () => world.codeOf(id));
  await world.isIn(id, 'qrcode', null);
});

test('C6: the keys of a linked device are nowhere in the database, and so on no bus, but sealed', async () => {
  await world.gateway();
  const { id } = await world.linked(shop);
  const { rows } = await world.pool.query<{ sealed: Buffer }>(
    `select sealed from gateway.whatsapp_key where connection_id = $1 and type = 'creds'`,
    [id],
  );
  const creds = JSON.parse(String(await world.vaultOf(id).open(rows[0]!.sealed, 'whatsapp creds ')), BufferJSON.reviver);
  const pairs = ['noiseKey', 'signedIdentityKey', 'pairingEphemeralKeyPair'] as const;
  const keys = Object.fromEntries(pairs.map((name) => [name, Buffer.from(creds[name].private)]));
  keys.advSecretKey = Buffer.from(creds.advSecretKey, 'base64');
  expect(Object.values(keys).map(({ length }) => length)).toEqual([32, 32, 32, 32]);
  expect(await seekInPostgres(world.pool, keys)).toEqual([]);
});

test('C12: codes that nobody scans end it, without a loop; asked again, it shows new ones', async () => {
  world.peer.faults.refs = 2;
  await world.gateway({}, { codeMs: 300 });
  const id = await world.connection({ channel: 'whatsapp', provider: 'beta' });
  const code = await until('a code', () => world.codeOf(id));
  await world.isIn(id, 'DISCONNECTED', 'not-scanned');
  expect(await world.codeOf(id)).toBe('');
  await world.ask(id, 'start');
  const next = await until('a code', () => world.codeOf(id));
  expect(next.split(',')[1]).not.toBe(code.split(',')[1]);
});

/** Each code lasts so much shorter than Baileys is told to wait; what it is told is noted. */
const FASTER = 20;
const codeTimes = (): { times: number[]; end: () => void } => {
  const begin = globalThis.setTimeout;
  const times: number[] = [];
  const mended = (...[work, ms = 0, ...values]: Parameters<typeof begin>): NodeJS.Timeout => {
    if (work.name !== 'genPairQR') return begin(work, ms, ...values);
    times.push(ms);
    return begin(work, ms / FASTER, ...values);
  };
  globalThis.setTimeout = Object.assign(mended, begin);
  return {
    times,
    end: () => {
      globalThis.setTimeout = begin;
    },
  };
};

test('C12: six codes, the first for 60 s and the others for 20 s each, which is shown, and then it is over', async () => {
  const { times, end } = codeTimes();
  try {
    await world.gateway();
    const id = await world.connection({ channel: 'whatsapp', provider: 'beta' });
    const shown = new Map<string, { retries: number; leftMs: number }>();
    await until(
      'it is over',
      async () => {
        const now = await world.shownOf(id);
        if (now && !shown.has(now.qrcode))
          shown.set(now.qrcode, { retries: now.retries, leftMs: Date.parse(now.codeUntil!) - Date.now() });
        return (await world.stateOf(id))?.status === 'DISCONNECTED';
      },
      60_000,
    );
    expect(await world.stateOf(id)).toMatchObject({ reason: 'not-scanned' });
    expect(times).toEqual([60_000, 20_000, 20_000, 20_000, 20_000, 20_000]);
    const all = [...shown.values()];
    expect(all.map(({ retries }) => retries)).toEqual([0, 1, 2, 3, 4, 5]);
    for (const [nth, { leftMs }] of all.entries()) {
      expect(leftMs).toBeLessThanOrEqual(times[nth]!);
      expect(leftMs).toBeGreaterThan(times[nth]! - 2 * (times[nth]! / FASTER));
    }
  } finally {
    end();
  }
});

test('C12: a number gets a code to type besides the QR code, also from the next owner; typed into its phone, it is connected', async () => {
  const first = await world.gateway();
  const id = await world.connection({ channel: 'whatsapp', provider: 'beta' });
  expect((await until('a code', () => world.shownOf(id))).pairingCode).toBeNull();
  await world.ask(id, 'start', {}, shop.number);
  const shownCode = async (before?: string) => {
    const shown = await world.shownOf(id);
    return shown?.pairingCode && shown.pairingCode !== before ? shown : null;
  };
  const old = await until('a code to type', shownCode);
  await first.close();
  await world.gateway();
  const { pairingCode, codeUntil } = await until('another code', () => shownCode(old.pairingCode!));
  expect(pairingCode).toMatch(/^[0-9A-Z]{8}$/);
  expect(Date.parse(codeUntil!)).toBeGreaterThan(Date.now());
  await shop.typeCode(pairingCode!);
  await world.isIn(id, 'CONNECTED');
  expect(await world.shownOf(id)).toBeNull();
  // A linked device is asked for nothing.
  await world.ask(id, 'start', {}, shop.number);
  expect(await world.stateOf(id)).toMatchObject({ status: 'CONNECTED', account: shop.number });
});

test('C12: a server that refuses to link by a code ends it with the reason, and a QR code is to be had again', async () => {
  await world.gateway();
  const id = await world.connection({ channel: 'whatsapp', provider: 'beta' });
  await until('a code', () => world.codeOf(id));
  world.peer.faults.questions.md = '429';
  await world.ask(id, 'start', {}, shop.number);
  await world.isIn(id, 'DISCONNECTED', 'code-refused');
  expect(await world.codeOf(id)).toBe('');
  delete world.peer.faults.questions.md;
  await world.ask(id, 'start');
  expect((await until('a code', () => world.shownOf(id))).pairingCode).toBeNull();
});

test('C12: a number that another connection has is refused, and logged out; freed, it can be linked', async () => {
  await world.gateway();
  const one = await world.linked(shop);
  const other = await world.connection({ channel: 'whatsapp', provider: 'beta' });
  await shop.scan(await until('a code', () => world.codeOf(other)));
  await world.isIn(other, 'DISCONNECTED', 'in-use');
  expect([...shop.account.companions.values()]).toEqual([one.companion]);
  expect(one.companion.isOnline()).toBe(true);
  await world.ask(one.id, 'end');
  await world.ask(other, 'renew');
  await shop.scan(await until('a code', () => world.codeOf(other)));
  await world.isIn(other, 'CONNECTED');
});

test.each(['passkey_prologue_request', 'crsc_continuation', 'companion_reg_refresh'])(
  'C12: a linking that asks for a passkey, by %s, stops, and says why',
  async (by) => {
    await world.gateway();
    const id = await world.connection({ channel: 'whatsapp', provider: 'beta' });
    await until('a code', () => world.codeOf(id));
    world.peer.demandPasskey(by);
    await world.isIn(id, 'DISCONNECTED', 'passkey');
    expect(await world.codeOf(id)).toBe('');
  },
);
