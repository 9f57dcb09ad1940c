import { type EndReason, type Fact, PLATFORM, type SessionFact, type Viewer } from '@prosa/contracts';
import type { Logger, Store } from '@prosa/infra/runtime';
import { boundedCache } from '@prosa/infra/runtime';
import {
  foldOf,
  type Kept,
  type Recorded,
  type ReferenceApiKey,
  type ReferenceCompany,
  type ReferenceConnection,
  type ReferenceContactField,
  type ReferenceKinds,
  type ReferenceOption,
  type ReferencePlan,
  type ReferenceQueue,
  type ReferenceSource,
  type ReferenceUser,
  type SetKind,
} from './reference-data.records.ts';

/** The actor, as decisions need it. */
export type KnownActor = Viewer & { companyId: string; super: boolean; name: string | null };

/** The kinds of record that a company's plan limits. */
export type LimitedKind = 'users' | 'connections' | 'queues';

/**
 * The facts of other aggregates that decisions need, read from their streams (decision 4). The lists include deleted records
 * (`deleted`); a lookup by id returns null if the record is unknown or deleted.
 */
export type ReferenceData = {
  company(companyId: string): Promise<ReferenceCompany | null>;
  queues(companyId: string): Promise<ReadonlyMap<string, ReferenceQueue>>;
  connections(companyId: string): Promise<ReadonlyMap<string, ReferenceConnection>>;
  users(companyId: string): Promise<ReadonlyMap<string, ReferenceUser>>;
  /** The options of the queues' menus. */
  menus(companyId: string): Promise<ReadonlyMap<string, ReferenceOption>>;
  queue(companyId: string, id: string): Promise<ReferenceQueue | null>;
  connection(companyId: string, id: string): Promise<ReferenceConnection | null>;
  user(companyId: string, id: string): Promise<ReferenceUser | null>;
  /** The sources that customers come from. */
  socialMedias(companyId: string): Promise<readonly ReferenceSource[]>;
  /** A field of the company's contacts. */
  contactField(companyId: string, id: string): Promise<ReferenceContactField | null>;
  apiKey(companyId: string, id: string): Promise<ReferenceApiKey | null>;
  /** A plan that is offered. */
  plan(id: string): Promise<ReferencePlan | null>;
  /** The plan of a company, also if it is no longer offered. */
  planOf(companyId: string): Promise<ReferencePlan | null>;
  /** How many of a kind the plan of a company allows, also if it is no longer offered; null: as many as it likes. */
  limitOf(companyId: string, kind: LimitedKind): Promise<number | null>;
  /** Null if the user does not exist (any more). */
  actorOf(principal: { companyId: string; userId: string }): Promise<KnownActor | null>;
  /** The version of the user's last sign-in or session end (0 before the first), and why the session ended if the user did not sign out. */
  session(userId: string): Promise<{ version: number; ended: EndReason | null }>;
  /**
   * Returns what `read` makes of a stream with one of the reference data's prefixes, cached until the stream gets an event. Bulk work asks
   * for many values only once, so it uses the cache but does not fill it.
   */
  look<Value>(stream: string, read: () => Promise<Value>, options?: { bulk?: boolean }): Promise<Value>;
  /** Drops the cached value of a stream: the handler calls it for its own appends, which the subscription delivers a moment later. */
  forget(stream: string): void;
  /** Number of cached streams. */
  size(): number;
  /** Resolves once the subscription that invalidates the cache is live. */
  ready(): Promise<void>;
  close(): Promise<void>;
};

/** Kinds of streams that are read through `look` but not kept in full. */
const LOOKED_AT = ['session-', 'identity-', 'contact-'];
const MAX_ENTRIES = 20_000;

/** `since`: when its read began, by `performance.now()`. */
type Entry = { value: Promise<unknown>; since: number };

/** `kept`: what features declare (`keeps`), one per kind. */
export const createReferenceData = ({
  store,
  log,
  kept,
}: {
  store: Store;
  log: Logger;
  kept: readonly Kept[];
}): ReferenceData => {
  const entries = boundedCache<string, Entry>({ max: MAX_ENTRIES });
  const stop = new AbortController();
  const opened = Promise.withResolvers<void>();
  let live = false;

  const subscription = store.subscribeAll({
    from: 'end',
    prefixes: [...kept.map(({ kind }) => `${kind}-`), ...LOOKED_AT],
    // Only the names of the streams count.
    opens: new Set(),
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
      log.warn('the reference data reads without its cache until its subscription is live again');
    },
  });

  /**
   * Returns what `read` makes of a stream, cached while the subscription is live. An event that arrives during the read invalidates it too.
   */
  const look = async <Value>(stream: string, read: () => Promise<Value>, { bulk = false } = {}): Promise<Value> => {
    const known = bulk ? entries.peek(stream) : entries.get(stream);
    if (known) return known.value as Promise<Value>;
    if (bulk) return read();
    const entry: Entry = { value: read(), since: performance.now() };
    if (live) {
      entries.set(stream, entry);
      entry.value.catch(() => entries.peek(stream) === entry && entries.delete(stream));
    }
    return entry.value as Promise<Value>;
  };
  const whole = <Kind extends keyof ReferenceKinds>(kind: Kind) => {
    const fold = foldOf(kept, kind);
    return (companyId: string): Promise<ReferenceKinds[Kind]> =>
      look(`${kind}-${companyId}`, async () => fold((await store.load(`${kind}-${companyId}`)) as Fact[]));
  };
  const [company, queues, connections, users] = [whole('company'), whole('queues'), whole('connections'), whole('users')];
  const [plans, menus, apiKeys] = [whole('plans'), whole('menus'), whole('api-keys')];

  const one =
    <Item extends Recorded>(kind: SetKind, all: (companyId: string) => Promise<ReadonlyMap<string, Item>>) =>
    async (companyId: string, id: string): Promise<Item | null> => {
      const asked = performance.now();
      const stream = `${kind}-${companyId}`;
      const found = (await all(companyId)).get(id) ?? (await again());
      return found && !found.deleted ? found : null;

      /** Another instance may have created it just now: a value whose read began before this call does not count. */
      async function again(): Promise<Item | undefined> {
        const entry = entries.get(stream);
        if (entry && entry.since < asked) entries.delete(stream);
        return (await all(companyId)).get(id);
      }
    };
  const user = one('users', users);
  const plan = one('plans', plans);
  const planOf: ReferenceData['planOf'] = async (companyId) => {
    const planId = (await company(companyId))?.planId ?? null;
    return planId === null ? null : ((await plans(PLATFORM)).get(planId) ?? null);
  };

  return {
    company,
    queues,
    connections,
    users,
    menus,
    socialMedias: whole('social-medias'),
    queue: one('queues', queues),
    connection: one('connections', connections),
    user,
    contactField: one('contact-fields', whole('contact-fields')),
    apiKey: one('api-keys', apiKeys),
    plan: (id) => plan(PLATFORM, id),
    planOf,
    limitOf: async (companyId, kind) => (await planOf(companyId))?.[kind] ?? null,
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
    size: () => entries.size,
    ready: () => opened.promise,
    close: async () => {
      stop.abort();
      await subscription;
    },
  };
};
