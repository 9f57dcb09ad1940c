import type { QueueView } from '@prosa/contracts';

export type Range = QueueView['schedules'][number];
const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

/** Opening hours in short, a line for each run of days with the same hours, such as `seg. – sex. 08:00–18:00`; days without hours have none. */
export const weekOf = (ranges: readonly Range[], locale: string): string[] => {
  const name = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' });
  // The fifth of January 2026 was a Monday.
  const nameOf = (day: number): string => name.format(Date.UTC(2026, 0, 5 + day));
  const hours = days.map((day) =>
    ranges
      .filter(({ weekdayEn, startTime, endTime }) => weekdayEn === day && startTime !== endTime)
      .map(({ startTime, endTime }) => `${startTime}–${endTime}`)
      .join(', '),
  );
  const lines: string[] = [];
  for (let first = 0; first < days.length; ) {
    let last = first;
    while (last + 1 < days.length && hours[last + 1] === hours[first]) last += 1;
    const run = first === last ? nameOf(first) : `${nameOf(first)} – ${nameOf(last)}`;
    if (hours[first] !== '') lines.push(`${run} ${hours[first]}`);
    first = last + 1;
  }
  return lines;
};
