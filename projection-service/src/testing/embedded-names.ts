import type { ContactView, MessageView, PushChange, QueueView, TicketView, UserView } from '@prosa/contracts';
import type { Screen } from './law.ts';

type Joined = Record<string, unknown> | null;

/**
 * What a screen does with a push whose record's names stand in others: the names of contacts, users, queues, connections and tags in
 * tickets, of queues in users, of people and quoted texts in messages. What is deleted keeps its name, but for tags and the queues of users.
 * A ticket that is gone takes its messages with it.
 */
export const renames = (screen: Screen, { channel, id }: PushChange, record: Joined): void => {
  const all = (of: PushChange['channel']): unknown[] => [...(screen.get(of) ?? new Map()).values()];
  const tickets = all('ticket') as TicketView[];
  const messages = all('appMessage') as MessageView[];
  if (channel === 'tag') retag(tickets, id, record);
  if (channel === 'queue') renameQueue(tickets, all('user') as UserView[], id, record as QueueView | null);
  if (channel === 'ticket' && !record)
    for (const message of messages) if (message.ticketId === id) screen.get('appMessage')?.delete(message.id);
  if (!record) return;
  if (channel === 'contact') renameContact(tickets, messages, record as ContactView);
  if (channel === 'user') renameUser(tickets, messages, record as UserView);
  if (channel === 'whatsapp')
    for (const ticket of tickets) if (ticket.whatsappId === id) ticket.whatsapp = { id, name: record.name as string };
  if (channel === 'company') for (const ticket of tickets) ticket.company = { tagForce: record.tagForce === true };
  if (channel === 'appMessage')
    for (const { quotedMsg } of messages)
      if (quotedMsg?.id === id && !quotedMsg.hidden) Object.assign(quotedMsg, { body: record.body, isDeleted: record.isDeleted });
};

const retag = (tickets: TicketView[], id: string, tag: Joined): void => {
  const now = tag ? [{ id, name: tag.name as string, color: tag.color as string }] : [];
  for (const ticket of tickets) ticket.tags = ticket.tags.flatMap((one) => (one.id === id ? now : [one]));
};

const renameQueue = (tickets: TicketView[], users: UserView[], id: string, queue: QueueView | null): void => {
  const brief = queue && { id, name: queue.name, color: queue.color };
  for (const ticket of tickets) if (ticket.queueId === id && brief) ticket.queue = brief;
  for (const user of users) {
    if (!user.queueIds.includes(id)) continue;
    const others = user.queues.filter((one) => one.id !== id);
    user.queues = brief ? [...others, brief].sort((a, b) => a.name.localeCompare(b.name)) : others;
  }
};

const renameContact = (tickets: TicketView[], messages: MessageView[], contact: ContactView): void => {
  const { id, name, number, profilePicUrl } = contact;
  for (const ticket of tickets) if (ticket.contactId === id) ticket.contact = { id, name, number, profilePicUrl };
  for (const message of messages) {
    if (message.contactId !== id) continue;
    message.contact = { id, name };
    if (message.quotedMsg?.fromMe === false) message.quotedMsg.author = name;
  }
};

const renameUser = (tickets: TicketView[], messages: MessageView[], { id, name }: UserView): void => {
  for (const ticket of tickets) if (ticket.user?.id === id) ticket.user = { id, name };
  const written = new Set<string>();
  for (const message of messages) {
    if (message.user?.id !== id) continue;
    message.user = { id, name };
    written.add(message.id);
  }
  for (const { quotedMsg } of messages) if (quotedMsg && !quotedMsg.hidden && written.has(quotedMsg.id)) quotedMsg.author = name;
};
