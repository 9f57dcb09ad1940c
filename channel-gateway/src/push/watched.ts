import { type Logger, noteWatched, WATCHED, WATCHED_EACH_MS } from '@prosa/infra/runtime';
import type pg from 'pg';

/** Tells the projection side which companies have open screens: pushes are built for those only (ADR 590). */
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
  /** When each company was last noted here, by `performance.now()`. */
  const noted = new Map<string, number>();

  return (companyIds: Iterable<string>): void => {
    const now = performance.now();
    for (const [id, at] of noted) if (now - at >= eachMs) noted.delete(id);
    const due = [...companyIds].filter((id) => !noted.has(id));
    for (const id of due) {
      noted.set(id, now);
      notify(WATCHED, id);
    }
    if (due.length === 0) return;
    noteWatched(pool, due).catch((err: unknown) => {
      for (const id of due) noted.delete(id);
      log.warn({ err }, 'which companies are watched could not be noted');
    });
  };
};
