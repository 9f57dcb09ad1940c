import { conversationEvents as c, contactEvents } from '@prosa/contracts';
import { who } from '../../testing/cast.ts';
import { asUser, chronicle, type News } from '../../testing/news.ts';

const sentAt = '2026-03-01T12:00:00.000Z';

export const story = (): News[] => {
  const here = chronicle(who.company);
  here.company();
  here.queue(who.sales, 'Vendas', '#AA0000');
  here.user(who.ana, 'Ana', { queueIds: [who.sales] });
  here.connection(who.shop, 'Loja');
  here.contact(who.maria, 'Maria José', '5511987654321');
  const maria = here.conversation(who.shop, who.maria);
  const said = (name: string, body: string) => ({ messageId: maria.message(name), body, channelId: name, sentAt });
  maria.started();
  const ticketId = maria.opened('1', { queueId: who.sales, userId: who.ana });
  maria.received(ticketId, 'thanks', 'Obrigada');
  maria.say(c.TicketClosed, { ticketId, userId: who.ana, reason: 'resolved', ratingAsked: true }, { by: asUser(who.ana) });
  maria.say(c.RatingGiven, { ticketId, rating: 3, ...said('mark', '3') });
  maria.say(c.RatingCommented, { ticketId, ...said('comment', 'Foi rápido') });
  // It is acknowledged in the closed ticket, which stays where it is in the lists.
  maria.sent(ticketId, 'acknowledged', 'Obrigado!', { origin: 'rating' });
  maria.edited(ticketId, maria.message('comment'), 'Foi muito rápido');
  maria.edited(ticketId, maria.message('mark'), '2');
  maria.revoked(ticketId, maria.message('mark'));
  here.tell(`contact-${who.maria}`, contactEvents.ContactForgotten, { contactId: who.maria });
  maria.say(c.ConversationForgotten, { contactId: who.maria });
  return here.take();
};
