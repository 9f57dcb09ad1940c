import { PLATFORM, sessionEvents } from '@prosa/contracts';
import { type Decoded, type Logger, type PgListener, readOpenScreens, WATCHED } from '@prosa/infra/runtime';
import type pg from 'pg';

/**
 * A company counts as watched for this long after its last screen was seen: as long as a hub keeps what it could send to one that returns
 * (5 min), and twice the time between two notes.
 */
const KEPT_MS = 7 * 60_000;
/** For this long after somebody has signed in: their screen opens within it, or there is none. */
const OPENING_MS = 60_000;
/** How often the table is read, in case a notification was lost. */
const LOOK_MS = 10_000;
/** After the start everybody counts as watched until the hubs have noted their companies twice: the table is lost in a crash of Postgres. */
const TRUSTED_AFTER_MS = 2 * 60_000;

/** Companies whose screens are open, or were a short time ago. */
export type Watched = {
  has: (companyId: string) => boolean;
  /** Notes who has just signed in: their screen is about to open, and shall not have to fetch twice. */
  follow: (facts: readonly Decoded[]) => void;
  close: () => void;
};

export const companiesWithOpenScreens = ({
  pool,
  listener,
  log,
  trustedAfterMs = TRUSTED_AFTER_MS,
  lookMs = LOOK_MS,
  now = () => performance.now(),
}: {
  pool: pg.Pool;
  listener: Pick<PgListener, 'on'>;
  log: Logger;
  trustedAfterMs?: number;
  lookMs?: number;
  now?: () => number;
}): Watched => {
  const begun = now();
  /** When each company was last seen, by `now`. */
  const seen = new Map<string, number>();
  let isRead = false;

  const note = (companyId: string, at = now()): void => {
    seen.set(companyId, Math.max(at, seen.get(companyId) ?? at));
  };
  const look = async (): Promise<void> => {
    try {
      for (const { companyId, agoMs } of await readOpenScreens(pool, KEPT_MS)) note(companyId, now() - agoMs);
      isRead = true;
    } catch (err) {
      isRead = false;
      log.warn({ err }, 'which companies are watched could not be read: all count as watched');
    }
    for (const [id, at] of seen) if (now() - at > KEPT_MS) seen.delete(id);
  };
  const unlisten = listener.on(WATCHED, (companyId) => {
    if (companyId === null) void look();
    else note(companyId);
  });
  const looking = setInterval(look, lookMs);
  looking.unref();
  void look();

  return {
    // A change of PLATFORM may be for everyone.
    has: (companyId) => !isRead || companyId === PLATFORM || now() - begun < trustedAfterMs || seen.has(companyId),
    follow: (facts) => {
      for (const { type, meta } of facts)
        if (type === sessionEvents.UserSignedIn.type) note(meta.companyId, now() - KEPT_MS + OPENING_MS);
    },
    close: () => {
      unlisten();
      clearInterval(looking);
    },
  };
};
