import type { Fact } from '@prosa/contracts';
import type { Store } from '@prosa/infra/runtime';
import { type DeskConnection, type DeskQueue, type DeskUser, recordsOf, type Stamped } from '../kernel/desk.folds.ts';

const ROOM = 2_000;

export type SetKind = 'queues' | 'users' | 'connections';

/**
 * Queues, users and connections of companies, as the reactors need them: at least as new as the last event handled. That is more
 * than the desk can say, whose own subscription may lag behind theirs. `heard` drops a stream of which an event came by.
 */
export const knownSets = (store: Store) => {
  const known = new Map<string, Promise<ReadonlyMap<string, Stamped>>>();
  const read = new WeakSet<Promise<unknown>>();
  const set = <Item extends Stamped>(stream: string, idField: string): Promise<ReadonlyMap<string, Item>> => {
    const before = known.get(stream);
    if (before) return before as Promise<ReadonlyMap<string, Item>>;
    const reading = store.load(stream).then((facts) => recordsOf<Item>(facts as Fact[], idField));
    known.set(stream, reading);
    reading.then(
      () => read.add(reading),
      () => known.get(stream) === reading && known.delete(stream),
    );
    for (const oldest of known.keys()) {
      if (known.size <= ROOM) break;
      known.delete(oldest);
    }
    return reading;
  };
  return {
    heard: (stream: string) => known.delete(stream),
    /** Whether a set is at hand, so that asking for it reads nothing. */
    knows: (kind: SetKind, companyId: string): boolean => {
      const reading = known.get(`${kind}-${companyId}`);
      return reading !== undefined && read.has(reading);
    },
    queues: (companyId: string) => set<DeskQueue>(`queues-${companyId}`, 'queueId'),
    users: (companyId: string) => set<DeskUser>(`users-${companyId}`, 'userId'),
    connections: (companyId: string) => set<DeskConnection>(`connections-${companyId}`, 'connectionId'),
  };
};
export type KnownSets = ReturnType<typeof knownSets>;
