import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { type Outgoing, stored } from './outgoing.ts';

type Row = Outgoing & { userId: string; seq: number };
type File = { key: string; userId: string; blob: Blob };

/**
 * `rows` are ordered by `seq`, the order of queueing; the bytes of files are stored separately, so that reading the queue does not read
 * them.
 */
interface Schema extends DBSchema {
  rows: { key: number; value: Row; indexes: { key: string; userId: string } };
  files: { key: string; value: File; indexes: { userId: string } };
}

const NAME = 'prosa-outbox';
const VERSION = 1;
/** Flushed to the disk: a sent message survives a power failure. */
const SURELY = { durability: 'strict' } as const;

let opening: Promise<IDBPDatabase<Schema>> | null = null;
const database = (): Promise<IDBPDatabase<Schema>> => {
  const forget = () => {
    opening = null;
  };
  opening ??= openDB<Schema>(NAME, VERSION, {
    upgrade(made) {
      const rows = made.createObjectStore('rows', { keyPath: 'seq', autoIncrement: true });
      rows.createIndex('key', 'key', { unique: true });
      rows.createIndex('userId', 'userId');
      made.createObjectStore('files', { keyPath: 'key' }).createIndex('userId', 'userId');
    },
    blocking(_, __, { target }) {
      (target as IDBDatabase).close();
      forget();
    },
    terminated: forget,
  }).catch((error: unknown) => {
    forget();
    throw error;
  });
  return opening;
};

/** Queues a user's act, in order, with the bytes of its file. Throws if the device has no room. */
export const add = async (userId: string, outgoing: Outgoing, blob?: Blob): Promise<void> => {
  const tx = (await database()).transaction(['rows', 'files'], 'readwrite', SURELY);
  const rows = tx.objectStore('rows');
  if ((await rows.index('key').getKey(outgoing.key)) === undefined) {
    await rows.add({ ...stored(outgoing), userId } as Row);
    if (blob) await tx.objectStore('files').put({ key: outgoing.key, userId, blob });
  }
  await tx.done;
};

/** Whether the outbox is empty, for all users. */
export const isEmpty = async (): Promise<boolean> => (await (await database()).count('rows')) === 0;

/** The messages of a user, in order. */
export const all = async (userId: string): Promise<Outgoing[]> =>
  (await (await database()).getAllFromIndex('rows', 'userId', userId)).map(({ userId: _, seq: __, ...outgoing }) => outgoing);

/**
 * Changes one message in a transaction of its own, so that no other tab interferes; null deletes it, with its file. Returns the message
 * after the change, null if there is none (any more).
 */
export const change = async (
  userId: string,
  key: string,
  how: (outgoing: Outgoing) => Outgoing | null,
): Promise<Outgoing | null> => {
  const tx = (await database()).transaction(['rows', 'files'], 'readwrite', SURELY);
  const files = tx.objectStore('files');
  const row = await tx.objectStore('rows').index('key').get(key);
  let after: Outgoing | null = null;
  if (row?.userId === userId) {
    const { seq, ...before } = row;
    after = how(before);
    const file = after?.key === key ? undefined : await files.get(key);
    if (after) await tx.objectStore('rows').put({ ...stored(after), userId, seq });
    else await tx.objectStore('rows').delete(seq);
    if (file) await files.delete(key);
    if (file && after) await files.put({ ...file, key: after.key });
  }
  await tx.done;
  return after;
};

/** The bytes of a waiting file. */
export const fileOf = async (key: string): Promise<Blob | null> => (await (await database()).get('files', key))?.blob ?? null;

/** Deletes everything, or everything except one user's messages. */
export const clear = async (except?: string): Promise<void> => {
  const tx = (await database()).transaction(['rows', 'files'], 'readwrite', SURELY);
  for (const name of ['rows', 'files'] as const)
    for (let at = await tx.objectStore(name).openCursor(); at; at = await at.continue())
      if (at.value.userId !== except) await at.delete();
  await tx.done;
};
