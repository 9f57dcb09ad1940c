import type { EndReason, Fact, SessionFact, Viewer } from '@prosa/contracts';
import type { Log, Store } from '@prosa/infra/runtime';
import {
  companyOf,
  type DeskCompany,
  type DeskConnection,
  type DeskQueue,
  type DeskUser,
  recordsOf,
  type Stamped,
} from './desk.folds.ts';

/** Who asks, as decisions need it. */
export type DeskActor = Viewer & { companyId: string; super: boolean; name: string | null };

/**
 * What a decision needs of others, from their own streams (decisions.md 6). The lists hold deleted records too (`deleted`); the
 * ones asked for by id are null when unknown or deleted.
 */
export type Desk = {
  company(companyId: string): Promise<DeskCompany | null>;
  queues(companyId: string): Promise<ReadonlyMap<string, DeskQueue>>;
  connections(companyId: string): Promise<ReadonlyMap<string, DeskConnection>>;
  users(companyId: string): Promise<ReadonlyMap<string, DeskUser>>;
  queue(companyId: string, id: string): Promise<DeskQueue | null>;
  connection(companyId: string, id: string): Promise<DeskConnection | null>;
  user(companyId: string, id: string): Promise<DeskUser | null>;
  /** Null when there is no such user (any more). */
  actorOf(principal: { companyId: string; userId: string }): Promise<DeskActor | null>;
  /** The version of the user's last sign-in or end of a session (0 before the first), and why it ended where nobody signed out. */
  session(userId: string): Promise<{ version: number; ended: EndReason | null }>;
  /** What `read` makes of a stream with one of the desk's prefixes, cached until an event comes to it. */
  look<Value>(stream: string, read: () => Promise<Value>): Promise<Value>;
  /** Drops what is cached of a stream: the handler tells of its own appends, which the subscription tells a moment later. */
  forget(stream: string): void;
  /** Resolves once the subscription that keeps the cache honest is live. */
  ready(): Promise<void>;
  close(): Promise<void>;
};

const PREFIXES = ['company-', 'users-', 'queues-', 'connections-', 'session-', 'identity-', 'contact-'];
const ROOM = 20_000;

/** `since`: when its reading began, by `performance.now()`. */
type Entry = { value: Promise<unknown>; since: number };

export const createDesk = ({ store, log }: { store: Store; log: Log }): Desk => {
  const entries = new Map<string, Entry>();
  const stop = new AbortController();
  const opened = Promise.withResolvers<void>();
  let live = false;

  const subscription = store.subscribeAll({
    from: 'end',
    prefixes: PREFIXES,
    signal: stop.signal,
    onBatch: (facts) => {
      for (const { meta } of facts) entries.delete(meta.stream);
    },
    onLive: () => {
      live = true;
      opened.resolve();
    },
    onGap: () => {
      live = false;
      entries.clear();
      log.warn('the desk reads without its cache until it hears of changes again');
    },
  });

  /** What `fold` makes of a stream, cached while the subscription is live. An event that comes during the reading drops it too. */
  const look = async <Value>(stream: string, read: () => Promise<Value>): Promise<Value> => {
    const known = entries.get(stream);
    if (known) return known.value as Promise<Value>;
    const entry: Entry = { value: read(), since: performance.now() };
    if (live) {
      entries.set(stream, entry);
      for (const oldest of entries.keys()) {
        if (entries.size <= ROOM) break;
        entries.delete(oldest);
      }
      entry.value.catch(() => entries.get(stream) === entry && entries.delete(stream));
    }
    return entry.value as Promise<Value>;
  };
  const facts = (stream: string) => store.load(stream) as Promise<Fact[]>;

  const set =
    <Item extends Stamped>(prefix: string, idField: string) =>
    (companyId: string) =>
      look(`${prefix}-${companyId}`, async () => recordsOf<Item>(await facts(`${prefix}-${companyId}`), idField));
  const queues = set<DeskQueue>('queues', 'queueId');
  const connections = set<DeskConnection>('connections', 'connectionId');
  const users = set<DeskUser>('users', 'userId');

  const one =
    <Item extends Stamped>(prefix: string, all: (companyId: string) => Promise<ReadonlyMap<string, Item>>) =>
    async (companyId: string, id: string): Promise<Item | null> => {
      const asked = performance.now();
      const stream = `${prefix}-${companyId}`;
      const found = (await all(companyId)).get(id) ?? (await again());
      return found && !found.deleted ? found : null;

      /** Another instance may have made it just now: what was read before it was asked for does not count. */
      async function again(): Promise<Item | undefined> {
        const entry = entries.get(stream);
        if (entry && entry.since < asked) entries.delete(stream);
        return (await all(companyId)).get(id);
      }
    };
  const user = one('users', users);

  const company = (companyId: string) => look(`company-${companyId}`, async () => companyOf(await facts(`company-${companyId}`)));

  return {
    company,
    queues,
    connections,
    users,
    queue: one('queues', queues),
    connection: one('connections', connections),
    user,
    actorOf: async ({ companyId, userId }) => {
      const [found, its] = await Promise.all([user(companyId, userId), company(companyId)]);
      if (!found) return null;
      const { profile, queueIds, name } = found;
      return {
        userId,
        companyId,
        profile,
        queueIds,
        name,
        super: found.super,
        seesGrey: its?.settings.VerFilaCinza === 'enabled',
      };
    },
    session: (userId) =>
      look(`session-${userId}`, async () => {
        const [last] = (await store.load(`session-${userId}`, { direction: 'backwards', max: 1 })) as SessionFact[];
        return { version: last?.data.version ?? 0, ended: last?.type === 'SessionEnded' ? last.data.reason : null };
      }),
    look,
    forget: (stream) => {
      entries.delete(stream);
    },
    ready: () => opened.promise,
    close: async () => {
      stop.abort();
      await subscription;
    },
  };
};
