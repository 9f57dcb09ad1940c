import { conversationEvents as c } from '@prosa/contracts';
import { who } from '../testing/cast.ts';
import { announcedFile, asUser, chronicle, fileOf, type News, uuid } from '../testing/news.ts';

export const story = (): News[] => {
  const here = chronicle(who.company);
  const maria = here.conversation(who.shop, who.maria);
  const byAna = { by: asUser(who.ana) };
  maria.started();
  const ticketId = maria.opened('1', { queueId: who.sales, protocol: '000001' });
  const messageId = maria.received(ticketId, 'oi', 'Oi, tudo bem?');
  maria.say(c.TicketAccepted, { ticketId, userId: who.ana }, byAna);
  maria.say(c.MessagesRead, { ticketId, upTo: messageId, messageIds: [messageId], unread: 0 }, byAna);
  const answer = {
    ticketId,
    messageId: maria.sent(ticketId, 'answer', 'Tudo, e você?', { userId: who.ana, quotedId: messageId }),
  };
  maria.say(c.MessageFailed, { ...answer, attempt: 1, reason: 'refused' });
  maria.say(c.MessageRetried, { ...answer, attempt: 2, userId: who.ana }, byAna);
  maria.say(c.MessageUnsure, { ...answer, attempt: 2 });
  maria.say(c.MessageAcknowledged, { ...answer, ack: 2 });
  maria.say(c.MessageDeleted, { ...answer, userId: who.ana }, byAna);
  maria.say(c.MessageDeletionFailed, { ...answer, reason: 'refused' });
  const note = { messageId: maria.message('note'), body: 'Cliente antiga', userId: who.ana, clientId: 'k' };
  maria.say(c.MessageObserved, { ticketId, ...note }, byAna);
  maria.say(c.TicketTagged, { ticketId, tagIds: [who.angry] }, byAna);
  const written = { ticketId, noteId: maria.message('written'), userId: who.ana };
  maria.say(c.TicketNoteAdded, { ...written, note: 'Prefere boleto' }, byAna);
  maria.say(c.TicketNoteDeleted, written, byAna);
  maria.say(c.TicketTransferred, { ticketId, queueId: who.support, userId: who.bruno }, byAna);
  maria.say(c.TicketReturned, { ticketId }, { by: asUser(who.bruno) });
  maria.say(c.TicketLeftQueue, { ticketId });
  maria.closed(ticketId, who.ana, byAna);
  maria.say(c.TicketReopened, { ticketId, queueId: who.support, userId: who.bruno }, { by: asUser(who.bruno) });
  const number = { messageId: maria.message('number'), userId: who.bruno, from: '5521987654321', to: '5521987650000' };
  maria.say(c.NumberChanged, { ticketId, ...number });
  maria.edited(ticketId, messageId, 'Oi, tudo certo?');
  maria.reacted(ticketId, answer.messageId, '👍');
  maria.revoked(ticketId, messageId);
  maria.received(ticketId, 'call', '', { brings: { call: { kind: 'voice' } } });
  const unread = maria.received(ticketId, 'unread', '', { brings: { line: 'undecrypted' } });
  const filled = { ticketId: ticketId, quotedId: null, sentAt: '2026-03-01T12:00:00.000Z' };
  maria.say(c.MessageFilled, { ...filled, messageId: unread, body: 'Agora se lê' });
  maria.say(c.MessageMirrored, { ...filled, messageId: maria.message('phone'), body: 'Respondi no celular', channelId: 'phone' });
  const file = { ticketId, messageId: maria.received(ticketId, 'file', '', { brings: { media: announcedFile(uuid(911)) } }) };
  maria.say(c.MediaFailed, { ...file, attempt: 1, reason: 'gone' });
  maria.say(c.MediaRetried, { ...file, attempt: 2, userId: who.ana, receivedRevision: 1 }, byAna);
  maria.say(c.MediaStored, { ...file, media: fileOf(uuid(911)) });
  maria.closed(ticketId, who.bruno);
  const rating = { ticketId, messageId: maria.message('rating'), rating: 1, body: '1', channelId: 'rating' };
  maria.say(c.RatingGiven, { ...rating, sentAt: '2026-03-01T12:00:00.000Z' });
  maria.say(c.TicketDeleted, { ticketId, userId: who.carla, contactId: who.maria }, { by: asUser(who.carla) });
  maria.say(c.ConversationContinued, { in: maria.key });
  return here.take();
};
