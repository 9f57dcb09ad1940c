import { type Bus, backOff, type Logger, pause, type WakeSignal, wakeSignal } from '@prosa/infra/runtime';
import type { Connection, Session } from '../channels/provider.port.ts';
import { publishAcks } from '../inbound/callbacks.ts';
import { publishOutcomes, type SendOutcome } from '../inbound/outcomes.ts';
import { BY_PERSON } from '../kernel/priority.ts';
import { attempt, givenUpWaiting, notTried, type Rules } from './attempt.ts';
import type { Handed, Key, OutboxTable, Outcome, Result } from './outbox.table.ts';

/** Maximum number of conversations of one connection that are in flight at once. */
const CONCURRENCY = 16;
/** How many of them may be for what no person has written: an attendant's message never waits until one of a campaign has ended. */
const BULK = 12;
const POLL_MS = 5_000;
/** How often it is checked, without a session, whether a message has waited too long. */
const LOOK_AT_HELD_MS = 60_000;
/** How long the record that an outcome was reported may wait for the next write: if it is lost, the next owner only reports it again. */
const NOTE_MS = 1_000;
/** How long calls to the channel may continue after the lease has ended. */
const GRACE_MS = 5_000;

/**
 * Sends the waiting messages of one connection while its lease is held: many conversations at once, one message in flight per conversation.
 * Results that arrive while Postgres is busy are written together in the next statement, so the cost per message falls as the load rises.
 * After a database error it is not known whether the statement took effect: the sender starts a new epoch, which excludes any late effect,
 * and takes over from itself, knowing what it has in flight.
 */
export const sendOutbox = async (context: {
  connection: Connection;
  session: Session;
  /** Returns the outbox for an epoch; `epoch` is the first one. */
  tableOf: (epoch: number) => OutboxTable;
  epoch: number;
  /** Starts the next epoch with the same owner; null if the lease is lost. */
  advance: () => Promise<number | null>;
  rules: Rules;
  bus: Pick<Bus, 'publish'>;
  /** Also woken when the session becomes ready: before that nothing is claimed and no try is used up. */
  wake: WakeSignal;
  /** Poll interval, in case a notification was lost. */
  pollMs?: number;
  /** Whether the lease is certainly still held. */
  held: () => boolean;
  lost: AbortSignal;
  log: Logger;
}): Promise<void> => {
  const { connection, session, tableOf, epoch, advance, rules, bus, wake, pollMs = POLL_MS, held, lost, log } = context;
  let table = tableOf(epoch);
  /** Wakes the loop: something is to be claimed or written. */
  const work = wakeSignal();
  /** Whether there may be something to claim. */
  let isAsked = true;
  const askToClaim = (): void => {
    isAsked = true;
    work.wake();
  };
  const inFlight = new Set<Promise<void>>();
  /** Rows handed to this process whose result is not yet written. */
  const flying = new Map<string, Handed>();
  /** How many calls to the channel are under way for what no person has written. */
  let bulk = 0;
  let results: Result[] = [];
  let told: Outcome[] = [];
  let noting: NodeJS.Timeout | undefined;
  let isNoteDue = false;
  const telling = new Set<Promise<void>>();
  const again = new Set<NodeJS.Timeout>();
  /** Calls that run when the lease ends may finish: their row's epoch prevents them from overwriting the next owner's results. */
  const late = new AbortController();

  const tell = async (outcomes: Outcome[]): Promise<void> => {
    if (await untilDone(() => publishOutcomes(bus, connection, outcomes.map(reportOf)), lost, log)) {
      told.push(...outcomes);
      noting ??= setTimeout(() => {
        isNoteDue = true;
        work.wake();
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
          acks.map(({ toKind, toValue, messageId, byPerson, ack, at }) => ({
            customer: { connectionId: connection.id, to: { kind: toKind, value: toValue } },
            companyId: connection.companyId,
            messageId,
            byPerson,
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
      // What ended without an outcome says nothing of what waits behind it.
      if (outcomes.length < ended.length || outcomes.some(({ isFollowed }) => isFollowed)) isAsked = true;
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
        askToClaim();
      }, againInMs + 1);
      again.add(timer);
    }
  };

  let lookedAtHeld = Number.NEGATIVE_INFINITY;
  /** Ends what waits for a session that has not come back for too long: no reply leaves days later. */
  const giveUpHeld = async (): Promise<boolean> => {
    if (Date.now() - lookedAtHeld < Math.min(LOOK_AT_HELD_MS, rules.holdMs)) return false;
    const rows = await table.claim({ most: CONCURRENCY, bulk: CONCURRENCY, heldMs: rules.holdMs });
    results.push(...rows.map(givenUpWaiting));
    // The next message of each of these conversations may have waited as long.
    if (rows.length === 0) lookedAtHeld = Date.now();
    return rows.length > 0;
  };

  /** Returns whether there may be more to claim, and room for it. */
  const claim = async (): Promise<boolean> => {
    const room = CONCURRENCY - inFlight.size;
    if (!isAsked || room <= 0 || lost.aborted || !held()) return false;
    isAsked = false;
    if (session.ready?.() === false) {
      const isMore = await giveUpHeld();
      isAsked ||= isMore;
      return isMore;
    }
    const roomForBulk = Math.min(room, BULK - bulk);
    const rows = await table.claim({ most: room, bulk: roomForBulk });
    const isCut = rows.length === room || rows.filter(({ priority }) => priority !== BY_PERSON).length === roomForBulk;
    isAsked ||= isCut;
    for (const row of rows) flying.set(nameOf(row), row);
    if (!held()) {
      // Certainly not sent: record that, so that the next owner does not have to treat it as unclear, unless it has already taken over.
      results.push(...rows.map((row) => notTried(row)));
      return false;
    }
    for (const row of rows) {
      const counts = row.priority === BY_PERSON ? 0 : 1;
      bulk += counts;
      inBackground(
        inFlight,
        attempt(row, session, rules, late.signal).then((result) => {
          bulk -= counts;
          results.push(result);
          work.wake();
        }),
      );
    }
    return rows.length === room;
  };

  /** Resolves what earlier epochs left handed over or unreported. */
  const takeOver = async (): Promise<void> => {
    await table.takeOver({ again: rules.again, prepares: session.prepare !== undefined }, epoch, [...flying.values()]);
    isAsked = true;
    inBackground(telling, tellUntold());
    inBackground(telling, tellEarly());
  };
  const takeOverFromMyself = async (): Promise<void> => {
    const next = await advance();
    if (next === null) return;
    table = tableOf(next);
    await takeOver();
  };

  const heed = async (): Promise<void> => {
    while (!lost.aborted) {
      await wake.wait(pollMs, lost);
      askToClaim();
    }
  };

  await untilDone(takeOver, lost, log);

  const heeding = heed();
  let polled = Date.now();
  let isUnclear = false;
  while (!lost.aborted) {
    try {
      if (isUnclear) await takeOverFromMyself();
      isUnclear = false;
      await settle();
      const isFull = await claim();
      if (isFull || results.length > 0) continue;
      if (Date.now() - polled > pollMs) {
        polled = Date.now();
        inBackground(telling, tellEarly());
      }
      await work.wait(pollMs, lost);
    } catch (err) {
      isUnclear = true;
      isAsked = true;
      log.warn({ err, connectionId: connection.id }, 'cannot process the outbox, retrying');
      await pause(250, lost);
    }
  }
  for (const timer of again) clearTimeout(timer);
  const timeout = setTimeout(() => late.abort(), GRACE_MS);
  await Promise.all([...inFlight, ...telling, heeding]);
  clearTimeout(timeout);
  // Safe after the lease has ended: only rows of this epoch that nobody took over are written. First round: the results; second: that they
  // were reported.
  for (let round = 0; round < 2; round += 1) {
    isNoteDue = true;
    await settle().catch((err: unknown) =>
      log.warn({ err, connectionId: connection.id }, 'outcomes of sends were not written, the next owner decides'),
    );
    await Promise.all(telling);
  }
};

const nameOf = ({ messageId, attempt, kind }: Key): string => `${messageId} ${attempt} ${kind}`;

const reportOf = ({ messageId, attempt, state, reason, toKind, toValue, byPerson, at }: Outcome): SendOutcome => ({
  messageId,
  attempt,
  outcome: state,
  reason,
  to: { kind: toKind, value: toValue },
  byPerson,
  at: at.toISOString(),
});

/** Retries until done; returns false if the lease was lost first. */
const untilDone = async (work: () => Promise<void>, lost: AbortSignal, log: Logger): Promise<boolean> => {
  for (const waiting = backOff({ firstMs: 100, mostMs: 5_000 }); ; ) {
    try {
      await work();
      return true;
    } catch (err) {
      log.warn({ err }, 'the bus or Postgres is unavailable, retrying');
    }
    if (lost.aborted) return false;
    await waiting.wait(lost);
  }
};
