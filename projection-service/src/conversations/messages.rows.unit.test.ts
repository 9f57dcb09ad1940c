import { conversationEvents as c, childId, conversationKey, newId } from '@prosa/contracts';
import { fact, forgotten, given } from '../testing/fold.ts';
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
const sentAs = (origin: 'attendant' | 'greeting' | 'out-of-hours' | 'closing' | 'rating') =>
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

test('a customer’s message is unread, of the time that the channel says', () =>
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

test('a channel whose clock is fast makes no message of the future', () =>
  given(messageRows, receivedAt('2026-03-01T13:00:00.000Z')).gives({ createdAt: at }));

test('an answer has been taken by Prosa, and is whose it is', () =>
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

test.each(['greeting', 'out-of-hours', 'closing', 'rating'] as const)('what Prosa writes by itself says why: %s', (origin) =>
  given(messageRows, sentAs(origin)).gives({ automatic: origin, fromMe: true }),
);

test('an observation is the team’s', () =>
  given(messageRows, observed).gives({
    isObservation: true,
    fromMe: true,
    read: true,
    body: 'Nota',
    userId: ana,
    clientId: 'key',
  }));

test('acks only rise', () => {
  given(messageRows, sent, ...acks(2, 3)).gives({ ack: 3 });
  given(messageRows, sent, ...acks(4, 3, 2, 4)).gives({ ack: 4 });
});

test('it fails with a reason, is tried anew, is unsure, and is proven by an ack', () => {
  given(messageRows, sent, failed).gives({ state: 'failed', failure: 'refused', attempt: 1 });
  given(messageRows, sent, failed, retried).gives({ state: null, failure: null, attempt: 2 });
  given(messageRows, sent, failed, unsure).gives({ state: 'unsure', failure: null });
  given(messageRows, sent, unsure, ...acks(2)).gives({ state: null, failure: null, ack: 2 });
});

test('those that were read are, and no others', () => {
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

test('a deleted one keeps its words in its row', () => given(messageRows, sent, deleted).gives({ isDeleted: true, body: 'Olá' }));

test('a forgotten person’s words are null', () => {
  given(messageRows, forgotten(received, 'body')).gives({ body: null });
  given(messageRows, forgotten(sent, 'body', 'signature')).gives({ body: null, signature: null });
});
