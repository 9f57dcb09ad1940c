import { instantOf, type WallTime, wallTimeAt } from './zones.ts';

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];
const written = (utc: number): WallTime => new Date(utc).toISOString().slice(0, 16);

/** The instant of a time on the clocks of a zone; of one that they skip, an hour later. */
const instantFrom = (wall: WallTime, zone: string): Date =>
  instantOf(wall, zone) ?? instantOf(written(Date.parse(`${wall}Z`) + HOUR), zone)!;

/** The day of the month at an instant in a zone. */
export const dayOfMonth = (at: Date, zone: string): number => Number(wallTimeAt(at, zone).slice(8, 10));

/**
 * A month later, at the same time of the zone's clocks: on `day`, or on the last day of a shorter month, so that 31 January is followed by
 * the last of February and that by 31 March.
 */
export const monthOn = (at: Date, zone: string, day = dayOfMonth(at, zone)): Date => {
  const wall = wallTimeAt(at, zone);
  const [year, month] = [Number(wall.slice(0, 4)), Number(wall.slice(5, 7))];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const date = written(Date.UTC(year, month, Math.min(day, last))).slice(0, 10);
  return new Date(instantFrom(`${date}${wall.slice(10)}`, zone).getTime() + (at.getTime() % MINUTE));
};

/** The last millisecond of a day (`2026-11-30`) in a zone. */
export const endOfDay = (day: string, zone: string): Date =>
  new Date(instantFrom(written(Date.parse(`${day}T00:00Z`) + DAY), zone).getTime() - 1);

/** How many days of the zone's calendar lie between now and a time; negative if its day is past. */
export const daysUntil = (at: Date, now: Date, zone: string): number => {
  const dayOf = (instant: Date) => Date.parse(`${wallTimeAt(instant, zone).slice(0, 10)}T00:00Z`);
  return Math.round((dayOf(at) - dayOf(now)) / DAY);
};
