import { conversationEvents as c, type Fact, newId } from '@prosa/contracts';
import { fact } from '../../testing/fold.ts';

/** Facts of one ticket, a minute apart. */
export const [ticketId, ana, bruno, sales, support, connectionId, contactId] = Array.from({ length: 7 }, newId) as [
  string,
  string,
  string,
  string,
  string,
  string,
  string,
];
export const [one, two] = [newId(), newId()];
export const at = (minute: number) => ({ at: new Date(Date.UTC(2026, 2, 1, 12, minute)) });
export const time = (minute: number) => at(minute).at;

export const openedBy = (userId: string | null): Fact =>
  fact(
    c.TicketOpened,
    {
      ticketId,
      protocol: '000001',
      status: userId ? 'open' : 'pending',
      queueId: sales,
      userId,
      connectionId,
      contactId,
      channel: 'simulator',
    },
    { ...at(0), position: 5n },
  );
export const opened = openedBy(null);
export const received = (messageId = one, minute = 1, body = 'Oi') =>
  fact(
    c.MessageReceived,
    { ticketId, messageId, body, channelId: 'x', quotedId: null, sentAt: '2026-03-01T12:00:00Z' },
    at(minute),
  );
export const sent = (messageId = two, minute = 2, origin: 'attendant' | 'greeting' | 'closing' | 'schedule' = 'attendant') =>
  fact(
    c.MessageSent,
    { ticketId, messageId, body: 'Olá', userId: ana, origin, signature: null, quotedId: null, clientId: null },
    at(minute),
  );
export const mirroredAnswer = { messageId: two, body: 'Oi', channelId: 'p', quotedId: null, sentAt: '2026-03-01T12:00:00Z' };
export const accepted = fact(c.TicketAccepted, { ticketId, userId: ana }, at(3));
export const closedBy = (userId: string | null) =>
  fact(c.TicketClosed, { ticketId, userId, reason: 'resolved', ratingAsked: false }, at(4));
export const tell = (event: Parameters<typeof fact>[0], data: Record<string, unknown>, minute = 5) =>
  fact(event, { ticketId, ...data } as never, at(minute));
