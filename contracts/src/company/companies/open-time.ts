import { instantOf } from '../../kernel/zones.ts';
import { type Hours, onClock, rangesOn } from './opening-hours.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** A company that is not open for so long is never open. */
const MOST_DAYS = 400;
/** A time that summer time skips comes at most so many minutes later. */
const MOST_SKIPPED = 180;

type Interval = readonly [from: number, to: number];

/**
 * The instant at which it has been open for so many minutes since another one; null: never. `hours` null: it is always open.
 */
export const openMinutesAfter = (hours: Hours | null, from: Date, minutes: number): Date | null =>
  walked(hours, from, minutes, {
    step: DAY_MS,
    order: ([a], [b]) => a - b,
    part: ([begin, end], at) => [Math.max(begin, at), end],
    far: ([, end]) => end,
    reached: ([begin], left) => begin + left,
    sign: 1,
  });

/** The last instant since which it has been open for so many minutes until another one; null: there is none. */
export const openMinutesBefore = (hours: Hours | null, until: Date, minutes: number): Date | null =>
  walked(hours, until, minutes, {
    step: -DAY_MS,
    order: ([, a], [, b]) => b - a,
    part: ([begin, end], at) => [begin, Math.min(end, at)],
    far: ([begin]) => begin,
    reached: ([, end], left) => end - left,
    sign: -1,
  });

type Way = {
  step: number;
  order: (a: Interval, b: Interval) => number;
  /** The part of an interval that is still to be walked. */
  part: (interval: Interval, at: number) => Interval;
  far: (interval: Interval) => number;
  reached: (interval: Interval, left: number) => number;
  sign: 1 | -1;
};

const walked = (hours: Hours | null, from: Date, minutes: number, way: Way): Date | null => {
  let left = minutes * MINUTE_MS;
  let at = from.getTime();
  if (hours === null || (hours.schedules.length === 0 && !hours.holidays?.length)) return new Date(at + way.sign * left);
  const first = Date.parse(`${onClock(hours.timeZone, from).day}T00:00Z`);
  for (let days = 0; days < MOST_DAYS; days += 1) {
    const day = new Date(first + days * way.step).toISOString().slice(0, 'yyyy-MM-dd'.length);
    for (const interval of [...intervalsOf(hours, day)].sort(way.order)) {
      const part = way.part(interval, at);
      const length = part[1] - part[0];
      if (length <= 0) continue;
      if (length >= left) return new Date(way.reached(part, left));
      left -= length;
      at = way.far(part);
    }
  }
  return null;
};

/** When it is open on a day of the zone, in milliseconds since 1970. */
const intervalsOf = ({ schedules, holidays = [], timeZone }: Hours, day: string): Interval[] => {
  if (holidays.includes(day)) return [];
  const weekday = weekdays[new Date(`${day}T00:00Z`).getUTCDay()]!;
  const ranges = schedules.length === 0 ? [{ startTime: '00:00', endTime: null }] : rangesOn(schedules, weekday);
  const next = new Date(Date.parse(`${day}T00:00Z`) + DAY_MS).toISOString().slice(0, day.length);
  return ranges.map(({ startTime, endTime }) => [
    instantAt(timeZone, day, startTime),
    endTime === null ? instantAt(timeZone, next, '00:00') : instantAt(timeZone, day, endTime),
  ]);
};

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;

/** Instants by zone and wall time: a list asks for the same few again and again. */
const instants = new Map<string, number>();
const MOST_INSTANTS = 2_000;

/** The instant of a wall time; of one that the zone skips, of the first that it does not. */
const instantAt = (timeZone: string, day: string, time: string): number => {
  const key = `${timeZone} ${day} ${time}`;
  const known = instants.get(key);
  if (known !== undefined) return known;
  const wall = Date.parse(`${day}T${time}Z`);
  let found: Date | null = null;
  for (let skipped = 0; found === null && skipped <= MOST_SKIPPED; skipped += 30)
    found = instantOf(
      new Date(wall + skipped * MINUTE_MS).toISOString().slice(0, 'yyyy-MM-ddTHH:mm'.length),
      knownZone(timeZone),
    );
  const at = found?.getTime() ?? wall;
  if (instants.size >= MOST_INSTANTS) instants.clear();
  instants.set(key, at);
  return at;
};

/** A zone that this machine does not know is replaced as in `isOpen`. */
const knownZone = (timeZone: string): string => {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
    return timeZone;
  } catch {
    return 'America/Sao_Paulo';
  }
};
