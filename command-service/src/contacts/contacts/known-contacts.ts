import type { Store } from '@prosa/infra/runtime';
import { boundedCache } from '@prosa/infra/runtime';
import { type ContactRecord, readContactEver } from './contact.reading.ts';

const MAX_ENTRIES = 20_000;

/**
 * A cache of contacts for addressing messages, at least as new as the last handled event. `heard` drops the contact whose stream had an
 * event; the least recently used contacts are dropped first.
 */
export const knownContacts = (store: Store) => {
  const known = boundedCache<string, Promise<ContactRecord | null>>({ max: MAX_ENTRIES });
  const read = (companyId: string, contactId: string): Promise<ContactRecord | null> => {
    const reading = readContactEver(store, companyId, contactId);
    // Kept from its beginning, so that an event that is heard while it runs drops it.
    known.set(contactId, reading);
    reading.catch(() => known.peek(contactId) === reading && known.delete(contactId));
    return reading;
  };
  return {
    heard: (stream: string): void => void known.delete(stream.slice('contact-'.length)),
    clear: (): void => known.clear(),
    of: (companyId: string, contactId: string): Promise<ContactRecord | null> =>
      known.get(contactId) ?? read(companyId, contactId),
    /** The contact as it is now. What is sent to it next need not read it again. */
    ofNow: read,
  };
};
export type KnownContacts = ReturnType<typeof knownContacts>;
