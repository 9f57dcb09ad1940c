import type { Store } from '@prosa/infra/runtime';
import { LRUCache } from 'lru-cache';

type Begun = { connectionId: string; contactId: string };

/** An LRU cache of the first events of conversations, which never change. */
export const beginnings = (store: Store, max = 20_000) => {
  const known = new LRUCache<string, Begun>({ max });
  return async (stream: string): Promise<Begun> => {
    const before = known.get(stream);
    if (before) return before;
    const [first] = await store.load(stream, { max: 1 });
    const begun = first?.data as Begun;
    known.set(stream, begun);
    return begun;
  };
};
export type Beginnings = ReturnType<typeof beginnings>;
