import { createHash } from 'node:crypto';
import { isLasting, type Logger, pause } from '@prosa/infra/runtime';
import type pg from 'pg';
import type { Connection, GatewayServices } from '../provider.port.ts';
import { isUnread } from './graph.lines.ts';
import type { Entry, Reporting, Told, WebhookReader } from './graph.reader.ts';

const CONTEXT = 'parked webhook';
const PAGE = 50;
const AGAIN_MS = 5_000;

export const parkedMigrations = [
  {
    name: 'graph-1',
    sql: `create table gateway.graph_parked (
      id bigint generated always as identity primary key, connection_id uuid not null, sealed bytea not null,
      at timestamptz not null default now()
    );
    create index graph_parked_at on gateway.graph_parked (at);`,
  },
  // Meta delivers again what was not answered in time.
  {
    name: 'graph-2',
    sql: `alter table gateway.graph_parked add column digest bytea;
    create unique index graph_parked_once on gateway.graph_parked (connection_id, digest);`,
  },
] as const;
export const parkedSweeps = [`delete from gateway.graph_parked where at < now() - interval '30 days'`] as const;

/**
 * Something of a webhook that nobody could read, in the webhook's form. `isReported`: it was, as a line; else nobody has heard of it.
 */
export type Parked = { object: string; entry: Entry; isReported: boolean };
type Row = { id: string; open: () => Promise<Parked> };

/** Parts of Meta's webhooks that nobody could read, stored for 30 days and sealed with the key of their connection. */
export const graphParked = (pool: pg.Pool) => ({
  put: async (services: Pick<GatewayServices, 'vaultOf'>, connection: Connection, parked: Parked): Promise<void> => {
    const text = JSON.stringify(parked);
    await pool.query(
      'insert into gateway.graph_parked (connection_id, sealed, digest) values ($1, $2, $3) on conflict (connection_id, digest) do nothing',
      [connection.id, await services.vaultOf(connection).seal(text, CONTEXT), createHash('sha256').update(text).digest()],
    );
  },
  /** Those of a connection after the row `after`, in the order in which they came. */
  page: async (services: Pick<GatewayServices, 'vaultOf'>, connection: Connection, after: string): Promise<Row[]> => {
    const { rows } = await pool.query<{ id: string; sealed: Buffer }>(
      `select id::text, sealed from gateway.graph_parked where connection_id = $1 and id > $2
       order by graph_parked.id limit $3`,
      [connection.id, after, PAGE],
    );
    const vault = services.vaultOf(connection);
    const open = async (sealed: Buffer) => JSON.parse(String(await vault.open(sealed, CONTEXT))) as Parked;
    return rows.map(({ id, sealed }) => ({ id, open: () => open(sealed) }));
  },
  drop: async (id: string): Promise<void> => void (await pool.query('delete from gateway.graph_parked where id = $1', [id])),
});
export type GraphParked = ReturnType<typeof graphParked>;

type Tools = { parked: GraphParked; readers: readonly WebhookReader[]; log: Logger };

/**
 * Reads again what an earlier release could not: what this one can read is reported, and not kept any more. A message that was shown as a
 * line fills it; one that nobody has heard of comes as any other. Ends soon after `over` was aborted.
 */
export const readParkedAgain = async (to: Reporting, { parked, readers, log }: Tools, over: AbortSignal): Promise<void> => {
  while (!over.aborted) {
    try {
      for (let after = '0'; !over.aborted; ) {
        const rows = await parked.page(to.services, to.connection, after);
        for (const row of rows) if (!over.aborted && (await isToldNow(row, to, readers))) await parked.drop(row.id);
        after = rows.at(-1)?.id ?? after;
        if (rows.length < PAGE) return;
      }
    } catch (err) {
      if (over.aborted) return;
      log.warn({ err, connectionId: to.connection.id }, 'what could not be read before cannot be read again now, retrying');
      await pause(AGAIN_MS, over);
    }
  }
};

const isToldNow = async (row: Row, to: Reporting, readers: readonly WebhookReader[]): Promise<boolean> => {
  try {
    const { object, entry, isReported } = await row.open();
    const reader = readers.find((one) => one.object === object);
    if (!reader) return false;
    const told = reader.read(entry);
    for (const one of told) if (!(await tell(one, to, isReported))) return false;
    return told.length > 0;
  } catch (error) {
    // Whatever is wrong with it is so still.
    if (isLasting(error)) return false;
    throw error;
  }
};

const tell = async (told: Told, to: Reporting, again: boolean): Promise<boolean> => {
  if ('fault' in told) return false;
  if (!('messages' in told)) {
    await told.report(to);
    return true;
  }
  const messages = await told.messages(to);
  if (messages.some(isUnread)) return false;
  await to.services.callbacksOf(to.connection).received(messages.map((one) => (again ? { ...one, again } : one)));
  return true;
};
