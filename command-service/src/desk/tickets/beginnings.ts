import type { ConversationFact } from '@prosa/contracts';
import type { Store } from '@prosa/infra/runtime';
import { boundedCache } from '@prosa/infra/runtime';

type Started = Extract<ConversationFact, { type: 'ConversationStarted' }>;
type Begun = Started['data'];
const MAX_ENTRIES = 20_000;

/** An LRU cache of the first events of conversations, which never change: those that were noted, and those that were read. */
export const beginnings = (store: Store) => {
  const known = boundedCache<string, Begun>({ max: MAX_ENTRIES });
  return {
    heard: () => undefined,
    clear: () => undefined,
    note: ({ meta, data }: Started): void => void known.set(meta.stream, data),
    of: async (stream: string): Promise<Begun> => {
      const before = known.get(stream);
      if (before) return before;
      const [first] = await store.load(stream, { max: 1 });
      const begun = first?.data as Begun;
      known.set(stream, begun);
      return begun;
    },
  };
};
export type Beginnings = ReturnType<typeof beginnings>;
