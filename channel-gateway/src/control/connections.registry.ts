import { type Logger, pause, wakeSignal } from '@prosa/infra/runtime';
import type pg from 'pg';
import type { Connection } from '../channels/provider.port.ts';
import type { Notifications } from '../kernel/notifications.ts';

const columns = `connection_id as id,
  exists (select from gateway.setting s where s.company_id = c.company_id and s.key = 'CheckMsgIsGroup' and s.value = 'disabled')
    as "takesGroups",
  not exists (select from gateway.setting s where s.company_id = c.company_id and s.key = 'call' and s.value = 'disabled')
    as "takesCalls", company_id as "companyId", name, channel, provider, status, token_hash as "tokenHash", deleted,
  case when asked_id is not null then json_build_object('id', asked_id, 'ask', ask, 'number', asked_number) end as asked, handled, position::text`;
/** Poll interval, in case a notification was lost. */
const REFRESH_MS = 15_000;
/** Wait after an error, before the changes are read again. */
const AGAIN_MS = 250;

/** `handled`: the id of the last request to its session that is done. `position`: position of the control message that last changed it. */
export type KnownConnection = Connection & { handled: string | null; position: string };

export type Connections = {
  /** The connection as this instance knows it, normally some milliseconds old at most. */
  get: (id: string) => KnownConnection | undefined;
  /** The connection as it is in Postgres now. `id` must be a UUID. */
  ask: (id: string) => Promise<KnownConnection | undefined>;
  /** The connections that need an owner: all existing ones, and deleted ones with remaining work. */
  toOwn: () => Promise<string[]>;
  /** Returns a function that unsubscribes. */
  onChange: (changed: () => void) => () => void;
  close: () => Promise<void>;
};

/** Keeps every connection of the installation in memory, updated by the notifications between instances. */
export const connectionsRegistry = async (pool: pg.Pool, notifications: Notifications, log: Logger): Promise<Connections> => {
  const known = new Map<string, KnownConnection>();
  const listeners = new Set<() => void>();
  const closed = new AbortController();
  const wake = wakeSignal();

  const load = async (): Promise<void> => {
    const { rows } = await pool.query<KnownConnection>(`select ${columns} from gateway.connection c`);
    for (const row of rows) known.set(row.id, row);
    for (const changed of listeners) changed();
  };
  const ask = async (id: string): Promise<KnownConnection | undefined> => {
    const { rows } = await pool.query<KnownConnection>({
      name: 'gateway-connection',
      text: `select ${columns} from gateway.connection c where connection_id = $1`,
      values: [id],
    });
    if (rows[0]) known.set(id, rows[0]);
    return rows[0];
  };
  const keepUp = async (): Promise<void> => {
    while (!closed.signal.aborted) {
      await wake.wait(REFRESH_MS, closed.signal);
      if (closed.signal.aborted) return;
      await load().catch(async (err: unknown) => {
        log.warn({ err }, 'cannot read the connections, retrying');
        await pause(AGAIN_MS, closed.signal);
        wake.wake();
      });
    }
  };

  const unlisten = notifications.on('gateway_connection', () => wake.wake());
  await load();
  const running = keepUp();
  return {
    get: (id) => known.get(id),
    ask,
    toOwn: async () => {
      const { rows } = await pool.query<{ id: string }>(
        `select connection_id as id from gateway.connection c where not deleted or asked_id is distinct from handled
           or exists (select 1 from gateway.outbox o where o.connection_id = c.connection_id and not o.told)
           or exists (select 1 from gateway.inbound_fetch f where f.connection_id = c.connection_id and not f.told)`,
      );
      return rows.map(({ id }) => id);
    },
    onChange: (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    close: async () => {
      closed.abort();
      unlisten();
      await running;
    },
  };
};
