import type { Identity, Outbound } from '@prosa/contracts';
import { type Logger, pause, type WakeSignal } from '@prosa/infra/runtime';
import type pg from 'pg';
import type { Session } from '../channels/provider.port.ts';

type Read = Extract<Outbound, { kind: 'read' }>;

/** A chat is told at most this often. */
const EVERY_MS = 2_000;
/** Poll interval, in case a notification was lost. */
const POLL_MS = 60_000;
/** A read mark older than this is of no use any more. */
const KEPT = '1 hour';

/** Notes what was read, the newest of each chat. */
export const insertReads = async (pool: pg.Pool, reads: Read[]): Promise<void> => {
  // One statement cannot change a row twice.
  const newest = [...new Map(reads.map((one) => [`${one.connectionId} ${one.conversation}`, one])).values()];
  await pool.query(
    `insert into gateway.read as r (connection_id, conversation, to_kind, to_value, channel_ids, position)
     select u.connection_id, u.conversation, u.to_kind, u.to_value, array(select jsonb_array_elements_text(u.channel_ids)), u.position
     from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::jsonb[], $6::numeric[])
       as u(connection_id, conversation, to_kind, to_value, channel_ids, position)
     on conflict (connection_id, conversation) do update set to_kind = excluded.to_kind, to_value = excluded.to_value,
       channel_ids = excluded.channel_ids, position = excluded.position, at = now() where r.position < excluded.position`,
    [
      newest.map(({ connectionId }) => connectionId),
      newest.map(({ conversation }) => conversation),
      newest.map(({ to }) => to.kind),
      newest.map(({ to }) => to.value),
      newest.map(({ channelIds }) => JSON.stringify(channelIds)),
      newest.map(({ position }) => position),
    ],
  );
};

/** Tells a connection's customers what was read, while its session is ready. What is lost in a crash, the next read makes good. */
export const tellReads = async (context: {
  connectionId: string;
  pool: pg.Pool;
  session: Session;
  wake: WakeSignal;
  lost: AbortSignal;
  log: Logger;
}): Promise<void> => {
  const { connectionId, pool, session, wake, lost, log } = context;
  const take = async (): Promise<{ to: Identity; channelIds: string[] }[]> => {
    const { rows } = await pool.query<{ kind: Identity['kind']; value: string; channelIds: string[]; isLate: boolean }>(
      `delete from gateway.read where connection_id = $1
       returning to_kind as kind, to_value as value, channel_ids as "channelIds", at < now() - interval '${KEPT}' as "isLate"`,
      [connectionId],
    );
    return rows.filter(({ isLate }) => !isLate).map(({ kind, value, channelIds }) => ({ to: { kind, value }, channelIds }));
  };
  /** One customer who cannot be told keeps nobody else from it. */
  const tellEach = async (reads: { to: Identity; channelIds: string[] }[]): Promise<void> => {
    for (const read of reads)
      await session
        .read?.(read)
        .catch((err: unknown) => log.warn({ err, connectionId }, 'a customer was not told that messages were read'));
  };
  while (!lost.aborted) {
    await wake.wait(POLL_MS, lost);
    if (lost.aborted) return;
    if (session.ready?.() !== false)
      await take()
        .then(tellEach)
        .catch((err: unknown) => log.warn({ err, connectionId }, 'cannot look which messages were read, retrying'));
    await pause(EVERY_MS, lost);
  }
};
