import { limits } from '@prosa/contracts';
import { given, metaOf } from '../../kernel/given.ts';
import type { ConversationEvent } from '../conversation-kernel/conversation.state.ts';
import { conversation } from './conversation.decider.ts';
import * as f from './conversation.fixture.ts';

const { ana, bruno, carla, stranger, t1, t2, m1, s1, q1 } = f;
const now = Date.parse('2026-01-01T00:05:00Z'); // when all commands are decided
const until = new Date(now + limits.undoMs).toISOString();
const texts = [
  { origin: 'closing' as const, body: 'Até logo' },
  { origin: 'rating' as const, body: 'Que nota?' },
];
const through = f.through();
const close = (
  by = ana,
  closingTexts: readonly (typeof texts)[number][] = texts,
  more: Partial<typeof f.rules> = {},
  ticketId = t1,
) =>
  f.command({
    do: 'change ticket',
    ticketId,
    by,
    body: { status: 'closed' },
    undoable: true,
    rules: { ...f.rules, closingTexts, ...more },
  });
type Undo = { userId?: string | null; snoozedUntil?: string | null; waits?: 'all' | 'unrated' | null };
const closed = (
  { userId = 'ana', snoozedUntil = null, waits = 'all' }: Undo = {},
  by = ana,
  ticketId = t1,
): ConversationEvent => ({
  type: 'TicketClosed',
  data: {
    ticketId,
    userId: by.userId,
    reason: 'resolved',
    ratingAsked: false,
    undo: { until, userId, snoozedUntil, waits },
  },
});
const undo = (by = ana, afterMs = 9_000) => f.command({ do: 'undo closing', ticketId: t1, by, now: now + afterMs });
const undone = (more: object = {}): ConversationEvent => ({
  type: 'ClosingUndone',
  data: { ticketId: t1, queueId: q1, userId: 'ana', waitingSince: null, snoozedUntil: null, ...more },
});
const release = (afterMs: number = limits.undoMs, more: object = {}) =>
  f.command({ do: 'release closing', ticketId: t1, now: now + afterMs, texts, through, ...more });
const released = (reason: 'time' | 'customer' | 'user'): ConversationEvent => ({
  type: 'ClosingReleased',
  data: { ticketId: t1, reason },
});
const said = (origin: 'closing' | 'rating', ticketId = t1) => ({ type: 'MessageSent', data: { ticketId, origin, userId: null } });
const opens = { ticketId: t2, protocol: '000002', queueId: q1 };
const receive = (body = 'Ah, mais uma coisa', sentAt = new Date(now).toISOString(), waiting = true) =>
  f.command({
    ...{ do: 'receive message', ...f.where, messageId: m1, channelId: 'm1', quotedId: null, body, sentAt, now, opens },
    ...(waiting && { waiting: { texts, through } }),
  });
const when = (events: readonly ConversationEvent[], command: ReturnType<typeof f.command>) =>
  given(conversation, events).when(command);
const reopened: ConversationEvent = { type: 'TicketReopened', data: { ticketId: t1, queueId: q1, userId: 'bruno' } };

test('a closing that can be undone says nothing yet, and that it will', () => {
  when(f.open, close()).gives([closed()]);
  when(f.open, close(ana, texts.slice(0, 1))).gives([closed({ waits: 'unrated' })]);
  when(f.open, close(ana, [])).gives([closed({ waits: null })]);
  const tooLate = { through: f.through('whatsapp', {}, 'cloud') };
  when(f.open, close(ana, texts, tooLate)).gives([closed({ waits: null })]);
});

test('after ten seconds its message leaves, not before, and once', () => {
  const done = [...f.open, closed()];
  when(done, release(limits.undoMs - 1)).gives([]);
  when(done, release()).givesLike([said('closing'), said('rating'), released('time')]);
  when([...f.open, closed({ waits: 'unrated' })], release()).givesLike([said('closing'), released('time')]);
  when([...f.open, closed({ waits: null })], release()).gives([]);
  when([...done, released('time')], release()).gives([]);
  when(done, release(limits.undoMs, { through: f.through('whatsapp', {}, 'cloud') })).gives([released('time')]);
});

test('its ids are its own, whoever releases it', () => {
  const events = conversation.decide(
    release(),
    [...f.open, closed()].reduce((state, event, at) => conversation.evolve(state, event, metaOf(at)), conversation.initial()),
  );
  const ids = events.flatMap(({ data }) => ('messageId' in data ? [data.messageId] : []));
  expect(new Set(ids).size).toBe(2);
});

test('who closed it takes it back within ten seconds: it is as it was, and nothing leaves', () => {
  when([...f.open, closed()], undo()).gives([undone()]);
  when([...f.open, closed({}, carla)], undo(carla)).gives([undone()]);
  when([...f.open, closed({ waits: null })], undo()).gives([undone()]);
  const back = [...f.open, closed({}, carla), undone()];
  when(back, release()).gives([]);
  when(back, f.change(ana, { status: 'pending' })).gives([{ type: 'TicketReturned', data: { ticketId: t1 } }]);
  when(back, f.change(bruno, { status: 'open' })).refuses('ERR_OTHER_OPEN_TICKET');
});

test('a customer who waited for an answer goes on waiting, one who was answered does not', () => {
  const at = (index: number) => metaOf(index).at.toISOString();
  const [asked, again] = [f.received(), f.received(s1)];
  when([...f.open, asked, again, closed()], undo()).gives([undone({ waitingSince: at(3) })]);
  when([...f.open, asked, f.sent(ana), closed()], undo()).gives([undone()]);
});

test('a snoozed ticket is snoozed again, unless its time has come meanwhile', () => {
  const later = new Date(now + 60_000).toISOString();
  const snoozed: ConversationEvent = { type: 'TicketSnoozed', data: { ticketId: t1, until: later, userId: 'ana' } };
  when([...f.open, snoozed], close()).gives([closed({ snoozedUntil: later })]);
  const back = [...f.open, snoozed, closed({ snoozedUntil: later }), undone({ snoozedUntil: later })];
  when(back.slice(0, -1), undo()).gives([undone({ snoozedUntil: later })]);
  when(back, f.command({ do: 'wake ticket', ticketId: t1, now: now + 60_000 })).givesLike([{ type: 'TicketWoken' }]);
  const soon = new Date(now + 5_000).toISOString();
  when([...f.open, closed({ snoozedUntil: soon })], undo()).gives([undone()]);
});

test('too late, after the message has left, by somebody else, or of a ticket that was not closed so, it is refused', () => {
  const done = [...f.open, closed()];
  when(done, undo(ana, limits.undoMs + 1)).refuses('ERR_UNDO_LATE');
  when([...done, released('time')], undo()).refuses('ERR_UNDO_LATE');
  when([...done, undone()], undo()).refuses('ERR_UNDO_LATE');
  when([...done, reopened], undo()).refuses('ERR_UNDO_LATE');
  when(f.done, undo()).refuses('ERR_UNDO_LATE');
  when(f.open, undo()).refuses('ERR_UNDO_LATE');
  when(done, undo(bruno)).refuses('ERR_NO_PERMISSION');
  when(done, undo(stranger)).refuses('ERR_NO_TICKET_FOUND');
  when([...done, f.opened(t2)], undo()).refuses('ERR_OTHER_OPEN_TICKET');
});

test('the customer’s message ends the wait: the closing message leaves first, and theirs is in a new ticket', () => {
  const done = [...f.open, closed()];
  when(done, receive()).givesLike([
    said('closing'),
    said('rating'),
    released('customer'),
    { type: 'TicketOpened', data: { ticketId: t2 } },
    { type: 'MessageReceived', data: { ticketId: t2 } },
  ]);
  when([...done, released('customer')], release()).gives([]);
  // What they wrote before they were asked is no rating.
  when(done, receive('3')).givesLike([said('closing'), said('rating'), released('customer'), { type: 'TicketOpened' }, {}]);
  when([...done, undone()], receive()).givesLike([{ type: 'MessageReceived', data: { ticketId: t1 } }]);
});

test('a rating counts after its request has left', () => {
  const request = {
    ticketId: t1,
    messageId: s1,
    body: 'Que nota?',
    origin: 'rating',
    userId: null,
    signature: null,
    quotedId: null,
    clientId: null,
  } as const;
  const asked: ConversationEvent[] = [...f.open, closed(), { type: 'MessageSent', data: request }, released('time')];
  when(asked, receive('3', metaOf(asked.length).at.toISOString(), false)).givesLike([
    { type: 'RatingGiven', data: { ticketId: t1, rating: 3 } },
  ]);
});

test('reopened, or deleted, nothing leaves any more', () => {
  when([...f.open, closed(), reopened], release()).gives([]);
  const deleted: ConversationEvent = { type: 'TicketDeleted', data: { ticketId: t1, userId: 'carla', contactId: f.contactId } };
  when([...f.open, closed(), deleted], release()).gives([]);
});

test('who closes the next ticket meanwhile sends the earlier message first', () => {
  const next = [...f.open, closed(), f.opened(t2), f.accepted(ana, t2)];
  when(next, close(ana, texts, { waitingTexts: texts }, t2)).givesLike([
    said('closing'),
    said('rating'),
    released('user'),
    { type: 'TicketClosed', data: { ticketId: t2 } },
  ]);
  when(next, release()).givesLike([said('closing'), said('rating'), released('time')]);
});

test('a customer who had not answered is silent on after the undoing, and no longer after a reopening', () => {
  const silence = { ticketId: t1, now: now + 60 * 60_000, closeAfterMinutes: 30, closingTexts: [], through } as const;
  const closeIt = f.command({ do: 'close in silence', ...silence });
  const waited = [...f.open, f.sent(ana), closed()];
  when([...waited, undone()], closeIt).givesLike([{ type: 'TicketClosed', data: { reason: 'silence' } }]);
  when([...waited, reopened], closeIt).gives([]);
});
