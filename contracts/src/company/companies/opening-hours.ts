/** A range of a weekday, e.g. `09:00` to `18:00`; `23:59` means until midnight. An end before the start (in old data) is on the next day. */
type Range = { weekdayEn: string; startTime: string; endTime: string };
/** When somebody is there: ranges of weekdays (any number of one weekday) and days without any, `yyyy-MM-dd`, on the clock of a zone. */
export type Hours = { schedules: readonly Range[]; holidays?: readonly string[]; timeZone: string };

/**
 * Whether it is open at an instant. What counts is the clock on the wall of the time zone: in the hour that summer time repeats it is open
 * twice, in the one that it skips never. Without any range every day is open; otherwise a day without one is closed, as is a range whose
 * start is its end.
 */
export const isOpen = ({ schedules, holidays = [], timeZone }: Hours, at: Date): boolean => {
  const now = onClock(timeZone, at);
  if (holidays.includes(now.day)) return false;
  if (schedules.length === 0) return true;
  return schedules.some(({ weekdayEn, startTime, endTime }) => {
    const isOvernight = endTime < startTime;
    const isBeforeEnd = now.time < endTime || isOvernight || endTime === LAST_MINUTE;
    if (weekdayEn === now.weekday && now.time >= startTime && startTime !== endTime && isBeforeEnd) return true;
    return isOvernight && weekdayEn === dayBefore(now.weekday) && now.time < endTime;
  });
};

/** The settings and hours of a company by which it is open. */
export type CompanyHours = Hours & { scheduleType: string | undefined };

/** The hours that count where a queue is served, as the company has chosen: its own or the queue's. Null: it is always open. */
export const hoursOf = ({ scheduleType, ...company }: CompanyHours, queue: Pick<Hours, 'schedules'> | null): Hours | null => {
  if (scheduleType === 'company') return company;
  return scheduleType === 'queue' && queue !== null ? { ...company, schedules: queue.schedules } : null;
};

const LAST_MINUTE = '23:59';
const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
/** The ranges of a day of that weekday: its own, until midnight at most, and what is left of the night before. */
export const rangesOn = (schedules: readonly Range[], weekday: string): { startTime: string; endTime: string | null }[] =>
  schedules.flatMap(({ weekdayEn, startTime, endTime }) => {
    const isOvernight = endTime < startTime;
    const end = isOvernight || endTime === LAST_MINUTE ? null : endTime;
    return [
      ...(weekdayEn === weekday && startTime !== endTime ? [{ startTime, endTime: end }] : []),
      ...(isOvernight && weekdayEn === dayBefore(weekday) ? [{ startTime: '00:00', endTime }] : []),
    ];
  });

const dayBefore = (weekday: string): string => weekdays.at(weekdays.indexOf(weekday) - 1)!;

/** The clock on the wall of a time zone at an instant. */
export const onClock = (timeZone: string, at: Date): { day: string; weekday: string; time: string } => {
  const parts = Object.fromEntries(
    clockOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  const { year, month, day, weekday, hour, minute } = parts as Record<string, string>;
  return { day: `${year!.padStart(4, '0')}-${month}-${day}`, weekday: weekday!.toLowerCase(), time: `${hour}:${minute}` };
};

const clocks = new Map<string, Intl.DateTimeFormat>();
/** A zone that this machine does not know is replaced by São Paulo's, the product's own. */
const clockOf = (timeZone: string): Intl.DateTimeFormat => {
  const known = clocks.get(timeZone);
  if (known) return known;
  let clock: Intl.DateTimeFormat;
  try {
    clock = new Intl.DateTimeFormat('en-GB', { ...units, timeZone });
  } catch {
    clock = new Intl.DateTimeFormat('en-GB', { ...units, timeZone: 'America/Sao_Paulo' });
  }
  clocks.set(timeZone, clock);
  return clock;
};
const units = {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  weekday: 'long',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
} as const;
