import { conversationEvents as c } from '@prosa/contracts';
import { who } from '../../testing/cast.ts';
import { asUser, chronicle, type News } from '../../testing/news.ts';

const sentAt = '2026-03-01T12:00:00.000Z';

export const story = (): News[] => {
  const here = chronicle(who.company);
  here.company();
  here.user(who.ana, 'Ana');
  here.user(who.bruno, 'Bruno');
  here.queue(who.sales, 'Vendas', '#AA0000');
  here.contact(who.maria, 'Maria José', '5511987654321');
  here.contact(who.joao, 'João', '5511987654322');
  const [maria, joao] = [who.maria, who.joao].map((id) => here.conversation(who.shop, id)) as [Talk, Talk];
  const asked = (talk: Talk, ticketId: string, userId: string) =>
    talk.say(c.TicketClosed, { ticketId, userId, reason: 'resolved', ratingAsked: true }, { by: asUser(userId) });
  const rated = (talk: Talk, ticketId: string, rating: number, name = 'mark') =>
    talk.say(c.RatingGiven, { ticketId, messageId: talk.message(name), rating, body: String(rating), channelId: name, sentAt });
  const commented = (talk: Talk, ticketId: string, body: string, name = 'comment') =>
    talk.say(c.RatingCommented, { ticketId, messageId: talk.message(name), body, channelId: name, sentAt });
  maria.started();
  const first = maria.opened('1');
  maria.say(c.TicketQueued, { ticketId: first, queueId: who.sales });
  maria.say(c.TicketAccepted, { ticketId: first, userId: who.ana }, { by: asUser(who.ana) });
  asked(maria, first, who.ana);
  rated(maria, first, 3);
  commented(maria, first, 'Foi rápido');
  // It goes on with Bruno in another queue; Ana keeps her rating until he gets his own.
  maria.say(c.TicketReopened, { ticketId: first, queueId: who.support, userId: who.bruno }, { by: asUser(who.bruno) });
  maria.say(c.TicketLeftQueue, { ticketId: first });
  maria.say(c.TicketTransferred, { ticketId: first, queueId: who.sales, userId: who.bruno }, { by: asUser(who.bruno) });
  asked(maria, first, who.bruno);
  joao.started();
  const second = joao.opened('2', { queueId: who.sales, userId: who.ana });
  asked(joao, second, who.ana);
  rated(joao, second, 1);
  commented(joao, second, 'Demorou');
  joao.edited(second, joao.message('comment'), 'Demorou muito');
  const deleted = joao.opened('3', { queueId: who.sales, userId: who.ana });
  asked(joao, deleted, who.ana);
  joao.say(c.TicketDeleted, { ticketId: deleted, userId: who.carla, contactId: who.joao }, { by: asUser(who.carla) });
  const without = joao.opened('4', { queueId: who.sales, userId: who.ana });
  joao.closed(without, who.ana);
  rated(maria, first, 2, 'again');
  return here.take();
};
type Talk = ReturnType<ReturnType<typeof chronicle>['conversation']>;
