import type { CompanyHours, QueueWaits, WaitingQueue } from '@prosa/contracts';
import { createSelector } from '@reduxjs/toolkit';
import { queues } from '../../../flows/queues/queues.slice.ts';
import { selectMe, selectSetting } from '../../../people/sessions/sessions.slice.ts';
import { isSeen } from './tickets.filters.ts';
import { selectScope, type WithTickets } from './tickets.selectors.ts';

/** The hours of the company by which waits are measured; null before the sign-in. */
export const selectCompanyHours = createSelector(
  [selectMe, selectSetting('scheduleType')],
  (me, scheduleType): CompanyHours | null => {
    if (!me) return null;
    const { timeZone, schedules = [], holidays = [] } = me.company;
    return { scheduleType, timeZone, schedules, holidays };
  },
);

const hasLimit = ({ warnAfterMinutes, lateAfterMinutes }: WaitingQueue): boolean =>
  typeof warnAfterMinutes === 'number' || typeof lateAfterMinutes === 'number';

/** A queue if it limits how long its customers wait; null otherwise, and while queues are unknown. */
export const selectLimitedQueue =
  (queueId: string | null) =>
  (state: WithTickets): WaitingQueue | null => {
    const queue = queueId === null ? undefined : queues.selectState(state).live.byId[queueId];
    return queue && hasLimit(queue) ? queue : null;
  };

/** Whether any queue has such limits. */
export const selectHasLimits = createSelector([queues.selectAll], (all): boolean => all.some(hasLimit));

/** How many of the pending tickets that the screen shows with its filters are late, and near their limit. */
export const selectWaits = createSelector(
  [({ tickets }: WithTickets) => tickets.waits, selectScope],
  (waits, { queueIds, narrowedTo }): Omit<QueueWaits, 'queueId'> => {
    const shown = waits
      .filter(({ queueId }) => queueIds === null || queueIds.includes(queueId))
      .filter(({ queueId }) => narrowedTo === null || isSeen(narrowedTo, { queueId, userId: null, status: 'pending' }));
    return {
      near: shown.reduce((sum, { near }) => sum + near, 0),
      late: shown.reduce((sum, { late }) => sum + late, 0),
    };
  },
);
