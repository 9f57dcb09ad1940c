import {
  type Bus,
  type ConnectionKeys,
  type Lease,
  type Leases,
  type Logger,
  leases,
  type MediaVault,
  pause,
  retried,
  type WakeSignal,
  wakeSignal,
} from '@prosa/infra/runtime';
import type pg from 'pg';
import { type Connection, type Held, Permanent, type Provider, type Session } from '../channels/provider.port.ts';
import type { Providers } from '../channels/provider.registry.ts';
import type { Connections } from '../control/connections.registry.ts';
import { FETCH_DELAYS_MS, FETCH_IDLE_MS, type FetchRules } from '../fetching/fetch.attempt.ts';
import { fetchFiles } from '../fetching/fetch.lane.ts';
import { fetchTable } from '../fetching/fetch.table.ts';
import type { Notifications } from '../kernel/notifications.ts';
import type { SessionCodes } from '../sessions/codes.ts';
import { type Provided, sessionHost } from '../sessions/session.host.ts';
import type { SessionMeters } from '../sessions/session.meters.ts';
import { CALL_MS, HOLD_MS, RETRY_DELAYS_MS } from './attempt.ts';
import { outboxTable } from './outbox.table.ts';
import { tellReads } from './reads.ts';
import { sendOutbox } from './sender.ts';

export type OwnerOptions = {
  ttlMs?: number;
  renewMs?: number;
  retryDelaysMs?: readonly number[];
  callMs?: number;
  /** How long messages wait for a session. */
  holdMs?: number;
  /** How often the outbox is looked at without a notification. */
  pollMs?: number;
  /** Owns at most so many connections. */
  most?: number;
  /** Rules for the tries to fetch a file. */
  fetches?: Partial<FetchRules>;
};

/** How often connections are checked for changes without a notification. */
const RECONCILE_MS = 15_000;
/** A connection whose owner died has another one in 8 s, and an owner who cannot renew stops 1.5 s before that. */
const LEASE = { ttlMs: 6_000, renewMs: 1_500 };
/** Wait after an error: a new connection has no owner yet. */
const AGAIN_MS = 250;

/**
 * Competes for the lease of every connection; while it holds one, it runs the connection's session and sends its outbox. With several
 * instances each connection has exactly one owner, and gets another if that one dies (decision 22).
 */
export const ownConnections = (context: {
  pool: pg.Pool;
  bus: Bus;
  connections: Connections;
  notifications: Notifications;
  providers: Providers;
  keys: ConnectionKeys;
  codes: SessionCodes;
  providedTo: (connection: Connection) => Provided;
  /** Where customers' files are kept. */
  vault: MediaVault;
  meters: SessionMeters;
  /** Unique to this process. */
  owner: string;
  options?: OwnerOptions;
  log: Logger;
}): { owned: () => number; close: () => Promise<void> } => {
  const {
    pool,
    bus,
    connections,
    notifications,
    providers,
    keys,
    codes,
    providedTo,
    vault,
    meters,
    owner,
    options = {},
    log,
  } = context;
  const { ttlMs, renewMs, most, retryDelaysMs = RETRY_DELAYS_MS, callMs = CALL_MS, holdMs = HOLD_MS } = { ...LEASE, ...options };
  const competition: Leases = leases({ pool, owner, ttlMs, renewMs, ...(most !== undefined && { most }), log });
  const fetchRules = { delaysMs: FETCH_DELAYS_MS, idleMs: FETCH_IDLE_MS, ...options.fetches };
  const owned = new Map<string, { lease: Lease; wake: WakeSignal; wakeFetches: WakeSignal; wakeReads: WakeSignal }>();
  /** Connections on which messages of a campaign may have to be withdrawn. */
  const withdrawing = new Set<string>();
  const closed = new AbortController();
  const look = wakeSignal();

  const own = (id: string): void => {
    const wake = wakeSignal();
    const wakeFetches = wakeSignal();
    const wakeReads = wakeSignal();
    const name = `connection:${id}`;
    const held: Lease = competition.compete(name, {
      onGained: async (epoch, lost) => {
        const connection = await connections.ask(id);
        if (!connection) return;
        const provider = providers.of(connection);
        const meter = meters.of(id);
        lost.addEventListener('abort', meter.end, { once: true });
        withdrawing.add(id);
        const host = sessionHost({
          connection,
          pool,
          bus,
          connections,
          keys,
          codes,
          provides: providedTo(connection),
          meter,
          lease: { name, epoch, held, lost },
          becameReady: wake.wake,
          log,
        });
        const session = await open(provider, connection, host.held, log);
        if (!session) return;
        const ended = new AbortController();
        const hosting = host.run(session, ended.signal);
        const unlistenNudges = notifications.on('gateway_nudge', (of) => {
          if (of === null || of === id) session.nudged?.();
        });
        const fetching = fetchFiles({
          connection,
          table: fetchTable(pool, id, epoch, host.held.transaction),
          tools: { session, sources: host.held.vault, vault, rules: fetchRules },
          bus,
          wake: wakeFetches,
          held: () => held.held(),
          lost: AbortSignal.any([lost, ended.signal]),
          log,
        });
        const reading = tellReads({
          connectionId: id,
          pool,
          session,
          wake: wakeReads,
          lost: AbortSignal.any([lost, ended.signal]),
          log,
        });
        try {
          await sendOutbox({
            connection,
            session: refusing(session, () => connections.get(id)?.deleted ?? false),
            tableOf: (current) => outboxTable(pool, id, name, current),
            epoch,
            advance: held.advance,
            rules: { again: provider?.again ?? 'same id', retryDelaysMs, callMs, holdMs },
            bus,
            wake,
            withdraws: () => withdrawing.delete(id),
            ...(options.pollMs !== undefined && { pollMs: options.pollMs }),
            held: () => held.held(),
            lost,
            log,
          });
        } finally {
          unlistenNudges();
          ended.abort();
          await fetching;
          await reading;
          await session.stop();
          await hosting;
        }
      },
    });
    owned.set(id, { lease: held, wake, wakeFetches, wakeReads });
  };

  const reconcile = async (): Promise<void> => {
    const wanted = new Set(await connections.toOwn());
    for (const id of wanted) if (!owned.has(id) && !closed.signal.aborted) own(id);
    for (const [id, { lease: held }] of owned) {
      if (wanted.has(id)) continue;
      owned.delete(id);
      await held.stop();
    }
  };
  const run = async (): Promise<void> => {
    while (!closed.signal.aborted) {
      await reconcile().catch(async (err: unknown) => {
        log.warn({ err }, 'cannot check the connections, retrying');
        await pause(AGAIN_MS, closed.signal);
        look.wake();
      });
      await look.wait(RECONCILE_MS, closed.signal);
    }
  };

  const unwatch = connections.onChange(look.wake);
  const unlisten = notifications.on('gateway_outbox', (id) => {
    // A connection that needed no owner has something to send after all.
    if (id !== null) (owned.get(id)?.wake ?? look).wake();
    else for (const { wake } of owned.values()) wake.wake();
  });
  const unlistenCampaigns = notifications.on('gateway_campaign', (id) => {
    for (const one of id === null ? owned.keys() : [id]) withdrawing.add(one);
    if (id !== null) (owned.get(id)?.wake ?? look).wake();
    else for (const { wake } of owned.values()) wake.wake();
  });
  const unlistenFetches = notifications.on('gateway_fetch', (id) => {
    if (id !== null) (owned.get(id)?.wakeFetches ?? look).wake();
    else for (const { wakeFetches } of owned.values()) wakeFetches.wake();
  });
  const unlistenReads = notifications.on('gateway_read', (id) => {
    if (id !== null) owned.get(id)?.wakeReads.wake();
  });
  const running = run();
  return {
    /** How many connections this instance owns now. */
    owned: competition.held,
    close: async () => {
      closed.abort();
      unlisten();
      unlistenCampaigns();
      unlistenFetches();
      unlistenReads();
      unwatch();
      await running;
      await Promise.all([...owned.values()].map(({ lease: held }) => held.stop()));
    },
  };
};

/** Opens a session, with retries until it succeeds; null if the lease was lost before. */
const open = async (provider: Provider | undefined, connection: Connection, held: Held, log: Logger): Promise<Session | null> => {
  if (!provider) return noChannel;
  return retried(async () => provider.start(connection, held), {
    firstMs: 500,
    mostMs: 30_000,
    signal: held.lost,
    failed: (err) =>
      log.warn({ err, connectionId: connection.id, channel: connection.channel }, 'cannot open a connection, retrying'),
  }).catch(() => null);
};

/** The session of a connection whose channel has no provider in this installation: sends fail, so that users see it. */
const noChannel: Session = {
  send: () => Promise.reject(new Permanent('This channel is not available here.')),
  stop: () => Promise.resolve(),
};

const refusing = (session: Session, isDeleted: () => boolean): Session => ({
  ...session,
  // Messages that wait for a session that will never be ready must end too.
  ready: () => isDeleted() || session.ready?.() !== false,
  send: (message, options) =>
    isDeleted()
      ? Promise.reject(new Permanent('The connection was deleted.', { reason: 'disconnected' }))
      : session.send(message, options),
});
