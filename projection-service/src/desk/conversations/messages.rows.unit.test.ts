import { conversationEvents as c, childId, conversationKey, newId } from '@prosa/contracts';
import { fact, forgotten, given } from '../../testing/fold.ts';
import { announcedFile, fileOf } from '../../testing/news.ts';
import { messageRows } from './messages.rows.ts';

const key = conversationKey(newId(), newId());
const ticketId = childId(key, 'ticket:1');
const messageId = childId(key, 'in:1');
const quotedId = childId(key, 'in:0');
const ana = newId();
const at = new Date('2026-03-01T12:00:00.000Z');
const meta = { at, position: 7n };

const receivedAt = (sentAt: string) =>
  fact(c.MessageReceived, { ticketId, messageId, body: 'Oi', channelId: 'x', quotedId, sentAt }, meta);
const received = receivedAt('2026-03-01T11:59:00.000Z');
const sentAs = (origin: 'attendant' | 'greeting' | 'out-of-hours' | 'closing' | 'rating' | 'schedule') =>
  fact(
    c.MessageSent,
    { ticketId, messageId, body: 'Olá', userId: ana, origin, signature: 'Ana', quotedId, clientId: 'key' },
    meta,
  );
const sent = sentAs('attendant');
const observed = fact(c.MessageObserved, { ticketId, messageId, body: 'Nota', userId: ana, clientId: 'key' }, meta);
const acks = (...all: number[]) => all.map((ack) => fact(c.MessageAcknowledged, { ticketId, messageId, ack }));
const failed = fact(c.MessageFailed, { ticketId, messageId, attempt: 1, reason: 'refused' });
const unsure = fact(c.MessageUnsure, { ticketId, messageId, attempt: 1 });
const retried = fact(c.MessageRetried, { ticketId, messageId, attempt: 2, userId: ana });
const deleted = fact(c.MessageDeleted, { ticketId, messageId, userId: ana });

test('a customer’s message is unread, with the channel’s time', () =>
  given(messageRows, received).gives({
    id: messageId,
    conversation: key,
    ticketId,
    body: 'Oi',
    fromMe: false,
    read: false,
    quotedId,
    userId: null,
    isObservation: false,
    automatic: null,
    createdAt: new Date('2026-03-01T11:59:00.000Z'),
    position: 7n,
  }));

test('C18: one that could not be read is filled in its place when it comes again', () => {
  const unread = fact(
    c.MessageReceived,
    { ticketId, messageId, body: '', channelId: 'x', quotedId: null, sentAt: at.toISOString(), line: 'undecrypted' },
    meta,
  );
  const filled = fact(
    c.MessageFilled,
    { ticketId, messageId, body: 'Agora se lê', quotedId, sentAt: at.toISOString() },
    { ...meta, position: 9n },
  );
  given(messageRows, unread).gives({ body: '', line: 'undecrypted', quotedId: null });
  given(messageRows, unread, filled).gives({
    id: messageId,
    body: 'Agora se lê',
    line: null,
    quotedId,
    read: false,
    position: 7n,
  });
});

test('a channel whose clock is ahead creates no message in the future', () =>
  given(messageRows, receivedAt('2026-03-01T13:00:00.000Z')).gives({ createdAt: at }));

test('an answer is accepted by Prosa, and has its author', () =>
  given(messageRows, sent).gives({
    body: 'Olá',
    fromMe: true,
    ack: 1,
    attempt: 1,
    state: null,
    read: true,
    userId: ana,
    signature: 'Ana',
    clientId: 'key',
    automatic: null,
    createdAt: at,
  }));

test.each(['greeting', 'out-of-hours', 'closing', 'rating', 'schedule'] as const)(
  'an automatic message has its reason: %s',
  (origin) => given(messageRows, sentAs(origin)).gives({ automatic: origin, fromMe: true }),
);

test('an observation is visible to the team only', () =>
  given(messageRows, observed).gives({
    isObservation: true,
    fromMe: true,
    read: true,
    body: 'Nota',
    userId: ana,
    clientId: 'key',
  }));

test('acks only increase', () => {
  given(messageRows, sent, ...acks(2, 3)).gives({ ack: 3 });
  given(messageRows, sent, ...acks(4, 3, 2, 4)).gives({ ack: 4 });
});

test('a message fails with a reason, is retried, becomes unsure, and is confirmed by an ack', () => {
  given(messageRows, sent, failed).gives({ state: 'failed', failure: 'refused', attempt: 1 });
  given(messageRows, sent, failed, retried).gives({ state: null, failure: null, attempt: 2 });
  given(messageRows, sent, failed, unsure).gives({ state: 'unsure', failure: null });
  given(messageRows, sent, unsure, ...acks(2)).gives({ state: null, failure: null, ack: 2 });
});

test('exactly the messages that were read are marked as read', () => {
  const other = fact(c.MessageReceived, {
    ticketId,
    messageId: quotedId,
    body: 'Ah',
    channelId: 'y',
    quotedId: null,
    sentAt: at.toISOString(),
  });
  const read = fact(c.MessagesRead, { ticketId, upTo: messageId, messageIds: [messageId], unread: 1 });
  const rows = given(messageRows, received, other, read).rows();
  expect(rows.map(({ id, read }) => [id, read])).toEqual([
    [messageId, true],
    [quotedId, false],
  ]);
  expect(messageRows.fold(rows[0]!, read, messageId)).toBe(rows[0]);
});

test('a rating is a customer’s message like any other', () =>
  given(
    messageRows,
    fact(c.RatingGiven, { ticketId, messageId, rating: 2, body: ' 2', channelId: 'x', sentAt: '2026-03-01T11:59:00.000Z' }, meta),
  ).gives({ id: messageId, ticketId, body: ' 2', fromMe: false, createdAt: new Date('2026-03-01T11:59:00.000Z'), position: 7n }));

test('so is the comment on it', () =>
  given(
    messageRows,
    fact(c.RatingCommented, { ticketId, messageId, body: 'Foi ótimo', channelId: 'x', sentAt: '2026-03-01T11:59:00.000Z' }, meta),
  ).gives({ id: messageId, ticketId, body: 'Foi ótimo', fromMe: false, createdAt: new Date('2026-03-01T11:59:00.000Z') }));

test('a deleted message keeps its text in its row', () =>
  given(messageRows, sent, deleted).gives({ isDeleted: true, body: 'Olá' }));

const about = { ticketId, messageId, sentAt: at.toISOString() };
const edited = (body: string, sentAt = '2026-03-01T12:00:30.000Z') =>
  fact(c.MessageEdited, { ...about, body, sentAt }, { at: new Date('2026-03-01T12:01:00.000Z') });
const reacted = (emoji: string, contactId: string | null = ana) => fact(c.MessageReacted, { ...about, emoji, contactId });

test('an edited text replaces the previous one, and the first one is kept', () => {
  given(messageRows, received).gives({ body: 'Oi', firstBody: null, editedAt: null });
  const editedAt = new Date('2026-03-01T12:00:30.000Z');
  given(messageRows, received, edited('Olá')).gives({ body: 'Olá', firstBody: 'Oi', editedAt });
  given(messageRows, received, edited('Olá'), edited('Bom dia')).gives({ body: 'Bom dia', firstBody: 'Oi' });
  given(messageRows, received, edited('Olá', '2027-01-01T00:00:00.000Z')).gives({
    editedAt: new Date('2026-03-01T12:01:00.000Z'),
  });
});

test('a message that the customer deleted keeps its text in its row', () =>
  given(messageRows, received, fact(c.MessageRevoked, about)).gives({ isDeleted: true, body: 'Oi' }));

test('each person has one reaction, the last one', () => {
  const heart = { by: ana, emoji: '❤️' };
  given(messageRows, sent, reacted('👍'), reacted('❤️')).gives({ reactions: [heart] });
  given(messageRows, sent, reacted('❤️'), reacted('👍', null)).gives({ reactions: [heart, { by: null, emoji: '👍' }] });
  given(messageRows, sent, reacted('❤️'), reacted('')).gives({ reactions: [] });
  given(messageRows, sent, reacted('')).gives({ reactions: [] });
});

test.each([
  ['place', { latitude: -23.5, longitude: -46.6, name: null, address: null }],
  ['contacts', [{ name: 'Tarcísio', numbers: ['5511900008826'] }]],
  ['call', { kind: 'video' }],
  ['choice', { id: '2', title: 'Entregas' }],
])('a message’s content is stored until its person is forgotten: %s', (name, value) => {
  const message = { ticketId, messageId, body: '', channelId: 'x', quotedId: null, sentAt: at.toISOString() };
  const brought = fact(c.MessageReceived, { ...message, [name]: value }, meta);
  given(messageRows, brought).gives({ body: '', [name]: value });
  given(messageRows, forgotten(brought, 'body', name)).gives({ body: null, [name]: null });
});

test('a forgotten person’s texts are null', () => {
  given(messageRows, forgotten(received, 'body')).gives({ body: null });
  given(messageRows, forgotten(sent, 'body', 'signature')).gives({ body: null, signature: null });
  given(messageRows, forgotten(received, 'body'), forgotten(edited('Olá'), 'body')).gives({ body: null, firstBody: null });
  given(messageRows, received, forgotten(reacted('👍'), 'emoji')).gives({ reactions: [{ by: ana, emoji: null }] });
});

test('a file stays with its message, also when that is deleted, for the history', () => {
  const media = fileOf(newId(), { kind: 'image', width: 3, height: 2 });
  const file = { ...sent, data: { ...(sent.data as { messageId: string }), media } };
  given(messageRows, file).gives({ body: 'Olá', media });
  given(messageRows, file, deleted).gives({ isDeleted: true, media });
  given(messageRows, sent).gives({ media: null });
});

describe('a customer’s file', () => {
  const media = announcedFile(newId());
  const said = { ticketId, messageId, body: 'A praia', channelId: 'x', quotedId: null, sentAt: at.toISOString() };
  const came = fact(c.MessageReceived, { ...said, media }, meta);
  const facts = fileOf(media.mediaId, { kind: 'document' });
  const stored = fact(c.MediaStored, { ticketId, messageId, media: facts });
  const failedToCome = fact(c.MediaFailed, { ticketId, messageId, attempt: 1, reason: 'gone' });
  const again = fact(c.MediaRetried, { ticketId, messageId, attempt: 2, userId: ana, receivedRevision: 3 });

  test('is shown at once with what its channel reports, then with its own facts', () => {
    given(messageRows, came).gives({
      body: 'A praia',
      mediaState: 'coming',
      media: { ...media, sha256: null, width: null, height: null, durationMs: null, thumbnail: false },
    });
    given(messageRows, came, stored).gives({ mediaState: 'kept', media: facts });
  });
  test('has the measures that its channel tells, until its bytes do', () => {
    const told = { ...announcedFile(media.mediaId), width: 90, height: 160, durationMs: 4_000 };
    const video = fact(c.MessageReceived, { ...said, media: told }, meta);
    given(messageRows, video).gives({ media: { ...told, sha256: null, thumbnail: false } });
    given(messageRows, video, stored).gives({ media: facts });
  });
  test('fails with a reason, comes anew, and is kept after all', () => {
    given(messageRows, came, failedToCome).gives({ mediaState: 'gone' });
    given(messageRows, came, failedToCome, again).gives({ mediaState: 'coming' });
    given(messageRows, came, failedToCome, again, stored).gives({ mediaState: 'kept', media: facts });
  });
  test('stays with a deleted message, and has no name after its person was forgotten', () => {
    given(messageRows, came, fact(c.MessageRevoked, about), stored).gives({ isDeleted: true, media: facts });
    const forgot = { ...facts, name: null, sha256: null };
    const gone = { ...stored, data: { ticketId, messageId, media: forgot } };
    given(messageRows, came, gone).gives({ media: forgot });
  });
});
