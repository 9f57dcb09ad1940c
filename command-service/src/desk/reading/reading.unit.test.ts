import { childId } from '@prosa/contracts';
import { given, stateAfter } from '../../kernel/given.ts';
import { KNOWN_MESSAGES, KNOWN_UNREAD } from '../conversation-kernel/conversation.known.ts';
import type { ConversationEvent } from '../conversation-kernel/conversation.state.ts';
import { conversation } from '../conversations/conversation.decider.ts';
import * as f from '../conversations/conversation.fixture.ts';

const { ana, t1, t2, key } = f;
const written = (count: number, ticketId = t1) => Array.from({ length: count }, (_, n) => childId(key, `in:${ticketId}/${n}`));
const receivedAll = (ids: readonly string[], ticketId = t1) => ids.map((id) => f.received(id, ticketId));
const read = (upTo: string, ticketId = t1) => f.command({ do: 'read messages', ticketId, by: ana, upTo });
const wasRead = (upTo: string, messageIds: string[], unread: number, ticketId = t1): ConversationEvent => ({
  type: 'MessagesRead',
  data: { ticketId, upTo, messageIds, unread },
});

describe('a ticket with more unread messages than the rules know of all', () => {
  const ids = written(2_500);
  const before = [...f.open, ...receivedAll(ids)];

  test('is read from its oldest message on, step by step, until nothing is left', () => {
    const steps = [1, 1_400, 1_600, 2_500];
    steps.reduce(
      ({ events, from }, to) => {
        const event = wasRead(ids[to - 1]!, ids.slice(from, to), ids.length - to);
        given(conversation, events)
          .when(read(ids[to - 1]!))
          .gives([event]);
        return { events: [...events, event], from: to };
      },
      { events: before as ConversationEvent[], from: 0 },
    );
  });

  test('is read as a whole with its newest message, as by an answer on the phone', () => {
    const all = wasRead(ids.at(-1)!, ids, 0);
    given(conversation, before)
      .when(read(ids.at(-1)!))
      .gives([all]);
    const said = {
      messageId: childId(key, 'in:p1'),
      body: 'Já vai',
      channelId: 'p1',
      quotedId: null,
      sentAt: '2026-01-01T00:05:00Z',
    };
    const mirror = f.command({ do: 'mirror message', connectionId: f.connectionId, contactId: f.contactId, ...said });
    given(conversation, before)
      .when(mirror)
      .gives([{ type: 'MessageMirrored', data: { ticketId: t1, ...said } }, all]);
    expect(stateAfter(conversation, [...before, all]).olderUnread.size).toBe(0);
  });

  test('does not keep what was read before it grew old, nor what the company wrote', () => {
    const [first, ...others] = ids;
    const events = [...f.open, f.received(first), wasRead(first!, [first!], 0), f.sent(ana), ...receivedAll(others)];
    expect([...stateAfter(conversation, events).olderUnread.keys()]).toEqual(others.slice(0, -KNOWN_MESSAGES));
  });

  test('is still so after it was closed and opened again; the next ticket knows its own only', () => {
    const again: ConversationEvent = { type: 'TicketReopened', data: { ticketId: t1, queueId: f.q1, userId: ana.userId } };
    given(conversation, [...before, f.closed(ana), again])
      .when(read(ids[0]!))
      .gives([wasRead(ids[0]!, ids.slice(0, 1), 2_499)]);
    const [next] = written(1, t2);
    const later = [...before, f.closed(ana), f.opened(t2), f.received(next, t2)];
    given(conversation, later)
      .when(read(next!, t2))
      .gives([wasRead(next!, [next!], 0, t2)]);
    expect(stateAfter(conversation, later).olderUnread.size).toBe(0);
  });
});

test('of older unread messages the newest are known', () => {
  const ids = written(KNOWN_MESSAGES + KNOWN_UNREAD + 1);
  const { olderUnread } = stateAfter(conversation, [...f.open, ...receivedAll(ids)]);
  expect([olderUnread.size, olderUnread.has(ids[0]!), olderUnread.has(ids[1]!)]).toEqual([KNOWN_UNREAD, false, true]);
});
