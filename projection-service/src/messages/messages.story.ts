import { conversationEvents as c } from '@prosa/contracts';
import { who } from '../testing/cast.ts';
import { asUser, chronicle, type News } from '../testing/news.ts';

export const story = (): News[] => {
  const here = chronicle(who.company);
  const there = chronicle(who.foreign);
  here.user(who.ana, 'Ana', { queueIds: [who.sales] });
  here.user(who.bruno, 'Bruno', { queueIds: [who.sales] });
  here.contact(who.maria, 'Maria José', '5511987654321');
  const maria = here.conversation(who.shop, who.maria);
  maria.started();
  const first = maria.opened('1', { queueId: who.sales, protocol: '000001' });
  const hello = maria.received(first, 'oi', 'Oi, tudo bem?');
  maria.sent(first, 'greeting', 'Bem-vinda!', { origin: 'greeting' });
  maria.say(c.TicketAccepted, { ticketId: first, userId: who.ana }, { by: asUser(who.ana) });
  maria.say(c.MessagesRead, { ticketId: first, upTo: hello, messageIds: [hello], unread: 0 }, { by: asUser(who.ana) });
  const answer = maria.sent(first, 'answer', 'Tudo, e você?', { userId: who.ana, quotedId: hello });
  const seen = (messageId: string, ack: number) => maria.say(c.MessageAcknowledged, { ticketId: first, messageId, ack });
  for (const ack of [2, 4, 3]) seen(answer, ack);
  const again = maria.received(first, 'again', 'Meu pedido não chegou', { quotedId: answer });
  const note = { messageId: maria.message('note'), body: 'Cliente antiga', userId: who.ana, clientId: 'k' };
  maria.say(c.MessageObserved, { ticketId: first, ...note });
  const lost = maria.sent(first, 'lost', 'Vou ver', { userId: who.ana });
  maria.say(c.MessageFailed, { ticketId: first, messageId: lost, attempt: 1, reason: 'refused' });
  maria.say(c.MessageRetried, { ticketId: first, messageId: lost, attempt: 2, userId: who.ana });
  maria.say(c.MessageUnsure, { ticketId: first, messageId: lost, attempt: 2 });
  seen(lost, 2);
  here.contactChanged(who.maria, { name: 'Maria José da Silva', number: '5511987650000' });
  here.userChanged(who.ana, { name: 'Ana Paula' });
  maria.say(c.MessageDeleted, { ticketId: first, messageId: answer, userId: who.ana });
  maria.say(c.MessageDeleted, { ticketId: first, messageId: lost, userId: who.ana });
  maria.closed(first, who.ana, { by: asUser(who.ana) });
  // What is quoted of an older ticket has no words here.
  const second = maria.opened('2', { queueId: who.sales, userId: who.ana, protocol: '000002' });
  maria.sent(second, 'news', 'Chegou!', { userId: who.ana, quotedId: again });
  maria.sent(second, 'more', 'Mais alguma coisa?', { userId: who.bruno });
  here.userDeleted(who.bruno);

  here.contact(who.forgotten, 'Ninguém', '5511900000000');
  const nobody = here.conversation(who.shop, who.forgotten);
  nobody.started();
  nobody.received(nobody.opened('4', { queueId: who.support, protocol: '000004' }), 'secret', 'Um segredo');

  there.contact(who.farMaria, 'Outra Maria', '5521987654321');
  const far = there.conversation(who.farShop, who.farMaria);
  far.started();
  const fifth = far.opened('9', { protocol: '000001' });
  far.received(fifth, 'far', 'De longe');
  const number = { messageId: far.message('number'), userId: who.zoe, from: '5521987654321', to: '5521987650000' };
  far.say(c.NumberChanged, { ticketId: fifth, ...number });
  return [...here.take(), ...there.take()];
};
