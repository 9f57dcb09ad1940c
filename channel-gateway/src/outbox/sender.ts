import { type Bus, backOff, type Logger, pause, type WakeSignal } from '@prosa/infra/runtime';
import type { Connection, Session } from '../channels/provider.port.ts';
import { publishAcks } from '../inbound/callbacks.ts';
import { publishOutcomes, type SendOutcome } from '../inbound/outcomes.ts';
import { attempt, type Rules } from './attempt.ts';
import type { OutboxTable, Outcome } from './outbox.table.ts';
import { CONCURRENCY, type Effect, firstOf, type Happened, type Now, senderMachine } from './sender.machine.ts';

const POLL_MS = 5_000;
/** Wait after a database error. */
const AGAIN_MS = 250;
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
  /** Whether a campaign may have stopped since it was asked last. */
  withdraws?: () => boolean;
  /** Poll interval, in case a notification was lost. */
  pollMs?: number;
  /** Whether the lease is certainly still held. */
  held: () => boolean;
  lost: AbortSignal;
  log: Logger;
}): Promise<void> => {
  const { connection, session, tableOf, epoch, advance, rules, bus, wake, pollMs = POLL_MS, held, lost, log } = context;
  const { withdraws = () => false } = context;
  let table = tableOf(epoch);
  let state = firstOf(Date.now());
  const reduce = senderMachine({ holdMs: rules.holdMs, pollMs });
  /** Calls and reports that are under way. */
  const background = new Set<Promise<void>>();
  const again = new Set<NodeJS.Timeout>();
  let noting: NodeJS.Timeout | undefined;
  /** Calls that run when the lease ends may finish: their row's epoch prevents them from overwriting the next owner's results. */
  const late = new AbortController();
  const over = Promise.withResolvers<void>();

  const happened = (event: Happened): void => {
    const { now } = state;
    const [next, effects] = reduce(state, {
      ...event,
      at: Date.now(),
      isHeld: !lost.aborted && held(),
      isReady: session.ready?.() !== false,
    });
    state = next;
    for (const effect of effects) carryOut(effect);
    if (state.now === now) return;
    if (state.now.is === 'over') over.resolve();
    else if (state.now.is !== 'idle') void work(state.now).catch(failed).then(happened);
  };
  const failed = (err: unknown): Happened => {
    const what = lost.aborted
      ? 'outcomes of sends were not written, the next owner decides'
      : 'cannot process the outbox, retrying';
    log.warn({ err, connectionId: connection.id }, what);
    return { is: 'failed' };
  };

  /** Does the work of a state; resolves to what came of it. */
  const work = async (now: Exclude<Now, { is: 'idle' | 'over' }>): Promise<Happened> => {
    switch (now.is) {
      case 'taking over':
        return { is: 'taken over', isMine: await untilDone(takeOver, lost, log) };
      case 'settling':
        return { is: 'settled', outcomes: await table.settle(now.results, now.told) };
      case 'claiming':
        return { is: 'claimed', rows: await table.claim({ most: now.room, bulk: now.bulk }) };
      case 'withdrawing':
        return { is: 'withdrawn', outcomes: await table.withdraw() };
      case 'giving up':
        return { is: 'claimed', rows: await table.claim({ most: CONCURRENCY, bulk: CONCURRENCY, heldMs: rules.holdMs }) };
      case 'resting':
        await pause(AGAIN_MS, lost);
        return { is: 'rested' };
      case 'recovering': {
        const next = await advance();
        if (next === null) return { is: 'taken over', isMine: false };
        table = tableOf(next);
        await takeOver();
        return { is: 'taken over', isMine: true };
      }
      case 'finishing':
        while (background.size > 0) await Promise.all(background);
        return { is: 'quiet' };
    }
  };
  const takeOver = async (): Promise<void> => {
    const flying = state.flying.map(({ row }) => row);
    await table.takeOver({ again: rules.again, prepares: session.prepare !== undefined }, epoch, flying);
  };

  const carryOut = (effect: Effect): void => {
    switch (effect.do) {
      case 'call':
        return void inBackground(
          attempt(effect.row, session, rules, late.signal).then((result) => happened({ is: 'ended', result })),
        );
      case 'tell':
        return void inBackground(reports.tell(effect.outcomes));
      case 'tell early':
        return void inBackground(reports.tellEarly());
      case 'tell untold':
        return void inBackground(reports.reportPending());
      case 'ask later': {
        const timer = setTimeout(() => {
          again.delete(timer);
          happened({ is: 'asked' });
        }, effect.ms);
        again.add(timer);
        return;
      }
      case 'start note timer':
        noting = setTimeout(() => happened({ is: 'note due' }), effect.ms);
        return;
      case 'stop note timer':
        clearTimeout(noting);
    }
  };
  const inBackground = (work: Promise<void>): void => {
    const done: Promise<void> = work.finally(() => background.delete(done));
    background.add(done);
  };

  const reports = reporting({
    connection,
    table: () => table,
    bus,
    lost,
    log,
    told: (outcomes) => happened({ is: 'told', outcomes }),
  });
  const heed = async (): Promise<void> => {
    while (!lost.aborted) {
      await wake.wait(pollMs, lost);
      happened({ is: 'asked', withdraws: withdraws() });
    }
  };

  let giveUp: NodeJS.Timeout | undefined;
  const end = (): void => {
    for (const timer of again) clearTimeout(timer);
    giveUp = setTimeout(() => late.abort(), GRACE_MS);
    happened({ is: 'lost' });
  };
  void work({ is: 'taking over' }).catch(failed).then(happened);
  if (lost.aborted) end();
  else lost.addEventListener('abort', end, { once: true });
  await Promise.all([over.promise, heed()]);
  clearTimeout(giveUp);
  clearTimeout(noting);
};

/** Reports to the command side; everything again until it is received, or the lease is lost. */
const reporting = ({
  connection,
  table,
  bus,
  lost,
  log,
  told,
}: {
  connection: Connection;
  table: () => OutboxTable;
  bus: Pick<Bus, 'publish'>;
  lost: AbortSignal;
  log: Logger;
  told: (outcomes: Outcome[]) => void;
}) => {
  const tell = async (outcomes: Outcome[]): Promise<void> => {
    if (await untilDone(() => publishOutcomes(bus, connection, outcomes.map(reportOf)), lost, log)) told(outcomes);
  };
  const tellEarly = async (): Promise<void> => {
    await untilDone(
      async () => {
        const acks = await table().earlyAcks();
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
        await table().dropEarlyAcks(acks);
      },
      lost,
      log,
    );
  };
  const reportPending = async (): Promise<void> => {
    let page: Outcome[] = [];
    do {
      const last = page.at(-1);
      page = [];
      await untilDone(
        async () => {
          page = await table().untold(last);
        },
        lost,
        log,
      );
      if (page.length > 0) await tell(page);
    } while (page.length > 0 && !lost.aborted);
  };
  return { tell, tellEarly, reportPending };
};

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
