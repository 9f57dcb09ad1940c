import {
  conversationEvents as c,
  companyEvents,
  connectionEvents,
  contactEvents,
  protocolEvents,
  queueEvents,
  tags,
  userEvents,
} from '@prosa/contracts';
import { asUser, chronicle, factsOf, type News, uuid } from './news.ts';

/** Who and what is in the story. Ana serves sales, Bruno support, Duda both, Gil sees grey, Elio nothing, Carla administrates; Zoe is another company's. */
export const who = {
  company: uuid(1),
  foreign: uuid(2),
  sales: uuid(11),
  support: uuid(12),
  gone: uuid(13),
  carla: uuid(21),
  ana: uuid(22),
  bruno: uuid(23),
  duda: uuid(24),
  elio: uuid(25),
  gil: uuid(26),
  zoe: uuid(29),
  shop: uuid(31),
  oldShop: uuid(32),
  maria: uuid(41),
  joao: uuid(42),
  forgotten: uuid(43),
  late: uuid(51),
  angry: uuid(52),
};

/** One story in which every event of the house happens, the same at each telling. `texts` of the forgotten contact are null. */
export const story = (): News[] => {
  const here = chronicle(who.company);
  const there = chronicle(who.foreign);
  const set = `queues-${who.company}`;
  const lines = `connections-${who.company}`;
  const people = `users-${who.company}`;

  here.company();
  here.queue(who.sales, 'Vendas', '#AA0000');
  here.queue(who.support, 'Suporte', '#00AA00');
  here.queue(who.gone, 'Antiga', '#0000AA');
  here.user(who.carla, 'Carla', { profile: 'admin' });
  here.user(who.ana, 'Ana', { queueIds: [who.sales] });
  here.user(who.bruno, 'Bruno', { queueIds: [who.support, who.gone] });
  here.user(who.duda, 'Duda', { queueIds: [who.sales, who.support] });
  here.user(who.elio, 'Elio');
  here.signedIn(who.ana, 1);
  here.connection(who.shop, 'Loja');
  here.connection(who.oldShop, 'Loja velha');
  here.tell(lines, connectionEvents.ConnectionStatusChanged, { connectionId: who.shop, status: 'DISCONNECTED' });
  here.tell(`identity-${'a'.repeat(32)}`, contactEvents.IdentityClaimed, { contactId: who.maria });
  here.contact(who.maria, 'Maria José', '5511987654321', 'maria@exemplo.com.br');
  here.contact(who.joao, 'João', '5511912345678');
  here.tag(who.late, 'Atrasado');
  here.tag(who.angry, 'Bravo', '#445566');
  here.tell(`protocol-${who.company}`, protocolEvents.NumbersTaken, { from: 1, to: 20 });

  const maria = here.conversation(who.shop, who.maria);
  maria.started();
  const first = maria.opened('1', { queueId: who.sales, protocol: '000001' });
  const hello = maria.received(first, 'oi', 'Oi, tudo bem?');
  maria.sent(first, 'greeting', 'Bem-vinda!', { origin: 'greeting' });
  maria.say(c.TicketAccepted, { ticketId: first, userId: who.ana }, { by: asUser(who.ana) });
  maria.say(c.MessagesRead, { ticketId: first, upTo: hello, messageIds: [hello], unread: 0 }, { by: asUser(who.ana) });
  const answer = maria.sent(first, 'answer', 'Tudo, e você?', { userId: who.ana, quotedId: hello });
  const seen = (messageId: string, ack: number) => maria.say(c.MessageAcknowledged, { ticketId: first, messageId, ack });
  seen(answer, 2);
  seen(answer, 4);
  seen(answer, 3);
  const again = maria.received(first, 'again', 'Meu pedido não chegou', { quotedId: answer });
  maria.say(c.MessageObserved, {
    ticketId: first,
    messageId: maria.message('note'),
    body: 'Cliente antiga',
    userId: who.ana,
    clientId: 'k',
  });
  maria.say(c.TicketTagged, { ticketId: first, tagIds: [who.angry, who.late] }, { by: asUser(who.ana) });
  const lost = maria.sent(first, 'lost', 'Vou ver', { userId: who.ana });
  maria.say(c.MessageFailed, { ticketId: first, messageId: lost, attempt: 1, reason: 'refused' });
  maria.say(c.MessageRetried, { ticketId: first, messageId: lost, attempt: 2, userId: who.ana });
  maria.say(c.MessageUnsure, { ticketId: first, messageId: lost, attempt: 2 });
  seen(lost, 2);
  maria.say(c.MessageDeleted, { ticketId: first, messageId: answer, userId: who.ana });
  maria.say(c.MessageDeleted, { ticketId: first, messageId: lost, userId: who.ana });

  // Who and what is named in tickets and messages gets other names, and what may be seen changes.
  here.contactChanged(who.maria, { name: 'Maria José da Silva', number: '5511987650000' });
  here.userChanged(who.ana, { name: 'Ana Paula' });
  here.tell(set, queueEvents.QueueChanged, { queueId: who.sales, name: 'Vendas e trocas', color: '#BB0000' });
  here.tell(lines, connectionEvents.ConnectionChanged, { connectionId: who.shop, name: 'Loja nova', tokenHash: 'another-hash' });
  here.tell(`tag-${who.late}`, tags.events.changed, { id: who.late, name: 'Muito atrasado' });
  here.tell(`company-${who.company}`, companyEvents.CompanyChanged, { companyId: who.company, tagForce: true });
  here.setting('VerFilaCinza', 'enabled');
  here.userChanged(who.bruno, { profile: 'supervisor', queueIds: [who.support] });
  here.setting('VerFilaCinza', 'disabled');

  maria.say(c.TicketTransferred, { ticketId: first, queueId: who.support, userId: null }, { by: asUser(who.ana) });
  maria.received(first, 'more', 'Alguém?');
  maria.say(c.TicketAccepted, { ticketId: first, userId: who.bruno }, { by: asUser(who.bruno) });
  maria.say(c.TicketTransferred, { ticketId: first, queueId: who.sales, userId: who.duda }, { by: asUser(who.bruno) });
  maria.say(c.TicketReturned, { ticketId: first }, { by: asUser(who.duda) });
  maria.say(c.TicketTransferred, { ticketId: first, queueId: who.support, userId: who.ana }, { by: asUser(who.carla) });
  maria.sent(first, 'bye', 'Obrigada!', { origin: 'closing' });
  maria.closed(first, who.ana, { by: asUser(who.ana) });
  maria.say(c.TicketReopened, { ticketId: first, queueId: who.support, userId: who.bruno }, { by: asUser(who.bruno) });
  maria.closed(first, who.bruno, { by: asUser(who.bruno) });
  const second = maria.opened('2', { queueId: who.sales, userId: who.ana, protocol: '000002' });
  maria.sent(second, 'news', 'Chegou!', { userId: who.ana, quotedId: again });
  here.tagDeleted(who.late);

  const joao = here.conversation(who.oldShop, who.joao);
  joao.started();
  const third = joao.opened('3', { queueId: who.gone, protocol: '000003' });
  joao.received(third, 'help', 'Ajuda');
  here.queueDeleted(who.gone);
  joao.say(c.TicketLeftQueue, { ticketId: third });
  here.tell(lines, connectionEvents.ConnectionDeleted, { connectionId: who.oldShop });
  joao.say(c.TicketClosed, { ticketId: third, userId: null, reason: 'connection-deleted', ratingAsked: false });
  joao.say(c.ConversationContinued, { in: maria.key });
  here.tell(`identity-${'b'.repeat(32)}`, contactEvents.IdentityReleased, { contactId: who.joao });
  here.tell(`contact-${uuid(49)}`, contactEvents.Abandoned, {});

  here.contact(who.forgotten, 'Ninguém', '5511900000000');
  const nobody = here.conversation(who.shop, who.forgotten);
  nobody.started();
  const fourth = nobody.opened('4', { queueId: who.support, protocol: '000004' });
  nobody.received(fourth, 'secret', 'Um segredo');
  here.tell(people, userEvents.UserDeleted, { userId: who.elio });
  here.signedOut(who.ana, 2);

  there.company();
  there.user(who.zoe, 'Zoe', { profile: 'admin' });
  there.connection(uuid(39), 'Longe');
  there.contact(uuid(48), 'Outra Maria', '5521987654321');
  const far = there.conversation(uuid(39), uuid(48));
  far.started();
  const fifth = far.opened('9', { protocol: '000001' });
  far.received(fifth, 'far', 'De longe');
  there.tell(`contact-${far.contactId}`, contactEvents.ContactIdentified, {
    contactId: far.contactId,
    kind: 'lid',
    value: '99887766@lid',
  });
  there.tell(`contact-${far.contactId}`, contactEvents.ClaimClosed, {
    contactId: far.contactId,
    identity: `identity-${'c'.repeat(32)}`,
  });
  far.say(c.NumberChanged, {
    ticketId: fifth,
    messageId: far.message('number'),
    userId: who.zoe,
    from: '5521987654321',
    to: '5521987650000',
  });
  there.sessionEnded(who.zoe, 1, 'safety');
  there.tell(`users-${who.foreign}`, userEvents.PasswordChanged, { userId: who.zoe });
  return [...here.take(), ...there.take()];
};

const personal = new Set(['name', 'number', 'email', 'extraInfo', 'body', 'signature']);

/** The story as it is read once the forgotten contact's key is destroyed: what was theirs is null. */
export const storyFacts = () =>
  factsOf(story()).map((fact) => {
    const data = fact.data as Record<string, unknown>;
    const theirs = data.contactId === who.forgotten || JSON.stringify(data).includes('Um segredo');
    if (!theirs) return fact;
    return {
      ...fact,
      data: Object.fromEntries(Object.entries(data).map(([name, value]) => [name, personal.has(name) ? null : value])),
    };
  });
