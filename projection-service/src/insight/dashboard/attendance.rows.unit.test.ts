import { conversationEvents as c, childId, conversationKey, type EventType, type Fact, newId } from '@prosa/contracts';
import { fact, given } from '../../testing/fold.ts';
import { attendanceRows } from './attendance.rows.ts';
import { leadRows } from './leads.rows.ts';
import { serviceTally } from './service.tally.ts';

const [ana, bruno, queueId, connectionId, contactId] = Array.from({ length: 5 }, newId) as [
  string,
  string,
  string,
  string,
  string,
];
const key = conversationKey(connectionId, contactId);
const [ticketId, other] = [childId(key, 'ticket:1'), childId(key, 'ticket:2')];
const minute = (n: number) => new Date(Date.UTC(2026, 2, 1, 12, n));
const tell = (at: number, event: EventType, data: object, of = ticketId): Fact =>
  fact(event, { ticketId: of, ...data } as never, { at: minute(at) });
const opened = (at: number, userId: string | null = null, of = ticketId): Fact => {
  const status = userId ? 'open' : 'pending';
  return tell(at, c.TicketOpened, { protocol: '1', status, queueId, userId, connectionId, contactId, channel: 'simulator' }, of);
};
const accepted = (at: number, userId = ana) => tell(at, c.TicketAccepted, { userId });
const returned = (at: number) => tell(at, c.TicketReturned, {});
const transferred = (at: number, userId: string | null) => tell(at, c.TicketTransferred, { queueId, userId });
const closed = (at: number, userId: string | null = ana) =>
  tell(at, c.TicketClosed, { userId, reason: 'resolved', ratingAsked: true });
const reopened = (at: number, userId: string) => tell(at, c.TicketReopened, { queueId, userId });
const rated = (at: number, rating: number) =>
  tell(at, c.RatingGiven, { rating, messageId: childId(key, 'in:1'), body: '2', channelId: '1', sentAt: '2026-03-01T12:00:00Z' });
const deleted = (at: number, of = ticketId) => tell(at, c.TicketDeleted, { userId: ana, contactId }, of);

/** Kind, span, start, user, and what is added up. */
const counted = (...facts: Fact[]) =>
  given(attendanceRows, ...facts)
    .rows()
    .flatMap((row) => serviceTally.groups(row))
    .filter(({ span }) => span === 'quarter')
    .map(({ kind, start, userId, seconds, rated: of, stars }) => [
      kind,
      ((start as Date).getTime() - minute(0).getTime()) / 60_000,
      userId,
      (seconds as number) / 60,
      ...(of ? [stars] : []),
    ]);

test('a ticket waits until it is accepted, and is served until it is closed', () => {
  expect(counted(opened(0))).toEqual([['opened', 0, null, 0]]);
  expect(counted(opened(16), accepted(20), closed(31))).toEqual([
    ['opened', 15, null, 0],
    ['accepted', 15, null, 4],
    ['finished', 30, ana, 11],
  ]);
});

test('a return to the queue takes back the end of the wait, which goes on', () => {
  expect(counted(opened(0), accepted(5), returned(7))).toEqual([['opened', 0, null, 0]]);
  expect(counted(opened(0), accepted(5), transferred(7, null))).toEqual([['opened', 0, null, 0]]);
  expect(counted(opened(0), accepted(5), returned(7), accepted(17, bruno), closed(18, bruno)).slice(1)).toEqual([
    ['accepted', 15, null, 15],
    ['finished', 15, bruno, 3],
  ]);
});

test('who opens a ticket for a customer lets nobody wait', () => {
  expect(counted(opened(0, ana), closed(9)).slice(1)).toEqual([['finished', 0, ana, 9]]);
});

test('a ticket is of the user who served it last, whoever closes it', () => {
  expect(counted(opened(0), accepted(1), transferred(3, bruno), closed(5, ana)).at(-1)).toEqual(['finished', 0, bruno, 4]);
});

test('one that is closed while it waits was served by nobody', () => {
  expect(counted(opened(0), closed(4, null)).slice(1)).toEqual([['finished', 0, null, 0]]);
});

test('a reopening takes back the closing with its rating; the next closing has the whole time', () => {
  const first = [opened(0), accepted(1), closed(2), rated(3, 3)];
  expect(counted(...first).at(-1)).toEqual(['finished', 0, ana, 1, 3]);
  expect(counted(...first, reopened(20, bruno)).map(([kind]) => kind)).toEqual(['opened', 'accepted']);
  expect(counted(...first, reopened(20, bruno), closed(31, bruno)).at(-1)).toEqual(['finished', 30, bruno, 12, 3]);
});

test('clocks that differ make no time negative', () => {
  expect(counted(opened(5), accepted(4), closed(9)).slice(1)).toEqual([
    ['accepted', 0, null, 0],
    ['finished', 0, ana, 5],
  ]);
});

test('a deleted ticket was never there', () => {
  expect(counted(opened(0), accepted(1), closed(2), deleted(3))).toEqual([]);
});

test('each ticket has its day beside its quarter of an hour, except for its opening', () => {
  const [row] = given(attendanceRows, opened(0), accepted(1), closed(2)).rows();
  const days = serviceTally.groups(row!).filter(({ span }) => span === 'day');
  expect(days.map(({ kind, start }) => [kind, start])).toEqual([
    ['accepted', new Date('2026-03-01T00:00:00.000Z')],
    ['finished', new Date('2026-03-01T00:00:00.000Z')],
  ]);
});

test('a customer is a lead of the time of their first ticket, as long as one is left', () => {
  given(leadRows, opened(0), opened(9, null, other)).gives({ id: key, firstAt: minute(0), tickets: 2 });
  given(leadRows, opened(0), opened(9, null, other), deleted(10)).gives({ firstAt: minute(0), tickets: 1 });
  expect(given(leadRows, opened(0), deleted(10)).row()).toBeNull();
  given(leadRows, opened(0), deleted(10), opened(20, null, other)).gives({ firstAt: minute(20), tickets: 1 });
});
