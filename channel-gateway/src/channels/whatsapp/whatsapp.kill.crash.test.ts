import { newId } from '@prosa/contracts';
import { postgresProxy } from '../../../../infra/testing/postgres/postgres-proxy.ts';
import { drawn, volume } from '../../../../infra/testing/volume.ts';
import { until } from '../../testing/gateway.fixture.ts';
import { gatewayProcesses } from '../../testing/gateway-processes.fixture.ts';
import { openWhatsAppWorld, type WhatsAppWorld } from '../../testing/whatsapp.fixture.ts';
import type { Phone } from '../../testing/whatsapp-peer/phone.ts';

const gateways = gatewayProcesses('./killed-whatsapp.process.ts');
let world: WhatsAppWorld;
let shop: Phone;
beforeEach(async () => {
  world = await openWhatsAppWorld();
  shop = world.peer.phone('5511900000001', 'Loja');
});
afterEach(async () => {
  gateways.killAll();
  await world.close();
});

const gatewayProcess = (killAt: string, nth: number, owners: object = {}) =>
  gateways.start(world, { KILL_AT: killAt, KILL_NTH: String(nth), OWNERS: JSON.stringify(owners), ...world.peer.env });
/** For steps that claim nothing about time. */
const LONG_MS = 120_000;
/** The messages of a connection as the command side counts them: a repeated id is nothing new. */
const known = (id: string) => [...new Map(world.received(id).map((one) => [one.channelId, one])).values()];

test.each(drawn('C9: killed when a message that comes in is', ['received', 'written', 'reported']))(
  'C9: killed in the middle of a burst, when a message is %s: each is reported, in order, and counts once',
  async (place) => {
    const first = await world.gateway();
    const { id, companion } = await world.linked(shop);
    const phones = ['5511987654321', '5521987650000', '5531987651111'].map((number) => world.peer.phone(number));
    for (const phone of phones) await phone.write(shop.number, 'first');
    await until('they are known', () => known(id).length === 3);
    await first.close();

    const dying = await gatewayProcess(place, 20);
    await until('it is connected', () => companion.isOnline());
    const burst = Array.from({ length: volume({ some: 30, all: 100 }) }, (_, nth) => `n${nth}`);
    const writing = Promise.all(
      phones.map(async (phone) => {
        for (const text of burst) await phone.write(shop.number, text);
      }),
    );
    await gateways.killed(world, dying);
    await writing;
    await world.gateway();
    await until('all are reported', () => known(id).length === 3 * (burst.length + 1), 50_000);
    for (const { number } of phones)
      expect(known(id).flatMap(({ identities: [from], body }) => (from!.value === number ? [body] : []))).toEqual([
        'first',
        ...burst,
      ]);
    await until('none is left', () => companion.queued() === 0);
    expect(companion.counts.mostLive).toBe(1);
    expect(world.peer.problems).toEqual([]);
  },
);

const outward = drawn('C19: killed when a message that goes out is', ['handed', 'accepted']);
test.each(outward)('C19: killed when a message that goes out is %s: the phone shows it once', async (place) => {
  const first = await world.gateway();
  const { id, companion } = await world.linked(shop);
  const carla = world.peer.phone('5511987654321', 'Carla');
  await first.close();
  const dying = await gatewayProcess(place, 3);
  await until('it is connected', () => companion.isOnline());
  const ana = world.attendant(id, carla);
  const messages = Array.from({ length: 6 }, (_, nth) => ana.message(`n${nth}`));
  await world.send(messages);
  await gateways.killed(world, dying);
  await world.gateway();
  await until('all are taken', () => messages.every(({ messageId }) => world.outcomesOf(messageId).includes('taken')), 50_000);
  await until('all are shown', () => carla.shown.length === 6);
  expect(carla.shown.map(({ text }) => text)).toEqual(['n0', 'n1', 'n2', 'n3', 'n4', 'n5']);
});

test('C20: killed when the step of a message that goes out is written: it goes out once, and its answer can be read at once', async () => {
  const first = await world.gateway();
  const { id, companion } = await world.linked(shop);
  const carla = world.peer.phone('5511987654321', 'Carla');
  await carla.write(shop.number, 'hello');
  await until('she is known', () => known(id).length === 1);
  await first.close();
  const dying = await gatewayProcess('stepping', 2);
  await until('it is connected', () => companion.isOnline());
  const ana = world.attendant(id, carla);
  const messages = ['n0', 'n1', 'n2'].map((text) => ana.message(text));
  await world.send(messages);
  await gateways.killed(world, dying);
  await carla.write(shop.number, 'answer');
  await world.gateway();
  await until('all are taken', () => messages.every(({ messageId }) => world.outcomesOf(messageId).includes('taken')), 50_000);
  await until('all are shown', () => carla.shown.filter(({ from }) => from === shop.number).length === 3);
  await until('the answer is reported', () => known(id).length === 2);
  expect(known(id).map(({ body, line }) => line ?? body)).toEqual(['hello', 'answer']);
  expect(carla.shown.flatMap(({ from, text }) => (from === shop.number ? [text] : []))).toEqual(['n0', 'n1', 'n2']);
  expect([carla, shop].flatMap(({ receipts }) => receipts.filter(({ type }) => type === 'retry'))).toEqual([]);
  expect(carla.repeated() + shop.repeated()).toBe(0);
});

test('C3: who was frozen and wakes up without the leases stays away, and takes over again when they are free', async () => {
  const owners = { ttlMs: 6_000, renewMs: 1_500 };
  const first = await world.gateway({ owners });
  const linked = await Promise.all(
    Array.from({ length: volume({ some: 3, all: 20 }) }, async (_, nth) => {
      const phone = world.peer.phone(`551188${String(nth).padStart(7, '0')}`);
      return { phone, ...(await world.linked(phone)) };
    }),
  );
  const carla = world.peer.phone('5511987654321', 'Carla');
  const areOnline = (logins: number) => () =>
    linked.every(({ companion }) => companion.counts.logins === logins && companion.isOnline());
  const written: string[] = [];
  const writeAll = async (texts: readonly string[]) => {
    for (const text of texts) for (const { phone } of linked) written.push(await carla.write(phone.number, text));
  };
  await first.close();
  const frozen = await gatewayProcess('nowhere', 1, owners);
  await until('they are connected', areOnline(2), LONG_MS);
  frozen.kill('SIGSTOP');
  const thawed = new Promise((resolve) => setTimeout(resolve, volume({ some: 0, all: 15_000 })));
  const second = await world.gateway({ owners });
  await writeAll(['while frozen']);
  // It may have been frozen in the middle of a transaction on its leases, which Postgres ends later than the leases.
  await until('the second one took over', areOnline(3), LONG_MS);
  await thawed;
  frozen.kill('SIGCONT');
  const later = Array.from({ length: 20 }, (_, nth) => `n${nth}`);
  await writeAll(later);
  await until('all are reported', () => linked.every(({ id }) => known(id).length === 21), LONG_MS);
  // It may have been frozen between the end of a write and the receipt for it. Of what came after that it says nothing, and sends nothing.
  const { problems } = world.peer;
  expect(problems.filter((said) => !/: receipt /.test(said) || written.some((messageId) => said.includes(messageId)))).toEqual(
    [],
  );
  await second.close();
  await until('the first one took over', areOnline(4), LONG_MS);
  await writeAll(['to the first']);
  await until('it is reported', () => linked.every(({ id }) => known(id).at(-1)?.body === 'to the first'), LONG_MS);
  for (const { id, companion } of linked) {
    expect(known(id).map(({ body }) => body)).toEqual(['while frozen', ...later, 'to the first']);
    expect(companion.counts.logins).toBe(4);
  }
  // The one that ends in order may be replaced before its last receipts are read.
  expect(problems.filter((said) => !said.startsWith('said over a replaced line: receipt '))).toEqual([]);
}, 300_000);

test.each(drawn('C4: killed when new credentials are', ['asked', 'done']))(
  'C4: killed when new credentials are asked for, and that is %s: they are made anew once',
  async (place) => {
    const first = await world.gateway();
    const { id, companion } = await world.linked(shop);
    await first.close();
    const dying = await gatewayProcess(place, 1);
    await until('it is connected', () => companion.isOnline());
    const asked = { id: newId(), ask: 'renew' as const };
    await world.control({ connectionId: id, channel: 'whatsapp', provider: 'beta', asked });
    await gateways.killed(world, dying);
    const next = await world.gateway();
    const renewed = await shop.scan(await until('a code', () => world.codeOf(id)));
    await world.isIn(id, 'CONNECTED');
    await until('it is online', () => renewed.isOnline());
    const { rows } = await world.pool.query('select handled from gateway.connection where connection_id = $1', [id]);
    expect(rows).toEqual([{ handled: asked.id }]);
    // Neither this owner nor the one after it does it again.
    await next.close();
    await world.gateway();
    await until('it is connected again', () => renewed.isOnline() && renewed.counts.logins === 2);
    await world.isIn(id, 'CONNECTED');
    expect(renewed.counts.mostLive).toBe(1);
    await world.peer.phone('5511987654321', 'Carla').write(shop.number, 'Oi');
    await until('it is reported', () => known(id).length === 1);
  },
);

test('C8: Postgres away in the middle of a burst: none is lost, and none refused', async () => {
  const proxy = await postgresProxy(world.url);
  await world.gateway({}, {}, proxy.url);
  const { id, companion } = await world.linked(shop);
  const carla = world.peer.phone('5511987654321', 'Carla');
  const writing = (async () => {
    for (let nth = 0; nth < 40; nth += 1) await carla.write(shop.number, `n${nth}`);
  })();
  await until('some are known', () => known(id).length > 3);
  proxy.decide(() => 'request');
  proxy.cut();
  const since = Date.now();
  await writing;
  await until('the lease is lost, and the socket with it', () => !companion.isOnline());
  const awayMs = volume({ some: 0, all: 20_000 });
  await until('it has been away for long', () => Date.now() - since >= awayMs, 2 * awayMs);
  proxy.decide(() => undefined);
  await until('all are reported', () => known(id).length === 40, 50_000);
  expect(known(id).map(({ body }) => body)).toEqual(Array.from({ length: 40 }, (_, nth) => `n${nth}`));
  await until('none is left', () => companion.queued() === 0);
  expect(companion.held()).toBeNull();
  await proxy.close();
});

test('C8: answers of Postgres that are lost: what was written is not written again as something else', async () => {
  const proxy = await postgresProxy(world.url);
  await world.gateway({}, {}, proxy.url);
  const { id, companion } = await world.linked(shop);
  const carla = world.peer.phone('5511987654321', 'Carla');
  let exchanges = 0;
  proxy.decide(() => {
    exchanges += 1;
    return exchanges % 25 === 0 ? 'answer' : undefined;
  });
  for (let nth = 0; nth < 30; nth += 1) await carla.write(shop.number, `n${nth}`);
  await until('all are reported', () => known(id).length === 30, 50_000);
  proxy.decide(() => undefined);
  expect(known(id).map(({ body }) => body)).toEqual(Array.from({ length: 30 }, (_, nth) => `n${nth}`));
  await until('none is left', () => companion.queued() === 0);
  await proxy.close();
});

/**
 * A killed gateway has renewed its leases of 6 s up to 1.5 s before, and the others look every 1.5 s: all are owned again within
 * 8 s. Then they open, on a machine that does nothing else 100 within 7 s. On a busy one the opening takes as long as when
 * nothing has died, measured before, and again afterwards if it took longer than that, as the load may have begun meanwhile;
 * twice as long for what begins and ends in between. Only `npm run test:crash` holds these times against the machine.
 */
const areTimesJudged = volume({ some: false, all: true });
const inTime = areTimesJudged ? ', in 8 and in 15 s' : '';
test(`C3: killed under many sessions: all are owned and open again${inTime}, and none ever had two sockets`, async () => {
  const owners = { ttlMs: 6_000, renewMs: 1_500 };
  const first = await world.gateway({ owners });
  const shops = Array.from({ length: volume({ some: 6, all: 100 }) }, (_, nth) =>
    world.peer.phone(`55118${String(nth).padStart(8, '0')}`),
  );
  const linked: Awaited<ReturnType<WhatsAppWorld['linked']>>[] = [];
  for (let nth = 0; nth < shops.length; nth += 5)
    linked.push(...(await Promise.all(shops.slice(nth, nth + 5).map((phone) => world.linked(phone)))));
  const areOpen = () => until('all are open', () => linked.every(({ companion }) => companion.isOnline()), LONG_MS);
  await areOpen();
  const logins = linked.map(({ companion }) => companion.counts.logins);
  linked[0]!.companion.sendNonsense();
  await until('it is back', () => linked[0]!.companion.counts.logins > logins[0]! && linked[0]!.companion.isOnline(), LONG_MS);
  expect(linked.slice(1).map(({ companion }) => companion.counts.logins)).toEqual(logins.slice(1));

  /** How fast this machine opens them at this hour, when their owner ends in order and another one waits for them. */
  const handedOver = async (from: { close: () => Promise<void> }): Promise<number> => {
    const since = Date.now();
    await from.close();
    await areOpen();
    return Date.now() - since;
  };
  const dying = await gatewayProcess('nowhere', 1, owners);
  const beforeMs = await handedOver(first);
  const second = await world.gateway({ owners });
  const leases = async () =>
    new Map(
      (await world.pool.query<{ name: string; owner: string }>('select name, owner from lease.lease')).rows.map(
        ({ name, owner }) => [name, owner],
      ),
    );
  const before = await leases();
  dying.kill('SIGKILL');
  const since = Date.now();
  await until('all are owned', async () => [...(await leases())].every(([name, owner]) => owner !== before.get(name)), LONG_MS);
  const ownedMs = Date.now() - since;
  await areOpen();
  const openMs = Date.now() - since;
  const isFast = (openingMs: number): boolean =>
    ownedMs < Math.max(8_000, 5_500 + openingMs) && openMs < Math.max(15_000, 8_000 + 2 * openingMs);
  if (areTimesJudged && !isFast(beforeMs)) {
    await world.gateway({ owners });
    const afterMs = await handedOver(second);
    expect({ ownedMs, openMs, beforeMs, afterMs, isFast: isFast(Math.max(beforeMs, afterMs)) }).toMatchObject({ isFast: true });
  }
  expect(linked.map(({ companion }) => companion.counts.mostLive)).toEqual(linked.map(() => 1));
}, 900_000);
