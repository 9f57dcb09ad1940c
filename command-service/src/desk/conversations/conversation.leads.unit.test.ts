import { childId, fold } from '@prosa/contracts';
import { given } from '../../kernel/given.ts';
import type { ReferenceSource } from '../../kernel/reference-data.records.ts';
import type { Attribution } from '../conversation-kernel/conversation.leads.ts';
import type { ConversationEvent } from '../conversation-kernel/conversation.state.ts';
import { conversation } from './conversation.decider.ts';
import * as f from './conversation.fixture.ts';

const { t1, t2, m1, key, connectionId, contactId } = f;
const sentAt = '2026-01-01T00:05:00Z';
const [insta, poster] = [51, 52].map((n) => `00000000-0000-7000-8000-0000000000${n}`) as [string, string];
const source = (id: string, message: string, ref: string | null = null): ReferenceSource => ({ id, message: fold(message), ref });
const sources = [source(insta, 'Vi no Instagram!'), source(poster, 'Vi o cartaz', 'cartaz')];
const when = (events: readonly ConversationEvent[], command: ReturnType<typeof f.command>) =>
  given(conversation, events).when(command);
const receive = (body: string, more: Attribution & { messageId?: string; opens?: object; brings?: object } = {}) => {
  const { messageId = m1, opens = null, ...others } = more;
  return f.command({
    do: 'receive message',
    now: Date.parse(sentAt),
    messageId,
    body,
    channelId: messageId,
    quotedId: null,
    sentAt,
    opens: opens as never,
    sources,
    ...others,
    ...f.where,
  });
};
const attributed = (socialMediaId: string, by: 'message' | 'ref' = 'message', ticketId = t1, messageId = m1) =>
  ({ type: 'LeadAttributed', data: { ticketId, messageId, contactId, socialMediaId, by } }) as const;
const received = { type: 'MessageReceived', data: { messageId: m1 } } as const;
const opens = { ticketId: t1, protocol: '000001', queueId: f.q1 };

test('a message that contains a source’s text counts for it, whatever accents, case and blanks', () => {
  when(f.open, receive('Oi!  ví no\nINSTAGRAM! Quanto custa?')).givesLike([received, attributed(insta)]);
  when(f.open, receive('Vi no Insta')).givesLike([received]);
  when(f.open, receive('', { brings: { place: { latitude: 1, longitude: 2, name: null, address: null } } })).givesLike([
    received,
  ]);
});

test('the first message of a conversation counts, with the ticket that it opens', () =>
  when([], receive('Vi no Instagram!', { opens })).givesLike([
    { type: 'ConversationStarted' },
    { type: 'TicketOpened' },
    received,
    attributed(insta),
  ]));

test('it counts once for each source of a conversation, and each source for itself', () => {
  const known = [...f.open, attributed(insta)];
  when(known, receive('Vi no Instagram!')).givesLike([received]);
  when(known, receive('Vi no Instagram! Vi o cartaz também')).givesLike([received, attributed(poster)]);
  when([...known, f.closed(f.ana), f.opened(t2)], receive('Vi no Instagram!')).givesLike([received]);
  when(f.open, receive('Vi o cartaz. Vi no Instagram!')).givesLike([received, attributed(insta), attributed(poster)]);
});

test('a message that comes again counts nothing again', () =>
  when([...f.open, f.received(), attributed(insta)], receive('Vi no Instagram!')).gives([]));

test('after its ticket was deleted it may count again', () => {
  const deleted: ConversationEvent = { type: 'TicketDeleted', data: { ticketId: t1, userId: 'carla', contactId } };
  const other = [...f.open, attributed(insta), deleted, f.opened(t2)];
  when(other, receive('Vi no Instagram!')).givesLike([received, attributed(insta, 'message', t2)]);
});

test('what Meta names the link by counts, though the customer writes something else', () => {
  when(f.open, receive('Quero', { refs: ['Cartaz '] })).givesLike([received, attributed(poster, 'ref')]);
  when(f.open, receive('Quero', { refs: ['cartaz-2'] })).givesLike([received]);
  when(f.open, receive('Vi o cartaz', { refs: ['cartaz'] })).givesLike([received, attributed(poster, 'ref')]);
});

test('a rating’s words count as well', () => {
  const data = { ticketId: t1, userId: 'ana', reason: 'resolved', ratingAsked: true } as const;
  const rated = [...f.open, { type: 'TicketClosed', data } as const];
  when(rated, receive('3', { sources: [source(insta, '3')] })).givesLike([{ type: 'RatingGiven' }, attributed(insta)]);
});

test('and those of the comment on it', () => {
  const data = { ticketId: t1, userId: 'ana', reason: 'resolved', ratingAsked: true } as const;
  const mark = { ticketId: t1, messageId: childId(key, 'in:mark'), rating: 3, body: '3', channelId: 'mark', sentAt };
  const rated = [...f.open, { type: 'TicketClosed', data } as const, { type: 'RatingGiven', data: mark } as const];
  when(rated, receive('Vi no Instagram!')).givesLike([{ type: 'RatingCommented' }, attributed(insta)]);
});

describe('a message that is changed later', () => {
  const where = { connectionId, contactId, sentAt };
  const edit = (own: boolean, messageId = m1) =>
    f.command({ do: 'edit message', messageId, body: 'Vi no Instagram!', own, sources, ...where });
  const phone = childId(key, 'in:phone');
  const mirrored = (line?: 'undecrypted'): ConversationEvent => ({
    type: 'MessageMirrored',
    data: { ticketId: t1, messageId: phone, body: '', channelId: 'phone', quotedId: null, sentAt, ...(line && { line }) },
  });
  const fill = (messageId: string) =>
    f.command({ do: 'fill message', messageId, body: 'Vi no Instagram!', quotedId: null, sentAt, sources });

  test('counts if the customer wrote it, and not if the company did', () => {
    when([...f.open, f.received()], edit(false)).givesLike([{ type: 'MessageEdited' }, attributed(insta)]);
    when([...f.open, mirrored()], edit(true, phone)).givesLike([{ type: 'MessageEdited' }]);
  });

  test('counts when it can be read at last, if the customer wrote it', () => {
    const line: ConversationEvent = {
      type: 'MessageReceived',
      data: { ticketId: t1, messageId: m1, body: '', channelId: 'm1', quotedId: null, sentAt, line: 'undecrypted' },
    };
    when([...f.open, line], fill(m1)).givesLike([{ type: 'MessageFilled' }, attributed(insta)]);
    when([...f.open, line], receive('Vi no Instagram!')).givesLike([{ type: 'MessageFilled' }, attributed(insta)]);
    when([...f.open, mirrored('undecrypted')], fill(phone)).givesLike([{ type: 'MessageFilled' }]);
  });
});
