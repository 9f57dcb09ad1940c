import { inOrder } from '../kernel/order.ts';
import type { QueueView } from '../queues/queues.contract.ts';
import type { UserView } from '../users/users.contract.ts';
import type { Embeds } from './embeds.ts';

/** The names of a user's queues, in their order; a deleted one is not named. */
export const userEmbeds: Embeds<UserView> = {
  queue: (user, { id, record }) => {
    if (!user.queueIds.includes(id)) return user;
    const others = user.queues.filter((queue) => queue.id !== id);
    if (!record) return { ...user, queues: others };
    const { name, color } = record as QueueView;
    return { ...user, queues: [...others, { id, name, color }].sort(inOrder('name')) };
  },
};
