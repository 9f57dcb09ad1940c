import { conversationEvents as c, type Fact, newId } from '@prosa/contracts';
import { given } from '../../testing/fold.ts';
import { ticketCounts } from './tickets.counts.ts';
import {
  accepted,
  ana,
  bruno,
  closedBy,
  mirroredAnswer,
  one,
  opened,
  openedBy,
  received,
  sales,
  sent,
  support,
  tell,
  time,
  two,
} from './tickets.rows.fixture.ts';
import { ticketRows } from './tickets.rows.ts';

/** Its closing was undone. */
const undone = (more: object = {}) =>
  tell(c.ClosingUndone, { queueId: sales, userId: ana, waitingSince: null, snoozedUntil: null, ...more }, 8);

test('undone, a closing leaves nothing behind', () => {
  const until = '2026-03-02T12:00:00.000Z';
  const before = given(ticketRows, opened, received(), accepted, tell(c.TicketSnoozed, { until, userId: ana }, 6)).row()!;
  const back = undone({ waitingSince: time(0).toISOString(), snoozedUntil: until });
  given(ticketRows, opened, received(), accepted, tell(c.TicketSnoozed, { until, userId: ana }, 6), closedBy(bruno), back).gives({
    ...before,
    updatedAt: time(8),
  });
});

test.each([
  ['it has just been opened by a customer', [], 0],
  ['they have written', [received()], 0],
  ['they go on writing', [received(), received(two, 2)], 0],
  ['they get an automatic text', [received(), sent(two, 2, 'greeting')], 0],
  ['somebody accepts', [received(), accepted], 0],
  ['somebody reads it', [received(), tell(c.MessagesRead, { upTo: one, messageIds: [one], unread: 0 })], 0],
  ['an attendant answers', [received(), sent()], null],
  ['a scheduled message is sent', [received(), sent(two, 2, 'schedule')], null],
  ['somebody answers on the phone', [received(), tell(c.MessageMirrored, mirroredAnswer)], null],
  ['they write again after an answer', [received(), sent(), received(newId(), 4)], 4],
  ['it is put back into its queue', [received(), sent(), accepted, tell(c.TicketReturned, {})], 5],
  ['it is put back unanswered', [received(), accepted, tell(c.TicketReturned, {})], 0],
  ['it is given to another queue', [sent(), tell(c.TicketTransferred, { queueId: support, userId: null })], 5],
  ['it is given to a colleague', [sent(), tell(c.TicketTransferred, { queueId: support, userId: bruno })], null],
  ['it is given to a colleague unanswered', [received(), tell(c.TicketTransferred, { queueId: support, userId: bruno })], 0],
  ['it is closed', [received(), closedBy(ana)], null],
  ['it is reopened', [received(), closedBy(ana), tell(c.TicketReopened, { queueId: support, userId: bruno })], null],
  ['its closing is undone', [received(), closedBy(ana), undone({ waitingSince: time(0).toISOString() })], 0],
  ['its closing is undone after an answer', [received(), sent(), closedBy(ana), undone()], null],
] as const)('since when somebody waits if %s', (_, facts, minute) =>
  given(ticketRows, opened, ...facts).gives({ waitingSince: minute === null ? null : time(minute) }),
);

test('nobody waits in a ticket that an attendant has opened, until its customer writes', () => {
  given(ticketRows, openedBy(ana)).gives({ waitingSince: null });
  given(ticketRows, openedBy(ana), sent(), received(one, 3), received(newId(), 4)).gives({ waitingSince: time(3) });
});

const snoozed = tell(c.TicketSnoozed, { until: '2026-03-02T12:00:00.000Z', userId: ana }, 6);
test.each([
  ['its time has come', [tell(c.TicketWoken, { reason: 'time' }, 7)], time(7)],
  ['it is given back', [tell(c.TicketReturned, {}, 7)], time(7)],
  ['it is handed over', [tell(c.TicketTransferred, { queueId: support, userId: bruno }, 7)], time(7)],
] as const)('a snoozed ticket stays where it is in lists, and comes back if %s', (_, facts, updatedAt) => {
  const open = [opened, received(), accepted] as const;
  given(ticketRows, ...open, snoozed).gives({ snoozedUntil: new Date('2026-03-02T12:00:00.000Z'), updatedAt: time(3) });
  given(ticketRows, ...open, snoozed, ...facts).gives({ snoozedUntil: null, updatedAt, waitingSince: time(0) });
  given(ticketRows, ...open, snoozed, closedBy(ana)).gives({ snoozedUntil: null });
});

test('pending and open tickets are counted by queue and user, closed ones not', () => {
  const groupOf = (...facts: Fact[]) => ticketCounts.groups(given(ticketRows, opened, ...facts).row()!);
  const none = { unanswered: 0, snoozed: 0 };
  expect(groupOf()).toEqual([{ queueId: sales, userId: null, status: 'pending', ...none }]);
  expect(groupOf(received())).toEqual([{ queueId: sales, userId: null, status: 'pending', ...none }]);
  expect(groupOf(accepted)).toEqual([{ queueId: sales, userId: ana, status: 'open', unanswered: 1, snoozed: 0 }]);
  expect(groupOf(accepted, sent())).toEqual([{ queueId: sales, userId: ana, status: 'open', ...none }]);
  expect(groupOf(accepted, received())).toMatchObject([{ status: 'open', unanswered: 1, snoozed: 0 }]);
  expect(groupOf(accepted, received(), snoozed)).toMatchObject([{ status: 'open', unanswered: 0, snoozed: 1 }]);
  expect(groupOf(accepted, snoozed)).toMatchObject([{ status: 'open', unanswered: 0, snoozed: 1 }]);
  expect(groupOf(tell(c.TicketLeftQueue, {}))).toEqual([{ queueId: null, userId: null, status: 'pending', ...none }]);
  expect(groupOf(accepted, closedBy(ana))).toEqual([]);
});
