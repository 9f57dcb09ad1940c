import { TIMINGS, type Timings } from './timings.ts';

/** How a socket was closed: the code that Baileys gives for it, and what the server said with it. */
export type Closed = {
  /** Null: Prosa has closed it. */
  code: number | null;
  /** When a ban ends, if the server says so. */
  until?: Date | null;
  /** Whether all codes were shown, and none was scanned. */
  codesUsedUp?: boolean;
};
/** Failures and replacements before it. */
export type Past = { failures: number; replacedAt: number | null; now: number };

/** The next step: a new socket, at once or later, or none. */
export type Next =
  | { do: 'restart' }
  | { do: 'retry'; afterMs: number; status: 'OPENING' | 'TIMEOUT'; reason: string | null }
  | { do: 'stop'; reason: string; until: Date | null; wipe: boolean };

/** A session that another client has replaced goes back once, and stops if that happens again within this time. */
const REPLACED_AGAIN_MS = 10 * 60_000;
/** Unknown refusals in a row after which it stops. */
const MOST_REFUSALS = 20;

const AWAY: ReadonlySet<number> = new Set([408, 428, 500, 502, 503, 504, 516]);
const LOCKED: ReadonlySet<number> = new Set([403, 406]);
const OLD: ReadonlySet<number> = new Set([405, 409]);

/** Decides what a session does after its socket was closed. `random` is between 0 and 1. */
export const afterClosing = (
  { code, until = null, codesUsedUp = false }: Closed,
  past: Past,
  random: number,
  { replacedMs, backOffMs }: Pick<Timings, 'replacedMs' | 'backOffMs'> = TIMINGS,
): Next => {
  const stop = (reason: string, more: { until?: Date | null; wipe?: boolean } = {}): Next => ({
    do: 'stop',
    reason,
    until: more.until ?? null,
    wipe: more.wipe ?? false,
  });
  const retry = (): Next => {
    const waitMs = backOffMs[Math.min(past.failures, backOffMs.length - 1)]!;
    return { do: 'retry', afterMs: waitMs * (0.75 + random / 2), status: 'OPENING', reason: null };
  };
  if (code === null || code === 515) return { do: 'restart' };
  if (code === 401) return stop('logged-out', { wipe: true });
  if (codesUsedUp) return stop('not-scanned', { wipe: true });
  if (AWAY.has(code)) return retry();
  if (code === 402) return stop('banned', { until });
  if (LOCKED.has(code)) return stop('locked');
  if (OLD.has(code)) return stop('version');
  if (code === 440) {
    const isAgain = past.replacedAt !== null && past.now - past.replacedAt < REPLACED_AGAIN_MS;
    return isAgain ? stop('replaced') : { do: 'retry', afterMs: replacedMs, status: 'TIMEOUT', reason: 'replaced' };
  }
  return code === 411 || past.failures + 1 >= MOST_REFUSALS ? stop('gave-up') : retry();
};
