import type { WAVersion } from '@whiskeysockets/baileys';

/** Where WhatsApp is. */
export type Servers = {
  wsUrl: string;
  /** The origin of the media server for files of which only the path is known. */
  mediaUrl: string;
  /** The root of the server's certificates, in hex; null: WhatsApp's own. */
  rootKey: string | null;
  /** As which to log in; null: as the version that Baileys brings. */
  version: WAVersion | null;
};
type Environment = Readonly<Record<string, string | undefined>>;

/** Whether it is WhatsApp's own. */
export const isReal = ({ wsUrl }: Servers): boolean => wsUrl === WHATSAPP.wsUrl;

const WHATSAPP: Pick<Servers, 'wsUrl' | 'mediaUrl'> = {
  wsUrl: 'wss://web.whatsapp.com/ws/chat',
  mediaUrl: 'https://mmg.whatsapp.net',
};
const ROOT_KEY = /^[0-9a-f]{64}$/i;
const VERSION = /^(\d+)\.(\d+)\.(\d+)$/;

/**
 * Reads where WhatsApp is from the environment. Another place than the real one is for tests: it must be on this machine, and none is
 * allowed in production, because the real server's authenticity rests on TLS. Throws if a setting is wrong.
 */
export const whatsAppServers = (env: Environment): Servers => {
  const { PROSA_WHATSAPP_WS_URL: wsUrl, PROSA_WHATSAPP_MEDIA_URL: mediaUrl, PROSA_WHATSAPP_ROOT_KEY: rootKey } = env;
  for (const [name, value] of Object.entries({ PROSA_WHATSAPP_WS_URL: wsUrl, PROSA_WHATSAPP_MEDIA_URL: mediaUrl }))
    if (value) assertLocal(name, value);
  if (env.NODE_ENV === 'production' && (wsUrl || mediaUrl || rootKey))
    throw new Error(
      'PROSA_WHATSAPP_WS_URL, PROSA_WHATSAPP_MEDIA_URL and PROSA_WHATSAPP_ROOT_KEY are for tests, not for production.',
    );
  if (rootKey && !ROOT_KEY.test(rootKey)) throw new Error('PROSA_WHATSAPP_ROOT_KEY must be 64 hexadecimal digits.');
  return {
    wsUrl: wsUrl || WHATSAPP.wsUrl,
    mediaUrl: mediaUrl || WHATSAPP.mediaUrl,
    rootKey: rootKey || null,
    version: versionOf(env),
  };
};

const assertLocal = (name: string, value: string): void => {
  const host = URL.canParse(value) ? new URL(value).hostname : '';
  if (!['127.0.0.1', '[::1]', 'localhost'].includes(host)) throw new Error(`${name} must be an address of this machine.`);
};

const versionOf = ({ PROSA_WHATSAPP_VERSION: version }: Environment): WAVersion | null => {
  if (!version) return null;
  const parts = VERSION.exec(version);
  if (!parts) throw new Error('PROSA_WHATSAPP_VERSION must look like 2.3000.1234567890.');
  return [Number(parts[1]), Number(parts[2]), Number(parts[3])];
};
