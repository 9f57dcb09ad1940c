import { ApiError, failureOf } from '../../kernel/calls/api-error.ts';
import type { OutboxNews } from './outbox.channel.ts';
import { isWorthRetrying, type Outgoing } from './outgoing.ts';
import type { Send } from './send.ts';

type Store = {
  all: (userId: string) => Promise<Outgoing[]>;
  change: (userId: string, key: string, how: (outgoing: Outgoing) => Outgoing | null) => Promise<Outgoing | null>;
  fileOf: (key: string) => Promise<Blob | null>;
};
type Drain = {
  userId: string;
  store: Store;
  /** See outbox.lock.ts. */
  withTicket: <Result>(ticketId: string, work: () => Promise<Result>) => Promise<Result | undefined>;
  send: Send;
  tell: (news: OutboxNews) => void;
};

/**
 * Sends all waiting messages of a user, in order within each ticket. A refused message stays with its reason and does not block later ones,
 * because the server decides about each. Throws ApiError if there was no answer: the tried message and all later ones of its ticket wait.
 */
export const drain = async (parts: Drain): Promise<void> => {
  const { userId, store } = parts;
  const waiting = (await store.all(userId)).filter(({ state }) => state === 'waiting');
  const failures: unknown[] = [];
  for (const ticketId of new Set(waiting.map((one) => one.ticketId)))
    try {
      while (await parts.withTicket(ticketId, () => sendNext(parts, ticketId)));
    } catch (error) {
      failures.push(error); // other tickets continue
    }
  if (failures.length > 0) throw failures[0];
};

/** Sends the first waiting message of a ticket; false if there is none. */
const sendNext = async ({ userId, store, send, tell }: Drain, ticketId: string): Promise<boolean> => {
  const next = (await store.all(userId)).find((one) => one.ticketId === ticketId && one.state === 'waiting');
  if (!next) return false;
  const { key } = next;
  try {
    if (next.file?.mediaId === null) {
      const blob = await store.fileOf(key);
      if (!blob) throw new ApiError('ERR_NO_MEDIA_FOUND', 404);
      const mediaId = await send.file(next, blob);
      await store.change(userId, key, (was) => (was.file ? { ...was, file: { ...was.file, mediaId } } : was));
    }
    // From here on the text is fixed: the transaction decides between sending and an edit in a tab.
    const one = await store.change(userId, key, (was) =>
      was.state === 'waiting' ? { ...was, isUsed: true, isUnknown: true } : was,
    );
    if (one?.state !== 'waiting' || one.file?.mediaId === null) return true; // withdrawn meanwhile
    const position = await send.outgoing(one);
    await store.change(userId, key, () => null);
    tell({ kind: 'taken', userId, key, position });
  } catch (error) {
    const failure = failureOf(error);
    const isOver = failure.status === 401;
    if (isOver || isWorthRetrying(failure)) {
      if (isOver) await store.change(userId, key, (was) => ({ ...was, isUnknown: false }));
      tell({ kind: 'changed', userId });
      throw error;
    }
    await store.change(userId, key, (was) => ({ ...was, state: 'failed', failure, isUnknown: false }));
    tell({ kind: 'changed', userId });
  }
  return true;
};
