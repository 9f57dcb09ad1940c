import { setTimeout as wait } from 'node:timers/promises';
import { type ErrorReply, newId } from '@prosa/contracts';

/** A call that was refused or never answered. `status` is 0 if there was no answer in time. */
export class CallFailed extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(`${status} ${code}: ${message}`);
    this.status = status;
    this.code = code;
  }
}

/** How long a call is retried while a service is unavailable, in milliseconds. */
const TIMEOUT_MS = 60_000;

/**
 * Retries until there is an answer other than "unavailable": 5xx and broken connections are retried with the same body and headers, so a
 * command must carry its Idempotency-Key. Throws CallFailed.
 */
export const persist = async (url: string, init: RequestInit, signal?: AbortSignal): Promise<Response> => {
  const end = Date.now() + TIMEOUT_MS;
  for (let pause = 25; ; pause = Math.min(1_000, pause * 2)) {
    const answer = await fetch(url, {
      ...init,
      signal: signal ? AbortSignal.any([signal, AbortSignal.timeout(20_000)]) : AbortSignal.timeout(20_000),
    }).catch((error: Error) => error);
    if (answer instanceof Response && answer.status < 500) return answer;
    if (Date.now() > end || signal?.aborted) {
      if (answer instanceof Response) throw await failure(answer);
      throw new CallFailed(0, 'AWAY', answer.message);
    }
    if (answer instanceof Response) await answer.body?.cancel();
    await wait(pause + Math.random() * pause);
  }
};

const failure = async (answer: Response): Promise<CallFailed> => {
  const { error, message } = (await answer.json().catch(() => ({ error: 'UNREADABLE', message: '' }))) as ErrorReply;
  return new CallFailed(answer.status, error, message);
};

export type Session = {
  userId: string;
  email: string;
  token: () => string;
  /** GET of a path below /api. */
  get: <T>(path: string) => Promise<T>;
  /** Sends a command; `ms` is how long the answer took, including all retries. */
  command: <T>(
    method: 'POST' | 'PUT' | 'DELETE',
    path: string,
    body: unknown,
    key?: string,
  ) => Promise<{ record: T; position: string; ms: number }>;
};
/** A form is sent as it is, anything else as JSON. */
const typeOf = (body: unknown): Record<string, string> =>
  body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' };

/** Signs in and keeps the session alive: an expired token is refreshed once per call, as the app does. */
export const signIn = async (url: string, email: string, password: string): Promise<Session> => {
  const first = await persist(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  if (!first.ok) throw await failure(first);
  let cookie = cookieOf(first) ?? '';
  let { token, user } = (await first.json()) as { token: string; user: { id: string } };

  let refreshing: Promise<void> | undefined;
  const refresh = () => {
    refreshing ??= (async () => {
      const answer = await persist(`${url}/api/auth/refresh_token`, { method: 'POST', headers: { cookie } });
      if (!answer.ok) throw await failure(answer);
      cookie = cookieOf(answer) ?? cookie;
      ({ token } = (await answer.json()) as { token: string });
    })().finally(() => {
      refreshing = undefined;
    });
    return refreshing;
  };
  const call = async (method: string, path: string, body?: unknown, key?: string): Promise<Response> => {
    for (let tries = 0; ; tries++) {
      const answer = await persist(`${url}/api${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...typeOf(body),
          ...(key ? { 'idempotency-key': key } : {}),
        },
        ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
      });
      if (answer.ok) return answer;
      const refused = await failure(answer);
      if (refused.code !== 'ERR_SESSION_EXPIRED' || tries > 0) throw refused;
      await refresh();
    }
  };
  return {
    userId: user.id,
    email,
    token: () => token,
    get: async <T>(path: string) => (await call('GET', path)).json() as Promise<T>,
    command: async <T>(method: 'POST' | 'PUT' | 'DELETE', path: string, body: unknown, key = newId()) => {
      const start = performance.now();
      const answer = await call(method, path, body, key);
      const ms = performance.now() - start;
      return { record: (await answer.json()) as T, position: answer.headers.get('prosa-position') ?? '0', ms };
    },
  };
};

const cookieOf = (answer: Response): string | null => answer.headers.getSetCookie().at(0)?.split(';')[0] ?? null;
