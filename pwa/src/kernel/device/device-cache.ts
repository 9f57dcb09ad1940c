/**
 * Values and files by name that the service worker and the pages of this device share, in the browser's cache storage, so that they survive
 * restarts. Without cache storage (no secure origin) nothing is stored.
 */
export type DeviceCache = {
  read: <Value>(name: string) => Promise<Value | null>;
  write: (name: string, value: unknown) => Promise<void>;
  readBlob: (name: string) => Promise<Blob | null>;
  writeBlob: (name: string, blob: Blob) => Promise<void>;
  drop: (name: string) => Promise<void>;
  /** Names with this prefix. */
  names: (prefix: string) => Promise<string[]>;
  forget: () => Promise<void>;
};

/** A cache needs addresses as keys; nobody requests these. */
const ROOT = '/device/';
const addressOf = (name: string): string => `${ROOT}${encodeURIComponent(name)}`;

export const deviceCache = (cacheName: string): DeviceCache => {
  const open = (): Promise<Cache> | null => (typeof caches === 'undefined' ? null : caches.open(cacheName));
  const find = async (name: string) => (await open())?.match(addressOf(name));
  const put = async (name: string, response: Response) => {
    await (await open())?.put(addressOf(name), response);
  };
  return {
    read: async <Value>(name: string) => ((await find(name))?.json() as Promise<Value> | undefined) ?? null,
    write: (name, value) => put(name, Response.json(value)),
    readBlob: async (name) => (await find(name))?.blob() ?? null,
    writeBlob: (name, blob) => put(name, new Response(blob)),
    drop: async (name) => {
      await (await open())?.delete(addressOf(name));
    },
    names: async (prefix) => {
      const keys = (await (await open())?.keys()) ?? [];
      return keys
        .map(({ url }) => decodeURIComponent(new URL(url).pathname.slice(ROOT.length)))
        .filter((name) => name.startsWith(prefix));
    },
    forget: async () => {
      if (typeof caches !== 'undefined') await caches.delete(cacheName);
    },
  };
};

/** Data of the signed-in user: `session`, `unread`, `answer:{ticketId}`. Deleted with the session. */
export const ownDevice = deviceCache('prosa-own');
/** The user whose notifications this device shows, and whether their answers are signed. */
export type DeviceSession = { userId: string; signs: boolean; language: 'pt' | 'en' | 'es' };
/** The tickets that ask for the user, whose number is the icon's badge. */
export type DeviceUnread = string[];
/** A text that was typed into a notification and could not be sent. */
export type KeptAnswer = { userId: string; text: string };

/** Content that another app shared, until it is in a ticket: `share`, and its files as `file:{n}`. */
export const sharedWith = deviceCache('prosa-shared');
export type Shared = {
  text: string;
  /** `isLost`: there was no room to store it. */
  files: { name: string; type: string; size: number; isLost?: boolean }[];
  /** When it was received, in milliseconds since 1970. */
  at: number;
  /** The chosen ticket, and the user who chose it. */
  to?: { userId: string; ticketId: string };
  /** Indices of the files that the user left out. */
  skips?: number[];
};
