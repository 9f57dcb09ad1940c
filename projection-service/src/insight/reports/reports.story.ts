import { conversationEvents as c, tags } from '@prosa/contracts';
import { who } from '../../testing/cast.ts';
import { asUser, chronicle, type News } from '../../testing/news.ts';

export const story = (): News[] => {
  const here = chronicle(who.company);
  here.company();
  here.user(who.ana, 'Ana');
  here.user(who.bruno, 'Bruno');
  here.contact(who.maria, 'Maria José', '5511987654321');
  here.tell(`tag-${who.late}`, tags.events.created, { id: who.late, name: 'Entrega atrasada', userId: null });
  const byAna = { by: asUser(who.ana) };
  const maria = here.conversation(who.shop, who.maria);
  maria.started();
  const first = maria.opened('1', { queueId: who.sales });
  maria.say(c.TicketTagged, { ticketId: first, tagIds: [who.late, who.angry] }, byAna);
  maria.say(c.TicketAccepted, { ticketId: first, userId: who.ana }, byAna);
  maria.closed(first, who.ana, byAna);
  maria.say(c.TicketReopened, { ticketId: first, queueId: who.support, userId: who.bruno }, { by: asUser(who.bruno) });
  maria.say(c.TicketTagged, { ticketId: first, tagIds: [who.late] }, byAna);
  maria.closed(first, who.bruno, { by: asUser(who.bruno), at: '2026-03-04T02:30:00.000Z' });
  maria.opened('2', { queueId: who.sales, userId: who.ana });
  return here.take();
};
