import { limits, snoozeFaults } from '@prosa/contracts';
import { given } from '../../kernel/given.ts';
import type { ConversationEvent } from '../conversation-kernel/conversation.state.ts';
import { conversation } from '../conversations/conversation.decider.ts';
import * as f from '../conversations/conversation.fixture.ts';

const { ana, bruno, stranger, t1 } = f;
const now = Date.parse('2026-01-05T12:00:00.000Z');
const at = (ms: number) => new Date(now + ms).toISOString();
const until = at(60 * 60 * 1_000);
const snooze = (asked: string | null = until, by = ana) =>
  f.command({ do: 'snooze ticket', ticketId: t1, by, until: asked, now });
const wake = (ms: number) => f.command({ do: 'wake ticket', ticketId: t1, now: now + ms });
const snoozed: ConversationEvent = { type: 'TicketSnoozed', data: { ticketId: t1, until, userId: 'ana' } };
const woken = (reason: 'time' | 'customer' | 'user'): ConversationEvent => ({
  type: 'TicketWoken',
  data: { ticketId: t1, reason },
});
const when = (events: readonly ConversationEvent[], command: ReturnType<typeof f.command>) =>
  given(conversation, events).when(command);
const message = { body: 'Oi', channelId: 'm2', messageId: f.s1, sentAt: at(0) };
const receive = () => f.command({ do: 'receive message', ...f.where, ...message, quotedId: null, now, opens: null });
const returned: ConversationEvent = { type: 'TicketReturned', data: { ticketId: t1 } };

test('an open ticket is snoozed until a time, once, and until another time', () => {
  when(f.open, snooze()).gives([snoozed]);
  when([...f.open, snoozed], snooze()).gives([]);
  const later = at(2 * 60 * 60 * 1_000);
  when([...f.open, snoozed], snooze(later, bruno)).gives([
    { type: 'TicketSnoozed', data: { ticketId: t1, until: later, userId: 'bruno' } },
  ]);
});

test('a time that has passed, or that is too far, is refused at its field', () => {
  for (const [asked, fault] of [
    [at(0), snoozeFaults.past],
    [at(-1_000), snoozeFaults.past],
    [at(limits.snoozeMs + 1), snoozeFaults.far],
  ] as const)
    when(f.open, snooze(asked)).refuses('ERR_VALIDATION', { until: fault });
});

test('only an open ticket that one sees can be snoozed', () => {
  when(f.open, snooze(until, stranger)).refuses('ERR_NO_TICKET_FOUND');
  when(f.pending, snooze()).refuses('ERR_TRANSITION');
  when([...f.open, f.closed(ana)], snooze()).refuses('ERR_TRANSITION');
});

test('it wakes when its time has come, not before, and once', () => {
  when([...f.open, snoozed], wake(60 * 60 * 1_000 - 1)).gives([]);
  when([...f.open, snoozed], wake(60 * 60 * 1_000)).gives([woken('time')]);
  when([...f.open, snoozed, woken('time')], wake(60 * 60 * 1_000)).gives([]);
});

test('whoever sees it takes it back, once', () => {
  when([...f.open, snoozed], snooze(null, bruno)).gives([woken('user')]);
  when(f.open, snooze(null)).gives([]);
});

test('its customer’s message wakes it, and no other one does', () => {
  when([...f.open, snoozed], receive()).givesLike([{ type: 'MessageReceived' }, woken('customer')]);
  when([...f.open, snoozed, woken('customer')], receive()).givesLike([{ type: 'MessageReceived' }]);
  when([...f.open, snoozed, f.sent(ana)], wake(60 * 60 * 1_000)).gives([woken('time')]);
});

test.each([
  ['closed', f.closed(ana)],
  ['given back', returned],
  ['handed over', { type: 'TicketTransferred', data: { ticketId: t1, queueId: f.q1, userId: 'bruno' } } as ConversationEvent],
])('a ticket that is %s meanwhile does not wake any more', (_, event) =>
  when([...f.open, snoozed, event], wake(60 * 60 * 1_000)).gives([]),
);
