import { given, stateAfter } from '../../kernel/given.ts';
import type { ConversationEvent } from '../conversation-kernel/conversation.state.ts';
import { conversation, Forgotten } from '../conversations/conversation.decider.ts';
import * as f from '../conversations/conversation.fixture.ts';

const { ana, carla, t1, q1, q2, connectionId, contactId } = f;
const forget = f.command({ do: 'forget customer', connectionId, contactId });
const receive = f.command({
  do: 'receive message',
  ...f.where,
  messageId: f.s1,
  channelId: 'm2',
  body: 'Oi',
  sentAt: '2026-01-01T00:10:00Z',
  quotedId: null,
  now: Date.parse('2026-01-01T00:10:00Z'),
  opens: { ticketId: f.t2, protocol: '000002', queueId: q1 },
});
const forgotten: ConversationEvent = { type: 'ConversationForgotten', data: { contactId } };
const when = (events: readonly ConversationEvent[], command: ReturnType<typeof f.command>) =>
  given(conversation, events).when(command);

describe('the conversation of a forgotten contact', () => {
  test('ends its unfinished ticket without a word', () =>
    when(f.open, forget).gives([
      { type: 'TicketClosed', data: { ticketId: t1, userId: null, reason: 'forgotten', ratingAsked: false } },
      forgotten,
    ]));
  test('is fenced without a ticket, before it has begun, and after it was continued elsewhere', () => {
    when(f.done, forget).gives([forgotten]);
    when([], forget).gives([f.started, forgotten]);
    const continued: ConversationEvent = { type: 'ConversationContinued', data: { in: 'fffffffffffffff' } };
    when([...f.done, continued], forget).gives([forgotten]);
  });
  test('is forgotten once', () => when([...f.done, forgotten], forget).gives([]));

  const after = [...f.open, f.received(), f.closed(ana), forgotten];
  test('takes nothing more that somebody says', () => {
    for (const command of [
      receive,
      f.command({ do: 'add note', ticketId: t1, by: ana, note: 'Oi', contactId: null }),
      f.change(ana, { status: 'open', queueId: q1 }),
    ])
      expect(() => conversation.decide(command, stateAfter(conversation, after))).toThrow(Forgotten);
  });
  test('its ticket is tagged and deleted as before', () => {
    when(after, f.command({ do: 'tag ticket', ticketId: t1, by: ana, tagIds: [q2] })).givesLike([{ type: 'TicketTagged' }]);
    when(after, f.command({ do: 'delete ticket', ticketId: t1, by: carla })).givesLike([{ type: 'TicketDeleted' }]);
  });
});
