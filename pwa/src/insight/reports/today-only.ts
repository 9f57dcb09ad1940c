import { wallTimeAt } from '@prosa/contracts';
import type { Days } from './period-form.tsx';

/** The days with which reports begin: today, in the company's time zone. */
export const todayOnly = (zone: string | undefined): Days => {
  const today = wallTimeAt(new Date(), zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone).slice(0, 10);
  return { dateStart: today, dateEnd: today };
};
