import { childId } from '@prosa/contracts';
import { given, stateAfter } from '../../kernel/given.ts';
import type { ConversationEvent } from '../conversation-kernel/conversation.state.ts';
import { conversation, Moved } from './conversation.decider.ts';
import * as f from './conversation.fixture.ts';

const { ana, carla, t1, q1, q2, connectionId, contactId } = f;
const IN = 'fffffffffffffff';
const moves = f.command({ do: 'continue elsewhere', in: IN, connectionId, contactId });
const continued: ConversationEvent = { type: 'ConversationContinued', data: { in: IN } };
const when = (events: readonly ConversationEvent[], command: ReturnType<typeof f.command>) =>
  given(conversation, events).when(command);

describe('the conversation of a merged contact', () => {
  test('goes on elsewhere, and its unfinished ticket ends', () =>
    when(f.open, moves).gives([
      { type: 'TicketClosed', data: { ticketId: t1, userId: null, reason: 'merged', ratingAsked: false } },
      continued,
    ]));
  test('goes on elsewhere without a ticket, and before it has begun', () => {
    when(f.done, moves).gives([continued]);
    when([], moves).gives([f.started, continued]);
  });
  test('goes on elsewhere once', () => when([...f.done, continued], moves).gives([]));

  const merged = [...f.open, f.received(), f.closed(ana), continued];
  test('its ticket is tagged, read, annotated and deleted where it is', () => {
    when(merged, f.command({ do: 'tag ticket', ticketId: t1, by: ana, tagIds: [q2] })).givesLike([{ type: 'TicketTagged' }]);
    when(merged, f.command({ do: 'read messages', ticketId: t1, by: ana, upTo: f.m1 })).givesLike([{ type: 'MessagesRead' }]);
    when(merged, f.command({ do: 'add note', ticketId: t1, by: ana, note: 'Oi', contactId: null })).givesLike([
      { type: 'TicketNoteAdded' },
    ]);
    when(merged, f.command({ do: 'delete ticket', ticketId: t1, by: carla })).givesLike([{ type: 'TicketDeleted' }]);
  });
  test('its ticket does not open again', () =>
    when(merged, f.change(ana, { status: 'open', queueId: q1 })).refuses('ERR_CONTACT_MERGED'));
  test('what concerns another ticket goes on elsewhere', () =>
    expect(() =>
      conversation.decide(f.command({ do: 'tag ticket', ticketId: f.t2, by: ana, tagIds: [] }), stateAfter(conversation, merged)),
    ).toThrow(Moved));
});

describe('the ticket of a merged contact', () => {
  const take = (status: 'open' | 'pending', tagIds: string[] = []) =>
    f.command({
      do: 'take ticket over',
      ticket: { status, queueId: q1, userId: status === 'open' ? 'ana' : null, tagIds },
      protocol: '000009',
      ...f.where,
    });
  const ticketId = childId(f.key, 'ticket:c1');
  const opened = (status: 'open' | 'pending') => ({
    type: 'TicketOpened' as const,
    data: { ticketId, protocol: '000009', status, queueId: q1, userId: status === 'open' ? 'ana' : null, ...f.where },
  });
  test('opens anew for the kept one, with queue, user and tags', () => {
    when([], take('open', [q2])).gives([f.started, opened('open'), { type: 'TicketTagged', data: { ticketId, tagIds: [q2] } }]);
    when(f.done, take('pending')).gives([opened('pending')]);
  });
  test('not if the kept one has an unfinished ticket', () => when(f.open, take('open')).gives([]));
  test('whoever serves it serves the one of the kept one that waits', () => {
    when(f.pending, take('open')).gives([{ type: 'TicketAccepted', data: { ticketId: t1, userId: 'ana' } }]);
    when(f.pending, take('pending')).gives([]);
  });
});
