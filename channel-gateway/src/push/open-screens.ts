import { boundedCache, type Logger, noteOpenScreens, WATCHED, WATCHED_EACH_MS } from '@prosa/infra/runtime';
import type pg from 'pg';

/** Far more companies than have screens at one instance. */
const MAX_ENTRIES = 100_000;

/** Tells the projection side which companies have open screens: pushes are built for those only. */
export const watchedDesk = ({
  pool,
  notify,
  log,
  eachMs = WATCHED_EACH_MS,
}: {
  pool: pg.Pool;
  notify: (channel: string, payload: string) => void;
  log: Logger;
  eachMs?: number;
}) => {
  /** Companies that were noted here not long ago. */
  const noted = boundedCache<string, true>({ max: MAX_ENTRIES, ttl: eachMs, ttlResolution: 0 });

  return (companyIds: Iterable<string>): void => {
    const due = [...companyIds].filter((id) => !noted.has(id));
    for (const id of due) {
      noted.set(id, true);
      notify(WATCHED, id);
    }
    if (due.length === 0) return;
    noteOpenScreens(pool, due).catch((err: unknown) => {
      for (const id of due) noted.delete(id);
      log.warn({ err }, 'which companies are watched could not be noted');
    });
  };
};
