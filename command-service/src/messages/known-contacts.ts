import type { Store } from '@prosa/infra/runtime';
import { LRUCache } from 'lru-cache';
import { type ContactRecord, readContact } from '../contacts/contact.reading.ts';

const MAX_ENTRIES = 20_000;

/**
 * Contacts as messages are addressed to them, at least as new as the last event handled. `heard` drops the contact of whose stream an
 * event came by; the longest unused are dropped first.
 */
export const knownContacts = (store: Store) => {
  const known = new LRUCache<string, Promise<ContactRecord | null>>({ max: MAX_ENTRIES });
  return {
    heard: (stream: string): void => void known.delete(stream.slice('contact-'.length)),
    clear: (): void => known.clear(),
    of: (companyId: string, contactId: string): Promise<ContactRecord | null> => {
      const before = known.get(contactId);
      if (before) return before;
      const reading = readContact(store, companyId, contactId);
      known.set(contactId, reading);
      reading.catch(() => known.peek(contactId) === reading && known.delete(contactId));
      return reading;
    },
  };
};
export type KnownContacts = ReturnType<typeof knownContacts>;
