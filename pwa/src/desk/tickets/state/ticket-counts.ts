import type { PushFrame, TicketCount, TicketStatus } from '@prosa/contracts';
import { applyFrame, type ListRules, type LiveList } from '../../../kernel/lists/live-list.ts';
import { isSeen, type ListFilter, NO_QUEUE } from './tickets.filters.ts';

/** Pending and open tickets by queue and user. The fields of a group are its key: pushes have no id. */
export const countRules: ListRules<TicketCount> = {
  channel: 'ticketCounts',
  key: ({ queueId, userId, status }) => `${status} ${queueId} ${userId}`,
};

export const foldCounts = (counts: LiveList<TicketCount>, frame: PushFrame): LiveList<TicketCount> =>
  applyFrame(countRules, counts, frame);

/**
 * Number of tickets of a status that the screen shows with its filters: `narrowedTo`, `queueIds` and `userIds` as in a ListFilter. `of`: all of them, or
 * those of a kind.
 */
export const sumOf = (
  { ids, byId }: LiveList<TicketCount>,
  status: TicketStatus,
  { narrowedTo, queueIds, userIds = [] }: Pick<ListFilter, 'narrowedTo' | 'queueIds'> & { userIds?: readonly string[] },
  of: 'count' | 'unanswered' | 'snoozed' = 'count',
): number =>
  ids
    .map((id) => byId[id]!)
    .filter((group) => group.status === status)
    .filter((group) => queueIds === null || queueIds.includes(group.queueId ?? NO_QUEUE))
    .filter(({ userId }) => userIds.length === 0 || (userId !== null && userIds.includes(userId)))
    .filter((group) => narrowedTo === null || isSeen(narrowedTo, group))
    .reduce((sum, group) => sum + group[of], 0);
