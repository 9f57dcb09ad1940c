import { type AccountView, daysUntil } from '@prosa/contracts';

export type Nearness = 'due5' | 'dueSoon' | 'dueLate' | null;

/** In how many days of its own calendar a company is due; negative if it is past due. */
export const daysToDue = ({ dueDate, timeZone }: Pick<AccountView, 'dueDate' | 'timeZone'>, now: number): number =>
  daysUntil(new Date(dueDate), new Date(now), timeZone);

/** The colour of a company's row: pale yellow five days before its due date, orange from four before to three after, then red. */
export const nearnessOf = (days: number): Nearness => {
  if (days > 5) return null;
  if (days === 5) return 'due5';
  return days >= -3 ? 'dueSoon' : 'dueLate';
};
