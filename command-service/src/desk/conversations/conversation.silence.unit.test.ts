import { given, metaOf } from '../../kernel/given.ts';
import type { ConversationEvent } from '../conversation-kernel/conversation.state.ts';
import type { AutomaticText, Through } from './conversation.commands.ts';
import { conversation } from './conversation.decider.ts';
import * as f from './conversation.fixture.ts';

const { ana, t1, t2, q2, s1, m1, open } = f;
const MINUTE_MS = 60_000;
const thanks: AutomaticText[] = [{ origin: 'closing', body: 'Obrigada!' }];
const served = [...open, f.sent(ana)];
const closing = { type: 'TicketClosed', data: { ticketId: t1, userId: null, reason: 'silence', ratingAsked: false } };
const words = { type: 'MessageSent', data: { origin: 'closing', body: 'Obrigada!', userId: null } };
/** So many minutes after the event with this index, by default after the last one. */
const after = (events: readonly ConversationEvent[], minutes: number, from = events.length - 1) =>
  metaOf(from).at.getTime() + minutes * MINUTE_MS;
const when = (
  events: readonly ConversationEvent[],
  now: number,
  {
    closeAfterMinutes = 30,
    ticketId = t1,
    through = f.through(),
  }: { closeAfterMinutes?: number; ticketId?: string; through?: Through } = {},
) =>
  given(conversation, events).when(
    f.command({ do: 'close in silence', ticketId, now, closeAfterMinutes, closingTexts: thanks, through }),
  );

test('an unanswered message of an attendant closes the ticket after the minutes, with the closing words', () => {
  when(served, after(served, 30)).givesLike([words, closing]);
  when(served, after(served, 30) - 1).gives([]);
  when(served, after(served, 90)).givesLike([words, closing]);
});

test('the minutes count from the last message of ours, on the phone too', () => {
  const twice = [...served, f.sent(ana, 'another')];
  when(twice, after(served, 30)).gives([]);
  when(twice, after(twice, 30)).givesLike([words, closing]);
  const { sentAt, channelId, body } = f.received().data as { sentAt: string; channelId: string; body: string };
  const mirrored: ConversationEvent = {
    type: 'MessageMirrored',
    data: { ticketId: t1, messageId: m1, body, channelId, quotedId: null, sentAt },
  };
  when([...open, mirrored], after([...open, mirrored], 30)).givesLike([words, closing]);
});

test('what Prosa says by itself, and what the team notes, awaits no answer', () => {
  const automatic = { ...f.sent(ana), data: { ...f.sent(ana).data, userId: null, origin: 'greeting' } } as ConversationEvent;
  const observed: ConversationEvent = {
    type: 'MessageObserved',
    data: { ticketId: t1, messageId: s1, body: 'Ligar depois', userId: 'ana', clientId: null },
  };
  for (const event of [automatic, observed]) when([...open, event], after([...open, event], 90)).gives([]);
});

test('the customer’s message ends it, handing over too, and a message that failed does not count', () => {
  const failed: ConversationEvent = {
    type: 'MessageFailed',
    data: { ticketId: t1, messageId: s1, attempt: 1, reason: 'not-there' },
  };
  const transferred: ConversationEvent = { type: 'TicketTransferred', data: { ticketId: t1, queueId: q2, userId: 'bruno' } };
  const returned: ConversationEvent[] = [{ type: 'TicketReturned', data: { ticketId: t1 } }, f.accepted(ana)];
  for (const more of [[f.received()], [transferred], returned, [failed]]) when([...served, ...more], after(served, 90)).gives([]);
  const retried: ConversationEvent = { type: 'MessageRetried', data: { ticketId: t1, messageId: s1, attempt: 2, userId: 'ana' } };
  const again = [...served, failed, retried];
  when(again, after(served, 30)).gives([]);
  when(again, after(again, 30)).givesLike([words, closing]);
});

test('only the unfinished ticket is closed, while somebody serves it, and once', () => {
  const ended = [...served, { type: 'TicketClosed', data: closing.data } as ConversationEvent];
  when(ended, after(served, 90)).gives([]);
  when([...ended, f.opened(t2), f.accepted(ana, t2)], after(served, 90)).gives([]);
  when(served, after(served, 90), { ticketId: t2 }).gives([]);
  when([...f.pending, f.sent(ana)], after(served, 90)).gives([]);
});

test('without minutes no ticket is closed; more or fewer count at once', () => {
  when(served, after(served, 90), { closeAfterMinutes: 0 }).gives([]);
  when(served, after(served, 30), { closeAfterMinutes: 31 }).gives([]);
  when(served, after(served, 5), { closeAfterMinutes: 5 }).givesLike([words, closing]);
});

test('nothing is said where the channel takes nothing any more, or to a group', () => {
  const now = Date.parse('2026-01-09T00:00:00Z');
  when(served, now, { through: f.through('facebook', { now }) }).givesLike([closing]);
  const said = f.received();
  const member = { ...said, data: { ...said.data, authorId: f.contactId } } as ConversationEvent;
  const group = [...open, member, f.sent(ana)];
  when(group, after(group, 30)).givesLike([closing]);
});

test('after a silence no rating is awaited: a "3" opens a ticket', () => {
  const ended = [...served, { type: 'TicketClosed', data: closing.data } as ConversationEvent];
  const sentAt = metaOf(ended.length).at.toISOString();
  const message = { messageId: m1, channelId: 'm1', quotedId: null, body: '3', sentAt, now: Date.parse(sentAt) };
  const opens = { ticketId: t2, protocol: '000002', queueId: f.q1 };
  given(conversation, ended)
    .when(f.command({ do: 'receive message', ...message, opens, ...f.where }))
    .givesLike([{ type: 'TicketOpened', data: { ticketId: t2 } }, { type: 'MessageReceived' }]);
});
