import { type ErrorCode, ErrorReply, errors, LiveMe, Refused } from '@prosa/contracts';
import { pause } from '@prosa/infra/runtime';

export type AskMe = (token: string, signal: AbortSignal) => Promise<LiveMe>;

const CALL_MS = 5_000;
const TIMEOUT_MS = 10_000;
/** After a restart all sockets come back at once. */
const AT_ONCE = 32;

/**
 * Asks the projection side who a token is for, at which position (ADR 24): the side that also makes the pushes, so that
 * both can be compared. Throws Refused where the session is over, ERR_BUSY when nobody answered for ten seconds.
 */
export const meClient = (projectionUrl: string): AskMe => {
  const address = new URL('/api/live/me', projectionUrl);
  const places = turns(AT_ONCE);

  const once = async (token: string, signal: AbortSignal): Promise<LiveMe | Refused> => {
    const reply = await fetch(address, {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.any([signal, AbortSignal.timeout(CALL_MS)]),
    });
    const body: unknown = await reply.json();
    if (reply.ok) return LiveMe.parse(body);
    if (reply.status !== 401 && reply.status !== 403) throw new Error(`The projection side answered ${reply.status}.`);
    const code = ErrorReply.safeParse(body).data?.error;
    return new Refused(code !== undefined && code in errors ? (code as ErrorCode) : 'ERR_UNAUTHENTICATED');
  };

  return async (token, signal) => {
    const end = Date.now() + TIMEOUT_MS;
    for (let wait = 50; ; wait = Math.min(wait * 2, 1_000)) {
      const free = await places();
      try {
        const answer = await once(token, signal);
        if (answer instanceof Refused) throw answer;
        return answer;
      } catch (error) {
        if (error instanceof Refused) throw error;
        if (signal.aborted || Date.now() + wait > end) throw new Refused('ERR_BUSY');
      } finally {
        free();
      }
      await pause(wait, signal);
    }
  };
};

/** At most `count` at a time; each is given the way to make room for the next. */
const turns = (count: number): (() => Promise<() => void>) => {
  let left = count;
  const queue: (() => void)[] = [];
  const free = () => {
    const next = queue.shift();
    if (next) next();
    else left += 1;
  };
  return async () => {
    if (left > 0) left -= 1;
    else await new Promise<void>((next) => queue.push(next));
    return free;
  };
};
