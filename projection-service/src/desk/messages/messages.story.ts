import { conversationEvents as c, contactEvents } from '@prosa/contracts';
import { who } from '../../testing/cast.ts';
import { announcedFile, asUser, type Conversation, chronicle, fileOf, type News, uuid } from '../../testing/news.ts';

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
  // A quote of an older ticket's message has no words here.
  const second = maria.opened('2', { queueId: who.sales, userId: who.ana, protocol: '000002' });
  maria.sent(second, 'news', 'Chegou!', { userId: who.ana, quotedId: again });
  maria.sent(second, 'more', 'Mais alguma coisa?', { userId: who.bruno });
  const photo = fileOf(uuid(901), { kind: 'image', mime: 'image/jpeg', name: 'a.jpg', width: 800, height: 600, thumbnail: true });
  maria.sent(second, 'photo', 'A foto', { userId: who.ana, media: photo });
  const wrong = maria.sent(second, 'wrong', '', { userId: who.ana, media: fileOf(uuid(902)) });
  maria.say(c.MessageDeleted, { ticketId: second, messageId: wrong, userId: who.ana });
  files(maria, second);
  here.userDeleted(who.bruno);
  kinds(maria, second);
  // The name of the reacting contact changes.
  here.contactChanged(who.maria, { name: 'Maria José Souza' });

  maria.sent(second, 'sent on', 'Rua das Palmeiras, 418', { userId: who.ana, origin: 'forward' });
  maria.say(c.MessageDeletionFailed, { ticketId: first, messageId: lost, reason: 'refused' });

  // Messages outside of any ticket: before the first one, which the answer opens, and after the last.
  here.contact(who.joao, 'João', '5511912345678');
  const joao = here.conversation(who.shop, who.joao);
  joao.started();
  const early = joao.outreach('early', 'Chegou a sua mesa', { userId: who.ana });
  joao.say(c.OutreachAcknowledged, { messageId: early, ack: 2 });
  const his = joao.opened('3', { queueId: who.support, protocol: '000003' });
  joao.received(his, 'thanks', 'Obrigado!', { quotedId: early });
  joao.say(c.OutreachAcknowledged, { messageId: early, ack: 4 });
  joao.say(c.OutreachReacted, { messageId: early, emoji: '👍', contactId: who.joao, sentAt: '2026-03-01T12:00:00.000Z' });
  joao.closed(his, who.bruno, { by: asUser(who.bruno) });
  const late = joao.outreach('late', 'Gostou da mesa?', { lastTicketId: his, userId: who.ana });
  joao.say(c.OutreachFailed, { messageId: late, attempt: 1, reason: 'refused' });
  joao.say(c.OutreachRetried, { messageId: late, attempt: 2, userId: who.ana, sentRevision: 7 });
  joao.say(c.OutreachUnsure, { messageId: late, attempt: 2 });
  elsewhere(maria, second, who.joao);
  here.contactChanged(who.joao, { name: 'João Batista' });
  joao.say(c.OutreachDeleted, { messageId: late, userId: who.ana });
  joao.say(c.OutreachDeletionFailed, { messageId: late, reason: 'refused' });

  here.contact(who.forgotten, 'Ninguém', '5511900000000');
  const nobody = here.conversation(who.shop, who.forgotten);
  nobody.started();
  const unseen = nobody.opened('4', { queueId: who.support, protocol: '000004' });
  nobody.received(unseen, 'secret', 'Um segredo');
  nobody.sent(unseen, 'file', 'Outro', { userId: who.ana, media: fileOf(uuid(903)) });

  there.contact(who.farMaria, 'Outra Maria', '5521987654321');
  const far = there.conversation(who.farShop, who.farMaria);
  far.started();
  const fifth = far.opened('9', { protocol: '000001' });
  far.received(fifth, 'far', 'De longe');
  const number = { messageId: far.message('number'), userId: who.zoe, from: '5521987654321', to: '5521987650000' };
  far.say(c.NumberChanged, { ticketId: fifth, ...number });
  const until = [...here.take(), ...there.take()];

  // An older ticket of the conversation is deleted with its messages, one of which was its rating.
  maria.say(
    c.TicketClosed,
    { ticketId: second, userId: who.ana, reason: 'resolved', ratingAsked: true },
    { by: asUser(who.ana) },
  );
  const rating = { ticketId: second, messageId: maria.message('rating'), rating: 2, body: ' 2 ', channelId: 'rating' };
  maria.say(c.RatingGiven, { ...rating, sentAt: '2026-03-01T12:00:00.000Z' });
  maria.opened('3', { queueId: who.sales, protocol: '000003' });
  maria.say(c.TicketDeleted, { ticketId: first, userId: who.carla, contactId: who.maria }, { by: asUser(who.carla) });
  seen(lost, 3);
  // Changes that the company makes on its phone to messages sent outside of any ticket.
  joao.say(c.OutreachEdited, { messageId: early, body: 'Chegou a sua mesa!', sentAt: '2026-03-01T12:01:00.000Z' });
  const regretted = joao.outreach('regretted', 'Mesa errada', { lastTicketId: his, userId: who.ana });
  joao.say(c.OutreachRevoked, { messageId: regretted, sentAt: '2026-03-01T12:02:00.000Z' });
  confirmed(joao, early, his);
  handedOver(joao);
  here.userChanged(who.ana, { name: 'Ana Paula Dias' });
  for (const { contactId, say } of [maria, joao]) {
    here.tell(`contact-${contactId}`, contactEvents.ContactDeleted, { contactId });
    here.tell(`contact-${contactId}`, contactEvents.ContactForgotten, { contactId });
    say(c.ConversationForgotten, { contactId });
  }
  seen(lost, 4);
  return [...until, ...here.take()];
};

/** A ticket that goes from hand to hand, and from queue to queue. */
const handedOver = (talk: Conversation): void => {
  const by = (id: string) => ({ by: asUser(id) });
  const ticketId = talk.opened('handed over', { queueId: who.support, protocol: '000005' });
  talk.say(c.TicketQueued, { ticketId, queueId: who.sales });
  talk.say(c.TicketAccepted, { ticketId, userId: who.ana }, by(who.ana));
  talk.say(c.TicketReturned, { ticketId }, by(who.ana));
  talk.say(c.TicketAccepted, { ticketId, userId: who.ana }, by(who.ana));
  talk.say(c.TicketTransferred, { ticketId, queueId: who.support, userId: who.duda }, by(who.ana));
  talk.say(c.TicketLeftQueue, { ticketId });
  talk.closed(ticketId, null);
  talk.say(c.TicketReopened, { ticketId, queueId: who.sales, userId: who.duda }, by(who.duda));
};

/** A yes to a campaign's request for confirmation, for which no ticket is opened. */
const confirmed = (talk: Conversation, messageId: string, lastTicketId: string): void => {
  const campaign = { campaignId: uuid(981), recipientId: uuid(982), phase: 'confirmation', run: 0, queueId: null } as const;
  const sentAt = '2026-03-01T12:03:00.000Z';
  const answer = {
    answerId: talk.message('yes'),
    body: 'Sim',
    contactId: talk.contactId,
    lastTicketId,
    channelId: 'yes',
    sentAt,
  };
  talk.say(c.OutreachAnswered, { messageId, campaign, answer: 'yes', ...answer });
};

/** All contents that are neither text nor file, quotes of them, and actions on messages. */
const kinds = (talk: Conversation, ticketId: string): void => {
  const place = { latitude: -23.55, longitude: -46.63, name: 'Padaria Aurora', address: null };
  const where = talk.received(ticketId, 'where', '', { brings: { place } });
  const cards = [{ name: 'Tarcísio', numbers: ['5511900008826'] }];
  const card = talk.received(ticketId, 'card', '', { brings: { contacts: cards }, quotedId: where });
  const call = talk.received(ticketId, 'call', '', { brings: { call: { kind: 'video' } }, quotedId: card });
  const choice = talk.received(ticketId, 'choice', 'Entregas', { brings: { choice: { id: '2', title: 'Entregas' } } });
  // A quoted message that is stored here is shown in its own words.
  const told = (kind: 'message' | 'product') => ({ context: { kind, words: 'Bolo de cenoura', gist: null } });
  talk.received(ticketId, 'unknown', 'Este', { brings: told('message'), quotedId: talk.message('never seen') });
  talk.received(ticketId, 'known', 'E este', { brings: told('message'), quotedId: choice });
  talk.received(ticketId, 'product', 'Tem?', { brings: told('product'), quotedId: choice });
  talk.revoked(ticketId, talk.received(ticketId, 'no product', 'Deixe', { brings: told('product') }));
  const quoting = talk.sent(ticketId, 'quoting', 'Perdi sua chamada', { userId: who.ana, quotedId: call });
  const typo = talk.received(ticketId, 'typo', 'Mustrei', { quotedId: choice });
  const about = talk.sent(ticketId, 'about', 'Mostrou?', { userId: who.ana, quotedId: typo });
  talk.edited(ticketId, typo, 'Mostrei');
  talk.edited(ticketId, typo, 'Mostrei a eles');
  for (const emoji of ['👍', '❤️']) talk.reacted(ticketId, quoting, emoji);
  talk.reacted(ticketId, quoting, '🙏', null);
  talk.reacted(ticketId, about, '👍');
  talk.reacted(ticketId, about, '');
  talk.revoked(ticketId, where);
  talk.revoked(ticketId, typo);
};

/** Messages written on the company's phone or in a group, and messages that cannot be read at first. */
const elsewhere = (talk: Conversation, ticketId: string, authorId: string): void => {
  const sentAt = '2026-03-01T12:00:00.000Z';
  const said = (name: string, body: string) => ({ ticketId, messageId: talk.message(name), body, quotedId: null, sentAt });
  talk.say(c.MessageMirrored, { ...said('phone', 'Respondi no celular'), channelId: 'phone' });
  talk.received(ticketId, 'once', '', { brings: { line: 'view-once' } });
  const member = talk.received(ticketId, 'member', 'Sou do grupo', {
    brings: { authorId, forwarded: true, waveform: [0, 40, 100] },
  });
  talk.reacted(ticketId, member, '👍', authorId);
  talk.sent(ticketId, 'to member', 'Olá, grupo', { userId: who.ana, quotedId: member });
  talk.received(ticketId, 'unread', '', { brings: { line: 'undecrypted' } });
  talk.say(c.MessageFilled, said('unread', 'Agora se lê'));
  const [messageId, contactId] = [talk.message('phone outside'), talk.contactId];
  const outside = { messageId, contactId, lastTicketId: ticketId, body: 'Bom dia', userId: null, clientId: null };
  talk.say(c.OutreachSent, { ...outside, origin: 'phone', line: 'phone-only', forwarded: true });
};

/** Customers' files: one that is fetched, one that is no picture, one that fails and is requested again, one that is deleted. */
const files = (talk: Conversation, ticketId: string): void => {
  const received = (name: string, n: number, body = '') =>
    talk.received(ticketId, name, body, { brings: { media: announcedFile(uuid(n)) } });
  const stored = (messageId: string, n: number, more: Parameters<typeof fileOf>[1] = {}) =>
    talk.say(c.MediaStored, { ticketId, messageId, media: fileOf(uuid(n), more) });
  const beach = received('beach', 911, 'A praia');
  const paper = received('paper', 912);
  stored(beach, 911, { kind: 'image', mime: 'image/jpeg', width: 800, height: 600, thumbnail: true });
  stored(paper, 912);
  const late = received('late file', 913);
  talk.say(c.MediaFailed, { ticketId, messageId: late, attempt: 1, reason: 'unavailable' });
  talk.say(c.MediaRetried, { ticketId, messageId: late, attempt: 2, userId: who.ana, receivedRevision: 1 });
  const back = received('taken back', 914);
  talk.revoked(ticketId, back);
  stored(back, 914);
  talk.say(c.MediaFailed, { ticketId, messageId: late, attempt: 2, reason: 'gone' });
  received('coming', 915);
};
