import { remember, remembered } from '../device/storage.ts';
import { idle } from '../loading/painted.ts';

/** The offsets of a zone from UTC: from each of these times on, so many minutes more. */
type Clock = { zone: string; until: number; steps: [from: number, minutes: number][] };

const DAY_MS = 86_400_000;
/** How far back and ahead a clock is learned. */
const BACK_MS = 400 * DAY_MS;
const AHEAD_MS = 60 * DAY_MS;
/** A browser may get other rules of zones: what is as old as this is learned anew. */
const LASTS_MS = 30 * DAY_MS;
const MINUTE_MS = 60_000;

let kept: Clock | null | undefined;
let isLearning = false;

const minutesIn = (format: Intl.DateTimeFormat, at: number): number => {
  const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const wall = Date.UTC(part.year!, part.month! - 1, part.day, part.hour, part.minute);
  return Math.round((wall - Math.floor(at / MINUTE_MS) * MINUTE_MS) / MINUTE_MS);
};

/** Asks the browser how far a zone is from UTC, by days, and to the minute where that changes. */
const learned = (zone: string, now: number): Clock => {
  const format = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });
  const begin = Math.floor((now - BACK_MS) / DAY_MS) * DAY_MS;
  const steps: Clock['steps'] = [[begin, minutesIn(format, begin)]];
  for (let at = begin + DAY_MS; at <= now + AHEAD_MS; at += DAY_MS) {
    const [, before] = steps.at(-1)!;
    const minutes = minutesIn(format, at);
    if (minutes === before) continue;
    let [old, changed] = [at - DAY_MS, at];
    while (changed - old > MINUTE_MS) {
      const between = Math.floor((old + changed) / 2 / MINUTE_MS) * MINUTE_MS;
      if (minutesIn(format, between) === before) old = between;
      else changed = between;
    }
    steps.push([changed, minutes]);
  }
  return { zone, until: now + AHEAD_MS, steps };
};

const read = (): Clock | null => {
  try {
    const clock = JSON.parse(remembered('clock') ?? 'null') as Clock | null;
    return Number.isFinite(clock?.until) && clock?.steps.flat().every(Number.isFinite) ? clock : null;
  } catch {
    return null;
  }
};

/** Learns a zone's clock when the browser has nothing else to do, for the pages to come. */
const learn = async (zone: string): Promise<void> => {
  if (isLearning) return;
  isLearning = true;
  await idle();
  try {
    kept = learned(zone, Date.now());
    remember('clock', JSON.stringify(kept));
  } finally {
    isLearning = false;
  }
};

/**
 * A time on the clocks of a zone, as `2026-11-21T09:05` begins, without asking the browser for its formats of dates, whose first use costs a
 * page as much as a tenth of its first screen; null if the zone's clock was not learned yet on this device, or not for that time.
 */
export const onClock = (at: string, zone: string | undefined): string | null => {
  if (zone === undefined) return null;
  if (kept === undefined) kept = read();
  if (kept?.zone !== zone || kept.until - Date.now() < AHEAD_MS - LASTS_MS) learn(zone).catch(() => undefined);
  if (kept?.zone !== zone) return null;
  const time = Date.parse(at);
  const step = time < kept.until ? kept.steps.findLast(([from]) => from <= time) : undefined;
  return step ? new Date(time + step[1] * MINUTE_MS).toISOString() : null;
};

/** For tests: forgets what was learned, in memory and on the device. */
export const forgetClock = (): void => {
  kept = undefined;
  remember('clock', null);
};
