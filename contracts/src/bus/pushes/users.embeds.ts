import type { ConnectionView } from '../../channels/connections/connections.contract.ts';
import type { QueueView } from '../../flows/queues/queues.contract.ts';
import { inOrder } from '../../kernel/order.ts';
import type { SectorView } from '../../people/sectors/sectors.record.ts';
import type { UserView } from '../../people/users/users.contract.ts';
import type { Embeds } from './embeds.ts';

type WithQueues = Pick<UserView, 'queueIds' | 'queues'>;

/** Updates the names of a record's queues, in order; deleted queues are removed. */
const queuesOf = <View extends WithQueues>(): Embeds<View> => ({
  queue: (view, { id, record }) => {
    if (!view.queueIds.includes(id)) return view;
    const others = view.queues.filter((queue) => queue.id !== id);
    if (!record) return { ...view, queues: others };
    const { name, color } = record as QueueView;
    return { ...view, queues: [...others, { id, name, color }].sort(inOrder('name')) };
  },
});

/** Updates the names of a user's queues and of their sector. */
export const userEmbeds: Embeds<UserView> = {
  ...queuesOf(),
  sector: (user, { id, record }) =>
    user.sectorId === id ? { ...user, sector: record && { id, name: (record as SectorView).name } } : user,
};
export const connectionEmbeds: Embeds<ConnectionView> = queuesOf();
