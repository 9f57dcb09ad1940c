import { childId } from '@prosa/contracts';
import { given } from '../../kernel/given.ts';
import type { ConversationEvent } from '../conversation-kernel/conversation.state.ts';
import { conversation } from '../conversations/conversation.decider.ts';
import * as f from '../conversations/conversation.fixture.ts';

const { ana, bruno, stranger, t1, m1, s1 } = f;
const when = (events: readonly ConversationEvent[], command: ReturnType<typeof f.command>) =>
  given(conversation, events).when(command);
const mark = (by = ana) => f.command({ do: 'mark unread', ticketId: t1, by });
const read = (upTo: string) => f.command({ do: 'read messages', ticketId: t1, by: ana, upTo });
const marked: ConversationEvent = { type: 'TicketMarkedUnread', data: { ticketId: t1 } };
const wasRead: ConversationEvent = { type: 'MessagesRead', data: { ticketId: t1, upTo: m1, messageIds: [m1], unread: 0 } };
const wasReadAgain: ConversationEvent = { type: 'MessagesRead', data: { ticketId: t1, upTo: m1, messageIds: [], unread: 0 } };
const [m2, m3] = [childId(f.key, 'in:m2'), childId(f.key, 'in:m3')];
const said = {
  messageId: childId(f.key, 'in:p1'),
  body: 'Já vai',
  channelId: 'p1',
  quotedId: null,
  sentAt: '2026-01-01T00:05:00Z',
};
const mirror = f.command({ do: 'mirror message', connectionId: f.connectionId, contactId: f.contactId, ...said });
const mirrored: ConversationEvent = { type: 'MessageMirrored', data: { ticketId: t1, ...said } };
const known = [...f.open, f.received(), wasRead, f.sent(ana)];

test('whoever sees an open ticket marks it, once until it is read again', () => {
  when(known, mark(bruno)).gives([marked]);
  when([...known, marked], mark()).gives([]);
  when([...known, marked, wasRead], mark()).gives([marked]);
});

test('a ticket with messages that nobody has read is unread already', () => when([...f.open, f.received()], mark()).gives([]));

test('reading it again ends the mark, up to any message after it', () => {
  when([...known, marked], read(m1)).givesLike([{ type: 'MessagesRead', data: { upTo: m1, unread: 0 } }]);
  when([...known, marked], read(s1)).givesLike([{ type: 'MessagesRead', data: { upTo: s1, unread: 0 } }]);
  when([...known, marked, wasReadAgain], read(m1)).gives([]);
});

test('reading it again names only messages that nobody had read before: each is told to the channel once', () => {
  when([...known, marked], read(m1)).gives([wasReadAgain]);
  const further = [...known, marked, f.received(m2), f.received(m3)];
  when(further, read(m2)).gives([{ type: 'MessagesRead', data: { ticketId: t1, upTo: m2, messageIds: [m2], unread: 1 } }]);
  const twice = [...known, marked, wasReadAgain, marked];
  when(twice, read(m1)).gives([wasReadAgain]);
  when([...known, marked], mirror).gives([mirrored, wasReadAgain]);
});

test('a ticket whose customer has written nothing is marked as well, and read up to what they were sent', () => {
  const asked = [...f.open, f.sent(ana)];
  const seen: ConversationEvent = { type: 'MessagesRead', data: { ticketId: t1, upTo: s1, messageIds: [], unread: 0 } };
  when(asked, mark()).gives([marked]);
  when([...asked, marked], mark()).gives([]);
  when([...asked, marked], read(s1)).gives([seen]);
  when([...asked, marked, seen], mark()).gives([marked]);
});

test('others find no ticket; one that is not open, or without a message, cannot be marked', () => {
  when(known, mark(stranger)).refuses('ERR_NO_TICKET_FOUND');
  when([...f.pending, f.received()], mark()).refuses('ERR_TRANSITION');
  when([...known, f.closed(ana)], mark()).refuses('ERR_TRANSITION');
  when(f.open, mark()).refuses('ERR_NO_MESSAGE_FOUND');
});
