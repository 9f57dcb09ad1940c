import { childId, limits } from '@prosa/contracts';
import { given, metaOf } from '../../kernel/given.ts';
import type { ConversationEvent } from '../conversation-kernel/conversation.state.ts';
import { conversation } from './conversation.decider.ts';
import * as f from './conversation.fixture.ts';

const { ana, carla, t1, t2, m1 } = f;
/** Another message of the conversation. */
const other = childId(f.key, 'out:s2');
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
type Answer = ReturnType<typeof answer>;
const iso = (at: number): string => new Date(at).toISOString();
const sentAt = iso(askedAt + 90_000);
/** The same mark, given at another time. */
const late = (mark: ConversationEvent, at: number) =>
  ({ ...mark, data: { ...mark.data, messageId: other, sentAt: iso(at) } }) as ConversationEvent;
const when = (before: readonly ConversationEvent[], command: ReturnType<typeof answer>) =>
  given(conversation, before).when(command);
const opened = [{ type: 'TicketOpened', data: { ticketId: t2 } }, { type: 'MessageReceived' }];
const rated = (rating: number, body = String(rating)): ConversationEvent => ({
  type: 'RatingGiven',
  data: { ticketId: t1, messageId: m1, rating, body, channelId: 'm1', sentAt: new Date(askedAt + 60_000).toISOString() },
});

/** After its customer has given the mark with an earlier message. */
const again = (mark: ConversationEvent, ...more: ConversationEvent[]) =>
  [...done, { ...mark, data: { ...mark.data, messageId: f.s1 } }, ...more] as ConversationEvent[];

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

test('it counts once: a second one is no rating, but the comment on the first', () =>
  when(again(rated(2)), answer('3')).givesLike([{ type: 'RatingCommented', data: { ticketId: t1, body: '3' } }]));

test('without a question it is no rating', () => when(f.done, answer('3')).givesLike(opened));

test('a customer who has a ticket again answers in that one, and after it gives no rating', () => {
  const again: ConversationEvent[] = [...done, f.opened(t2)];
  when(again, answer('3')).givesLike([{ type: 'MessageReceived', data: { ticketId: t2 } }]);
  when([...again, f.closed(ana, t2)], answer('3')).givesLike([{ type: 'TicketOpened' }, { type: 'MessageReceived' }]);
  const reopened: ConversationEvent = { type: 'TicketReopened', data: { ticketId: t1, queueId: f.q1, userId: 'ana' } };
  when([...done, reopened], answer('3')).givesLike([{ type: 'MessageReceived', data: { ticketId: t1 } }]);
});

test('a repeated message changes nothing', () => when([...done, rated(3)], answer('3')).gives([]));

describe('the comment on a rating', () => {
  const says = (body: string, more: object = {}, after = 120_000) => ({ ...answer(body, { after }), ...more }) as Answer;
  const THANKS = 'Obrigado pelo seu comentário! Se precisar de mais alguma coisa, é só escrever.';
  const thanked = { type: 'MessageSent', data: { ticketId: t1, origin: 'rating', userId: null, body: THANKS } };
  const commented = { type: 'RatingCommented', data: { ticketId: t1, messageId: m1, channelId: 'm1' } };
  const bot = f.bot();

  test('is the customer’s next text: it opens no ticket, greets nobody, and is acknowledged', () =>
    when(again(rated(3)), says('Ana foi ótima', { bot })).givesLike([
      { ...commented, data: { ...commented.data, body: 'Ana foi ótima' } },
      thanked,
    ]));

  test('is one: what follows it opens a ticket', () => {
    const first = {
      type: 'RatingCommented',
      data: { ticketId: t1, messageId: other, body: 'Oi', channelId: 'x', sentAt },
    } as const;
    when(again(rated(3), first), says('E outra coisa')).givesLike(opened);
  });

  test('comes within ten minutes of the mark, by the channel’s time as far as that is plausible', () => {
    const last = 60_000 + limits.ratingCommentMs;
    when(again(rated(3)), says('Ana foi ótima', {}, last)).givesLike([commented]);
    when(again(rated(3)), says('Ana foi ótima', {}, last + 1)).givesLike(opened);
    when(again(rated(3)), says('Ana foi ótima', { now: askedAt + 9 * limits.ratingMs }, last)).givesLike([commented]);
    when(again(rated(3)), says('Ana foi ótima', { now: askedAt + last }, 9 * limits.ratingMs)).givesLike([commented]);
  });

  test.each<[string, string, object]>([
    ['a file', 'Veja', { brings: { media: { mediaId: m1, kind: 'image', mime: 'image/png', bytes: 1, name: null } } }],
    ['a choice', 'Sim', { brings: { choice: { id: '1', title: 'Sim' } } }],
    ['a place', '', { brings: { place: { latitude: 1, longitude: 1 } } }],
    ['nothing', ' ', {}],
    ['a text in a group', 'Oi', { authorId: f.contactId }],
  ])('is not %s, which goes the usual way', (_, body, more) => when(again(rated(3)), says(body, more)).givesLike(opened));

  test('is not the word that ends all campaigns', () => when(again(rated(3)), says('SAIR')).gives([]));

  test('is not the answer to what the company has written meanwhile', () => {
    const wrote: ConversationEvent = {
      type: 'OutreachSent',
      data: {
        messageId: other,
        lastTicketId: t1,
        contactId: f.contactId,
        body: 'Chegou',
        userId: null,
        origin: 'api',
        clientId: null,
      },
    };
    when(again(rated(3), wrote), says('Ótimo')).givesLike(opened);
  });

  test('is of no ticket that was deleted, nor of one that was reopened', () => {
    const by = { ticketId: t1, userId: carla.userId };
    when(again(rated(3), { type: 'TicketDeleted', data: { ...by, contactId: f.contactId } }), says('Oi')).givesLike(opened);
    const reopened: ConversationEvent = { type: 'TicketReopened', data: { ...by, queueId: f.q1 } };
    when(again(rated(3), reopened, f.closed(carla)), says('Oi')).givesLike(opened);
  });

  test('is acknowledged only within the budget of automatic texts', () => {
    const spoke = Array.from({ length: limits.automaticTexts }, (_, n) => ({
      ...f.sent(ana, childId(f.key, `out:${n}`)),
      data: { ...f.sent(ana).data, messageId: childId(f.key, `out:${n}`), userId: null, origin: 'greeting' },
    })) as ConversationEvent[];
    const now = metaOf(f.open.length + spoke.length).at.getTime();
    when([...f.open, ...spoke, asked, late(rated(3), now)], says('Ótima', { bot, now, sentAt: iso(now) })).givesLike([commented]);
  });

  test('counts nothing again if it comes again', () => {
    const first = {
      type: 'RatingCommented',
      data: { ticketId: t1, messageId: m1, body: 'Oi', channelId: 'm1', sentAt },
    } as const;
    when(again(rated(3), first), says('Oi', { bot })).gives([]);
  });
});

test('for a deleted ticket the question no longer applies', () => {
  const deleted: ConversationEvent = {
    type: 'TicketDeleted',
    data: { ticketId: t1, userId: carla.userId, contactId: f.contactId },
  };
  when([...done, deleted], answer('3')).givesLike(opened);
});
