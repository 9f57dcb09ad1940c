import { boundedCache } from '@prosa/infra/runtime';
import type { Deps } from '../../kernel/deps.ts';

/** How long a connection's queue is used as it was told: whoever sends much asks once a second. */
const FRESH_MS = 1_000;
/** Nobody waits longer than this for an estimate. */
const ANSWER_MS = 250;
const MAX_CONNECTIONS = 2_000;

type Of = { companyId: string; connectionId: string };

/**
 * Estimates when a message leaves that waits since `at`: after the long pause that its channel asks for, and after what waits before it,
 * which takes about as long as the oldest of that has waited. Messages of the API wait for no campaign and for none of its intervals.
 * Without an answer of the gateway: at once.
 */
export const createLeaving = ({ referenceData, gateway, clock }: Pick<Deps, 'referenceData' | 'gateway' | 'clock'>) => {
  const known = boundedCache<string, Promise<number | null>>({ max: MAX_CONNECTIONS, ttl: FRESH_MS });

  /** Since when the oldest message waits, in milliseconds since 1970; null: none does, or nobody tells. */
  const oldestOf = (of: Of, channel: Parameters<typeof gateway.ask>[0]['channel'], provider: string): Promise<number | null> => {
    const before = known.get(of.connectionId);
    if (before) return before;
    const late = AbortSignal.timeout(ANSWER_MS);
    const asking = Promise.race([
      gateway.ask({ kind: 'queue', ...of, channel, provider }).then(
        ({ waitingSince }) => (waitingSince === null ? null : Date.parse(waitingSince)),
        () => null,
      ),
      new Promise<null>((resolve) => late.addEventListener('abort', () => resolve(null), { once: true })),
    ]);
    known.set(of.connectionId, asking);
    return asking;
  };

  return async (of: Of, at: Date): Promise<Date> => {
    const connection = await referenceData.connection(of.companyId, of.connectionId);
    if (!connection) return at;
    const { channel, provider, reason, until } = connection;
    const oldest = await oldestOf(of, channel, provider);
    const since = at.getTime();
    const pausedUntil = reason === 'slow-down' && until ? Date.parse(until) : 0;
    const before = oldest === null ? 0 : Math.max(0, since - oldest);
    // What has waited for longer than it was expected to leaves soon.
    const soonest = before === 0 && pausedUntil === 0 ? since : Math.max(since, clock().getTime(), pausedUntil);
    return new Date(soonest + before);
  };
};
