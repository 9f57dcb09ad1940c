/** A clock's time without a zone, such as `2026-03-08T02:30`. */
export type WallTime = string;

const formatters = new Map<string, Intl.DateTimeFormat>();
const formatterOf = (zone: string): Intl.DateTimeFormat => {
  const known = formatters.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  formatters.set(zone, made);
  return made;
};

/** The wall time of an IANA time zone at an instant, to the minute. */
export const wallTimeAt = (at: Date, zone: string): WallTime => {
  const parts = Object.fromEntries(
    formatterOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  ) as Record<Intl.DateTimeFormatPartTypes, string>;
  return `${parts.year.padStart(4, '0')}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}`;
};

const DAY = 86_400_000;

/**
 * The instant at which the clocks of a zone show a time (to the minute): the first one, if they show it twice because they were set back;
 * null if they skip it, because they were set forward.
 */
export const instantOf = (wall: WallTime, zone: string): Date | null => {
  const asUtc = Date.parse(`${wall}Z`);
  // The zone's distance from UTC a day before and a day after: clocks are changed at most once in between.
  const distances = [asUtc - DAY, asUtc + DAY].map((at) => Date.parse(`${wallTimeAt(new Date(at), zone)}Z`) - minute(at));
  const found = distances.map((distance) => asUtc - distance).filter((at) => wallTimeAt(new Date(at), zone) === wall);
  return found.length === 0 ? null : new Date(Math.min(...found));
};

const minute = (at: number): number => Math.floor(at / 60_000) * 60_000;
