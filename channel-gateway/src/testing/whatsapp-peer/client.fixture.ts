import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { createLogger } from '@prosa/infra/runtime';
import {
  type AuthenticationState,
  Browsers,
  initAuthCreds,
  makeWASocket,
  type SignalDataSet,
  type SignalDataTypeMap,
  type UserFacingSocketConfig,
  type WAMessage,
} from '@whiskeysockets/baileys';
import { until } from '../../../../infra/testing/until.ts';
import { trustRoot } from '../../channels/whatsapp/signal/trust.ts';
import { endWaits } from '../../channels/whatsapp/wire/waits.ts';
import { letUploadTimersGo } from './upload-timers.ts';
import type { WhatsAppPeer } from './whatsapp-peer.ts';

const silent = createLogger('baileys', process.env.TEST_LOG ?? 'silent');

/** Lets this process trust a peer: its certificates only count for Noise, and its media server's besides the usual ones. */
export const trustPeer = ({ env, certificate }: Pick<WhatsAppPeer, 'env' | 'certificate'>): void => {
  trustRoot(env.PROSA_WHATSAPP_ROOT_KEY);
  setDefaultCACertificates([...getCACertificates('bundled'), certificate]);
};

/** Credentials in memory, which outlive a socket. */
export const memoryAuth = (): AuthenticationState => {
  const kept = new Map<string, unknown>();
  return {
    creds: initAuthCreds(),
    keys: {
      get: async <Type extends keyof SignalDataTypeMap>(type: Type, ids: string[]) =>
        Object.fromEntries(ids.flatMap((id) => (kept.has(`${type} ${id}`) ? [[id, kept.get(`${type} ${id}`)]] : []))) as Record<
          string,
          SignalDataTypeMap[Type]
        >,
      set: async (data: SignalDataSet) => {
        for (const [type, values] of Object.entries(data))
          for (const [id, value] of Object.entries(values))
            if (value == null) kept.delete(`${type} ${id}`);
            else kept.set(`${type} ${id}`, value);
      },
    },
  };
};

/** Baileys as it is, with one socket, and what it told. */
export const baileysClient = (
  wsUrl: string,
  auth: AuthenticationState = memoryAuth(),
  more: Partial<UserFacingSocketConfig> = {},
) => {
  letUploadTimersGo();
  const codes: string[] = [];
  const messages: WAMessage[] = [];
  const statuses: { id: string; status: number }[] = [];
  let isOpen = false;
  let closed: number | null = null;
  const sock = makeWASocket({
    waWebSocketUrl: wsUrl,
    auth,
    logger: silent as unknown as NonNullable<UserFacingSocketConfig['logger']>,
    browser: Browsers.windows('Chrome'),
    markOnlineOnConnect: false,
    emitOwnEvents: false,
    transactionOpts: { maxCommitRetries: 1, delayBetweenTriesMs: 10 },
    ...more,
  });
  endWaits(sock.ws);
  sock.ev.on('creds.update', (update) => void Object.assign(auth.creds, update));
  sock.ev.on('connection.update', ({ qr, connection, lastDisconnect }) => {
    if (qr) codes.push(qr);
    if (connection === 'open') isOpen = true;
    if (connection !== 'close') return;
    isOpen = false;
    const error = lastDisconnect?.error as { output?: { statusCode?: number } } | undefined;
    closed = error?.output?.statusCode ?? 0;
  });
  sock.ev.on('messages.upsert', ({ messages: more }) => void messages.push(...more));
  sock.ev.on('messages.update', (updates) => {
    for (const { key, update } of updates) if (update.status != null) statuses.push({ id: key.id!, status: update.status });
  });
  return {
    sock,
    auth,
    codes,
    messages,
    statuses,
    texts: () => messages.flatMap(({ message }) => message?.conversation ?? message?.extendedTextMessage?.text ?? []),
    code: async (): Promise<string> => (await until(() => codes.at(-1)))!,
    open: () => until(() => isOpen),
    closed: () => until(() => closed !== null).then(() => closed),
    end: () => sock.end(undefined),
  };
};
export type BaileysClient = ReturnType<typeof baileysClient>;
