import type { Store } from '@prosa/infra/runtime';
import { type ContactRecord, readContact } from '../contacts/contact.reading.ts';

const ROOM = 20_000;

/**
 * Contacts as messages are addressed to them, at least as new as the last event handled. `heard` drops the contact of whose stream an
 * event came by; the longest known are dropped first.
 */
export const knownContacts = (store: Store) => {
  const known = new Map<string, Promise<ContactRecord | null>>();
  return {
    heard: (stream: string) => known.delete(stream.slice('contact-'.length)),
    of: (companyId: string, contactId: string): Promise<ContactRecord | null> => {
      const before = known.get(contactId);
      if (before) return before;
      const reading = readContact(store, companyId, contactId);
      known.set(contactId, reading);
      reading.catch(() => known.get(contactId) === reading && known.delete(contactId));
      if (known.size > ROOM) for (const oldest of known.keys()) if (known.delete(oldest)) break;
      return reading;
    },
  };
};
export type KnownContacts = ReturnType<typeof knownContacts>;
