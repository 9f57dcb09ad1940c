import { type Inbound, newId } from '@prosa/contracts';
import { connectionKeys, openCode } from '@prosa/infra/runtime';
import type { GatewayOptions } from '../app.ts';
import type { Connection } from '../channels/provider.port.ts';
import { simulatorProvider } from '../channels/simulator/simulator.provider.ts';
import { whatsAppProviderWith } from '../channels/whatsapp/whatsapp.provider.ts';
import { TIMINGS, type Timings } from '../channels/whatsapp/wire/timings.ts';
import { sessionLabel } from '../sessions/session.meters.ts';
import { masterKey, openWorld, until, writer } from './gateway.fixture.ts';
import { trustPeer } from './whatsapp-peer/client.fixture.ts';
import type { Companion } from './whatsapp-peer/model.ts';
import type { Phone } from './whatsapp-peer/phone.ts';
import { letUploadTimersGo } from './whatsapp-peer/upload-timers.ts';
import { startWhatsAppPeer } from './whatsapp-peer/whatsapp-peer.ts';

/** Linking makes 800 keys and checks several signatures, which takes long on a busy machine. */
const LINKED_MS = 60_000;

/** Pauses do not grow with repeated failures. The first pause is the product's: tests see what a session shows until then. */
const QUICK: Pick<Timings, 'backOffMs'> = { backOffMs: [1_000] };

type Received = Extract<Inbound, { kind: 'message' }>;
type Reported = Extract<Inbound, { kind: 'session' }>;

/** A world whose gateways reach a WhatsApp peer. */
export const openWhatsAppWorld = async () => {
  const world = await openWorld();
  const peer = await startWhatsAppPeer();
  trustPeer(peer);
  letUploadTimersGo();
  const keys = connectionKeys({ pool: world.pool, masterKey });

  const providers =
    (timings: Partial<Timings>): NonNullable<GatewayOptions['providers']> =>
    (tools) => [
      simulatorProvider(tools),
      whatsAppProviderWith({ ...TIMINGS, ...QUICK, ...timings })({ ...tools, env: { ...tools.env, ...peer.env } }),
    ];
  const stateOf = async (id: string) => {
    const { rows } = await world.pool.query<{
      status: string;
      reason: string | null;
      account: string | null;
      until: Date | null;
    }>('select status, reason, account, until from gateway.session where connection_id = $1', [id]);
    return rows[0] ?? null;
  };
  /** The code that a session shows to link a device; null: none. */
  const shownOf = async (id: string) => {
    const { rows } = await world.pool.query<{ sealed: Buffer }>('select sealed from live.session where connection_id = $1', [id]);
    const connection = { id, companyId: world.companyId };
    return rows[0] ? openCode(keys, connection, rows[0].sealed) : null;
  };
  const codeOf = async (id: string): Promise<string> => (await shownOf(id))?.qrcode ?? '';
  const isIn = (id: string, status: string, reason: string | null = null) =>
    until(
      `it is ${status}`,
      async () => {
        const state = await stateOf(id);
        return state?.status === status && state.reason === reason ? state : null;
      },
      LINKED_MS,
    );

  /** Whether its phone's history has come: a device that is cut off before waits for it up to 20 s when it is back, and reports nothing. */
  const hasHistory = async (id: string): Promise<boolean> => {
    const { rows } = await world.pool.query<{ sealed: Buffer }>(
      `select sealed from gateway.whatsapp_key where connection_id = $1 and type = 'creds'`,
      [id],
    );
    const creds = rows[0] && JSON.parse(String(await world.vaultOf(id).open(rows[0].sealed, 'whatsapp creds ')));
    return creds?.accountSyncCounter > 0;
  };

  const close = async (): Promise<void> => {
    await world.close();
    await peer.close();
  };

  return {
    ...world,
    peer,
    gateway: (options: GatewayOptions = {}, timings: Partial<Timings> = {}, databaseUrl?: string) =>
      world.gateway({ providers: providers(timings), ...options }, undefined, databaseUrl),
    stateOf,
    codeOf,
    shownOf,
    isIn,
    /** Reported states of a session, in order: one that has lasted for a moment only is there too. */
    statesOf: (id: string): Reported[] =>
      world.heard.filter((said): said is Reported => said.kind === 'session' && said.connectionId === id),
    /** A figure of a session, as a gateway at `url` gives it to whoever watches it. */
    figureOf: async (url: string, id: string, name: string): Promise<number> => {
      const told = await (await fetch(`${url}/metrics`)).text();
      return Number(new RegExp(`^${name}\\{[^}]*session="${sessionLabel(id)}"[^}]*\\} ([\\d.]+)$`, 'm').exec(told)?.[1]);
    },
    /** A connection that is linked to a phone, by its QR code. */
    linked: async (phone: Phone): Promise<{ id: string; companion: Companion }> => {
      const id = await world.connection({ channel: 'whatsapp', provider: 'beta', status: 'OPENING' });
      const code = await until('a code', () => codeOf(id), LINKED_MS);
      const companion = await phone.scan(code);
      await isIn(id, 'CONNECTED');
      await until('it is online', () => companion.isOnline());
      await until('it has the history', () => hasHistory(id), LINKED_MS);
      return { id, companion };
    },
    /** Messages reported of a connection's customers, in order. */
    received: (id: string): Received[] =>
      world.heard.filter((said): said is Received => said.kind === 'message' && said.connectionId === id),
    texts: (id: string): (string | null)[] =>
      world.heard.flatMap((said) => (said.kind === 'message' && said.connectionId === id ? [said.body] : [])),
    /** Asks a session for something, as the command side does. */
    ask: async (
      id: string,
      ask: NonNullable<Connection['asked']>['ask'],
      more: object = {},
      number: string | null = null,
    ): Promise<void> => {
      const asked = { id: newId(), ask, number };
      await world.control({ connectionId: id, channel: 'whatsapp', provider: 'beta', asked, ...more });
      await until('it is done', async () => {
        const { rows } = await world.pool.query('select handled from gateway.connection where connection_id = $1', [id]);
        return rows[0]?.handled === ('deleted' in more ? id : asked.id);
      });
    },
    /** An attendant who writes to one customer. */
    attendant: (id: string, phone: Phone) => writer(world.companyId, id, phone.number),
    close,
    /** Closes it; fails if the peer has seen what WhatsApp would not accept. */
    closeSoundly: async (): Promise<void> => {
      await close();
      expect(peer.problems).toEqual([]);
    },
  };
};
export type WhatsAppWorld = Awaited<ReturnType<typeof openWhatsAppWorld>>;

/** A world with a shop whose phone is linked by the gateway, and the phone of a customer. */
export const openLinkedShop = async (...options: Parameters<WhatsAppWorld['gateway']>) => {
  const world = await openWhatsAppWorld();
  const shop = world.peer.phone('5511900000001', 'Loja');
  const carla = world.peer.phone('5511987654321', 'Carla');
  const gateway = await world.gateway(...options);
  return { world, shop, carla, gateway, ...(await world.linked(shop)) };
};
export type LinkedShop = Awaited<ReturnType<typeof openLinkedShop>>;
