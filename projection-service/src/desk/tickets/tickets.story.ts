import { conversationEvents as c, companyEvents, connectionEvents, contactEvents, queueEvents, tags } from '@prosa/contracts';
import { who } from '../../testing/cast.ts';
import { announcedFile, asUser, chronicle, fileOf, type News, uuid } from '../../testing/news.ts';

export const story = (): News[] => {
  const here = chronicle(who.company);
  const there = chronicle(who.foreign);
  const lines = `connections-${who.company}`;
  here.company();
  here.queue(who.sales, 'Vendas', '#AA0000');
  here.queue(who.support, 'Suporte', '#00AA00');
  here.queue(who.gone, 'Antiga', '#0000AA');
  here.user(who.ana, 'Ana', { queueIds: [who.sales] });
  here.user(who.bruno, 'Bruno', { queueIds: [who.support, who.gone] });
  here.connection(who.shop, 'Loja');
  here.connection(who.oldShop, 'Loja velha');
  here.connection(who.cloud, 'Loja na nuvem', { channel: 'whatsapp', provider: 'cloud' });
  here.contact(who.maria, 'Maria José', '5511987654321', 'maria@exemplo.com.br');
  here.contact(who.joao, 'João', '5511912345678');
  here.tag(who.late, 'Atrasado');
  here.tag(who.angry, 'Bravo', '#445566');

  const maria = here.conversation(who.shop, who.maria);
  const byAna = { by: asUser(who.ana) };
  const byBruno = { by: asUser(who.bruno) };
  maria.started();
  const first = maria.opened('1', { queueId: who.sales, protocol: '000001' });
  const hello = maria.received(first, 'oi', 'Oi, tudo bem?');
  maria.sent(first, 'greeting', 'Bem-vinda!', { origin: 'greeting' });
  maria.say(c.TicketAccepted, { ticketId: first, userId: who.ana }, byAna);
  maria.say(c.MessagesRead, { ticketId: first, upTo: hello, messageIds: [hello], unread: 0 }, byAna);
  const answer = maria.sent(first, 'answer', 'Tudo, e você?', { userId: who.ana });
  for (const ack of [2, 4, 3]) maria.say(c.MessageAcknowledged, { ticketId: first, messageId: answer, ack });
  maria.received(first, 'again', 'Meu pedido não chegou');
  const note = { messageId: maria.message('note'), body: 'Cliente antiga', userId: who.ana, clientId: 'k' };
  maria.say(c.MessageObserved, { ticketId: first, ...note });
  maria.say(c.TicketTagged, { ticketId: first, tagIds: [who.angry, who.late] }, byAna);
  maria.sent(first, 'voice', '', { userId: who.ana, media: fileOf(uuid(901), { kind: 'audio', mime: 'audio/mpeg' }) });
  const lost = maria.sent(first, 'lost', 'Vou ver', { userId: who.ana });
  maria.say(c.MessageFailed, { ticketId: first, messageId: lost, attempt: 1, reason: 'refused' });
  maria.say(c.MessageRetried, { ticketId: first, messageId: lost, attempt: 2, userId: who.ana });
  maria.say(c.MessageUnsure, { ticketId: first, messageId: lost, attempt: 2 });
  maria.say(c.MessageDeleted, { ticketId: first, messageId: answer, userId: who.ana });
  maria.say(c.MessageDeleted, { ticketId: first, messageId: lost, userId: who.ana });

  // The people and objects that tickets name are renamed.
  here.contactChanged(who.maria, { name: 'Maria José da Silva', number: '5511987650000' });
  here.userChanged(who.ana, { name: 'Ana Paula' });
  here.tell(`queues-${who.company}`, queueEvents.QueueChanged, { queueId: who.sales, name: 'Vendas e trocas', color: '#BB0000' });
  here.tell(lines, connectionEvents.ConnectionChanged, { connectionId: who.shop, name: 'Loja nova' });
  here.tell(`tag-${who.late}`, tags.events.changed, { id: who.late, name: 'Muito atrasado' });
  here.tell(`company-${who.company}`, companyEvents.CompanyChanged, { companyId: who.company, tagForce: true });

  const where = maria.received(first, 'where', '', {
    brings: { place: { latitude: -23.5, longitude: -46.6, name: 'Padaria Aurora', address: null } },
  });
  maria.reacted(first, where, '👍');
  maria.received(first, 'card', '', { brings: { contacts: [{ name: 'Tarcísio', numbers: ['5511900008826'] }] } });
  maria.received(first, 'call', '', { brings: { call: { kind: 'voice' } } });
  const photo = maria.received(first, 'photo', '', { brings: { media: announcedFile(uuid(911)) } });
  maria.say(c.MediaStored, { ticketId: first, messageId: photo, media: fileOf(uuid(911)) });
  const typo = maria.received(first, 'typo', 'Mustrei');
  maria.edited(first, typo, 'Mostrei');
  maria.revoked(first, typo);
  maria.say(c.TicketTransferred, { ticketId: first, queueId: who.support, userId: null }, byAna);
  maria.received(first, 'more', 'Alguém?');
  maria.sent(first, 'forwarded', 'Endereço da loja', { origin: 'forward', userId: who.duda });
  maria.say(c.TicketAccepted, { ticketId: first, userId: who.bruno }, byBruno);
  maria.say(c.TicketTransferred, { ticketId: first, queueId: who.sales, userId: who.duda }, byBruno);
  maria.say(c.TicketReturned, { ticketId: first }, { by: asUser(who.duda) });
  maria.say(c.TicketTransferred, { ticketId: first, queueId: who.support, userId: who.ana }, { by: asUser(who.carla) });
  maria.sent(first, 'bye', 'Obrigada!', { origin: 'closing' });
  maria.closed(first, who.ana, byAna);
  maria.say(c.TicketReopened, { ticketId: first, queueId: who.support, userId: who.bruno }, byBruno);
  maria.closed(first, who.bruno, byBruno);
  maria.opened('2', { queueId: who.sales, userId: who.ana, protocol: '000002' });
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

  // One ticket is rated, one is deleted while the channel still reports something about it.
  const line = here.conversation(who.shop, who.joao);
  line.started();
  const rated = line.opened('5', { queueId: who.sales, userId: who.ana, protocol: '000005' });
  line.say(c.TicketClosed, { ticketId: rated, userId: who.ana, reason: 'resolved', ratingAsked: true }, byAna);
  const rating = { ticketId: rated, messageId: line.message('rating'), rating: 3, body: '3', channelId: 'rating' };
  line.say(c.RatingGiven, { ...rating, sentAt: '2026-03-01T12:00:00.000Z' });
  const mistaken = line.opened('6', { queueId: who.sales, userId: who.ana, protocol: '000006' });
  line.say(c.TicketTagged, { ticketId: mistaken, tagIds: [who.angry] }, byAna);
  line.received(mistaken, 'wrong', 'Número errado');
  const sorry = line.sent(mistaken, 'sorry', 'Sem problema', { userId: who.ana });
  const byCarla = { by: asUser(who.carla) };
  line.say(c.TicketDeleted, { ticketId: mistaken, userId: who.carla, contactId: who.joao }, byCarla);
  line.say(c.MessageAcknowledged, { ticketId: mistaken, messageId: sorry, ack: 2 });

  // A channel where the customer can be written to for 24 hours.
  const cloud = here.conversation(who.cloud, who.maria);
  cloud.started();
  const limited = cloud.opened('7', { queueId: who.sales, userId: who.ana, protocol: '000007', channel: 'whatsapp' });
  cloud.received(limited, 'window', 'Ainda dá?');
  cloud.received(limited, 'late', 'Chegou tarde', { at: '2026-03-01T23:00:00.000Z' });
  cloud.closed(limited, who.ana);
  cloud.say(c.TicketReopened, { ticketId: limited, queueId: who.sales, userId: who.ana }, byAna);

  here.contact(who.forgotten, 'Ninguém', '5511900000000');
  const nobody = here.conversation(who.shop, who.forgotten);
  nobody.started();
  nobody.received(nobody.opened('4', { queueId: who.support, protocol: '000004' }), 'secret', 'Um segredo');

  there.contact(who.farMaria, 'Outra Maria', '5521987654321');
  const far = there.conversation(who.farShop, who.farMaria);
  far.started();
  far.received(far.opened('9', { protocol: '000001' }), 'far', 'De longe');
  here.tell(`contact-${who.maria}`, contactEvents.ContactAbsorbed, { contactId: who.maria, absorbed: who.joao });
  const open = far.opened('10', { protocol: '000002' });
  const unread = far.received(open, 'unread', '', { brings: { line: 'undecrypted' } });
  const filled = { ticketId: open, quotedId: null, sentAt: '2026-03-01T12:00:00.000Z' };
  far.say(c.MessageFilled, { ...filled, messageId: unread, body: 'Agora se lê' });
  far.say(c.MessageMirrored, { ...filled, messageId: far.message('phone'), body: 'Respondi no celular', channelId: 'phone' });
  const menu = { ticketId: open, queueId: null, parentId: null, wrong: 0 };
  far.say(c.MenuShown, { ...menu, choices: [{ digit: '1', id: who.support }] });
  far.say(c.MenuChosen, { ticketId: open, messageId: unread, id: who.support });
  far.say(c.TicketQueued, { ticketId: open, queueId: who.support });
  far.say(c.MenuLeft, { ticketId: open, reason: 'reached' });
  far.say(c.TicketLeftQueue, { ticketId: open });
  far.say(c.TicketNoteAdded, { ticketId: open, noteId: far.message('aside'), note: 'Liga à tarde', userId: who.ana });
  // One is forgotten whose ticket is open: it ends with them.
  here.tell(`contact-${who.maria}`, contactEvents.ContactDeleted, { contactId: who.maria });
  here.tell(`contact-${who.maria}`, contactEvents.ContactForgotten, { contactId: who.maria });
  for (const talk of [maria, cloud]) {
    const open = talk === maria ? maria.ticket('2') : limited;
    talk.say(c.TicketClosed, { ticketId: open, userId: null, reason: 'forgotten', ratingAsked: false });
    talk.say(c.ConversationForgotten, { contactId: who.maria });
  }
  maria.say(c.MessageAcknowledged, { ticketId: first, messageId: photo, ack: 3 });
  return [...here.take(), ...there.take()];
};
