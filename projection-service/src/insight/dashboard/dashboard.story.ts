import { conversationEvents as c, sectors } from '@prosa/contracts';
import { who } from '../../testing/cast.ts';
import { asUser, chronicle, type News, uuid } from '../../testing/news.ts';

export const story = (): News[] => {
  const here = chronicle(who.company);
  const there = chronicle(who.foreign);
  const delivery = uuid(71);
  here.company();
  here.tell(`sector-${delivery}`, sectors.events.created, { id: delivery, name: 'Entregas' });
  here.user(who.carla, 'Carla', { profile: 'admin' });
  here.user(who.ana, 'Ana', { sectorId: delivery });
  here.user(who.bruno, 'Bruno');
  here.contact(who.maria, 'Maria José', '5511987654321');
  here.contact(who.joao, 'João', '5511912345678');

  const byAna = { by: asUser(who.ana) };
  const byBruno = { by: asUser(who.bruno) };
  const maria = here.conversation(who.shop, who.maria);
  maria.started();
  const first = maria.opened('1', { queueId: who.sales });
  maria.say(c.TicketAccepted, { ticketId: first, userId: who.ana }, byAna);
  maria.say(c.TicketReturned, { ticketId: first }, byAna);
  maria.say(c.TicketAccepted, { ticketId: first, userId: who.bruno }, byBruno);
  maria.say(c.TicketTransferred, { ticketId: first, queueId: who.support, userId: null }, byBruno);
  maria.say(c.TicketAccepted, { ticketId: first, userId: who.bruno }, byBruno);
  maria.say(c.TicketTransferred, { ticketId: first, queueId: who.support, userId: who.ana }, byBruno);
  maria.closed(first, who.carla, { by: asUser(who.carla) });
  const rating = { ticketId: first, rating: 2, body: '2', sentAt: '2026-03-01T12:00:00.000Z' };
  maria.say(c.RatingGiven, { ...rating, messageId: maria.message('rating'), channelId: 'rating' });
  maria.say(c.TicketReopened, { ticketId: first, queueId: who.support, userId: who.bruno }, byBruno);
  maria.closed(first, who.bruno, { ...byBruno, at: '2026-03-04T02:30:00.000Z' });
  maria.opened('2', { queueId: who.sales, userId: who.ana });

  const joao = here.conversation(who.shop, who.joao);
  joao.started();
  const mistaken = joao.opened('3', { queueId: who.sales });
  joao.say(c.TicketDeleted, { ticketId: mistaken, userId: who.carla, contactId: who.joao }, { by: asUser(who.carla) });
  joao.opened('4', { queueId: who.sales });

  there.contact(who.farMaria, 'Outra Maria', '5521987654321');
  const far = there.conversation(who.farShop, who.farMaria);
  far.started();
  far.opened('9');
  return [...here.take(), ...there.take()];
};
