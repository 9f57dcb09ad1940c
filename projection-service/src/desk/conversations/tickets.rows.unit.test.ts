import { conversationEvents as c, newId } from '@prosa/contracts';
import { forgotten, given } from '../../testing/fold.ts';
import { announcedFile, fileOf } from '../../testing/news.ts';
import {
  accepted,
  ana,
  bruno,
  closedBy,
  connectionId,
  contactId,
  one,
  opened,
  openedBy,
  received,
  sales,
  sent,
  support,
  tell,
  ticketId,
  time,
  two,
} from './tickets.rows.fixture.ts';
import { ticketRows } from './tickets.rows.ts';

test('a customer’s ticket is pending without a user, an attendant’s open and assigned to them', () => {
  given(ticketRows, opened).gives({
    id: ticketId,
    status: 'pending',
    userId: null,
    queueId: sales,
    connectionId,
    contactId,
    protocol: '000001',
    channel: 'simulator',
    lastMessage: '',
    unread: 0,
    tagIds: [],
    openedAt: 5n,
    createdAt: time(0),
    updatedAt: time(0),
    closedAt: null,
  });
  given(ticketRows, openedBy(ana)).gives({ status: 'open', userId: ana });
});

test.each([
  ['accepted: open, its user’s', [accepted], { status: 'open', userId: ana, updatedAt: time(3) }],
  [
    'returned: pending in its queue, nobody’s',
    [accepted, tell(c.TicketReturned, {})],
    { status: 'pending', userId: null, queueId: sales, updatedAt: time(5) },
  ],
  [
    'transferred to a queue: pending there',
    [accepted, tell(c.TicketTransferred, { queueId: support, userId: null })],
    { status: 'pending', userId: null, queueId: support },
  ],
  [
    'transferred to a user: open, theirs',
    [accepted, tell(c.TicketTransferred, { queueId: support, userId: bruno })],
    { status: 'open', userId: bruno, queueId: support, updatedAt: time(5) },
  ],
  [
    'closed by a user: theirs',
    [accepted, closedBy(bruno)],
    { status: 'closed', userId: bruno, closedAt: time(4), updatedAt: time(4) },
  ],
  ['closed by nobody: keeps its user', [accepted, closedBy(null)], { status: 'closed', userId: ana, closedAt: time(4) }],
  [
    'reopened: open in the queue chosen',
    [accepted, closedBy(ana), tell(c.TicketReopened, { queueId: support, userId: bruno })],
    { status: 'open', userId: bruno, queueId: support, closedAt: null, updatedAt: time(5) },
  ],
  [
    'left by its queue: where it was in the list',
    [accepted, tell(c.TicketLeftQueue, {})],
    { queueId: null, status: 'open', userId: ana, updatedAt: time(3) },
  ],
  [
    'tagged: where it was in the list',
    [tell(c.TicketTagged, { tagIds: [one, two] })],
    { tagIds: [one, two], updatedAt: time(0) },
  ],
] as const)('%s', (_, facts, row) => given(ticketRows, opened, ...facts).gives(row as never));

const shown = tell(c.MenuShown, { queueId: null, parentId: null, choices: [], wrong: 0 });
const mirrored = { messageId: two, body: 'Oi', channelId: 'p', quotedId: null, sentAt: '2026-03-01T12:00:00Z' };
test.each([
  ['at a menu', [shown], true],
  ['that left its menu', [shown, tell(c.MenuLeft, { reason: 'reached' })], false],
  ['that somebody accepted', [shown, accepted], false],
  ['that was transferred', [shown, tell(c.TicketTransferred, { queueId: support, userId: null })], false],
  ['that was answered on the phone', [shown, tell(c.MessageMirrored, mirrored)], false],
  ['that was closed', [shown, closedBy(null)], false],
  ['that was never at a menu', [received()], false],
] as const)('the chatbot has a ticket %s: %s', (_, facts, chatbot) => given(ticketRows, opened, ...facts).gives({ chatbot }));

test('customers’ messages are counted until they are read, which does not move the ticket', () => {
  given(ticketRows, opened, received(), received(two, 2, 'Alô')).gives({
    unread: 2,
    lastMessage: 'Alô',
    lastMessageFromMe: false,
    updatedAt: time(2),
  });
  const read = tell(c.MessagesRead, { upTo: one, messageIds: [one], unread: 1 });
  given(ticketRows, opened, received(), received(two, 2), read).gives({ unread: 1, updatedAt: time(2) });
});

test('an answer becomes the last message with its ack, an automatic message does not', () => {
  const answered = { lastMessageId: two, lastMessage: 'Olá', lastMessageFromMe: true, lastMessageAck: 1, updatedAt: time(2) };
  given(ticketRows, opened, received(), sent()).gives(answered);
  const automatic = { lastMessageId: one, lastMessage: 'Oi', lastMessageFromMe: false, lastMessageAck: null, updatedAt: time(2) };
  given(ticketRows, opened, received(), sent(two, 2, 'greeting')).gives(automatic);
  given(ticketRows, opened, received(), sent(two, 2, 'closing')).gives(automatic);
  given(ticketRows, opened, sent(), received(one, 3)).gives({
    lastMessage: 'Oi',
    lastMessageFromMe: false,
    lastMessageAck: null,
  });
});

test('acks of the last message only increase', () => {
  const acks = (...all: number[]) => all.map((ack) => tell(c.MessageAcknowledged, { messageId: two, ack }));
  given(ticketRows, opened, sent(), ...acks(4, 3, 2)).gives({ lastMessageAck: 4, updatedAt: time(2) });
});

test('the last message fails, is unsure, is sent after all, and is deleted', () => {
  const failed = tell(c.MessageFailed, { messageId: two, attempt: 1, reason: 'refused' });
  const unsure = tell(c.MessageUnsure, { messageId: two, attempt: 1 });
  const retried = tell(c.MessageRetried, { messageId: two, attempt: 2, userId: ana });
  const taken = tell(c.MessageAcknowledged, { messageId: two, ack: 2 });
  const deleted = tell(c.MessageDeleted, { messageId: two, userId: ana });
  given(ticketRows, opened, sent(), failed).gives({ lastMessageState: 'failed' });
  given(ticketRows, opened, sent(), unsure).gives({ lastMessageState: 'unsure' });
  given(ticketRows, opened, sent(), failed, retried).gives({ lastMessageState: null, lastMessageAck: 1 });
  given(ticketRows, opened, sent(), unsure, taken).gives({ lastMessageState: null, lastMessageAck: 2 });
  given(ticketRows, opened, sent(), deleted).gives({ lastMessage: '', lastMessageDeleted: true, lastMessageFromMe: true });
  given(ticketRows, opened, sent(), deleted, received(one, 3)).gives({ lastMessage: 'Oi', lastMessageDeleted: false });
});

test('events about other messages than the last one do not change it', () => {
  const before = given(ticketRows, opened, sent(two, 1), received(one, 2)).row();
  const others = [
    tell(c.MessageAcknowledged, { messageId: two, ack: 4 }),
    tell(c.MessageFailed, { messageId: two, attempt: 1, reason: '' }),
    tell(c.MessageUnsure, { messageId: two, attempt: 1 }),
    tell(c.MessageRetried, { messageId: two, attempt: 2, userId: ana }),
    tell(c.MessageDeleted, { messageId: two, userId: ana }),
    tell(c.MessageObserved, { messageId: newId(), body: 'Nota', userId: ana, clientId: null }),
    tell(c.ConversationContinued, { in: 'x' }),
  ];
  expect(given(ticketRows, opened, sent(two, 1), received(one, 2), ...others).row()).toEqual(before);
});

test('an event that changes nothing returns the same row, so nothing is pushed', () => {
  const row = given(ticketRows, opened, tell(c.TicketLeftQueue, {})).row();
  const same = [tell(c.TicketLeftQueue, {}), tell(c.MessagesRead, { upTo: one, messageIds: [], unread: 0 })];
  for (const event of same) expect(ticketRows.fold(row, event, ticketId)).toBe(row);
});

test('a rating does not move the ticket, and the next message becomes the last one', () => {
  const rated = (rating: number) =>
    tell(c.RatingGiven, { messageId: newId(), rating, body: String(rating), channelId: 'x', sentAt: '2026-03-01T12:00:00Z' });
  given(ticketRows, opened, received(), closedBy(ana)).gives({ rating: null });
  given(ticketRows, opened, received(), closedBy(ana), rated(3)).gives({
    rating: 3,
    unread: 1,
    lastMessage: 'Oi',
    updatedAt: time(4),
  });
  given(ticketRows, opened, closedBy(ana), rated(3), rated(1)).gives({ rating: 1 });
});

test('nor does the comment on a rating, or the thanks for it', () => {
  const comment = { messageId: newId(), body: 'Foi ótimo', channelId: 'x', sentAt: '2026-03-01T12:00:00Z' };
  const thanks = {
    ...comment,
    body: 'Obrigado',
    userId: null,
    origin: 'rating',
    signature: null,
    quotedId: null,
    clientId: null,
  };
  const before = given(ticketRows, opened, received(), closedBy(ana)).row();
  const after = [tell(c.RatingCommented, comment), tell(c.MessageSent, thanks, 9)];
  for (const event of after) expect(ticketRows.fold(before, event, ticketId)).toBe(before);
});

test('a deleted ticket has no row, whatever events follow', () => {
  const deleted = tell(c.TicketDeleted, { userId: ana, contactId });
  const ack = tell(c.MessageAcknowledged, { messageId: two, ack: 3 });
  expect(given(ticketRows, opened, sent(), deleted, ack).rows()).toEqual([]);
});

test('a forgotten customer’s last message is null', () =>
  given(ticketRows, opened, forgotten(received(), 'body')).gives({ lastMessage: null, unread: 1 }));

describe('customers’ messages that are not text, and changes to messages', () => {
  const sentAt = '2026-03-01T12:00:00Z';
  const brought = (brings: Record<string, unknown>, body = '') =>
    tell(c.MessageReceived, { messageId: one, body, channelId: 'x', quotedId: null, sentAt, ...brings });
  const place = { latitude: 1, longitude: 2, name: 'Padaria', address: 'Rua A' };
  test('are described by their kind, independently of language', () => {
    given(ticketRows, opened, brought({ place })).gives({ lastMessageKind: 'place', lastMessage: 'Padaria', unread: 1 });
    given(ticketRows, opened, brought({ place: { ...place, name: null } })).gives({ lastMessage: 'Rua A' });
    const contacts = [
      { name: 'Ana', numbers: [] },
      { name: 'Bia', numbers: [] },
    ];
    given(ticketRows, opened, brought({ contacts })).gives({ lastMessageKind: 'contacts', lastMessage: 'Ana, Bia' });
    given(ticketRows, opened, brought({ call: { kind: 'video' } })).gives({ lastMessageKind: 'video-call', lastMessage: '' });
    given(ticketRows, opened, brought({ choice: { id: '1', title: 'Sim' } }, 'Sim')).gives({
      lastMessageKind: null,
      lastMessage: 'Sim',
    });
    given(ticketRows, opened, brought({ place }), received(two)).gives({ lastMessageKind: null, lastMessage: 'Oi' });
  });
  const edited = tell(c.MessageEdited, { messageId: one, body: 'Olá', sentAt }, 9);
  const revoked = tell(c.MessageRevoked, { messageId: one, sentAt }, 9);
  const [minute, unread] = [time(1), 1];
  test('an edit is shown if it is of the last message, and does not move the ticket', () => {
    given(ticketRows, opened, received(), edited).gives({ lastMessage: 'Olá', search: 'ola', updatedAt: minute, unread });
    given(ticketRows, opened, received(), sent(), edited).gives({ lastMessage: 'Olá', lastMessageId: two });
    given(ticketRows, opened, received(one, 1, 'Oi'), received(two, 2, 'Bom dia'), edited).gives({ lastMessage: 'Bom dia' });
  });
  test('a deletion is shown, and does not move the ticket', () => {
    given(ticketRows, opened, received(), revoked).gives({
      ...{ lastMessage: '', search: '', lastMessageDeleted: true, updatedAt: minute, unread },
    });
    given(ticketRows, opened, received(one), received(two, 2, 'Bom dia'), revoked).gives({ lastMessageDeleted: false });
  });
  test('a reaction changes nothing', () => expect(ticketRows.handles.has('MessageReacted')).toBe(false));
});

test('a file sent last is described by its kind, with its caption', () => {
  const { data } = sent();
  const file = (body: string) => ({ ...sent(), data: { ...(data as object), body, media: fileOf(newId(), { kind: 'audio' }) } });
  given(ticketRows, opened, file('')).gives({ lastMessage: '', lastMessageKind: 'audio' });
  given(ticketRows, opened, file('ouça')).gives({ lastMessage: 'ouça', lastMessageKind: 'audio' });
  given(ticketRows, opened, file(''), sent()).gives({ lastMessageKind: null });
});

test('a customer’s file is described by the kind that its channel states, then by the detected one', () => {
  const { data } = received();
  const media = announcedFile(newId());
  const came = { ...received(), data: { ...(data as object), body: '', media } };
  const stored = (kind: 'image' | 'document') => tell(c.MediaStored, { messageId: one, media: fileOf(media.mediaId, { kind }) });
  given(ticketRows, opened, came).gives({ lastMessage: '', lastMessageKind: 'image', unread: 1, updatedAt: time(1) });
  given(ticketRows, opened, came, stored('document')).gives({ lastMessageKind: 'document', unread: 1, updatedAt: time(1) });
  given(ticketRows, opened, came, received(two), stored('document')).gives({ lastMessageKind: null });
  const revoked = tell(c.MessageRevoked, { messageId: one, sentAt: '2026-03-01T12:00:00Z' });
  given(ticketRows, opened, came, revoked, stored('document')).gives({ lastMessageKind: null, lastMessageDeleted: true });
});
