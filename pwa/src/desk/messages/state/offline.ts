import { written } from '../../../kernel/device/storage.ts';
import { outbox } from '../../outbox/outbox.ts';

export { keepOutbox, readOutbox } from '../../outbox/outbox.memory.ts';

/**
 * Texts that an attendant wrote and no server has: drafts by ticket, a message's, an observation's and a ticket note's, on this
 * device until they are sent or their user signs out, over a tab that is closed too. They outlive a reload, and a session that
 * expired, for that very user, as the outbox does.
 */
export type Draft = 'draft' | 'note' | 'ticketNote';

const nameOf = (kind: Draft, userId: string, ticketId: string): string => `${kind}:${userId}:${ticketId}`;

export const readDraft = (kind: Draft, userId: string, ticketId: string): string =>
  written.get(nameOf(kind, userId, ticketId)) ?? '';

export const keepDraft = (kind: Draft, userId: string, ticketId: string, text: string): void => {
  const name = nameOf(kind, userId, ticketId);
  if (text === '') written.remove(name);
  else written.set(name, text);
  for (const look of watchers) look(name);
};

const watchers = new Set<(name: string) => void>();

/** Tells a draft that another tab, or another part of this one, changes, until the returned function is called. */
export const watchDraft = (kind: Draft, userId: string, ticketId: string, tell: (text: string) => void): (() => void) => {
  const look = (name: string | null) => {
    if (name === null || name === nameOf(kind, userId, ticketId)) tell(readDraft(kind, userId, ticketId));
  };
  const handleStorage = ({ key }: StorageEvent) => look(key);
  window.addEventListener('storage', handleStorage);
  watchers.add(look);
  look(null); // it may have changed since it was read
  return () => {
    window.removeEventListener('storage', handleStorage);
    watchers.delete(look);
  };
};

/** Deletes the drafts and the outbox, except those of one user. */
export const forgetOffline = (except?: string): Promise<void> => {
  for (const name of ['draft:', 'note:', 'ticketNote:'].flatMap((kind) => written.names(kind)))
    if (except === undefined || name.split(':')[1] !== except) written.remove(name);
  return outbox.clear(except);
};
