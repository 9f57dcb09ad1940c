import { type Inbound, limits, topics } from '@prosa/contracts';
import { type Bus, type Logger, pause, retried } from '@prosa/infra/runtime';
import type pg from 'pg';

/** A user whose screens have been silent for this long has gone: two of their signs may be lost. */
export const SILENT_MS = 2 * limits.userStatusMs + 60_000;
const SWEEP_MS = 60_000;
/** Further signs of a user within this time are not noted: a screen may send them without end. */
const REST_MS = 30_000;
const AT_ONCE = 200;
/** Until the screen's next sign. */
const TRIES = { firstMs: 100, mostMs: 10_000, withinMs: limits.userStatusMs };

type Row = { userId: string; companyId: string; online: boolean; sequence: string; at: Date };
type User = { userId: string; companyId: string };
export type PresenceOptions = { silentMs?: number; sweepMs?: number; restMs?: number };

/**
 * Who is there: kept in Postgres by the signs of all instances' screens, and told to the command side only when it changes. Any number of
 * instances may sweep; what is told twice has no further effect. The sequence is a time, so it also grows after rows were lost.
 */
export const presenceDesk = ({
  pool,
  bus,
  log,
  options: { silentMs = SILENT_MS, sweepMs = SWEEP_MS, restMs = REST_MS } = {},
}: {
  pool: pg.Pool;
  bus: Pick<Bus, 'publish'>;
  log: Logger;
  options?: PresenceOptions | undefined;
}) => {
  const stop = new AbortController();
  const works = new Set<Promise<void>>();
  /** When users were last noted here, by `performance.now()`. */
  const noted = new Map<string, number>();

  /** Publishes what the command side does not know yet. */
  const tell = async (): Promise<void> => {
    const { rows } = await pool.query<Row>(
      `select user_id as "userId", company_id as "companyId", online, sequence::text, seen_at as at
       from gateway.presence where not told limit ${AT_ONCE}`,
    );
    if (rows.length === 0) return;
    const said = rows.map(({ sequence, at, ...row }): { key: string; value: Inbound } => ({
      key: row.userId,
      value: { kind: 'presence', ...row, sequence: Number(sequence), at: at.toISOString() },
    }));
    await bus.publish(said.map((one) => ({ topic: topics.inbound, ...one })));
    await pool.query(
      `update gateway.presence p set told = true from unnest($1::uuid[], $2::bigint[]) as of(user_id, sequence)
       where p.user_id = of.user_id and p.sequence = of.sequence`,
      [rows.map(({ userId }) => userId), rows.map(({ sequence }) => sequence)],
    );
    if (rows.length === AT_ONCE) await tell();
  };

  const sweep = async (): Promise<void> => {
    await pool.query(
      `update gateway.presence set online = false, told = false, sequence = ${NEXT}
       where online and seen_at < now() - $1 * interval '1 millisecond'`,
      [silentMs],
    );
    await tell();
  };
  const keepSweeping = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      for (const [userId, at] of noted) if (performance.now() - at >= restMs) noted.delete(userId);
      await sweep().catch((err: unknown) => log.warn({ err }, 'who has gone could not be told'));
      await pause(sweepMs * (0.9 + Math.random() * 0.2), stop.signal);
    }
  };

  const note = async ({ userId, companyId }: User): Promise<void> => {
    const { rows } = await pool.query<{ told: boolean }>(
      `insert into gateway.presence as presence (user_id, company_id, sequence) values ($1, $2, ${NOW})
       on conflict (user_id) do update set seen_at = now(), online = true, told = presence.told and presence.online,
         sequence = case when presence.online then presence.sequence else ${NEXT} end
       returning told`,
      [userId, companyId],
    );
    if (!rows[0]?.told) await tell();
  };

  return {
    start: (): void => void works.add(keepSweeping()),
    /** A sign of one of the user's screens. */
    seen: ({ userId, companyId }: User): void => {
      const now = performance.now();
      if (now - (noted.get(userId) ?? Number.NEGATIVE_INFINITY) < restMs) return;
      noted.set(userId, now);
      const work: Promise<void> = retried(() => note({ userId, companyId }), { ...TRIES, signal: stop.signal })
        .catch((err: unknown) => {
          noted.delete(userId);
          if (!stop.signal.aborted) log.warn({ err }, 'who is there could not be noted');
        })
        .finally(() => works.delete(work));
      works.add(work);
    },
    close: async (): Promise<void> => {
      stop.abort();
      await Promise.all(works);
    },
  };
};

const NOW = `(extract(epoch from clock_timestamp()) * 1000)::bigint`;
const NEXT = `greatest(presence.sequence + 1, ${NOW})`;
