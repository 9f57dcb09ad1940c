import { Refused } from '@prosa/contracts';
import { networkOf } from './network.ts';

/** Number of reads without a session that one network may make of a process in a minute. A page that anybody sees makes one or two. */
export const ANONYMOUS = { most: 120, ms: 60_000, networks: 10_000 };

/**
 * Counts reads without a session by network. The function throws ERR_TOO_MANY_REQUESTS with `details.retryAfter` in seconds. More networks
 * than are counted share one budget until the minute is over: nobody fills the memory with addresses.
 */
export const anonymousReads = ({ most, ms, networks } = ANONYMOUS, now = () => performance.now()) => {
  let counts = new Map<string, number>();
  let since = now();
  return (ip: string): void => {
    if (now() - since >= ms) {
      counts = new Map();
      since = now();
    }
    const network = networkOf(ip);
    const key = counts.has(network) || counts.size < networks ? network : 'others';
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    if (count <= most) return;
    const retryAfter = Math.max(1, Math.ceil((since + ms - now()) / 1_000));
    throw new Refused('ERR_TOO_MANY_REQUESTS', { details: { retryAfter } });
  };
};
