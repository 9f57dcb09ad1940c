import { Refused } from '@prosa/contracts';
import { gathered, isPostgresUnavailable, type Logger, pause, type Scheduler, waitAfter, wakeSignal } from '@prosa/infra/runtime';
import type pg from 'pg';
import { fairly } from '../kernel/fairly.ts';
import { dueNow, dueOf, putOff, type Reminder, setLater, settle } from './timer.rows.ts';

/** Polls at least this often, because the clock may be changed. */
const LOOK_MS = 2_000;
/** And not sooner than this after the last time: looking takes the longer the more is due. */
const BETWEEN_MS = 50;
const CHUNK = 20;
const RETRY = { firstMs: 1_000, mostMs: 60_000 };

/**
 * Does what is due. Returns when to look again, by the timer's clock, if the time has not come after all; `later` if it has come and
 * something else is awaited: it is looked at each minute, and is late by then.
 */
export type Remind = (reminder: Reminder) => Promise<Date | 'later' | undefined> | Promise<void>;

export type TimerRunner = {
  /** Does what is due until `signal` is aborted. */
  run: (signal: AbortSignal) => Promise<void>;
  /** Checks immediately: there are new rows. */
  look: () => void;
  lag: () => number;
};

/**
 * Does what is due, for several companies concurrently. An entry that fails is retried, at least once a minute, and does not block the
 * entries of other companies. It runs under its reactor's lease; if two processes run it nevertheless, the handler recognises the second
 * one's commands as repeats.
 */
export const runTimer = ({
  timer,
  concurrency,
  pool,
  log,
  turns,
  settled = () => undefined,
  remind,
}: {
  timer: string;
  concurrency: number;
  pool: pg.Pool;
  log: Logger;
  turns: Scheduler;
  /** Called with each entry that was deleted. */
  settled?: (reminder: Reminder) => void;
  remind: Remind;
}): TimerRunner => {
  const mine = { pool, timer };
  /** How late the most overdue entry was at the last check. */
  let late: { ms: number; at: number } | null = null;

  const { wake: look, wait } = wakeSignal();

  /** Returns whether the entry is done with. */
  const doOne = async (reminder: Reminder & { attempts: number; nextTry: string }): Promise<boolean> => {
    try {
      const again = await turns.run(reminder.isLate ? 'bulk' : 'customer', reminder.companyId, async () => remind(reminder));
      if (again === 'later') {
        await putOff(mine, reminder, RETRY.mostMs);
        return false;
      }
      if (again instanceof Date) {
        await setLater(mine, reminder, again);
        return false;
      }
    } catch (error) {
      if (isPostgresUnavailable(error)) throw error;
      const { attempts, subject, companyId } = reminder;
      if (!(error instanceof Refused) || error.status >= 500) {
        const delay = waitAfter(attempts, RETRY);
        log.warn({ err: error, timer, subject, companyId, delay }, 'a due entry failed, retrying later');
        await putOff(mine, reminder, delay);
        return false;
      }
      log.error({ code: error.code, timer, subject, companyId }, 'a due entry was refused');
    }
    return true;
  };
  /** Deletes an entry that is done with. What a crash leaves undeleted is done once more, to no effect. */
  const deleted = gathered(async (done: Reminder[]) => {
    await settle(mine, done);
    for (const reminder of done) settled(reminder);
    return done;
  });
  const doAll = async (due: Awaited<ReturnType<typeof dueOf>>, signal: AbortSignal): Promise<void> => {
    const settling: Promise<unknown>[] = [];
    try {
      for (const reminder of due) {
        if (signal.aborted) return;
        if (!(await doOne(reminder))) continue;
        const settled = deleted(reminder);
        settled.catch(() => undefined); // thrown below
        settling.push(settled);
      }
    } finally {
      await Promise.all(settling);
    }
  };

  const run: TimerRunner['run'] = async (signal) => {
    const work = async (companyId: string): Promise<void> => {
      try {
        for (;;) {
          const due = await dueOf(mine, companyId, CHUNK);
          await doAll(due, signal);
          if (signal.aborted) return;
          if (due.length < CHUNK) break;
        }
        look();
      } catch (err) {
        log.warn({ err, timer, companyId }, 'due entries wait for Postgres');
      }
    };
    const companiesInTurn = fairly({ atOnce: concurrency, each: 1, work });
    while (!signal.aborted) {
      let ms = LOOK_MS;
      try {
        const { companies, lateMs, nextMs } = await dueNow(mine);
        late = companies.length > 0 ? { ms: Math.max(0, lateMs), at: performance.now() } : null;
        for (const companyId of companies) companiesInTurn.add(companyId, companyId);
        if (nextMs !== null) ms = Math.min(ms, Math.ceil(nextMs));
      } catch (err) {
        log.warn({ err, timer }, 'a timer cannot read its due entries');
      }
      await pause(BETWEEN_MS, signal);
      await wait(ms, signal);
    }
    await companiesInTurn.over();
  };

  return { run, look, lag: () => (late === null ? 0 : (late.ms + performance.now() - late.at) / 1_000) };
};
