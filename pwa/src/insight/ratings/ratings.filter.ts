import { type RatingGroup, wallTimeAt } from '@prosa/contracts';
import type { Days } from '../reports/period-form.tsx';

/** Whose ratings: of some days, of one queue or one attendant ('': of all). */
export type RatingsOf = Days & { queueId: string; userId: string };
export type RatingFilter = RatingsOf & { by: RatingGroup };

/** The filter with which the report begins: this month, in the company's time zone, by attendant. */
export const thisMonth = (zone: string | undefined): RatingFilter => {
  const today = wallTimeAt(new Date(), zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone).slice(0, 10);
  return { dateStart: `${today.slice(0, 8)}01`, dateEnd: today, queueId: '', userId: '', by: 'attendant' };
};
