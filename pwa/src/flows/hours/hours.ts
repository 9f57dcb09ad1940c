import type { QueueView } from '@prosa/contracts';
import { fields as f } from '@prosa/contracts/schemas';

type Range = QueueView['schedules'][number];
export const weekdays = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const satisfies readonly Range['weekdayEn'][];
const names = ['Segunda-feira', 'Terça-feira', 'Quarta-feira', 'Quinta-feira', 'Sexta-feira', 'Sábado', 'Domingo'];

/** The hours that a form begins with. */
export const usualHours: Range[] = weekdays.map((weekdayEn, day) => ({
  weekday: names[day]!,
  weekdayEn,
  startTime: day === 6 ? '00:00' : '08:00',
  endTime: ['18:00', '18:00', '18:00', '18:00', '18:00', '12:00', '00:00'][day]!,
}));

/** Typed text as HH:MM: digits alone count, so `0830` becomes `08:30` and letters vanish. */
export const masked = (typed: string): string => {
  const digits = typed.replace(/\D/g, '').slice(0, 4);
  return digits.length <= 2 ? digits : `${digits.slice(0, 2)}:${digits.slice(2)}`;
};

/** The first thing that is wrong with a range, as the server judges it. */
export const faultOf = (range: Range): { field: 'startTime' | 'endTime'; why: 'time' | 'order' } | null => {
  const { error } = f.schedule.safeParse(range);
  const issue = error?.issues.find(({ path }) => path[0] === 'startTime' || path[0] === 'endTime');
  if (!issue) return null;
  return { field: issue.path[0] as 'startTime', why: issue.code === 'custom' ? 'order' : 'time' };
};

/** The hours of the working days in short, such as `08:00–18:00`; null where they differ, or where there are none. */
export const onWorkingDays = (ranges: readonly Range[]): string | null => {
  const [first, ...others] = weekdays.slice(0, 5).map((day) =>
    ranges
      .filter(({ weekdayEn, startTime, endTime }) => weekdayEn === day && startTime !== endTime)
      .map(({ startTime, endTime }) => `${startTime}–${endTime}`)
      .join(', '),
  );
  return first && others.every((other) => other === first) ? first : null;
};
