import { fields } from '@prosa/contracts';
import {
  type Bus,
  backOff,
  type ConnectionKeys,
  type Lease,
  type Logger,
  type WakeSignal,
  wakeSignal,
} from '@prosa/infra/runtime';
import type pg from 'pg';
import type { Held, Session, Transaction } from '../channels/provider.port.ts';
import type { Connections, KnownConnection } from '../control/connections.registry.ts';
import type { SessionCodes } from './codes.ts';
import type { SessionMeters } from './session.meters.ts';
import { publishSession } from './session.publisher.ts';
import { sessionTable } from './session.table.ts';
import { underLease } from './under-lease.ts';

/** Poll interval, in case a notification was lost. */
const LOOK_MS = 15_000;
/** Back-off after a failure. */
const AGAIN = { firstMs: 250, mostMs: 30_000 };

/** Services for a session that have nothing to do with its lease. */
export type Provided = Pick<Held, 'callbacks' | 'openMedia' | 'openParcel' | 'linkTo' | 'secrets'>;

/**
 * Serves a session while its owner has the lease: stores and publishes the session's state, stores the code that it shows, and
 * passes requests to it until they are done.
 */
export const sessionHost = (context: {
  connection: KnownConnection;
  pool: pg.Pool;
  bus: Pick<Bus, 'publish'>;
  connections: Pick<Connections, 'get' | 'ask' | 'onChange'>;
  keys: ConnectionKeys;
  codes: SessionCodes;
  provides: Provided;
  meter: ReturnType<SessionMeters['of']>;
  lease: { name: string; epoch: number; held: Pick<Lease, 'epoch'>; lost: AbortSignal };
  becameReady: () => void;
  log: Logger;
}): {
  held: Held;
  /** Runs until `ended` is aborted or the lease is lost. */
  run: (session: Session, ended: AbortSignal) => Promise<void>;
} => {
  const { connection, pool, bus, connections, keys, codes, provides, meter, lease, becameReady, log } = context;
  const { id } = connection;
  const { lost } = lease;
  const transaction = underLease(pool, lease.name, () => lease.held, lost);
  const table = sessionTable(pool, id);
  const toTell = wakeSignal();
  const toAsk = wakeSignal();

  const held: Held = {
    ...provides,
    meter,
    lost,
    transaction,
    vault: keys.vault(connection),
    report: async (state) => {
      await transaction(async (client) => {
        await table.write(client, fields.keptIn(state));
        if (state.status !== 'qrcode') await codes.clear(client, connection);
      });
      meter.reported(state.status);
      toTell.wake();
    },
    show: (code) =>
      code === null
        ? transaction((client) => codes.clear(client, connection))
        : codes.put(transaction, connection, lease.epoch, code),
    becameReady,
  };

  const tell = async (): Promise<void> => {
    const state = await table.untold();
    if (!state) return;
    await publishSession(bus, connection, state);
    await table.told(state.sequence);
  };

  /** Returns whether something was done, in which case there may be more. */
  const askOnce = async (session: Session): Promise<boolean> => {
    if (isDone(connections.get(id))) return false;
    const now = await connections.ask(id);
    if (!now?.asked || isDone(now)) return false;
    const { asked, deleted } = now;
    let isNoted = false;
    const once: Transaction = async (work) => {
      const result = await transaction(async (client) => {
        const done = await work(client);
        if (deleted) await endForGood(client);
        await client.query(
          `with done as (update gateway.connection set handled = $2 where connection_id = $1)
           select pg_notify('gateway_connection', $1::uuid::text)`,
          [id, asked.id],
        );
        return done;
      });
      isNoted = true;
      return result;
    };
    await session.asked?.(asked.ask, once, asked.number ?? null);
    if (!isNoted) await once(async () => undefined);
    return true;
  };
  const endForGood = async (client: pg.ClientBase): Promise<void> => {
    await codes.clear(client, connection);
    await client.query('delete from gateway.inbound_media where connection_id = $1', [id]);
    await keys.destroy(client, connection);
    await client.query('delete from gateway.secret where connection_id = $1', [id]);
  };

  /** Runs `work` at each wake-up, and retries it with back-off after a failure. */
  const keepAt = async (wake: WakeSignal, over: AbortSignal, what: string, work: () => Promise<unknown>): Promise<void> => {
    for (const waiting = backOff(AGAIN); !over.aborted; ) {
      try {
        await work();
        waiting.reset();
        await wake.wait(LOOK_MS, over);
      } catch (err) {
        if (over.aborted) return;
        log.warn({ err, connectionId: id }, what);
        await waiting.wait(over);
      }
    }
  };

  const run = async (session: Session, ended: AbortSignal): Promise<void> => {
    const over = AbortSignal.any([lost, ended]);
    const versionOf = ({ position, takesGroups, takesCalls }: KnownConnection) => `${position} ${takesGroups} ${takesCalls}`;
    let version = versionOf(connection);
    const heard = (): void => {
      const now = connections.get(id);
      if (!now) return;
      if (versionOf(now) !== version) session.changed?.(now);
      version = versionOf(now);
      if (!isDone(now)) toAsk.wake();
    };
    const unlisten = connections.onChange(heard);
    heard();
    // The code of a dead owner belongs to a socket that no longer exists.
    let isClear = false;
    const clearOnce = async (): Promise<void> => {
      if (!isClear) await transaction((client) => codes.clear(client, connection, lease.epoch));
      isClear = true;
    };
    await Promise.all([
      keepAt(toTell, over, 'how a session is could not be told, trying again', async () => {
        await clearOnce();
        await tell();
      }),
      keepAt(toAsk, over, 'what was asked of a session is not done yet, trying again', async () => {
        while (await askOnce(session)) if (over.aborted) return;
      }),
    ]);
    unlisten();
  };

  return { held, run };
};

const isDone = (connection: KnownConnection | undefined): boolean =>
  !connection?.asked || connection.asked.id === connection.handled;
