import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { until } from '../../testing/gateway.fixture.ts';
import { openWhatsAppWorld, type WhatsAppWorld } from '../../testing/whatsapp.fixture.ts';
import type { Phone } from '../../testing/whatsapp-peer/phone.ts';

const program = fileURLToPath(new URL('../../testing/killed-whatsapp.process.ts', import.meta.url));
const children = new Set<ChildProcess>();
let world: WhatsAppWorld;
let shop: Phone;
beforeEach(async () => {
  world = await openWhatsAppWorld();
  shop = world.peer.phone('5511900000001', 'Loja');
});
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  await world.close();
});

const gatewayProcess = async (killAt: string, nth: number): Promise<ChildProcess> => {
  const { PROSA_KEYS, PROSA_TOKEN_SECRET, ...rest } = world.config();
  const config = {
    ...rest,
    PROSA_KEYS: PROSA_KEYS.toString('base64'),
    PROSA_TOKEN_SECRET: PROSA_TOKEN_SECRET.toString('base64'),
  };
  const env = {
    PATH: process.env.PATH,
    NODE_OPTIONS: '--no-warnings',
    GATEWAY_CONFIG: JSON.stringify(config),
    KILL_AT: killAt,
    KILL_NTH: String(nth),
    ...world.peer.env,
  };
  const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  children.add(child);
  child.once('exit', () => children.delete(child));
  await once(child.stdout!, 'data');
  return child;
};
/** The messages of a connection as the command side counts them: a repeated id is nothing new. */
const known = (id: string) => [...new Map(world.received(id).map((one) => [one.channelId, one])).values()];

test.each(['received', 'written', 'reported'])(
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
    const burst = Array.from({ length: 30 }, (_, nth) => `n${nth}`);
    const writing = Promise.all(
      phones.map(async (phone) => {
        for (const text of burst) await phone.write(shop.number, text);
      }),
    );
    await until('it is killed', () => dying.signalCode === 'SIGKILL');
    await writing;
    await world.gateway();
    await until('all are reported', () => known(id).length === 93, 50_000);
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

test.each(['handed', 'accepted'])('C19: killed when a message that goes out is %s: the phone shows it once', async (place) => {
  const first = await world.gateway();
  const { id, companion } = await world.linked(shop);
  const carla = world.peer.phone('5511987654321', 'Carla');
  await first.close();
  const dying = await gatewayProcess(place, 3);
  await until('it is connected', () => companion.isOnline());
  const ana = world.attendant(id, carla);
  const messages = Array.from({ length: 6 }, (_, nth) => ana.message(`n${nth}`));
  await world.send(messages);
  await until('it is killed', () => dying.signalCode === 'SIGKILL');
  await world.gateway();
  await until('all are taken', () => messages.every(({ messageId }) => world.outcomesOf(messageId).includes('taken')), 50_000);
  await until('all are shown', () => carla.shown.length === 6);
  expect(carla.shown.map(({ text }) => text)).toEqual(['n0', 'n1', 'n2', 'n3', 'n4', 'n5']);
});
