import { limits } from '@prosa/contracts';
import { given, metaOf } from '../../kernel/given.ts';
import type { ConversationEvent } from '../conversation-kernel/conversation.state.ts';
import { conversation } from './conversation.decider.ts';
import * as f from './conversation.fixture.ts';

const { ana, carla, t1, t2, m1 } = f;
const asked: ConversationEvent = {
  type: 'TicketClosed',
  data: { ticketId: t1, userId: 'ana', reason: 'resolved', ratingAsked: true },
};
const done = [...f.open, asked];
const askedAt = metaOf(f.open.length).at.getTime();
const opens = { ticketId: t2, protocol: '000002', queueId: f.q1 };
const answer = (body: string, { after = 60_000, now = askedAt + after }: { after?: number; now?: number } = {}) => {
  const sentAt = new Date(askedAt + after).toISOString();
  const message = { messageId: m1, channelId: 'm1', quotedId: null, body, sentAt, now };
  return f.command({ do: 'receive message', ...message, opens, ...f.where });
};
const when = (before: readonly ConversationEvent[], command: ReturnType<typeof answer>) =>
  given(conversation, before).when(command);
const opened = [{ type: 'TicketOpened', data: { ticketId: t2 } }, { type: 'MessageReceived' }];
const rated = (rating: number, body = String(rating)): ConversationEvent => ({
  type: 'RatingGiven',
  data: { ticketId: t1, messageId: m1, rating, body, channelId: 'm1', sentAt: new Date(askedAt + 60_000).toISOString() },
});

test.each([
  ['1', 1],
  ['2', 2],
  [' 3\n', 3],
  ['*3*', 3],
  ['Nota 2!', 2],
  ['⭐⭐⭐', 3],
])('the answer %j is a rating, and opens no ticket', (body, rating) => when(done, answer(body)).gives([rated(rating, body)]));

test.each(['0', '4', '12', 'obrigado', '1 2', '3 dias e nada', ''])('%j is no rating: it opens a ticket', (body) =>
  when(done, answer(body)).givesLike(opened),
);

test('a rating counts within 24 hours of the question, by the channel’s time as far as that is plausible', () => {
  const last = { after: limits.ratingMs };
  when(done, answer('3', last)).givesLike([{ type: 'RatingGiven' }]);
  when(done, answer('3', { after: limits.ratingMs + 1 })).givesLike(opened);
  // Reported only after the channel was away for days, and with a clock that is ahead.
  when(done, answer('3', { ...last, now: askedAt + 9 * limits.ratingMs })).givesLike([{ type: 'RatingGiven' }]);
  when(done, answer('3', { after: 9 * limits.ratingMs, now: askedAt + 1_000 })).givesLike([{ type: 'RatingGiven' }]);
});

test('it counts once: a second one opens a ticket', () =>
  when([...done, { ...rated(2), data: { ...rated(2).data, messageId: f.s1 } } as ConversationEvent], answer('3')).givesLike(
    opened,
  ));

test('without a question it is no rating', () => when(f.done, answer('3')).givesLike(opened));

test('a customer who has a ticket again answers in that one, and after it gives no rating', () => {
  const again: ConversationEvent[] = [...done, f.opened(t2)];
  when(again, answer('3')).givesLike([{ type: 'MessageReceived', data: { ticketId: t2 } }]);
  when([...again, f.closed(ana, t2)], answer('3')).givesLike([{ type: 'TicketOpened' }, { type: 'MessageReceived' }]);
  const reopened: ConversationEvent = { type: 'TicketReopened', data: { ticketId: t1, queueId: f.q1, userId: 'ana' } };
  when([...done, reopened], answer('3')).givesLike([{ type: 'MessageReceived', data: { ticketId: t1 } }]);
});

test('a repeated message changes nothing', () => when([...done, rated(3)], answer('3')).gives([]));

test('for a deleted ticket the question no longer applies', () => {
  const deleted: ConversationEvent = {
    type: 'TicketDeleted',
    data: { ticketId: t1, userId: carla.userId, contactId: f.contactId },
  };
  when([...done, deleted], answer('3')).givesLike(opened);
});
