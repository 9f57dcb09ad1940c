import { Refused } from '@prosa/contracts';

type Subscribed = { dueDate: string; status: boolean };

/** Whether the company's subscription is over. */
export const isOver = ({ dueDate }: Pick<Subscribed, 'dueDate'>, now: Date): boolean => now >= new Date(dueDate);

/** Throws Refused if nothing may leave for a company: the platform stopped it, or its subscription is over. */
export const assertServed = (company: Subscribed | null, now: Date): void => {
  if (company?.status !== true) throw new Refused('ERR_COMPANY_STOPPED');
  if (isOver(company, now)) throw new Refused('ERR_SUBSCRIPTION_EXPIRED');
};
