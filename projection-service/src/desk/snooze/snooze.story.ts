import { conversationEvents as c } from '@prosa/contracts';
import { who } from '../../testing/cast.ts';
import { asUser, chronicle, type News } from '../../testing/news.ts';

export const story = (): News[] => {
  const here = chronicle(who.company);
  const byAna = { by: asUser(who.ana) };
  const maria = here.conversation(who.shop, who.maria);
  maria.started();
  const ticketId = maria.opened('1', { queueId: who.sales, userId: who.ana });
  const snoozed = (until: string) => maria.say(c.TicketSnoozed, { ticketId, until, userId: who.ana }, byAna);
  maria.received(ticketId, 'asked', 'Ainda tem?');
  snoozed('2026-03-02T12:00:00.000Z');
  snoozed('2026-03-03T12:00:00.000Z');
  maria.say(c.TicketWoken, { ticketId, reason: 'time' });
  snoozed('2026-03-04T12:00:00.000Z');
  maria.received(ticketId, 'again', 'Alguém?');
  maria.say(c.TicketWoken, { ticketId, reason: 'customer' });
  snoozed('2026-03-05T12:00:00.000Z');
  maria.sent(ticketId, 'answer', 'Tem', { userId: who.ana });
  maria.say(c.TicketReturned, { ticketId }, byAna);
  maria.say(c.TicketAccepted, { ticketId, userId: who.ana }, byAna);
  snoozed('2026-03-06T12:00:00.000Z');
  maria.closed(ticketId, who.ana);
  return here.take();
};
