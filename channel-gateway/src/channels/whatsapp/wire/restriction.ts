import { pause } from '@prosa/infra/runtime';
import type { SessionState } from '../../provider.port.ts';

/** The account may begin no chats; it still answers those who write. `until` null: nobody says when that ends. */
export type Restriction = { until: Date | null };

/** A timer cannot wait longer than 24 days. */
const MOST_MS = 20 * 86_400_000;

/** The known restriction of an account. Calls `changed` when it begins or ends. */
export const restrictionOf = (changed: () => void, over: AbortSignal) => {
  let known: Restriction | null = null;
  let watch = new AbortController();

  const set = (now: Restriction | null): void => {
    if (known?.until?.getTime() === now?.until?.getTime() && (known === null) === (now === null)) return;
    watch.abort();
    watch = new AbortController();
    known = now;
    changed();
    if (now?.until) void endsAt(now.until, AbortSignal.any([over, watch.signal]));
  };
  const endsAt = async (until: Date, signal: AbortSignal): Promise<void> => {
    while (!signal.aborted && until.getTime() > Date.now()) await pause(Math.min(MOST_MS, until.getTime() - Date.now()), signal);
    if (!signal.aborted) set(null);
  };
  return {
    set,
    /** The part of a connected session's state that shows it. */
    shown: (): Pick<SessionState, 'reason' | 'until'> => (known ? { reason: 'restricted', until: known.until } : {}),
  };
};
