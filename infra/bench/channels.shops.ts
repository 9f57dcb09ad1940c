import type { ConnectionView } from '@prosa/contracts';
import { type Session, signIn } from '../simulate/client.ts';
import { createConnection, type Office } from '../simulate/connecting.ts';
import { handOf } from '../simulate/hand.ts';
import type { Product } from '../testing/product.ts';
import { until } from '../testing/until.ts';
import { residentOf } from './media.bench.ts';
import { attend, connect } from './players.ts';

/** How long the gateway rests before its memory is measured. */
const REST_MS = 8_000;

export type Phones = { devices: { isOnline: boolean; mostLive: number }[]; number: string }[];
type Frame = { channel?: string; record?: Pick<ConnectionView, 'id' | 'status'> & { qrcode?: string } };

/** Shops with WhatsApp by QR code, whose phones are at the WhatsApp peer `origin`, on a product with one gateway. */
export const openShops = async (product: Product, origin: string) => {
  const hand = handOf(origin);
  const account = (local: string): Promise<Session> => {
    const { email, password } = product.demo.users.find((user) => user.email.startsWith(`${local}@`))!;
    return signIn(product.url, email, password);
  };
  const [admin, ana] = await Promise.all([account('admin'), account('ana')]);
  const queueId = (await ana.get<{ queueIds: string[] }>('/auth/me')).queueIds[0]!;
  const office: Office = { url: product.url, admin, queueId };
  const codes = new Map<string, string>();
  const connected = new Map<string, number>();
  /** The screens of an administrator and an attendant, which end with the gateway. */
  const openScreens = async () => {
    const screen = await connect(product, admin, (frame) => {
      const { channel, record } = frame as Frame;
      if (!record) return;
      if (channel === 'whatsappSession' && record.qrcode) codes.set(record.id, record.qrcode);
      if (record.status === 'CONNECTED' && !connected.has(record.id)) connected.set(record.id, performance.now());
    });
    return { screen, ana: await attend(product, product.demo.users, 'ana@') };
  };
  let screens = await openScreens();
  const numbers: string[] = [];
  const gateway = product.children.find(({ name }) => name === 'gateway-1')!;
  const devices = async () => (await hand.get<{ phones: Phones }>('/state')).phones.flatMap((phone) => phone.devices);
  const areOpen = async (): Promise<boolean> => {
    const all = await devices();
    return all.length === numbers.length && all.every(({ isOnline }) => isOnline);
  };

  return {
    hand,
    office,
    numbers,
    /** Links one more. Resolves with how long it takes from the scan until an administrator's screen shows that it is connected. */
    link: async (): Promise<number> => {
      const number = `55118${String(numbers.length).padStart(8, '0')}`;
      await hand.post('/phones', { number, name: 'Loja' });
      const { id } = await createConnection(office, { channel: 'whatsapp', provider: 'beta' });
      const code = await until(() => codes.get(id));
      const scanned = performance.now();
      await hand.post(`/phones/${number}/scan`, { code });
      const at = await until(() => connected.get(id));
      numbers.push(number);
      await until(areOpen);
      return at! - scanned;
    },
    /** The attendant, as of the last restart. */
    ana: () => screens.ana,
    /** Kills the gateway, and opens the screens anew. Resolves with how long it takes until the next one has opened all sessions. */
    restart: async (): Promise<number> => {
      const before = gateway.pid();
      const killed = performance.now();
      product.kill('gateway-1');
      await until(async () => gateway.pid() !== before && gateway.ready() && (await areOpen()), 600_000);
      const took = performance.now() - killed;
      screens = await openScreens();
      return took;
    },
    /** The gateway's memory in megabytes, after some rest. */
    memory: async (): Promise<number> => {
      await new Promise((resolve) => setTimeout(resolve, REST_MS));
      return residentOf(gateway.pid()!);
    },
    mostLive: async (): Promise<number> => Math.max(...(await devices()).map(({ mostLive }) => mostLive)),
    close: () => {
      screens.screen.close();
      screens.ana.close();
    },
  };
};
export type Shops = Awaited<ReturnType<typeof openShops>>;
