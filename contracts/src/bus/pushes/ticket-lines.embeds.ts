import type { TicketLine } from '../../desk/messages/ticket-lines.view.ts';
import type { QueueView } from '../../flows/queues/queues.contract.ts';
import type { UserView } from '../../people/users/users.contract.ts';
import type { Embeds } from './embeds.ts';

/** Updates the names of users and queues in a line of a conversation. Deleted ones keep theirs. */
export const ticketLineEmbeds: Embeds<TicketLine> = {
  user: (line, { id, record }) => {
    if (!record) return line;
    const { name } = record as UserView;
    const renamed = (who: TicketLine['by']) => (who?.id === id && who.name !== name ? { id, name } : who);
    const [by, user] = [renamed(line.by), renamed(line.user)];
    return by === line.by && user === line.user ? line : { ...line, by, user };
  },
  queue: (line, { id, record }) => {
    if (!record) return line;
    const { name } = record as QueueView;
    const renamed = (where: TicketLine['queue']) => (where?.id === id && where.name !== name ? { id, name } : where);
    const [queue, from] = [renamed(line.queue), renamed(line.from)];
    return queue === line.queue && from === line.from ? line : { ...line, queue, from };
  },
};
