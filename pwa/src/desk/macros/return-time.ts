import { instantOf, type MacroAct, wallTimeAt } from '@prosa/contracts';
import { dayAfter } from '../tickets/state/snooze-times.ts';

const HOUR_MS = 3_600_000;
const days = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/** How many days after today: a weekday is the next one, never today. */
const daysUntil = (until: string, now: number, zone: string): number => {
  if (until === 'tomorrow') return 1;
  const today = new Date(`${wallTimeAt(new Date(now), zone).slice(0, 10)}T00:00Z`).getUTCDay();
  return (days.indexOf(until) - today + 7) % 7 || 7;
};

/** When a ticket comes back that a macro snoozes now, as an ISO time. */
export const returnTime = ({ until, time }: Extract<MacroAct, { do: 'snooze' }>, now: number, zone: string): string => {
  if (until === 'hour') return new Date(now + HOUR_MS).toISOString();
  const day = dayAfter(now, daysUntil(until, now, zone), zone);
  // A time that the clock of that day leaves out does not exist.
  return (instantOf(`${day}T${time}`, zone) ?? new Date(`${day}T12:00Z`)).toISOString();
};
