import { type ErrorReply, newId, type RouteDefinition, sessionRoutes } from '@prosa/contracts';
import type { z } from 'zod';
import { forgetSession, remember, remembered } from '../device/storage.ts';
import { sessionOf } from '../device/token.ts';
import { ApiError } from './api-error.ts';
import { isNewer, newest } from './positions.ts';
import { prefetchedAnswer } from './prefetched.ts';

type Input<Route, Part extends string> = Route extends { [Key in Part]: infer Schema extends z.ZodType }
  ? { [Key in Part]: z.input<Schema> }
  : { [Key in Part]?: undefined };

/** The arguments of a call: the parts that its route defines, and options for sending. */
export type Request<Route extends RouteDefinition> = Input<Route, 'params'> &
  (Route extends { query: infer Query extends z.ZodObject } ? { query?: z.input<Query> } : { query?: undefined }) &
  Input<Route, 'body'> & {
    /** Distinguishes a repeated command from a new one; default: a new key. Keep it over retries of the same act. */
    idempotencyKey?: string;
    signal?: AbortSignal;
    /** Milliseconds after which the call fails with TIMEOUT. */
    timeout?: number;
    /** The answer is a file: `data` is a Blob. */
    blob?: boolean;
    /** A token of its own, such as the checkout's, instead of the session's. */
    token?: string;
  };
export type Reply<Route extends RouteDefinition> = z.output<Route['reply']>;
export type Answer<Data> = { data: Data; position: string | null };

/** `request` is optional if the route has no required part. */
type CallArguments<Route extends RouteDefinition> =
  Record<never, never> extends Request<Route> ? [request?: Request<Route>] : [Request<Route>];

export type Api = ReturnType<typeof createApi>;
type Options = {
  /** Base address of the calls, without a trailing slash. */
  base: string;
  /** Called when a refresh has returned a newer token for the same session. */
  onRefreshed?: (reply: Reply<typeof sessionRoutes.refresh>) => void;
  /** Called with the server's code when the session is over; the browser's session data is deleted by then. */
  onSignedOut?: (code: string) => void;
};
type Sent = { method: string; path: string; body: unknown; idempotencyKey: string | undefined; signal: AbortSignal };

const TIMEOUT_MS = 20_000;
/** Time limit of a sign-out; an immediately following sign-in waits for it. */
const END_MS = 5_000;

/** Whether a token belongs to a different user than the previous one. */
const isOthers = (token: string | null, before: string | null): boolean => {
  const [now, then] = [sessionOf(token), sessionOf(before)];
  return now !== null && then !== null && now.userId !== then.userId;
};

/** The typed client of every call. It reads the token from local storage at each call, because other tabs change it. */
export const createApi = ({ base, onRefreshed, onSignedOut }: Options) => {
  /** Position of this tab's newest command that no answer has included yet: reads wait for it. */
  let written: string | null = null;
  /** Position of this tab's oldest answer: pushes are needed from there on. */
  let oldestAnswer: string | null = null;
  let refreshing: Promise<void> = Promise.resolve();
  /** A sign-out in flight: it deletes the cookie, which must not be a newer session's. */
  let ending: Promise<void> = Promise.resolve();

  const send = async ({ method, path, body, idempotencyKey, signal }: Sent, token: string | null): Promise<Response> => {
    const ahead = method === 'GET' ? prefetchedAnswer(path, token) : null;
    const answer = ahead && (await ahead.catch(() => null));
    if (answer) return answer;
    // The language of the screens, in which mails are written, may be another than the browser's.
    const language = globalThis.document?.documentElement.lang;
    try {
      return await fetch(`${base}${path}`, {
        method,
        signal,
        credentials: 'include',
        cache: 'no-store', // one user's answers must not be cached for the next user of this device
        headers: {
          accept: 'application/json',
          ...(language ? { 'accept-language': language } : {}),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    } catch (error) {
      throw transportError(signal, error);
    }
  };

  /** Ends the session of `usedToken` locally, unless another one has begun meanwhile. */
  const over = (error: ApiError, usedToken: string | null): ApiError => {
    const now = remembered('token');
    if (now !== null && now !== usedToken) return error;
    forgetSession();
    onSignedOut?.(error.code);
    return error;
  };
  const askForToken = (usedToken: string | null): Promise<Response> => {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    return send({ ...splitCall(sessionRoutes.refresh), body: undefined, idempotencyKey: undefined, signal }, usedToken);
  };

  /** One refresh for all concurrent callers, in this tab and in others: later callers find a new token. */
  const refresh = (usedToken: string | null): Promise<void> => {
    const once = async () => {
      if (remembered('token') !== usedToken) return;
      const response = await askForToken(usedToken);
      if (response.status === 401) throw over(await refusal(response), usedToken);
      if (!response.ok) throw await refusal(response);
      const reply = (await response.json()) as Reply<typeof sessionRoutes.refresh>;
      if (remembered('token') !== usedToken) return; // signed out meanwhile, or another user signed in
      remember('token', reply.token);
      onRefreshed?.(reply);
    };
    const locks = globalThis.navigator?.locks;
    const next = refreshing.then(() => (locks ? locks.request('prosa-refresh', once) : once()));
    refreshing = next.catch(() => undefined); // each caller sees the failure itself
    return next;
  };

  /**
   * 403: one refresh and one retry. 401: retries once with another tab's newer token, otherwise the session is over. One user's request is
   * never sent as another user who may have signed in meanwhile.
   */
  const sendSignedIn = async (sent: Sent): Promise<Response> => {
    const token = remembered('token');
    const response = await send(sent, token);
    const isExpired = response.status === 403 && token !== null;
    if (isExpired) await refresh(token);
    else if (response.status !== 401) return response;
    const newer = remembered('token');
    if (isOthers(newer, token)) throw await refusal(response);
    if (!isExpired && (newer === null || newer === token)) throw over(await refusal(response), token);
    const second = await send(sent, newer);
    if (second.status === 401) throw over(await refusal(second), newer);
    return second;
  };

  /**
   * Ends the session of `token`, which this browser has already deleted; if the token has expired, gets a new one by the cookie, provided
   * that the cookie is of the same session.
   */
  const endSession = async (token: string): Promise<void> => {
    const logout = (using: string) =>
      send(
        { ...splitCall(sessionRoutes.logout), body: undefined, idempotencyKey: newId(), signal: AbortSignal.timeout(END_MS) },
        using,
      );
    let response = await logout(token);
    if (response.status === 403) {
      const refreshed = await askForToken(token);
      if (!refreshed.ok) throw await refusal(refreshed);
      const reply = (await refreshed.json()) as Reply<typeof sessionRoutes.refresh>;
      const [own, now] = [sessionOf(token), sessionOf(reply.token)];
      if (own?.userId !== now?.userId || own?.version !== now?.version) return;
      response = await logout(reply.token);
    }
    if (!response.ok && response.status !== 401) throw await refusal(response);
  };

  const call = async <Route extends RouteDefinition>(
    route: Route,
    ...[request]: CallArguments<Route>
  ): Promise<Answer<Reply<Route>>> => {
    const { params, query, body, idempotencyKey, signal, timeout = TIMEOUT_MS, blob, token } = (request ?? {}) as Loose;
    const { method } = splitCall(route);
    const reads = method === 'GET';
    const waitsFor = reads && written !== null && route.query?.shape.after ? { after: written } : {};
    const limit = AbortSignal.timeout(timeout);
    const sent: Sent = {
      method,
      path: pathOf(route, { params, query: { ...query, ...waitsFor } }),
      body,
      idempotencyKey: reads ? undefined : (idempotencyKey ?? newId()),
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    };
    if (route.call === sessionRoutes.login.call) await ending;
    const isSession = route.may !== 'public' && token === undefined;
    const response = await (isSession ? sendSignedIn(sent) : send(sent, token ?? null));
    if (!response.ok) throw await refusal(response);
    const position = response.headers.get('prosa-position');
    if (position !== null && reads) {
      if (written !== null && !isNewer(written, position)) written = null;
      if (oldestAnswer === null || isNewer(oldestAnswer, position)) oldestAnswer = position;
    } else if (position !== null) written = newest(written, position);
    try {
      return {
        data: (await (blob ? response.blob() : response.status === 204 ? null : response.json())) as Reply<Route>,
        position,
      };
    } catch (error) {
      throw transportError(sent.signal, error);
    }
  };

  return {
    call,
    /** Requests a new access token, unless `usedToken` (just refused) has already been replaced. */
    refresh,
    /** Signs out of the session of `token`; a sign-in waits for its end. Throws ApiError if the server could not be reached. */
    signOut: (token: string): Promise<void> => {
      const end = endSession(token);
      ending = end.catch(() => undefined); // its caller sees the failure
      return end;
    },
    /** Position of the oldest answer that this tab shows. */
    oldestAnswer: () => oldestAnswer,
    /** Resets the positions of reads and writes: another user may sign in. */
    reset: () => {
      written = null;
      oldestAnswer = null;
    },
  };
};

type Loose = {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  idempotencyKey?: string;
  signal?: AbortSignal;
  timeout?: number;
  blob?: boolean;
  token?: string;
};

const splitCall = ({ call }: RouteDefinition) => {
  const [method, path] = call.split(' ') as [string, string];
  return { method, path };
};

/** Path and query of a call. */
export const pathOf = (
  route: RouteDefinition,
  { params, query }: { params?: Record<string, unknown>; query?: Record<string, unknown> },
): string => fill(splitCall(route).path, params) + search(query);

const fill = (path: string, params: Record<string, unknown> = {}): string =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));

/** Lists are sent as `[a,b]`, as in the specification; undefined, null and empty values are omitted. */
const search = (query: Record<string, unknown> = {}): string => {
  const entries = Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== null && value !== '')
    .map(([name, value]): [string, string] => [name, Array.isArray(value) ? JSON.stringify(value) : String(value)]);
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries)}`;
};

/** Parsed by hand: zod compiles its checks with `new Function`, which the page's security policy forbids. */
const refusal = async (response: Response): Promise<ApiError> => {
  const text = await response.text();
  try {
    const said = JSON.parse(text) as Partial<ErrorReply> | string | null;
    const { error, message, fields, details }: Partial<ErrorReply> = typeof said === 'string' ? { error: said } : (said ?? {});
    return new ApiError(typeof error === 'string' ? error : `HTTP ${response.status}`, response.status, {
      message,
      fields,
      details,
    });
  } catch {
    return new ApiError(text && text.length < 200 && !text.startsWith('<') ? text : `HTTP ${response.status}`, response.status);
  }
};

const transportError = (signal: AbortSignal, error: unknown): ApiError => {
  if (!signal.aborted) return new ApiError('NETWORK', 0, { message: error instanceof Error ? error.message : String(error) });
  const timedOut = (signal.reason as { name?: string } | null)?.name === 'TimeoutError';
  return new ApiError(timedOut ? 'TIMEOUT' : 'CANCELLED', 0);
};
