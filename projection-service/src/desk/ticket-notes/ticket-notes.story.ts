import { conversationEvents as c } from '@prosa/contracts';
import { who } from '../../testing/cast.ts';
import { asUser, chronicle, type News } from '../../testing/news.ts';

export const story = (): News[] => {
  const here = chronicle(who.company);
  here.user(who.ana, 'Ana', { queueIds: [who.sales] });
  here.user(who.duda, 'Duda', { queueIds: [who.sales] });
  const byAna = { by: asUser(who.ana) };
  const maria = here.conversation(who.shop, who.maria);
  maria.started();
  const ticketId = maria.opened('1', { queueId: who.sales, userId: who.ana });
  const note = (name: string) => ({ ticketId, noteId: maria.message(name), userId: who.ana });
  maria.say(c.TicketNoteAdded, { ...note('one'), note: 'Prefere boleto' }, byAna);
  maria.say(c.TicketNoteAdded, { ...note('two'), note: 'Liga à tarde' }, byAna);
  const mentions = [{ userId: who.duda, at: 0, length: 5 }];
  maria.say(c.TicketNoteAdded, { ...note('three'), note: '@Duda, liga para ela', mentions }, byAna);
  here.userChanged(who.duda, { name: 'Eduarda' });
  here.userChanged(who.ana, { name: 'Ana Paula' });
  maria.say(c.TicketNoteDeleted, note('one'), byAna);
  maria.closed(ticketId, who.ana, byAna);

  const nobody = here.conversation(who.shop, who.forgotten);
  nobody.started();
  const other = nobody.opened('2', { queueId: who.support });
  const secret = { ticketId: other, noteId: nobody.message('n'), userId: who.ana, note: 'Um segredo' };
  nobody.say(c.TicketNoteAdded, secret, byAna);
  nobody.say(c.ConversationForgotten, { contactId: who.forgotten });
  maria.say(c.ConversationForgotten, { contactId: who.maria });
  maria.say(c.TicketDeleted, { ticketId, userId: who.carla, contactId: who.maria }, { by: asUser(who.carla) });
  return here.take();
};
