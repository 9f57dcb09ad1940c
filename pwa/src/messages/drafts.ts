/** What was begun to be written in a ticket, on this tab alone, until it is sent. */
export type Draft = { text: string; isNote: boolean };

const PREFIX = 'draft:';
const nothing: Draft = { text: '', isNote: false };

/** A browser may forbid storage: then a draft lives as long as its page. */
const memory = new Map<string, string>();
const storage = (): Storage | null => {
  try {
    return globalThis.sessionStorage ?? null;
  } catch {
    return null; // reading the property itself throws where cookies are blocked
  }
};

export const readDraft = (ticketId: string): Draft => {
  const kept = storage()?.getItem(PREFIX + ticketId) ?? memory.get(ticketId);
  return kept ? { text: kept.slice(1), isNote: kept.startsWith('!') } : nothing;
};

export const keepDraft = (ticketId: string, { text, isNote }: Draft): void => {
  const kept = `${isNote ? '!' : ' '}${text}`;
  const store = storage();
  if (text === '') {
    store?.removeItem(PREFIX + ticketId);
    memory.delete(ticketId);
    return;
  }
  try {
    if (store) store.setItem(PREFIX + ticketId, kept);
    else memory.set(ticketId, kept);
  } catch {
    memory.set(ticketId, kept); // the storage is full
  }
};

/** Forgets them all. */
export const clearDrafts = (): void => {
  memory.clear();
  const store = storage();
  for (const key of Object.keys(store ?? {})) if (key.startsWith(PREFIX)) store?.removeItem(key);
};
