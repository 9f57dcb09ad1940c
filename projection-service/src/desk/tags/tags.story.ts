import { conversationEvents as c, tags } from '@prosa/contracts';
import { who } from '../../testing/cast.ts';
import { asUser, type Conversation, chronicle, type News, uuid } from '../../testing/news.ts';

export const story = (): News[] => {
  const here = chronicle(who.company);
  const there = chronicle(who.foreign);
  here.tag(who.late, 'Atrasado');
  here.tag(who.angry, 'Bravo', '#445566');
  here.tell(`tag-${who.late}`, tags.events.changed, { id: who.late, name: 'Muito atrasado' });

  // Two of Maria's tickets and one of João's get tags and lose some.
  const tagged = (talk: Conversation, ticketId: string, ...tagIds: string[]) =>
    talk.say(c.TicketTagged, { ticketId, tagIds }, { by: asUser(who.carla) });
  const [maria, joao] = [here.conversation(who.shop, who.maria), here.conversation(who.shop, who.joao)];
  for (const talk of [maria, joao]) talk.started();
  const first = maria.opened('1');
  tagged(maria, first, who.late, who.angry);
  maria.closed(first, who.carla);
  const [second, third] = [maria.opened('2'), joao.opened('3')];
  tagged(maria, second, who.late);
  tagged(joao, third, who.late);
  tagged(maria, first, who.late);
  tagged(joao, third, who.angry);
  tagged(maria, second);
  tagged(maria, first);
  here.tagDeleted(who.late);
  tagged(joao, third, who.angry, who.late);
  joao.received(third, 'asks', 'Já chegou?');
  there.tag(uuid(59), 'Longe');
  return [...here.take(), ...there.take()];
};
