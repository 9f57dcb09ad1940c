import { conversationEvents as c } from '@prosa/contracts';
import { who } from '../../testing/cast.ts';
import { asUser, chronicle, type News } from '../../testing/news.ts';

export const story = (): News[] => {
  const here = chronicle(who.company);
  const byAna = { by: asUser(who.ana) };
  const maria = here.conversation(who.shop, who.maria);
  maria.started();
  const ticketId = maria.opened('1', { queueId: who.sales, userId: who.ana });
  const asked = maria.received(ticketId, 'asked', 'Ainda tem?');
  // It changes nothing while a message is unread.
  maria.say(c.TicketMarkedUnread, { ticketId }, byAna);
  maria.say(c.MessagesRead, { ticketId, upTo: asked, messageIds: [asked], unread: 0 }, byAna);
  maria.say(c.TicketMarkedUnread, { ticketId }, byAna);
  maria.say(c.MessagesRead, { ticketId, upTo: asked, messageIds: [asked], unread: 0 }, byAna);
  maria.say(c.TicketMarkedUnread, { ticketId }, byAna);
  return here.take();
};
