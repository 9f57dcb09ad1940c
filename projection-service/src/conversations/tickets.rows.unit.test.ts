import { conversationEvents as c, type Fact, newId } from '@prosa/contracts';
import { fact, forgotten, given } from '../testing/fold.ts';
import { ticketCounts, ticketRows } from './tickets.rows.ts';

const [ticketId, ana, bruno, sales, support, connectionId, contactId] = Array.from({ length: 7 }, newId) as [
  string,
  string,
  string,
  string,
  string,
  string,
  string,
];
const [one, two] = [newId(), newId()];
const at = (minute: number) => ({ at: new Date(Date.UTC(2026, 2, 1, 12, minute)) });
const time = (minute: number) => at(minute).at;

const openedBy = (userId: string | null): Fact =>
  fact(
    c.TicketOpened,
    {
      ticketId,
      protocol: '000001',
      status: userId ? 'open' : 'pending',
      queueId: sales,
      userId,
      connectionId,
      contactId,
      channel: 'simulator',
    },
    { ...at(0), position: 5n },
  );
const opened = openedBy(null);
const received = (messageId = one, minute = 1, body = 'Oi') =>
  fact(
    c.MessageReceived,
    { ticketId, messageId, body, channelId: 'x', quotedId: null, sentAt: '2026-03-01T12:00:00Z' },
    at(minute),
  );
const sent = (messageId = two, minute = 2, origin: 'attendant' | 'greeting' | 'closing' = 'attendant') =>
  fact(
    c.MessageSent,
    { ticketId, messageId, body: 'Olá', userId: ana, origin, signature: null, quotedId: null, clientId: null },
    at(minute),
  );
const accepted = fact(c.TicketAccepted, { ticketId, userId: ana }, at(3));
const closedBy = (userId: string | null) =>
  fact(c.TicketClosed, { ticketId, userId, reason: 'resolved', ratingAsked: false }, at(4));
const tell = (event: Parameters<typeof fact>[0], data: Record<string, unknown>, minute = 5) =>
  fact(event, { ticketId, ...data } as never, at(minute));

test('a customer’s ticket is pending without a user, an attendant’s open and theirs', () => {
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

test('customers’ messages are counted until they are read, which moves nothing', () => {
  given(ticketRows, opened, received(), received(two, 2, 'Alô')).gives({
    unread: 2,
    lastMessage: 'Alô',
    lastMessageFromMe: false,
    updatedAt: time(2),
  });
  const read = tell(c.MessagesRead, { upTo: one, messageIds: [one], unread: 1 });
  given(ticketRows, opened, received(), received(two, 2), read).gives({ unread: 1, updatedAt: time(2) });
});

test('an answer is the last message with its ack, and what Prosa writes by itself is not', () => {
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

test('acks of the last message only rise', () => {
  const acks = (...all: number[]) => all.map((ack) => tell(c.MessageAcknowledged, { messageId: two, ack }));
  given(ticketRows, opened, sent(), ...acks(4, 3, 2)).gives({ lastMessageAck: 4, updatedAt: time(2) });
});

test('it fails, is unsure, goes out after all, and is deleted', () => {
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

test('news of another message than the last change nothing of it', () => {
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

test('an event that changes nothing gives the very same row, so that nothing is told', () => {
  const row = given(ticketRows, opened, tell(c.TicketLeftQueue, {})).row();
  const same = [tell(c.TicketLeftQueue, {}), tell(c.MessagesRead, { upTo: one, messageIds: [], unread: 0 })];
  for (const event of same) expect(ticketRows.fold(row, event, ticketId)).toBe(row);
});

test('a forgotten customer’s last message is null', () =>
  given(ticketRows, opened, forgotten(received(), 'body')).gives({ lastMessage: null, unread: 1 }));

test('pending and open tickets are counted by queue and user, closed ones not', () => {
  const groupOf = (...facts: Fact[]) => ticketCounts.groups(given(ticketRows, opened, ...facts).row()!);
  expect(groupOf()).toEqual([{ queueId: sales, userId: null, status: 'pending' }]);
  expect(groupOf(accepted)).toEqual([{ queueId: sales, userId: ana, status: 'open' }]);
  expect(groupOf(tell(c.TicketLeftQueue, {}))).toEqual([{ queueId: null, userId: null, status: 'pending' }]);
  expect(groupOf(accepted, closedBy(ana))).toEqual([]);
});
