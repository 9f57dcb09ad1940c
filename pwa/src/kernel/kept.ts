import { remembered } from './storage.ts';
import { sessionOf } from './token.ts';

/**
 * What this device keeps of the signed-in user's screens, to show them where there is no network: parts by user and name, in
 * IndexedDB. It goes with the session. Where the browser gives no room (a private window, a full disk) nothing is kept.
 */
const DATABASE = 'prosa';
const STORE = 'kept';

type Row = { userId: string; name: string; value: unknown };
type Key = [userId: string, name: string];

/** Whose the kept token is; null where nobody is signed in. */
export const keeper = (): string | null => {
  const token = remembered('token');
  return token === null ? null : (sessionOf(token)?.userId ?? remembered('userId'));
};

/** Everything that is kept of this user, by name. */
export const readKept = async (userId: string): Promise<Record<string, unknown>> => {
  const rows = (await inStore<Row[]>('readonly', (store) => store.getAll(ofUser(userId)))) ?? [];
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
};

/** Keeps parts in one step; `undefined` takes one away. Only of who is signed in by then: another tab may have signed out. */
export const keep = async (userId: string, parts: Record<string, unknown>): Promise<void> => {
  await inStore('readwrite', (store) => {
    if (keeper() !== userId) return undefined;
    for (const [name, value] of Object.entries(parts))
      if (value === undefined) store.delete([userId, name] satisfies Key);
      else store.put({ userId, name, value } satisfies Row);
    return undefined;
  });
};

/** Forgets all that is kept, but for one user's. */
export const forgetKept = async (except?: string): Promise<void> => {
  await inStore('readwrite', (store) => {
    if (except === undefined) return store.clear();
    store.delete(IDBKeyRange.upperBound([except], true));
    return store.delete(IDBKeyRange.lowerBound([except, []], true));
  });
};

/** Keys are [userId, name]; an array sorts after every text. */
const ofUser = (userId: string): IDBKeyRange => IDBKeyRange.bound([userId], [userId, []]);

/** One transaction, waited for to its end; null where there is no room. */
const inStore = async <Result>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest | undefined,
): Promise<Result | null> => {
  try {
    const database = await open();
    try {
      return await new Promise<Result | null>((resolve, reject) => {
        const transaction = database.transaction(STORE, mode);
        const request = work(transaction.objectStore(STORE));
        transaction.oncomplete = () => resolve((request?.result as Result | undefined) ?? null);
        transaction.onabort = () => reject(transaction.error);
      });
    } finally {
      database.close();
    }
  } catch (error) {
    if (globalThis.indexedDB !== undefined) console.warn('Nothing can be kept on this device:', error);
    return null;
  }
};

const open = (): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: ['userId', 'name'] });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
