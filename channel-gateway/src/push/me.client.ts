import { type ErrorCode, ErrorReply, errors, LiveMe, Refused } from '@prosa/contracts';
import { retried } from '@prosa/infra/runtime';
import pLimit from 'p-limit';

export type AskMe = (token: string, signal: AbortSignal) => Promise<LiveMe>;

const CALL_MS = 5_000;
const TIMEOUT_MS = 10_000;
/** Concurrent requests: after a restart all sockets reconnect at once. */
const AT_ONCE = 32;

/**
 * Asks the projection side who a token is for, and at which position: the same service makes the pushes, so the positions can be
 * compared. Throws Refused if the session is over, ERR_BUSY if there is no answer for ten seconds.
 */
export const meClient = (projectionUrl: string): AskMe => {
  const address = new URL('/api/live/me', projectionUrl);
  const inTurn = pLimit(AT_ONCE);

  const once = async (token: string, signal: AbortSignal): Promise<LiveMe> => {
    const reply = await fetch(address, {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.any([signal, AbortSignal.timeout(CALL_MS)]),
    });
    const body: unknown = await reply.json();
    if (reply.ok) return LiveMe.parse(body);
    if (reply.status !== 401 && reply.status !== 403) throw new Error(`The projection side answered ${reply.status}.`);
    const code = ErrorReply.safeParse(body).data?.error;
    throw new Refused(code !== undefined && code in errors ? (code as ErrorCode) : 'ERR_UNAUTHENTICATED');
  };

  return async (token, signal) => {
    const end = Date.now() + TIMEOUT_MS;
    return retried(() => inTurn(once, token, signal), {
      firstMs: 50,
      mostMs: 1_000,
      signal,
      again: (error, waitMs) => !(error instanceof Refused) && Date.now() + waitMs <= end,
    }).catch((error: unknown) => {
      throw error instanceof Refused ? error : new Refused('ERR_BUSY');
    });
  };
};
