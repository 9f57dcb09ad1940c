import { type Bus, backOff, type Logger, pause, type WakeSignal } from '@prosa/infra/runtime';
import type { Connection, Session } from '../channels/provider.port.ts';
import { publishAcks } from '../inbound/callbacks.ts';
import { publishInbound } from '../inbound/inbound.publisher.ts';
import { attempt, notTried, type Rules } from './attempt.ts';
import type { Handed, Key, OutboxTable, Outcome, Result } from './outbox.table.ts';

/** Conversations of one connection that are in flight at once. */
const CONCURRENCY = 16;
/** For a notification that was lost. */
const POLL_MS = 5_000;
/** How long it may wait for the next end to be noted that something was told: a next owner would only tell it again. */
const NOTE_MS = 100;
/** How long calls to the channel may go on when the lease is over. */
const GRACE_MS = 5_000;

/**
 * Sends what waits for one connection for as long as its lease is held: many conversations at once, one message in flight in each.
 * What ended while Postgres was busy is written with the next statement, so the cost of a message falls as they get more. After an
 * error nobody knows whether Postgres has done what it was asked: a new epoch shuts out what may still come of it, and the owner takes
 * over from itself, knowing what it has in flight.
 */
export const sendOutbox = async (context: {
  connection: Connection;
  session: Session;
  /** The outbox as the owner of an epoch works with it; `epoch` is the first one. */
  tableOf: (epoch: number) => OutboxTable;
  epoch: number;
  /** The next epoch, in the same hands; null when the lease is lost. */
  advance: () => Promise<number | null>;
  rules: Rules;
  bus: Pick<Bus, 'publish'>;
  /** Rung too when the session is ready at last: until then nothing is claimed, and no try used up. */
  wake: WakeSignal;
  /** Whether the lease surely still is ours. */
  held: () => boolean;
  lost: AbortSignal;
  log: Logger;
}): Promise<void> => {
  const { connection, session, tableOf, epoch, advance, rules, bus, wake, held, lost, log } = context;
  let table = tableOf(epoch);
  const inFlight = new Set<Promise<void>>();
  /** What was handed over to this process, until it is known that its end is written. */
  const flying = new Map<string, Handed>();
  let results: Result[] = [];
  let told: Outcome[] = [];
  let noting: NodeJS.Timeout | undefined;
  let isNoteDue = false;
  const telling = new Set<Promise<void>>();
  const again = new Set<NodeJS.Timeout>();
  /** Calls that run when the lease ends may finish: it is their row's epoch that keeps the next owner's word safe. */
  const late = new AbortController();

  const tell = async (outcomes: Outcome[]): Promise<void> => {
    if (await untilDone(() => publishOutcomes(bus, connection, outcomes), lost, log)) {
      told.push(...outcomes);
      noting ??= setTimeout(() => {
        isNoteDue = true;
        wake.wake();
      }, NOTE_MS);
    }
    if (outcomes.some(({ early }) => early)) await tellEarly();
  };
  const tellEarly = async (): Promise<void> => {
    await untilDone(
      async () => {
        const acks = await table.earlyAcks();
        if (acks.length === 0) return;
        await publishAcks(
          bus,
          acks.map(({ toKind, toValue, messageId, ack, at }) => ({
            customer: { connectionId: connection.id, to: { kind: toKind, value: toValue } },
            companyId: connection.companyId,
            messageId,
            ack,
            at: at.toISOString(),
          })),
        );
        await table.dropEarlyAcks(acks);
      },
      lost,
      log,
    );
  };
  const tellUntold = async (): Promise<void> => {
    let page: Outcome[] = [];
    do {
      const last = page.at(-1);
      page = [];
      await untilDone(
        async () => {
          page = await table.untold(last);
        },
        lost,
        log,
      );
      if (page.length > 0) await tell(page);
    } while (page.length > 0 && !lost.aborted);
  };
  const inBackground = (set: Set<Promise<void>>, work: Promise<void>): void => {
    const done: Promise<void> = work.finally(() => set.delete(done));
    set.add(done);
  };

  const settle = async (): Promise<void> => {
    if (results.length === 0 && (told.length === 0 || !isNoteDue)) return;
    const [ended, known] = [results, told];
    [results, told] = [[], []];
    clearTimeout(noting);
    noting = undefined;
    isNoteDue = false;
    try {
      const outcomes = await table.settle(ended, known);
      if (outcomes.length > 0) inBackground(telling, tell(outcomes));
    } catch (error) {
      results.unshift(...ended);
      told.unshift(...known);
      isNoteDue = true;
      throw error;
    }
    for (const { state, againInMs, ...row } of ended) {
      flying.delete(nameOf(row));
      if (state !== 'waiting' || lost.aborted) continue;
      const timer = setTimeout(() => {
        again.delete(timer);
        wake.wake();
      }, againInMs + 1);
      again.add(timer);
    }
  };

  /** Whether there may be more to take. */
  const claim = async (): Promise<boolean> => {
    const room = CONCURRENCY - inFlight.size;
    if (room <= 0 || lost.aborted || !held() || session.ready?.() === false) return false;
    const rows = await table.claim(room);
    for (const row of rows) flying.set(nameOf(row), row);
    if (!held()) {
      // Surely not sent: so the next owner need not wonder, if it has not taken over already.
      results.push(...rows.map((row) => notTried(row)));
      return false;
    }
    for (const row of rows)
      inBackground(
        inFlight,
        attempt(row, session, rules, late.signal).then((result) => {
          results.push(result);
          wake.wake();
        }),
      );
    return rows.length === room;
  };

  /** Finds out what was left handed and untold under the epochs before this one. */
  const takeOver = async (): Promise<void> => {
    await table.takeOver(rules.again, epoch, [...flying.values()]);
    inBackground(telling, tellUntold());
    inBackground(telling, tellEarly());
  };
  const takeOverFromMyself = async (): Promise<void> => {
    const next = await advance();
    if (next === null) return;
    table = tableOf(next);
    await takeOver();
  };

  await untilDone(takeOver, lost, log);

  let polled = Date.now();
  let isUnclear = false;
  while (!lost.aborted) {
    try {
      if (isUnclear) await takeOverFromMyself();
      isUnclear = false;
      await settle();
      const isFull = await claim();
      if (isFull || results.length > 0) continue;
      if (Date.now() - polled > POLL_MS) {
        polled = Date.now();
        inBackground(telling, tellEarly());
      }
      await wake.wait(POLL_MS, lost);
    } catch (err) {
      isUnclear = true;
      log.warn({ err, connectionId: connection.id }, 'the outbox could not be worked on, trying again');
      await pause(250, lost);
    }
  }
  for (const timer of again) clearTimeout(timer);
  const timeout = setTimeout(() => late.abort(), GRACE_MS);
  await Promise.all([...inFlight, ...telling]);
  clearTimeout(timeout);
  // Safe after the lease too: only rows of this epoch that nobody took over are written. Once for the ends, once for their telling.
  for (let round = 0; round < 2; round += 1) {
    isNoteDue = true;
    await settle().catch((err: unknown) =>
      log.warn({ err, connectionId: connection.id }, 'ends of sends were not written; the next owner rules'),
    );
    await Promise.all(telling);
  }
};

const nameOf = ({ messageId, attempt, kind }: Key): string => `${messageId} ${attempt} ${kind}`;

const publishOutcomes = (
  bus: Pick<Bus, 'publish'>,
  { id: connectionId, companyId }: Connection,
  outcomes: Outcome[],
): Promise<void> =>
  publishInbound(
    bus,
    outcomes.map(({ messageId, attempt, state: outcome, reason, toKind, toValue, at }) => ({
      customer: { connectionId, to: { kind: toKind, value: toValue } },
      value: { kind: 'outcome', companyId, connectionId, messageId, attempt, outcome, reason, at: at.toISOString() },
    })),
  );

/** Whether it was done before the lease was lost. */
const untilDone = async (work: () => Promise<void>, lost: AbortSignal, log: Logger): Promise<boolean> => {
  for (const waiting = backOff({ firstMs: 100, mostMs: 5_000 }); ; ) {
    try {
      await work();
      return true;
    } catch (err) {
      log.warn({ err }, 'the bus or Postgres is away, trying again');
    }
    if (lost.aborted) return false;
    await waiting.wait(lost);
  }
};
