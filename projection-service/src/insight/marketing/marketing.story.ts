import { conversationEvents as c, contactEvents, socialMedias } from '@prosa/contracts';
import { who } from '../../testing/cast.ts';
import { asUser, chronicle, type News, uuid } from '../../testing/news.ts';

const [insta, face] = [uuid(53), uuid(54)];

export const story = (): News[] => {
  const here = chronicle(who.company);
  here.company();
  here.contact(who.maria, 'Maria José', '5511987654321');
  here.contact(who.joao, 'João', '5511987654322');
  const source = (id: string, name: string, message: string) =>
    here.tell(`social-medias-${who.company}`, socialMedias.events.created, { id, name, message });
  source(insta, 'Instagram', 'Vi no Instagram');
  source(face, 'Facebook', 'Vi no Facebook');
  const [maria, joao] = [who.maria, who.joao].map((id) => here.conversation(who.shop, id)) as [Talk, Talk];
  const lead = (talk: Talk, ticketId: string, messageId: string, socialMediaId: string) =>
    talk.say(c.LeadAttributed, { ticketId, messageId, contactId: talk.contactId, socialMediaId, by: 'message' });
  maria.started();
  const first = maria.opened('1', { queueId: who.sales });
  const both = maria.received(first, 'm1', 'Vi no Instagram e vi no Facebook');
  lead(maria, first, both, insta);
  lead(maria, first, both, face);
  joao.started();
  const mistaken = joao.opened('2', { queueId: who.sales });
  lead(joao, mistaken, joao.received(mistaken, 'm1', 'Vi no Instagram'), insta);
  joao.say(c.TicketDeleted, { ticketId: mistaken, userId: who.carla, contactId: who.joao }, { by: asUser(who.carla) });
  const again = joao.opened('3', { queueId: who.sales });
  lead(joao, again, joao.received(again, 'm2', 'Vi no Instagram'), insta);
  here.tell(`contact-${who.maria}`, contactEvents.ContactAbsorbed, { contactId: who.maria, absorbed: who.joao });
  return here.take();
};
type Talk = ReturnType<ReturnType<typeof chronicle>['conversation']>;
