import type { Fact } from '@prosa/contracts';
import type { Store } from '@prosa/infra/runtime';
import { boundedCache } from '@prosa/infra/runtime';
import { foldOf, type Kept, type ReferenceKinds, type SetKind } from './reference-data.records.ts';

const MAX_ENTRIES = 2_000;

/**
 * Queues, users and connections of companies, as the reactors need them: at least as recent as the last event handled. The reference data
 * cannot guarantee that, because its own subscription may lag behind theirs. `heard` drops a stream to which an event came.
 */
export const knownSets = (store: Store, kept: readonly Kept[]) => {
  const known = boundedCache<string, Promise<ReferenceKinds[SetKind]>>({ max: MAX_ENTRIES });
  const read = new WeakSet<Promise<unknown>>();
  const set = <Kind extends SetKind>(kind: Kind, companyId: string): Promise<ReferenceKinds[Kind]> => {
    const fold = foldOf(kept, kind);
    const stream = `${kind}-${companyId}`;
    const before = known.get(stream);
    if (before) return before as Promise<ReferenceKinds[Kind]>;
    const reading = store.load(stream).then((facts) => fold(facts as Fact[]));
    known.set(stream, reading);
    reading.then(
      () => read.add(reading),
      () => known.peek(stream) === reading && known.delete(stream),
    );
    return reading;
  };
  return {
    heard: (stream: string): void => void known.delete(stream),
    clear: (): void => known.clear(),
    /** Whether a set is already loaded, so that asking for it reads nothing. */
    knows: (kind: SetKind, companyId: string): boolean => {
      const reading = known.get(`${kind}-${companyId}`);
      return reading !== undefined && read.has(reading);
    },
    queues: (companyId: string) => set('queues', companyId),
    users: (companyId: string) => set('users', companyId),
    connections: (companyId: string) => set('connections', companyId),
  };
};
export type KnownSets = ReturnType<typeof knownSets>;
