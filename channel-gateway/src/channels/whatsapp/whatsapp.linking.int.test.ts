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

const told = (id: string) => world.statesOf(id).map(({ status, reason }) => [status, reason]);

test('C12: a new connection shows a code at once; scanned, it is connected, with its number, and a code no more', async () => {
  await world.gateway();
  const id = await world.connection({ channel: 'whatsapp', provider: 'beta', status: 'OPENING' });
  const isNotified = (status: string) => until(`${status} is told`, () => told(id).some(([one]) => one === status));
  const code = await until('a code', () => world.codeOf(id));
  await isNotified('qrcode');
  await shop.scan(code);
  await isNotified('CONNECTED');
  expect(await world.stateOf(id)).toMatchObject({ status: 'CONNECTED', account: '5511900000001' });
  expect(await world.codeOf(id)).toBe('');
  // A state that is over before it was told is not told any more.
  const order = ['OPENING', 'qrcode', 'PAIRING', 'CONNECTED'];
  const states = told(id).map(([status]) => status);
  expect(states).toEqual(order.filter((status) => states.includes(status as (typeof states)[number])));
});

test('a server that does not answer is told, with a way to try again', async () => {
  world.peer.faults.mute = true;
  await world.gateway({}, { answerMs: 300 });
  const id = await world.connection({ channel: 'whatsapp', provider: 'beta' });
  const unanswered = [
    ['OPENING', null],
    ['DISCONNECTED', 'no-answer'],
  ];
  await until('it is told', () => told(id).length >= 2);
  expect(told(id)).toEqual(unanswered);
  await world.ask(id, 'start');
  await until('it is told again', () => told(id).length >= 4);
  expect(told(id)).toEqual([...unanswered, ...unanswered]);
  world.peer.faults.mute = false;
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

/** A code is valid until the test ends it, however long Baileys would show it: that is noted. */
const holdCodes = () => {
  const begin = globalThis.setTimeout;
  const times: number[] = [];
  let expire = (): void => undefined;
  const held = (...[work, ms = 0, ...values]: Parameters<typeof begin>): NodeJS.Timeout => {
    if (work.name !== 'genPairQR') return begin(work, ms, ...values);
    times.push(ms);
    expire = work;
    return begin(() => undefined, 0);
  };
  globalThis.setTimeout = Object.assign(held, begin);
  return {
    times,
    /** Ends the code that is valid. */
    expire: () => expire(),
    release: () => {
      globalThis.setTimeout = begin;
    },
  };
};

test('C12: codes that nobody scans end it, without a loop; asked again, it shows new ones', async () => {
  const codes = holdCodes();
  try {
    world.peer.faults.refs = 2;
    await world.gateway();
    const id = await world.connection({ channel: 'whatsapp', provider: 'beta' });
    const code = await until('a code', () => world.codeOf(id));
    codes.expire();
    await until('another code', async () => ![code, ''].includes(await world.codeOf(id)));
    codes.expire();
    await world.isIn(id, 'DISCONNECTED', 'not-scanned');
    expect(await world.codeOf(id)).toBe('');
    await world.ask(id, 'start');
    const next = await until('a code', () => world.codeOf(id));
    expect(next.split(',')[1]).not.toBe(code.split(',')[1]);
  } finally {
    codes.release();
  }
});

test('C12: six codes, the first for 60 s and the others for 20 s each, which is shown, and then it is over', async () => {
  const codes = holdCodes();
  try {
    await world.gateway();
    let before = Date.now();
    const id = await world.connection({ channel: 'whatsapp', provider: 'beta' });
    const shown = new Set<string>();
    for (const [nth, lastsMs] of [60_000, 20_000, 20_000, 20_000, 20_000, 20_000].entries()) {
      const { qrcode, codeUntil } = await until('the next code', async () => {
        const now = await world.shownOf(id);
        return now?.retries === nth ? now : null;
      });
      shown.add(qrcode);
      expect(codes.times[nth]).toBe(lastsMs);
      const begun = Date.parse(codeUntil!) - lastsMs;
      expect([begun >= before, begun <= Date.now()]).toEqual([true, true]);
      before = Date.now();
      codes.expire();
    }
    await world.isIn(id, 'DISCONNECTED', 'not-scanned');
    expect([shown.size, codes.times.length]).toEqual([6, 6]);
  } finally {
    codes.release();
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
