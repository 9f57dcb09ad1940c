import { type Inbound, limits, topics } from '@prosa/contracts';
import { type Bus, type Logger, pause, retried } from '@prosa/infra/runtime';
import type pg from 'pg';

/**
 * A user who was not noted for this long has gone. While a screen is open it is noted with each ping, so one note may be lost. A screen that
 * no longer answers is noted for one ping more: with the next sweep its user is gone within 90 s.
 */
export const SILENT_MS = 2.5 * limits.livePingMs;
export const SWEEP_MS = 15_000;
const AT_ONCE = 200;
/** Until the next ping. */
const TRIES = { firstMs: 100, mostMs: 5_000, withinMs: limits.livePingMs };

type Row = { userId: string; companyId: string; online: boolean; idle: boolean; sequence: string; at: Date };
/** `idle`: none of the screens that are noted has been touched for a while. */
export type Seen = { userId: string; companyId: string; idle: boolean };
export type PresenceOptions = { sweepMs?: number };

/**
 * The presence of users: stored in Postgres by all instances from their open screens, and reported to the command side only when
 * it changes. Any number of instances may sweep; a repeated report has no further effect. The sequence is a time, so it also
 * grows after rows were lost.
 */
export const presenceDesk = ({
  pool,
  bus,
  log,
  options: { sweepMs = SWEEP_MS } = {},
}: {
  pool: pg.Pool;
  bus: Pick<Bus, 'publish'>;
  log: Logger;
  options?: PresenceOptions | undefined;
}) => {
  const stop = new AbortController();
  let sweeping: Promise<void> | undefined;
  /** Users to be noted, by id. */
  const due = new Map<string, Seen>();
  let noting: Promise<void> | undefined;

  /** Publishes what the command side does not know yet. */
  const tell = async (): Promise<void> => {
    const { rows } = await pool.query<Row>(
      `select user_id as "userId", company_id as "companyId", online, idle, sequence::text, seen_at as at
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

  /** A row that another instance holds is being noted or swept there. */
  const sweep = async (): Promise<void> => {
    await pool.query(
      `with gone as (
         select user_id from gateway.presence where online and seen_at < now() - $1 * interval '1 millisecond'
         for update skip locked
       )
       update gateway.presence set online = false, told = false, sequence = ${NEXT} from gone where presence.user_id = gone.user_id`,
      [SILENT_MS],
    );
    // Who has touched no screen of any instance; the first touch of one is noted at once.
    await pool.query(
      `with still as (
         select user_id from gateway.presence where online and not idle and active_at < now() - $1 * interval '1 millisecond'
         for update skip locked
       )
       update gateway.presence set idle = true, told = false, sequence = ${NEXT} from still where presence.user_id = still.user_id`,
      [SILENT_MS],
    );
    await tell();
  };
  /** The first sweep waits, because after a start the screens are only coming back. */
  const keepSweeping = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      await pause(sweepMs * (0.9 + Math.random() * 0.2), stop.signal);
      if (!stop.signal.aborted) await sweep().catch((err: unknown) => log.warn({ err }, 'who has gone could not be told'));
    }
  };

  /** In one order, so that instances with the same users do not wait for each other in a circle. */
  const note = async (users: readonly Seen[]): Promise<void> => {
    const { rows } = await pool.query<{ told: boolean }>(
      `insert into gateway.presence as presence (user_id, company_id, sequence, idle)
       select user_id, company_id, ${NOW}, idle from unnest($1::uuid[], $2::uuid[], $3::boolean[]) as of(user_id, company_id, idle)
       order by user_id
       on conflict (user_id) do update set seen_at = now(), online = true, idle = ${IDLE},
         active_at = case when excluded.idle then presence.active_at else now() end,
         told = presence.told and presence.online and presence.idle = ${IDLE},
         sequence = case when presence.online and presence.idle = ${IDLE} then presence.sequence else ${NEXT} end
       returning told`,
      [users.map(({ userId }) => userId), users.map(({ companyId }) => companyId), users.map(({ idle }) => idle)],
    );
    if (rows.some(({ told }) => !told)) await tell();
  };
  const noteDue = async (): Promise<void> => {
    while (due.size > 0 && !stop.signal.aborted) {
      const users = [...due.values()];
      due.clear();
      await retried(() => note(users), { ...TRIES, signal: stop.signal }).catch((err: unknown) => {
        if (!stop.signal.aborted) log.warn({ err }, 'who is there could not be noted');
      });
    }
    noting = undefined;
  };

  return {
    start: (): void => {
      sweeping = keepSweeping();
    },
    /** Notes users whose screens are open: many at once, and those who come while it writes together afterwards. */
    seen: (users: Iterable<Seen>): void => {
      for (const user of users) due.set(user.userId, { ...user, idle: user.idle && due.get(user.userId)?.idle !== false });
      if (due.size > 0) noting ??= noteDue();
    },
    close: async (): Promise<void> => {
      stop.abort();
      await Promise.all([sweeping, noting]);
    },
  };
};

const NOW = `(extract(epoch from clock_timestamp()) * 1000)::bigint`;
const NEXT = `greatest(presence.sequence + 1, ${NOW})`;
/** Another instance may have noted a touched screen: only a sweep says that none is, or who comes and touches none. */
const IDLE = `(excluded.idle and (presence.idle or not presence.online))`;
