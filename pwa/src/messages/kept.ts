import { tab } from '../kernel/storage.ts';
import type { Outgoing } from './outgoing.ts';

/**
 * What an attendant wrote and no server has: drafts by ticket, and the messages on their way. On this tab alone, over a reload and
 * over a session that expired, for that very user.
 */
export type Draft = { text: string; isNote: boolean };

const nameOf = (kind: 'draft' | 'outbox', userId: string, ticketId = ''): string => `${kind}:${userId}:${ticketId}`;
const nothing: Draft = { text: '', isNote: false };

export const readDraft = (userId: string, ticketId: string): Draft => {
  const kept = tab.get(nameOf('draft', userId, ticketId));
  return kept ? { text: kept.slice(1), isNote: kept.startsWith('!') } : nothing;
};

export const keepDraft = (userId: string, ticketId: string, { text, isNote }: Draft): void => {
  const name = nameOf('draft', userId, ticketId);
  if (text === '') tab.remove(name);
  else tab.set(name, `${isNote ? '!' : ' '}${text}`);
};

/** What was not taken yet when the page went, in its order, each with the key that it had. */
export const readOutbox = (userId: string): Outgoing[] => {
  const kept = tab.get(nameOf('outbox', userId));
  try {
    return kept ? (JSON.parse(kept) as Outgoing[]) : [];
  } catch {
    return []; // not ours
  }
};

export const keepOutbox = (userId: string, outbox: Outgoing[]): void => {
  const left = outbox.filter(({ state }) => state !== 'taken');
  const name = nameOf('outbox', userId);
  if (left.length === 0) tab.remove(name);
  else tab.set(name, JSON.stringify(left));
};

/** Forgets what was written here, but for one user's. */
export const forgetKept = (except?: string): void => {
  for (const name of [...tab.names('draft:'), ...tab.names('outbox:')])
    if (except === undefined || name.split(':')[1] !== except) tab.remove(name);
};
