import { openMinutesAfter, openMinutesBefore } from '../../company/companies/open-time.ts';
import { type CompanyHours, hoursOf } from '../../company/companies/opening-hours.ts';
import type { QueueView } from './queues.contract.ts';

/** What of a queue decides how long somebody may wait there. */
export type WaitingQueue = Pick<QueueView, 'schedules' | 'warnAfterMinutes' | 'lateAfterMinutes'>;

/** When a wait is near its limit, and when it is late; null: never. Only opening hours count. */
export const waitLimits = (
  company: CompanyHours,
  queue: WaitingQueue,
  since: Date,
): { warnAt: Date | null; lateAt: Date | null } => {
  const hours = hoursOf(company, queue);
  const { warnAfterMinutes: warn, lateAfterMinutes: late } = queue;
  return {
    warnAt: warn === null ? null : openMinutesAfter(hours, since, warn),
    lateAt: late === null ? null : openMinutesAfter(hours, since, late),
  };
};

/** The same the other way round: who has waited since then or longer is near the limit, or late, at an instant; null: nobody. */
export const waitingSinceOf = (
  company: CompanyHours,
  queue: WaitingQueue,
  now: Date,
): { warnSince: Date | null; lateSince: Date | null } => {
  const hours = hoursOf(company, queue);
  const { warnAfterMinutes: warn, lateAfterMinutes: late } = queue;
  return {
    warnSince: warn === null ? null : openMinutesBefore(hours, now, warn),
    lateSince: late === null ? null : openMinutesBefore(hours, now, late),
  };
};
