import {
  type Bus,
  type ConnectionKeys,
  type Lease,
  type Logger,
  lease,
  pause,
  retried,
  type WakeSignal,
  wakeSignal,
} from '@prosa/infra/runtime';
import type pg from 'pg';
import { type Callbacks, type Connection, type Held, Permanent, type Provider, type Session } from '../channels/provider.port.ts';
import type { Providers } from '../channels/provider.registry.ts';
import type { Connections } from '../control/connections.registry.ts';
import type { Notifications } from '../kernel/notifications.ts';
import type { SessionCodes } from '../sessions/codes.ts';
import { sessionHost } from '../sessions/session.host.ts';
import { CALL_MS, RETRY_DELAYS_MS } from './attempt.ts';
import { outboxTable } from './outbox.table.ts';
import { sendOutbox } from './sender.ts';

export type OwnerOptions = { ttlMs?: number; renewMs?: number; retryDelaysMs?: readonly number[]; callMs?: number };

/** How often it is looked whether a connection has come or gone without a word. */
const RECONCILE_MS = 15_000;
/** After an error: one that has come has nobody yet. */
const AGAIN_MS = 250;

/**
 * Competes for the lease of every connection; where it wins, it runs the connection's session and sends its outbox. With several
 * instances each connection has one owner, and another when that one dies (ADR 15).
 */
export const ownConnections = (context: {
  pool: pg.Pool;
  bus: Bus;
  connections: Connections;
  notifications: Notifications;
  providers: Providers;
  keys: ConnectionKeys;
  codes: SessionCodes;
  callbacksOf: (connection: Connection) => Callbacks;
  /** Of this process alone. */
  owner: string;
  options?: OwnerOptions;
  log: Logger;
}): { close: () => Promise<void> } => {
  const { pool, bus, connections, notifications, providers, keys, codes, callbacksOf, owner, options = {}, log } = context;
  const { ttlMs, renewMs, retryDelaysMs = RETRY_DELAYS_MS, callMs = CALL_MS } = options;
  const owned = new Map<string, { lease: Lease; wake: WakeSignal }>();
  const closed = new AbortController();
  const look = wakeSignal();

  const own = (id: string): void => {
    const wake = wakeSignal();
    const name = `connection:${id}`;
    const held: Lease = lease({
      pool,
      name,
      owner,
      ...(ttlMs !== undefined && { ttlMs }),
      ...(renewMs !== undefined && { renewMs }),
      log,
      onGained: async (epoch, lost) => {
        const connection = await connections.ask(id);
        if (!connection) return;
        const provider = providers.of(connection);
        const host = sessionHost({
          connection,
          pool,
          bus,
          connections,
          keys,
          codes,
          callbacks: callbacksOf(connection),
          lease: { name, epoch, held, lost },
          becameReady: wake.wake,
          log,
        });
        const session = await open(provider, connection, host.held, log);
        if (!session) return;
        const ended = new AbortController();
        const hosting = host.run(session, ended.signal);
        try {
          await sendOutbox({
            connection,
            session: refusing(session, () => connections.get(id)?.deleted ?? false),
            tableOf: (current) => outboxTable(pool, id, name, current),
            epoch,
            advance: held.advance,
            rules: { again: provider?.again ?? 'same id', retryDelaysMs, callMs },
            bus,
            wake,
            held: () => held.held(),
            lost,
            log,
          });
        } finally {
          ended.abort();
          await session.stop();
          await hosting;
        }
      },
    });
    owned.set(id, { lease: held, wake });
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
        log.warn({ err }, 'connections could not be looked at, trying again');
        await pause(AGAIN_MS, closed.signal);
        look.wake();
      });
      await look.wait(RECONCILE_MS, closed.signal);
    }
  };

  const unwatch = connections.onChange(look.wake);
  const unlisten = notifications.on('gateway_outbox', (id) => {
    // One that was not to be owned has something to send after all.
    if (id !== null) (owned.get(id)?.wake ?? look).wake();
    else for (const { wake } of owned.values()) wake.wake();
  });
  const running = run();
  return {
    close: async () => {
      closed.abort();
      unlisten();
      unwatch();
      await running;
      await Promise.all([...owned.values()].map(({ lease: held }) => held.stop()));
    },
  };
};

/** A session, tried for until it opens; null when the lease was lost before. */
const open = async (provider: Provider | undefined, connection: Connection, held: Held, log: Logger): Promise<Session | null> => {
  if (!provider) return noChannel;
  return retried(async () => provider.start(connection, held), {
    firstMs: 500,
    mostMs: 30_000,
    signal: held.lost,
    failed: (err) =>
      log.warn({ err, connectionId: connection.id, channel: connection.channel }, 'a connection could not be opened'),
  }).catch(() => null);
};

/** A connection of a channel that this installation has no provider for: sends fail, so that people see it. */
const noChannel: Session = {
  send: () => Promise.reject(new Permanent('This channel is not available here.')),
  stop: () => Promise.resolve(),
};

const refusing = (session: Session, isDeleted: () => boolean): Session => ({
  ...session,
  // What waits for a session that will never be ready ends, too.
  ready: () => isDeleted() || session.ready?.() !== false,
  send: (message, options) =>
    isDeleted() ? Promise.reject(new Permanent('The connection was deleted.')) : session.send(message, options),
});
