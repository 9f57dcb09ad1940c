import { conversationEvents as c, childId, conversationKey, type EventType, type Fact, newId } from '@prosa/contracts';
import { fact, given } from '../../testing/fold.ts';
import { ratingRows, ratingTally } from './ratings.rows.ts';

const [ana, bruno, sales, support] = Array.from({ length: 4 }, newId) as [string, string, string, string];
const [connectionId, contactId] = [newId(), newId()];
const key = conversationKey(connectionId, contactId);
const ticketId = childId(key, 'ticket:1');
const minute = (n: number) => new Date(Date.UTC(2026, 2, 1, 12, n));
const tell = (at: number, event: EventType, data: object): Fact =>
  fact(event, { ticketId, ...data } as never, { at: minute(at) });
const opened = tell(0, c.TicketOpened, {
  ...{ protocol: '1', status: 'open', queueId: sales, userId: ana },
  ...{ connectionId, contactId, channel: 'simulator' },
});
const closed = (at: number, ratingAsked = true) => tell(at, c.TicketClosed, { userId: ana, reason: 'resolved', ratingAsked });
const reopened = (at: number) => tell(at, c.TicketReopened, { queueId: support, userId: bruno });
const said = (name: string, at: number) => ({
  messageId: childId(key, `in:${name}`),
  body: name,
  channelId: name,
  sentAt: minute(at).toISOString(),
});
const rated = (at: number, rating: number) => tell(at, c.RatingGiven, { rating, ...said(`mark ${at}`, at) });
const commented = (at: number) => tell(at, c.RatingCommented, said('comment', at));

/** Start, queue, user and the marks, by quarters of an hour. */
const counted = (...facts: Fact[]) =>
  given(ratingRows, ...facts)
    .rows()
    .flatMap((row) => ratingTally.groups(row))
    .filter(({ span }) => span === 'quarter')
    .map(({ start, queueId, userId, ones, twos, threes }) => [
      ((start as Date).getTime() - minute(0).getTime()) / 60_000,
      ...[queueId, userId, ones, twos, threes],
    ]);

test('a ticket counts from the request for a rating on, and with its mark; one that was closed without is not there', () => {
  expect(counted(opened)).toEqual([]);
  expect(counted(opened, closed(1, false))).toEqual([]);
  expect(counted(opened, closed(16))).toEqual([[15, sales, ana, 0, 0, 0]]);
  expect(counted(opened, closed(16), rated(31, 1))).toEqual([[15, sales, ana, 1, 0, 0]]);
  expect(counted(opened, closed(16), rated(31, 2))).toEqual([[15, sales, ana, 0, 1, 0]]);
  expect(counted(opened, closed(16), rated(31, 3))).toEqual([[15, sales, ana, 0, 0, 1]]);
});

test('it is of the queue and the user at the request, whoever has the ticket later', () => {
  const moved = tell(3, c.TicketTransferred, { queueId: support, userId: bruno });
  expect(counted(opened, moved, closed(16))).toEqual([[15, support, bruno, 0, 0, 0]]);
  expect(counted(opened, closed(16), rated(17, 3), reopened(18))).toEqual([[15, sales, ana, 0, 0, 1]]);
  const left = tell(3, c.TicketLeftQueue, {});
  expect(counted(opened, left, closed(16))).toEqual([[15, null, ana, 0, 0, 0]]);
  const waits = [tell(3, c.TicketTransferred, { queueId: support, userId: null }), tell(4, c.TicketAccepted, { userId: bruno })];
  expect(counted(opened, ...waits, closed(16))).toEqual([[15, support, bruno, 0, 0, 0]]);
});

test('asked again, a ticket keeps what was given until it is given anew', () => {
  const again = [opened, closed(1), rated(2, 3), commented(3), reopened(16), closed(31)];
  expect(counted(...again)).toEqual([[0, sales, ana, 0, 0, 1]]);
  given(ratingRows, ...again).gives({ rating: 3, commentId: childId(key, 'in:comment'), commentedAt: minute(3) });
  expect(counted(...again, rated(32, 1))).toEqual([[30, support, bruno, 1, 0, 0]]);
  given(ratingRows, ...again, rated(32, 1)).gives({ rating: 1, commentId: null, commentedAt: null, askedAt: minute(31) });
  // Without an answer to the first request the second one stands for both.
  expect(counted(opened, closed(1), reopened(16), closed(31))).toEqual([[30, support, bruno, 0, 0, 0]]);
});

test('a comment is of the time at which it was written, after the request, and holds no words', () => {
  const slow = fact(c.RatingCommented, { ticketId, ...said('comment', 1) }, { at: minute(20) });
  given(ratingRows, opened, closed(16), rated(17, 3), slow).gives({ commentedAt: minute(16) });
  const late = fact(c.RatingCommented, { ticketId, ...said('comment', 3) }, { at: minute(50) });
  const row = given(ratingRows, opened, closed(1), rated(2, 3), late).row()!;
  expect(row).toMatchObject({ commentId: childId(key, 'in:comment'), commentedAt: minute(3) });
  expect(Object.values(row)).not.toContain('comment');
});

test('comments are counted, and those of unsatisfied customers', () => {
  const amounts = (mark: number, ...more: Fact[]) =>
    given(ratingRows, opened, closed(1), rated(2, mark), ...more)
      .rows()
      .flatMap((row) => ratingTally.groups(row))
      .map(({ comments, unsatisfied }) => [comments, unsatisfied])[0];
  expect([amounts(1), amounts(1, commented(3)), amounts(2, commented(3))]).toEqual([
    [0, 0],
    [1, 1],
    [1, 0],
  ]);
});

test('a deleted ticket was never there', () => {
  const deleted = tell(9, c.TicketDeleted, { userId: ana, contactId });
  expect(counted(opened, closed(1), rated(2, 3), deleted)).toEqual([]);
});

test('each request has its day and its month beside its quarter of an hour', () => {
  const [row] = given(ratingRows, opened, closed(16)).rows();
  expect(ratingTally.groups(row!).map(({ span, start }) => [span, start])).toEqual([
    ['quarter', minute(15)],
    ['day', new Date('2026-03-01T00:00:00.000Z')],
    ['month', new Date('2026-03-01T00:00:00.000Z')],
  ]);
});
