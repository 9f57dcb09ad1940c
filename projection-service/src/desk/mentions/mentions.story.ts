import { conversationEvents as c } from '@prosa/contracts';
import { who } from '../../testing/cast.ts';
import { asUser, chronicle, type News } from '../../testing/news.ts';

export const story = (): News[] => {
  const here = chronicle(who.company);
  here.user(who.ana, 'Ana', { queueIds: [who.sales] });
  here.user(who.carla, 'Carla', { profile: 'admin' });
  here.user(who.duda, 'Duda', { queueIds: [who.sales, who.support] });
  const [byAna, byDuda, byCarla] = [who.ana, who.duda, who.carla].map((id) => ({ by: asUser(id) }));
  const maria = here.conversation(who.shop, who.maria);
  maria.started();
  const ticketId = maria.opened('1', { queueId: who.sales, userId: who.ana }, byAna);
  const observed = (name: string, body: string, userId: string, ...mentions: [userId: string, at: number, length: number][]) =>
    maria.say(
      c.MessageObserved,
      {
        ticketId,
        messageId: maria.message(name),
        body,
        userId,
        clientId: null,
        mentions: mentions.map(([named, at, length]) => ({ userId: named, at, length })),
      },
      { by: asUser(userId) },
    );
  const seen = (userId: string) => maria.say(c.TicketSeen, { ticketId, userId }, { by: asUser(userId) });
  observed('one', '@Duda e @Carla, liguem', who.ana, [who.duda, 0, 5], [who.carla, 8, 6]);
  observed('two', '@Duda de novo, com @Ana', who.carla, [who.duda, 0, 5], [who.ana, 19, 4]);
  here.userChanged(who.carla, { name: 'Carla Dias' });
  here.userChanged(who.duda, { name: 'Eduarda' });
  seen(who.duda);
  maria.say(c.TicketTransferred, { ticketId, queueId: who.support, userId: who.duda }, byAna);
  // Who names themselves learns nothing new.
  observed('three', '@Duda anotou isto', who.duda, [who.duda, 0, 5]);
  seen(who.duda);
  maria.say(c.TicketTransferred, { ticketId, queueId: who.sales, userId: who.ana }, byCarla);
  maria.say(c.MessageDeleted, { ticketId, messageId: maria.message('one'), userId: who.ana }, byAna);
  maria.sent(ticketId, 'answer', 'Pronto', { userId: who.ana });
  maria.say(c.TicketReturned, { ticketId }, byAna);
  maria.say(c.TicketAccepted, { ticketId, userId: who.duda, distributed: true });
  maria.say(c.TicketReturned, { ticketId }, byDuda);
  maria.say(c.TicketAccepted, { ticketId, userId: who.ana }, byAna);

  const nobody = here.conversation(who.shop, who.forgotten);
  nobody.started();
  const other = nobody.opened('2', { queueId: who.sales, userId: who.ana }, byAna);
  const secret = { ticketId: other, messageId: nobody.message('n'), body: '@Duda, um segredo', userId: who.ana, clientId: null };
  nobody.say(c.MessageObserved, { ...secret, mentions: [{ userId: who.duda, at: 0, length: 5 }] }, byAna);
  return here.take();
};
