import { instantOf, wallTimeAt } from '@prosa/contracts';
import { textOf } from '../../../kernel/i18n/dictionary.ts';
import { formatDate, formatTime } from '../../../kernel/i18n/format.ts';
import { currentLanguage } from '../../../kernel/i18n/i18n.ts';
import { locales } from '../../../kernel/i18n/languages.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** When people begin to work. */
const MORNING = '09:00';
const MONDAY = 1;

/** A time at which a ticket comes back, and how its entry shows it. */
export type SnoozeTime = { id: 'hour' | 'tomorrow' | 'monday'; until: string; shown: string };

/** The browser's zone before the company's is known. */
export const zoneOr = (zone: string | undefined): string => zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The day that is so many days after an instant, on the clock of a zone: `yyyy-MM-dd`. */
export const dayAfter = (now: number, days: number, zone: string): string =>
  new Date(Date.parse(`${wallTimeAt(new Date(now), zone).slice(0, 10)}T00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

const morningOf = (day: string, zone: string): string =>
  (instantOf(`${day}T${MORNING}`, zone) ?? new Date(`${day}T12:00Z`)).toISOString();

const weekday = (at: string, zone: string | undefined): string =>
  new Intl.DateTimeFormat(locales[currentLanguage()], { weekday: 'short', ...(zone && { timeZone: zone }) }).format(new Date(at));

/** The times that are offered: in an hour, tomorrow morning, and next Monday unless that is tomorrow. */
export const snoozeTimes = (now: number, zone: string): SnoozeTime[] => {
  const hour = new Date(now + HOUR_MS).toISOString();
  const tomorrow = morningOf(dayAfter(now, 1, zone), zone);
  const today = new Date(`${dayAfter(now, 0, zone)}T00:00Z`).getUTCDay();
  const days = (MONDAY - today + 7) % 7 || 7;
  const monday = morningOf(dayAfter(now, days, zone), zone);
  return [
    { id: 'hour', until: hour, shown: formatTime(hour, zone) },
    { id: 'tomorrow', until: tomorrow, shown: `${weekday(tomorrow, zone)}, ${formatTime(tomorrow, zone)}` },
    ...(days === 1
      ? []
      : [
          { id: 'monday' as const, until: monday, shown: `${formatDate(monday, zone).slice(0, 5)}, ${formatTime(monday, zone)}` },
        ]),
  ];
};

/** When a snoozed ticket comes back: "hoje, 14:00", "amanhã, 09:00" or "seg., 23/11, 09:00". */
export const returnText = (until: string, zone: string | undefined, now: number): string => {
  const day = (at: number) => formatDate(new Date(at).toISOString(), zone);
  const time = formatTime(until, zone);
  const of = day(Date.parse(until));
  if (of === day(now)) return textOf('tickets', 'today', { time });
  const own = zoneOr(zone);
  if (wallTimeAt(new Date(until), own).startsWith(dayAfter(now, 1, own))) return textOf('tickets', 'tomorrow', { time });
  return `${weekday(until, zone)}, ${of.slice(0, 5)}, ${time}`;
};
