import { childId, limits, Refused } from '@prosa/contracts';
import { metaOf } from '../../kernel/given.ts';
import type { ConversationEvent } from '../conversation-kernel/conversation.state.ts';
import { type ConversationCommand, conversation } from '../conversations/conversation.decider.ts';
import * as f from '../conversations/conversation.fixture.ts';

const { ana, bruno, carla, stranger, t1, q1, q2 } = f;
type By = { userId: string };
/** What was done, by whom; without a person by Prosa. */
type Step = ConversationEvent | { event: ConversationEvent; by: By };

const NOW = metaOf(1_000).at.getTime();
/** The state after these steps, of which the last was `ago` milliseconds before now, the others shortly before that. */
const after = (steps: readonly Step[], ago = 1_000) =>
  steps.reduce((state, step, index) => {
    const { event, by } = 'event' in step ? step : { event: step, by: null };
    const at = new Date(NOW - ago - (steps.length - 1 - index) * 100);
    const actor = by ? ({ kind: 'user', id: by.userId } as const) : ({ kind: 'system', id: 'test' } as const);
    return conversation.evolve(state, event, { ...metaOf(index), at, actor });
  }, conversation.initial());

const decided = (state: ReturnType<typeof after>, command: ConversationCommand) => {
  try {
    return conversation.decide(command, state);
  } catch (error) {
    if (error instanceof Refused) return { code: error.code, details: error.details };
    throw error;
  }
};
const transferred = (queueId: string | null, userId: string | null): ConversationEvent => ({
  type: 'TicketTransferred',
  data: { ticketId: t1, queueId, userId },
});
const returned: ConversationEvent = { type: 'TicketReturned', data: { ticketId: t1 } };
const step = (event: ConversationEvent, by: By): Step => ({ event, by });
const undo = (by = ana) => f.command({ do: 'hand back', ticketId: t1, by, now: NOW });

const toBruno = [...f.open, step(transferred(q2, 'bruno'), ana)];

describe('taking back', () => {
  test('a transfer gives the ticket back to whom it was taken from, into its queue, also if the caller sees it no more', () => {
    expect(decided(after(toBruno), undo())).toEqual([transferred(q1, 'ana')]);
    expect(decided(after([...f.open, step(transferred(q2, null), ana)]), undo())).toEqual([transferred(q1, 'ana')]);
    expect(decided(after([...f.open, step(transferred(q2, 'bruno'), carla)]), undo(carla))).toEqual([transferred(q1, 'ana')]);
  });
  test('a return too', () => {
    expect(decided(after([...f.open, step(returned, ana)]), undo())).toEqual([transferred(q1, 'ana')]);
  });
  test('is refused when the time is over', () => {
    expect(decided(after(toBruno, limits.handBackMs), undo())).toEqual([transferred(q1, 'ana')]);
    expect(decided(after(toBruno, limits.handBackMs + 1), undo())).toMatchObject({ code: 'ERR_UNDO_LATE' });
  });
  test('is refused when somebody has answered, not when the customer or Prosa has written', () => {
    expect(decided(after([...toBruno, f.received()]), undo())).toEqual([transferred(q1, 'ana')]);
    expect(decided(after([...toBruno, f.sent(bruno)]), undo())).toMatchObject({ code: 'ERR_TICKET_ANSWERED' });
  });
  test('is refused when it has moved on, and says where it is', () => {
    const moved = (...steps: Step[]) => decided(after([...toBruno, ...steps]), undo());
    const at = { code: 'ERR_TICKET_MOVED' };
    const onwards = { byId: 'bruno', userId: null, queueId: q1, closed: false };
    expect(moved(step(transferred(q1, null), bruno))).toEqual({ ...at, details: onwards });
    expect(moved(f.closed(bruno))).toMatchObject({ ...at, details: { byId: null, closed: true } });
    const waits = [...f.open, step(returned, ana)];
    const accepted = decided(after([...waits, step(f.accepted(bruno), bruno)]), undo());
    expect(accepted).toEqual({ ...at, details: { byId: null, userId: 'bruno', queueId: q1, closed: false } });
  });
  test('is another’s, or of no ticket that one knows, for nobody', () => {
    expect(decided(after(toBruno), undo(bruno))).toMatchObject({ code: 'ERR_TICKET_MOVED' });
    expect(decided(after(toBruno), undo({ ...stranger, queueIds: [] }))).toMatchObject({ code: 'ERR_NO_TICKET_FOUND' });
    expect(decided(after([]), undo())).toMatchObject({ code: 'ERR_NO_TICKET_FOUND' });
    expect(decided(after(f.open), undo())).toMatchObject({ code: 'ERR_TICKET_MOVED' });
  });
});

describe('of two who hand a ticket over at once', () => {
  test('the second is told where it went, even if it was taken from them', () => {
    const state = after([...f.open, step(transferred(q2, 'dora'), carla)]);
    const details = { byId: 'carla', userId: 'dora', queueId: q2, closed: false };
    for (const body of [
      { userId: 'bruno', servedBy: 'ana' },
      { status: 'pending', servedBy: 'ana' },
    ] as const)
      expect(decided(state, f.change(ana, body))).toEqual({ code: 'ERR_TICKET_MOVED', details });
    expect(decided(state, f.change({ ...bruno, queueIds: [] }, { queueId: q1, servedBy: 'ana' }))).toMatchObject({
      code: 'ERR_NO_TICKET_FOUND',
    });
  });
  test('whoever knows who serves it, or does not ask, goes on', () => {
    for (const servedBy of ['ana', undefined])
      expect(decided(after(f.open), f.change(ana, { queueId: q2, servedBy }))).toEqual([transferred(q2, null)]);
  });
});

describe('the colleague', () => {
  const messageId = childId(f.key, 'out:c1');
  const read: ConversationEvent = { type: 'MessagesRead', data: { ticketId: t1, upTo: f.m1, messageIds: [f.m1], unread: 0 } };
  const unread: ConversationEvent = { type: 'TicketMarkedUnread', data: { ticketId: t1 } };
  const talked = [...f.open, f.received(), read, f.sent(ana)];

  test('gets it unread, unless it is, and not whoever takes it over', () => {
    expect(decided(after(talked), f.change(ana, { userId: 'bruno' }))).toEqual([transferred(q1, 'bruno'), unread]);
    const unseen = [...f.open, f.received()];
    expect(decided(after(unseen), f.change(ana, { userId: 'bruno' }))).toEqual([transferred(q1, 'bruno')]);
    expect(decided(after(talked), f.change(carla, { userId: 'carla' }))).toEqual([transferred(q1, 'carla')]);
    expect(decided(after(talked), f.change(ana, { queueId: q2 }))).toEqual([transferred(q2, null)]);
  });
  test('gets a note with it, which is an observation', () => {
    const noted = { ticketId: t1, messageId, body: 'A peça já chegou', clientId: null, userId: 'ana' };
    expect(decided(after(f.open), f.change(ana, { userId: 'bruno', note: noted.body }))).toEqual([
      transferred(q1, 'bruno'),
      { type: 'MessageObserved', data: noted },
    ]);
    expect(decided(after(f.open), f.change(ana, { queueId: q2, note: ' ' }))).toEqual([transferred(q2, null)]);
  });
  test('a note belongs to a transfer alone', () => {
    expect(decided(after(f.open), f.change(ana, { status: 'pending', note: 'Oi, gente' }))).toMatchObject({
      code: 'ERR_VALIDATION',
    });
  });
});
