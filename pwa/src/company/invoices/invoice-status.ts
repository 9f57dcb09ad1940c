import { daysUntil, type InvoiceView } from '@prosa/contracts';

export type DisplayStatus = 'paid' | 'overdue' | 'open';

/** An invoice is overdue once the day of its due date is over on the company's clocks, unless it is paid. */
export const displayStatus = ({ status, dueDate }: InvoiceView, now: number, zone: string): DisplayStatus => {
  if (status === 'paid') return 'paid';
  return daysUntil(new Date(dueDate), new Date(now), zone) < 0 ? 'overdue' : 'open';
};
