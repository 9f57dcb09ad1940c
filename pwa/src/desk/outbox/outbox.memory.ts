import { tab } from '../../kernel/device/storage.ts';
import { type Outgoing, stored } from './outgoing.ts';

const nameOf = (userId: string): string => `outbox:${userId}:`;

/** The unsent messages of a tab without IndexedDB, in order: they survive a reload of the tab, but not its end. */
export const readOutbox = (userId: string): Outgoing[] => {
  const kept = tab.get(nameOf(userId));
  try {
    return kept ? (JSON.parse(kept) as Outgoing[]) : [];
  } catch {
    return []; // not written by this app
  }
};

export const keepOutbox = (userId: string, outbox: Outgoing[]): void => {
  const left = outbox.filter(({ state }) => state !== 'taken').map(stored);
  if (left.length === 0) tab.remove(nameOf(userId));
  else tab.set(nameOf(userId), JSON.stringify(left));
};

/** Bytes do not fit into a tab's storage: they are lost with the page. */
const files = new Map<string, { userId: string; blob: Blob }>();

/** The same as outbox.db.ts, for a tab without IndexedDB, or without room in it. */
export const memory = {
  add: (userId: string, outgoing: Outgoing, blob?: Blob): void => {
    if (readOutbox(userId).some(({ key }) => key === outgoing.key)) return;
    if (blob) files.set(outgoing.key, { userId, blob });
    keepOutbox(userId, [...readOutbox(userId), outgoing]);
  },
  all: readOutbox,
  change: (userId: string, key: string, how: (outgoing: Outgoing) => Outgoing | null): Outgoing | null => {
    const all = readOutbox(userId);
    const before = all.find((one) => one.key === key);
    const after = before ? how(before) : null;
    const file = files.get(key);
    if (after?.key !== key) files.delete(key);
    if (after && file) files.set(after.key, file);
    keepOutbox(
      userId,
      all.flatMap((one) => (one.key === key ? (after ?? []) : one)),
    );
    return after;
  },
  fileOf: (key: string): Blob | null => files.get(key)?.blob ?? null,
  clear: (except?: string): void => {
    for (const name of tab.names('outbox:')) if (except === undefined || name !== nameOf(except)) tab.remove(name);
    for (const [key, { userId }] of files) if (userId !== except) files.delete(key);
  },
};
