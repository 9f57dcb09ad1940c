import { derivedId, type Fact } from '@prosa/contracts';
import type pg from 'pg';
import type { RowBatch } from '../kernel/reactor.ts';
import type { SettledEntries } from './timer.settled.ts';

/** The one time of a subject, which replaces any earlier one; null clears it. `soon`: all subjects that begin so are looked at now. */
export type Setting = { subject: string; at: Date | null } | { soon: string };

/** A due entry. */
export type Reminder = {
  /** The same for each attempt of what one event set, so that a second execution does nothing. */
  commandId: string;
  subject: string;
  companyId: string;
  dueAt: Date;
  /** Negative if it is looked at early. */
  lateMs: number;
  /** It became due while nothing ran: it is run in the bulk lane, and its commands are bulk work. */
  isLate: boolean;
  /** The event that set it. */
  causationId: string;
};

/** An entry that is later than this became due while nothing ran, so there may be many: it takes turns with all other bulk work. */
const LATE_MS = 60_000;

type Row = {
  subject: string;
  company_id: string;
  due_at: Date;
  armed_by: string;
  attempts: number;
  late_ms: number;
  tried: string;
};
type Timer = { pool: pg.Pool; timer: string };

/** The time that an event sets or clears, if any. All events on one subject belong to one stream. */
export type Due<F extends Fact> = (fact: F) => Setting | null | Promise<Setting | null>;

/** Folds events into the rows of a timer, except what is settled already. Calls `written` when there are new rows. */
export const settingsOf = <F extends Fact>(
  timer: string,
  due: Due<F>,
  { settled, written }: { settled: SettledEntries; written: () => void },
): RowBatch<F> => {
  const changes = new Map<string, { fact: F; at: Date | null }>();
  const soon = new Set<string>();
  return {
    fold: async (fact) => {
      const setting = await due(fact);
      if (setting === null) return;
      if ('soon' in setting) soon.add(setting.soon);
      else {
        const { subject, at } = setting;
        if (at !== null) settled.set(subject, fact.meta.eventId);
        else if (settled.isGone(subject)) return;
        changes.set(subject, { fact, at });
      }
    },
    isEmpty: () => changes.size === 0 && soon.size === 0,
    write: async (client) => {
      const cleared = [...changes].flatMap(([subject, { at }]) => (at ? [] : [subject]));
      const set = [...changes].flatMap(
        ([
          subject,
          {
            fact: { meta },
            at,
          },
        ]) => (at ? [{ subject, companyId: meta.companyId, at, armedBy: meta.eventId }] : []),
      );
      if (cleared.length > 0)
        await client.query('delete from command.timer where timer = $1 and subject = any($2)', [timer, cleared]);
      if (set.length > 0)
        await client.query(
          `insert into command.timer (timer, subject, company_id, due_at, armed_by, next_try)
           select $1, subject, "companyId", at, "armedBy", at from json_to_recordset($2::json)
             as t(subject text, "companyId" text, at timestamptz, "armedBy" uuid)
           on conflict (timer, subject) do update
             set due_at = excluded.due_at, armed_by = excluded.armed_by, next_try = excluded.next_try, attempts = 0`,
          [timer, JSON.stringify(set)],
        );
      for (const prefix of soon)
        await client.query(
          'update command.timer set next_try = command.timer_now() where timer = $1 and starts_with(subject, $2)',
          [timer, prefix],
        );
    },
    written,
  };
};

/**
 * Returns the companies that have something due, and in how many milliseconds the next entry of any company is due; null if there is none.
 */
export const dueNow = async ({ pool, timer }: Timer): Promise<{ companies: string[]; lateMs: number; nextMs: number | null }> => {
  const { rows } = await pool.query<{ company_id: string; late_ms: number }>({
    name: 'timer-companies',
    text: `select company_id, extract(epoch from command.timer_now() - min(due_at))::float8 * 1000 as late_ms from command.timer
     where timer = $1 and next_try <= command.timer_now() group by 1 order by 2 desc`,
    values: [timer],
  });
  const next = await pool.query<{ next_ms: number | null }>({
    name: 'timer-next',
    text: `select extract(epoch from min(next_try) - command.timer_now())::float8 * 1000 as next_ms from command.timer
     where timer = $1 and next_try > command.timer_now()`,
    values: [timer],
  });
  const companies = rows.map(({ company_id }) => company_id);
  return { companies, lateMs: rows[0]?.late_ms ?? 0, nextMs: next.rows[0]?.next_ms ?? null };
};

/** Returns what is due for a company, the longest overdue first. */
export const dueOf = async (
  { pool, timer }: Timer,
  companyId: string,
  most: number,
): Promise<(Reminder & { attempts: number; nextTry: string })[]> => {
  const { rows } = await pool.query<Row>({
    name: 'timer-due',
    text: `select subject, company_id, due_at, armed_by, attempts, next_try::text as tried, extract(epoch from command.timer_now() - due_at)::float8 * 1000 as late_ms
     from command.timer where timer = $1 and company_id = $2 and next_try <= command.timer_now() order by next_try, subject limit $3`,
    values: [timer, companyId, most],
  });
  return rows.map(({ subject, due_at, armed_by, attempts, late_ms, tried }) => ({
    commandId: derivedId(armed_by, 'timer', timer, subject),
    subject,
    companyId,
    dueAt: due_at,
    lateMs: late_ms,
    isLate: late_ms > LATE_MS,
    causationId: armed_by,
    attempts,
    nextTry: tried,
  }));
};

/**
 * Deletes the entries, except for those that were set again meanwhile. Not a prepared statement: the plan of one that was first used while
 * there were few entries reads all entries of the timer each time.
 */
export const settle = async ({ pool, timer }: Timer, reminders: readonly Reminder[]): Promise<void> => {
  if (reminders.length === 0) return;
  await pool.query(
    `delete from command.timer t using unnest($2::text[], $3::uuid[]) as done(subject, armed_by)
     where t.timer = $1 and t.subject = done.subject and t.armed_by = done.armed_by`,
    [timer, reminders.map(({ subject }) => subject), reminders.map(({ causationId }) => causationId)],
  );
};

/** Sets the entry to a later time, unless it was set again or brought forward meanwhile. */
export const setLater = async (
  { pool, timer }: Timer,
  { subject, causationId, nextTry }: Reminder & { nextTry: string },
  at: Date,
): Promise<void> => {
  await pool.query(
    `update command.timer set due_at = $4, next_try = $4, attempts = 0
     where timer = $1 and subject = $2 and armed_by = $3 and next_try = $5::timestamptz`,
    [timer, subject, causationId, at, nextTry],
  );
};

/**
 * Brings entries forward, to the next look of whoever runs the timer; one that is being looked at is looked at again. Subjects that have
 * none are passed over.
 */
export const lookNow = async ({ pool, timer }: Timer, subjects: readonly string[]): Promise<void> => {
  await pool.query(
    `update command.timer set next_try = command.timer_now()
     where timer = $1 and subject = any($2)`,
    [timer, subjects],
  );
};

/** Tries the entry again later. */
export const putOff = async ({ pool, timer }: Timer, { subject, causationId }: Reminder, ms: number): Promise<void> => {
  await pool.query(
    `update command.timer set attempts = attempts + 1, next_try = command.timer_now() + $4 * interval '1 ms'
     where timer = $1 and subject = $2 and armed_by = $3`,
    [timer, subject, causationId, ms],
  );
};
