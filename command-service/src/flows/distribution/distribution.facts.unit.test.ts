import {
  availabilityEvents,
  conversationEvents as c,
  type EventType,
  type Fact,
  newId,
  presenceEvents as p,
  sessionEvents as s,
} from '@prosa/contracts';
import type { z } from 'zod';
import {
  type DistributionFact,
  type PersonRow,
  personAfter,
  personIn,
  type TicketRow,
  ticketAfter,
  ticketIn,
} from './distribution.facts.ts';

const [companyId, ticketId, queueId, other, ana, bruno] = Array.from({ length: 6 }, () => newId()) as [
  string,
  string,
  string,
  string,
  string,
  string,
];
let seconds = 0;
const fact = <Event extends EventType>({ type }: Event, data: z.output<Event['data']>, by?: string): DistributionFact => {
  seconds += 1;
  const actor = by ? { kind: 'user', id: by } : { kind: 'customer', id: 'c' };
  const meta = { companyId, actor, at: new Date(1_000 * seconds), eventId: newId() };
  return { type, data, meta } as unknown as Fact as DistributionFact;
};
const opened = (more: object = {}) =>
  fact(c.TicketOpened, {
    ticketId,
    protocol: '1',
    status: 'pending',
    queueId,
    userId: null,
    connectionId: newId(),
    contactId: newId(),
    channel: 'simulator',
    ...more,
  });
const ticket = (...facts: DistributionFact[]) => facts.reduce(ticketAfter as never, null as TicketRow | null);
const person = (...facts: DistributionFact[]) => facts.reduce(personAfter as never, null as PersonRow | null);

test('a ticket waits from its opening until somebody has it, and is gone when it is closed or deleted', () => {
  const open = opened();
  expect(ticket(open)).toEqual({
    id: ticketId,
    companyId,
    queueId,
    userId: null,
    atMenu: false,
    snoozed: false,
    since: open.meta.at,
    armedBy: open.meta.eventId,
    notFor: null,
  });
  expect(ticket(open, fact(c.TicketAccepted, { ticketId, userId: ana }))).toMatchObject({ userId: ana, since: open.meta.at });
  const closed = fact(c.TicketClosed, { ticketId, userId: ana, reason: 'resolved', ratingAsked: false });
  expect(ticket(open, closed)).toBeNull();
  expect(ticket(open, fact(c.TicketDeleted, { ticketId, userId: ana, contactId: newId() }))).toBeNull();
  expect(ticket(closed, fact(c.TicketReturned, { ticketId }, ana))).toBeNull();
  expect(ticketIn(open)).toBe(ticketId);
});

test('one that is given back or handed to a queue waits anew, and not for who did it', () => {
  const back = fact(c.TicketReturned, { ticketId }, ana);
  const accepted = fact(c.TicketAccepted, { ticketId, userId: ana });
  expect(ticket(opened(), accepted, back)).toMatchObject({
    userId: null,
    since: back.meta.at,
    armedBy: back.meta.eventId,
    notFor: ana,
  });
  const handed = fact(c.TicketTransferred, { ticketId, queueId: other, userId: null }, ana);
  expect(ticket(opened(), accepted, handed)).toMatchObject({
    queueId: other,
    userId: null,
    armedBy: handed.meta.eventId,
    notFor: ana,
  });
  const toBruno = fact(c.TicketTransferred, { ticketId, queueId, userId: bruno }, ana);
  expect(ticket(opened(), accepted, toBruno)).toMatchObject({ userId: bruno });
});

test('one whose customer is at a menu does not wait, and one without a queue belongs nowhere', () => {
  const shown = fact(c.MenuShown, { ticketId, queueId: null, parentId: null, choices: [], wrong: 0 });
  const left = fact(c.MenuLeft, { ticketId, reason: 'reached' });
  const queued = fact(c.TicketQueued, { ticketId, queueId });
  expect(ticket(opened({ queueId: null }), shown)).toMatchObject({ queueId: null, atMenu: true });
  expect(ticket(opened({ queueId: null }), shown, queued, left)).toMatchObject({
    queueId,
    atMenu: false,
    armedBy: left.meta.eventId,
  });
  expect(ticket(opened(), fact(c.TicketLeftQueue, { ticketId }))).toMatchObject({ queueId: null });
});

test('a snoozed ticket is so until it wakes, or is handed over', () => {
  const snoozed = fact(c.TicketSnoozed, { ticketId, until: '2030-01-01T12:00:00.000Z', userId: ana });
  const held = [opened({ status: 'open', userId: ana }), snoozed] as const;
  expect(ticket(...held)).toMatchObject({ snoozed: true });
  for (const end of [
    fact(c.TicketWoken, { ticketId, reason: 'customer' }),
    fact(c.TicketReturned, { ticketId }, ana),
    fact(c.TicketTransferred, { ticketId, queueId, userId: bruno }, ana),
  ])
    expect(ticket(...held, end)).toMatchObject({ snoozed: false });
});

test('a closing that is taken back leaves the ticket with who had it', () => {
  const closed = fact(c.TicketClosed, { ticketId, userId: ana, reason: 'resolved', ratingAsked: false });
  const undone = { ticketId, queueId, userId: ana, waitingSince: null, snoozedUntil: null };
  const before = [opened({ status: 'open', userId: ana }), closed] as const;
  expect(ticket(...before, fact(c.ClosingUndone, undone, ana))).toMatchObject({
    id: ticketId,
    userId: ana,
    queueId,
    snoozed: false,
  });
  const snoozed = { ...undone, snoozedUntil: '2030-01-01T12:00:00.000Z' };
  expect(ticket(...before, fact(c.ClosingUndone, snoozed, ana))).toMatchObject({ snoozed: true });
});

test('somebody is there, idle, signed in and available by what was told of them last', () => {
  const told = (sequence: number) => ({ userId: ana, sequence, at: '2026-01-01T12:00:00.000Z' });
  const came = fact(p.UserCameOnline, told(1));
  expect(person(came)).toEqual({
    id: ana,
    companyId,
    online: true,
    idle: false,
    signedIn: false,
    availability: 'available',
    givenAt: null,
  });
  expect(person(came, fact(p.UserWentIdle, told(2)))).toMatchObject({ online: true, idle: true });
  expect(person(came, fact(p.UserWentIdle, told(2)), fact(p.UserCameBack, told(3)))).toMatchObject({ idle: false });
  expect(person(came, fact(p.UserWentIdle, told(2)), fact(p.UserWentOffline, told(3)))).toMatchObject({
    online: false,
    idle: false,
  });
  expect(person(came, fact(s.UserSignedIn, { userId: ana, version: 1 }))).toMatchObject({ signedIn: true, online: true });
  for (const end of [
    fact(s.UserSignedOut, { userId: ana, version: 2 }),
    fact(s.SessionEnded, { userId: ana, version: 2, reason: 'password' }),
  ])
    expect(person(fact(s.UserSignedIn, { userId: ana, version: 1 }), end)).toMatchObject({ signedIn: false });
  expect(person(fact(availabilityEvents.AvailabilityChosen, { userId: ana, availability: 'busy' }))).toMatchObject({
    availability: 'busy',
    online: false,
  });
});

test('only what the queue gave counts as given', () => {
  const byHand = fact(c.TicketAccepted, { ticketId, userId: ana }, ana);
  const given = fact(c.TicketAccepted, { ticketId, userId: ana, distributed: true });
  expect([personIn(byHand), personIn(given), personIn(opened())]).toEqual([null, ana, null]);
  expect(person(given)).toMatchObject({ givenAt: given.meta.at });
});
