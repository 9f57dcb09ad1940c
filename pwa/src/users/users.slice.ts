import { type PushFrame, type QueueView, type UserView, userRoutes } from '@prosa/contracts';
import type { LiveList } from '../kernel/live-list.ts';
import { createLookup } from '../kernel/lookup.ts';
import { isNewer } from '../kernel/positions.ts';

/** The queues that stand in users' records, after a push about a queue. */
const renameQueues = (list: LiveList<UserView>, { channel, action, record, position }: PushFrame): LiveList<UserView> => {
  if (channel !== 'queue') return list;
  const { id, name, color } = record as QueueView;
  let byId = list.byId;
  for (const user of Object.values(list.byId)) {
    if (!user.queueIds.includes(id) || !isNewer(position, list.at[user.id])) continue;
    const others = user.queues.filter((queue) => queue.id !== id);
    const queues = action === 'delete' ? others : [...others, { id, name, color }].sort((a, b) => a.name.localeCompare(b.name));
    byId = { ...byId, [user.id]: { ...user, queues } };
  }
  return byId === list.byId ? list : { ...list, byId };
};

/** The company's users by name. */
export const users = createLookup({
  name: 'users',
  channel: 'user',
  route: userRoutes.listAll,
  recordsOf: ({ users }) => users,
  compare: (a, b) => (a.name ?? '').localeCompare(b.name ?? '') || (a.id < b.id ? -1 : 1),
  embeds: renameQueues,
});
