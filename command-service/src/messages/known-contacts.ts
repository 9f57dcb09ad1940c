import type { Store } from '@prosa/infra/runtime';
import { LRUCache } from 'lru-cache';
import { type ContactRecord, readContactEver } from '../contacts/contact.reading.ts';

const MAX_ENTRIES = 20_000;

/**
 * A cache of contacts for addressing messages, at least as new as the last handled event. `heard` drops the contact whose stream had an
 * event; the least recently used contacts are dropped first.
 */
export const knownContacts = (store: Store) => {
  const known = new LRUCache<string, Promise<ContactRecord | null>>({ max: MAX_ENTRIES });
  return {
    heard: (stream: string): void => void known.delete(stream.slice('contact-'.length)),
    clear: (): void => known.clear(),
    of: (companyId: string, contactId: string): Promise<ContactRecord | null> => {
      const before = known.get(contactId);
      if (before) return before;
      const reading = readContactEver(store, companyId, contactId);
      known.set(contactId, reading);
      reading.catch(() => known.peek(contactId) === reading && known.delete(contactId));
      return reading;
    },
  };
};
export type KnownContacts = ReturnType<typeof knownContacts>;
