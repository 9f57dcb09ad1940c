import { forgetMedia } from './offline-media.ts';
import { remembered } from './storage.ts';
import { sessionOf } from './token.ts';

/**
 * Data of the signed-in user's screens, stored on this device so that they can be shown without a network: parts by user and name, in
 * IndexedDB. Deleted with the session. If the browser offers no storage (a private window, a full disk), nothing is stored.
 */
const DATABASE = 'prosa';
const STORE = 'kept';
/**
 * Incremented when the format of the stored records changes: records of an older release lack fields that this one needs, and are deleted.
 */
const VERSION = 5;

type Row = { userId: string; name: string; value: unknown };
type Key = [userId: string, name: string];

/** The user of the stored token; null if nobody is signed in. */
export const keeper = (): string | null => {
  const token = remembered('token');
  return token === null ? null : (sessionOf(token)?.userId ?? remembered('userId'));
};

/** Returns all stored parts of this user, by name. */
export const readKept = async (userId: string): Promise<Record<string, unknown>> => {
  const rows = (await inStore<Row[]>('readonly', (store) => store.getAll(ofUser(userId)))) ?? [];
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
};

/** Stores parts in one transaction; `undefined` deletes one. Only if the user is still signed in: another tab may have signed out. */
export const keep = async (userId: string, parts: Record<string, unknown>): Promise<void> => {
  await inStore('readwrite', (store) => {
    if (keeper() !== userId) return undefined;
    for (const [name, value] of Object.entries(parts))
      if (value === undefined) store.delete([userId, name] satisfies Key);
      else store.put({ userId, name, value } satisfies Row);
    return undefined;
  });
};

/** Deletes everything except one user's parts. */
export const forgetOffline = async (except?: string): Promise<void> => {
  await forgetMedia(except);
  await inStore('readwrite', (store) => {
    if (except === undefined) return store.clear();
    store.delete(IDBKeyRange.upperBound([except], true));
    return store.delete(IDBKeyRange.lowerBound([except, []], true));
  });
};

/** Keys are [userId, name]; an array sorts after every text. */
const ofUser = (userId: string): IDBKeyRange => IDBKeyRange.bound([userId], [userId, []]);

type Work = (store: IDBObjectStore) => IDBRequest | undefined;

/** Stays open: what a page writes as it is left has no time for more than its transaction. Null until it is open, or open again. */
let opened: IDBDatabase | null = null;

/** Runs one transaction and waits for its end; null if there is no storage. It begins before this returns, if the database is open. */
const inStore = async <Result>(mode: IDBTransactionMode, work: Work): Promise<Result | null> => {
  try {
    const transaction = begun(mode) ?? (await open()).transaction(STORE, mode);
    return await inTransaction<Result>(transaction, work);
  } catch (error) {
    if (globalThis.indexedDB !== undefined) console.warn('Nothing can be kept on this device:', error);
    return null;
  }
};

/** A transaction on the open database; null if there is none, or if the browser has closed it. */
const begun = (mode: IDBTransactionMode): IDBTransaction | null => {
  try {
    return opened?.transaction(STORE, mode) ?? null;
  } catch {
    opened = null;
    return null;
  }
};

const leave = (database: IDBDatabase): void => {
  database.close();
  if (opened === database) opened = null;
};

const inTransaction = <Result>(transaction: IDBTransaction, work: Work): Promise<Result | null> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve((request?.result as Result | undefined) ?? null);
    transaction.onabort = () => {
      leave(transaction.db); // the browser may have lost the connection
      reject(transaction.error);
    };
    const request = work(transaction.objectStore(STORE));
    transaction.commit(); // of a page that is gone nothing else is committed
  });

const open = (): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, VERSION);
    request.onupgradeneeded = ({ oldVersion }) => {
      if (oldVersion > 0) request.result.deleteObjectStore(STORE);
      request.result.createObjectStore(STORE, { keyPath: ['userId', 'name'] });
    };
    request.onsuccess = () => {
      const database = request.result;
      database.onversionchange = () => leave(database); // another tab has a newer release
      database.onclose = () => leave(database);
      if (opened) database.close();
      opened ??= database;
      resolve(opened);
    };
    request.onerror = () => reject(request.error);
  });
