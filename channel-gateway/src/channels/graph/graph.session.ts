import type { Identity, SessionAsk } from '@prosa/contracts';
import { type Logger, wakeSignal } from '@prosa/infra/runtime';
import { slowDowns } from '../kernel/pauses.ts';
import { inOrder } from '../kernel/reports.ts';
import {
  type Connection,
  type Held,
  type OutgoingMessage,
  Permanent,
  type Secrets,
  type Session,
  type SessionState,
  SlowDown,
  Temporary,
  type Transaction,
} from '../provider.port.ts';
import { type GraphClient, GraphError, NotReached } from './graph.client.ts';
import { failureOf, verdictOf } from './graph.errors.ts';
import type { GraphSettings } from './graph.settings.ts';

/** The account that a session acts for, with its token and values. */
export type Account = { id: string; token: string; values: Secrets['values'] };

/** The channel's own part of a session by Graph. Its functions throw what the client throws, or the errors of the port. */
export type GraphChannel = {
  /** The account as people know it: a number, the name of a page. Throws if the token may not act for it. */
  describe: (account: Account, signal: AbortSignal) => Promise<string>;
  /** `chat`: which conversation a pause concerns. */
  send: (account: Account, message: OutgoingMessage, signal: AbortSignal) => Promise<{ channelId: string }>;
  prepare?: (account: Account, message: OutgoingMessage, signal: AbortSignal) => Promise<string>;
  fetchMedia: (account: Account, source: string, signal: AbortSignal) => Promise<AsyncIterable<Uint8Array>>;
  /** Tells a customer that everything up to the newest of these messages was read. */
  read: (account: Account, read: Read, signal: AbortSignal) => Promise<unknown>;
};
type Read = { to: Identity; channelIds: string[] };

/** Deadlines, shorter in tests. */
export type GraphTimings = {
  /** The first pause that the channel asks for. */
  pauseMs: number;
  /** A pause that lasts longer is shown, and campaigns pause for it. */
  longPauseMs: number;
  /** How often it is asked whether a token is still valid. */
  checkMs: number;
};
export const GRAPH_TIMINGS: GraphTimings = { pauseMs: 6_000, longPauseMs: 10 * 60_000, checkMs: 24 * 3_600_000 };

/** The tools that the providers by Graph share. */
export type GraphTools = {
  client: GraphClient;
  settings: GraphSettings;
  timings: GraphTimings;
  log: Logger;
  /** Reads again what an earlier release could not read of the connection's webhooks. */
  readAgain: (connection: Connection, over: AbortSignal) => Promise<void>;
};

const AGAIN = { firstMs: 1_000, mostMs: 60_000 };
/** After so long without reaching Graph the connection is shown as not answering. */
const TIMEOUT_MS = 60_000;
const NOT_READY_MS = 1_000;
/** Customers wait for no receipt. */
const READ_MS = 10_000;

/**
 * The session of a connection by Graph: little more than a token. It checks the token at the beginning, daily, and whenever it changes; a
 * token that has died at any call ends the sending until there is another one.
 */
export const graphSession = ({
  connection,
  held,
  channel,
  tools: { client, settings, timings, log, readAgain },
}: {
  connection: Connection;
  held: Held;
  channel: GraphChannel;
  tools: GraphTools;
}): Session => {
  const { id } = connection;
  const stopped = new AbortController();
  const over = AbortSignal.any([held.lost, stopped.signal]);
  const look = wakeSignal();
  let account: Account | null = null;
  /** Checked, and not paused by an outage. */
  let isOpen = false;
  /** Why nothing is sent any more. */
  let halted: 'token' | 'logged-out' | null = null;
  let isEnded = connection.asked?.ask === 'end';
  let awaySince: number | null = null;
  /** The account as people know it. */
  let name: string | null = null;

  const report = inOrder(over);
  const tell = (state: SessionState): Promise<void> => report(() => held.report(state));
  const slow = slowDowns({
    firstMs: timings.pauseMs,
    unshownMs: timings.longPauseMs,
    over,
    becameReady: held.becameReady,
    show: (until) => {
      if (!halted) void tell({ status: 'CONNECTED', account: name, ...(until && { reason: 'slow-down', until }) });
    },
  });
  const halt = (reason: NonNullable<typeof halted>): Promise<void> => {
    [halted, isOpen] = [reason, false];
    // Waiting messages fail: no answer leaves days later.
    held.becameReady();
    return tell({ status: 'DISCONNECTED', reason });
  };
  const accountOf = (secrets: Secrets | null): Account | null => {
    const token = secrets?.values.accessToken;
    return secrets?.externalId && token ? { id: secrets.externalId, token, values: secrets.values } : null;
  };

  /** Checks whether the account can be acted for, and tells. Throws if that cannot be known now. */
  const check = async (): Promise<void> => {
    account = accountOf(await held.secrets());
    if (isEnded) return halt('logged-out');
    if (!account) return halt('token');
    try {
      name = await channel.describe(account, over);
      if (!(await isValid(account))) return await halt('token');
      [halted, isOpen, awaySince] = [null, true, null];
      held.becameReady();
      await tell({ status: 'CONNECTED', account: name });
    } catch (error) {
      // An account that is not there is not the token's any more.
      if (error instanceof GraphError && ['token', 'refused'].includes(verdictOf(error))) return halt('token');
      throw error;
    }
  };
  /** Whether the token is still valid, as far as the app may ask. */
  const isValid = async ({ token }: Account): Promise<boolean> => {
    const { appId, appSecret } = settings;
    if (!appId || !appSecret) return true;
    try {
      const { data } = await client.get('debug_token', {
        token: `${appId}|${appSecret}`,
        query: { input_token: token },
        signal: over,
      });
      return (data as { is_valid?: unknown } | undefined)?.is_valid !== false;
    } catch (err) {
      // The token of another app: the call for the account has shown that it works.
      if (err instanceof GraphError) return true;
      throw err;
    }
  };
  const watch = async (): Promise<void> => {
    let againMs = AGAIN.firstMs;
    while (!over.aborted) {
      try {
        await check();
        againMs = AGAIN.firstMs;
        await look.wait(timings.checkMs * (0.9 + Math.random() * 0.1), over);
      } catch (err) {
        if (over.aborted) return;
        isOpen = false;
        awaySince ??= Date.now();
        log.warn({ err, connectionId: id }, 'a connection cannot be checked, trying again');
        if (Date.now() - awaySince >= TIMEOUT_MS) await tell({ status: 'TIMEOUT' });
        await look.wait(againMs, over);
        againMs = Math.min(AGAIN.mostMs, againMs * 2);
      }
    }
  };

  /** A call was refused for its token, which ends the session, unless there is another one meanwhile. Returns whether it has died. */
  const tokenRefused = (as: Account): boolean => {
    const isDead = as.token === account?.token;
    if (isDead && !halted) void halt('token');
    return isDead;
  };
  /** Converts what went wrong with a call for a message to what the outbox does about it; anything else is an unknown outcome. */
  const judged = (error: unknown, chat: string, as: Account): unknown => {
    if (error instanceof NotReached) {
      isOpen = false;
      look.wake();
      return new SlowDown('Graph was not reached.', { afterMs: NOT_READY_MS, cause: error, reason: 'unavailable' });
    }
    if (!(error instanceof GraphError)) return error;
    const verdict = verdictOf(error);
    const why = { cause: error, reason: failureOf(verdict) };
    switch (verdict) {
      case 'unknown':
        return error;
      case 'not now':
        return new Temporary(error.message, why);
      case 'slow down':
        return new SlowDown(error.message, { ...why, afterMs: slow.begin() });
      case 'slow chat':
        return new SlowDown(error.message, { ...why, afterMs: slow.beginChat(chat, Date.now()) });
      case 'token':
        return tokenRefused(as)
          ? new Permanent(error.message, why)
          : new SlowDown(error.message, { ...why, afterMs: NOT_READY_MS });
      case 'restricted':
        void tell({ status: 'CONNECTED', reason: 'restricted', account: name });
        return new Permanent(error.message, why);
      default:
        return new Permanent(error.message, why);
    }
  };
  const acting = async <Result>(chat: string, work: (account: Account) => Promise<Result>): Promise<Result> => {
    if (halted) throw new Permanent('The connection cannot send.', { reason: 'disconnected' });
    if (!account || !isOpen) throw new SlowDown('The connection is not ready.', { afterMs: NOT_READY_MS, reason: 'unavailable' });
    const as = account;
    try {
      return await work(as);
    } catch (error) {
      throw judged(error, chat, as);
    }
  };

  const working = Promise.all([watch(), readAgain(connection, over)]);
  const { prepare } = channel;
  return {
    ready: () => halted !== null || (isOpen && !slow.isPaused(Date.now())),
    send: async (message, { signal }) => {
      const sent = await acting(message.to.value, (as) => channel.send(as, message, signal));
      slow.sent(message.to.value);
      return sent;
    },
    ...(prepare && {
      prepare: (message: OutgoingMessage, { signal }: { signal: AbortSignal }) =>
        acting(message.to.value, (as) => prepare(as, message, signal)),
    }),
    fetchMedia: async (source, { signal }) => {
      if (!account) throw new Temporary('The connection has no token.');
      const as = account;
      return channel.fetchMedia(as, source, signal).catch((error: unknown) => {
        if (error instanceof GraphError && verdictOf(error) === 'token') tokenRefused(as);
        throw error;
      });
    },
    read: async (read) => {
      if (halted || !isOpen) return;
      await acting(read.to.value, (as) => channel.read(as, read, AbortSignal.any([over, AbortSignal.timeout(READ_MS)])));
    },
    asked: async (ask: SessionAsk, once: Transaction) => {
      await once(async () => undefined);
      isEnded = ask === 'end';
      look.wake();
    },
    nudged: look.wake,
    stop: async () => {
      stopped.abort();
      await working;
      // Waits for the report in progress.
      await report(() => Promise.resolve());
    },
  };
};
