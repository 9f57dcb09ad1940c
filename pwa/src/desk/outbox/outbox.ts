import { keeper } from '../../kernel/device/offline-store.ts';
import { memory } from './outbox.memory.ts';
import type { Outgoing } from './outgoing.ts';

type Database = typeof import('./outbox.db.ts');

const hasDatabase = (): boolean => globalThis.indexedDB !== undefined;

/** Runs work in IndexedDB, whose file the first screen does not wait for; `otherwise` is the result if the browser has none. */
const inDatabase = async <Result>(work: (database: Database) => Promise<Result>, otherwise: Result): Promise<Result> => {
  if (!hasDatabase()) return otherwise;
  try {
    return await work(await import('./outbox.db.ts'));
  } catch (error) {
    console.warn('The outbox of this device cannot be used:', error);
    return otherwise;
  }
};

/** Runs calls one after another, in order. */
let last: Promise<unknown> = Promise.resolve();
const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
  const next = last.then(work);
  last = next.catch(() => undefined);
  return next;
};

const queue = async (userId: string, outgoing: Outgoing, blob?: Blob): Promise<boolean> => {
  const isKept = await inDatabase(async (database) => {
    await database.add(userId, outgoing, blob);
    return true;
  }, false);
  if (isKept) memory.change(userId, outgoing.key, () => null);
  else memory.add(userId, outgoing, blob);
  return isKept;
};

/** Keys of messages that are noted in the tab and not in the outbox yet. */
const noted = new Set<string>();

/**
 * The unsent messages of this device, by user: in IndexedDB, which all tabs and the service worker share. What does not fit there, and
 * everything if there is no IndexedDB, is kept in the tab.
 */
export const outbox = {
  /** Notes a text in the tab at once, because the page may be closed before IndexedDB has stored it. `add` follows. */
  note: (userId: string, outgoing: Outgoing): void => {
    if (outgoing.file || keeper() !== userId) return;
    noted.add(outgoing.key);
    memory.add(userId, outgoing);
  },
  /** Queues a message, unless its user has signed out meanwhile. `true`: it survives the tab. */
  add: (userId: string, outgoing: Outgoing, blob?: Blob): Promise<boolean> =>
    inTurn(async () => {
      try {
        return keeper() !== userId || (await queue(userId, outgoing, blob));
      } finally {
        noted.delete(outgoing.key);
      }
    }),
  /** Queues messages that the previous page had only noted. One that was sent meanwhile is repeated with the same key. */
  adopt: (userId: string): Promise<void> =>
    inTurn(async () => {
      for (const one of memory.all(userId)) if (!one.file && !noted.has(one.key)) await queue(userId, one);
    }),
  all: (userId: string): Promise<Outgoing[]> =>
    inTurn(async () => {
      const kept = await inDatabase((database) => database.all(userId), []);
      return [...kept, ...memory.all(userId).filter(({ key }) => !noted.has(key) && !kept.some((one) => one.key === key))];
    }),
  /** The ticket's first waiting message, which is sent next. */
  next: async (userId: string, ticketId: string): Promise<Outgoing | undefined> =>
    (await outbox.all(userId)).find((one) => one.ticketId === ticketId && one.state === 'waiting'),
  /** See outbox.db.ts. */
  change: (userId: string, key: string, how: (outgoing: Outgoing) => Outgoing | null): Promise<Outgoing | null> =>
    inTurn(
      async () => (await inDatabase((database) => database.change(userId, key, how), null)) ?? memory.change(userId, key, how),
    ),
  fileOf: (key: string): Promise<Blob | null> =>
    inTurn(async () => memory.fileOf(key) ?? (await inDatabase((database) => database.fileOf(key), null))),
  clear: (except?: string): Promise<void> => {
    memory.clear(except); // at once, because the page may be closing
    return inTurn(() => inDatabase((database) => database.clear(except), undefined));
  },
};
