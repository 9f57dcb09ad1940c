import { given, stateAfter } from '../../kernel/given.ts';
import type { ConversationEvent } from '../conversation-kernel/conversation.state.ts';
import type { Through } from './conversation.commands.ts';
import { conversation } from './conversation.decider.ts';
import * as f from './conversation.fixture.ts';

const { ana, t1, q1, contactId, connectionId } = f;
const when = (events: readonly ConversationEvent[], command: ReturnType<typeof f.command>) =>
  given(conversation, events).when(command);
const cloud = (more: Partial<Through> = {}) => f.through('whatsapp', more, 'cloud');
const picture = {
  mediaId: '00000000-0000-7000-8000-0000000000f1',
  kind: 'image' as const,
  mime: 'image/gif',
  bytes: 1_000,
  name: 'oi.gif',
  sha256: 'x',
  width: 1,
  height: 1,
  durationMs: null,
  thumbnail: false,
};
const talking = [...f.open, f.received()];
const send = (through: Through, more: object = {}) =>
  f.command(
    {
      do: 'send message',
      ticketId: t1,
      by: ana,
      body: 'Olá',
      quotedId: null,
      clientId: 'k',
      signature: null,
      through,
      ...more,
    },
    's1',
  );

describe('C1: what a channel cannot do is refused', () => {
  test('a text that is longer than one of its messages, with the signature above it', () => {
    when(talking, send(f.through('facebook'), { body: 'x'.repeat(2_000) })).givesLike([{ type: 'MessageSent' }]);
    when(talking, send(f.through('facebook'), { body: 'x'.repeat(2_001) })).refuses('ERR_VALIDATION');
    when(talking, send(f.through('facebook'), { body: 'x'.repeat(2_000), signature: 'Ana' })).refuses('ERR_VALIDATION');
    when(talking, send(f.through('instagram'), { body: 'ã'.repeat(501) })).refuses('ERR_VALIDATION');
    when(
      talking,
      send(cloud(), { body: 'x'.repeat(1_025), media: { ...picture, mime: 'image/png' }, mediaOf: contactId }),
    ).refuses('ERR_VALIDATION');
  });
  test('a file that it takes only as a link, where the installation knows no address for it', () => {
    const gif = { media: picture, mediaOf: contactId, body: '' };
    when(talking, send(cloud(), gif)).givesLike([{ type: 'MessageSent' }]);
    when(talking, send(cloud({ hasLinks: false }), gif)).refuses('ERR_CHANNEL_CANNOT');
    when(talking, send(cloud(), { ...gif, body: 'x'.repeat(3_700) })).refuses('ERR_VALIDATION');
  });
  test('beginning a chat, or a ticket, with a customer who never wrote', () => {
    const create = (through: Through) =>
      f.command({ do: 'create ticket', by: ana, queueId: q1, userId: 'ana', protocol: '2', through, ...f.where });
    when([], create(f.through('facebook'))).refuses('ERR_CHANNEL_CANNOT');
    when([], create(cloud())).givesLike([{ type: 'ConversationStarted' }, { type: 'TicketOpened' }]);
    when([...talking, f.closed(ana)], create(f.through('facebook'))).givesLike([{ type: 'TicketOpened' }]);
    const forward = {
      do: 'reach out',
      origin: 'forward',
      userId: 'ana',
      body: 'Rua',
      clientId: null,
      connectionId,
      contactId,
    } as const;
    when([], f.command({ ...forward, through: f.through('instagram') })).refuses('ERR_CHANNEL_CANNOT');
  });
});

test('C1: parts of an automatic text are messages of their own, in order', () => {
  const texts = ['um', 'dois', 'três'].map((body) => ({ origin: 'closing' as const, body }));
  const close = f.change(ana, { status: 'closed' }, { closingTexts: texts });
  const sent = conversation.decide(close, stateAfter(conversation, talking)).filter(({ type }) => type === 'MessageSent');
  expect(sent.map(({ data }) => (data as { body: string }).body)).toEqual(['um', 'dois', 'três']);
  expect(new Set(sent.map(({ data }) => (data as { messageId: string }).messageId)).size).toBe(3);
});

describe('C31: a customer can be written to within 24 hours of their last message, by the channel’s time', () => {
  const HOUR = 3_600_000;
  const saidAt = Date.parse('2026-01-01T00:00:00Z');
  const after = (minutes: number) => cloud({ now: saidAt + 24 * HOUR + minutes * 60_000 });
  const closed = { wayOut: 'template' };
  test('23 h 59 after it a message goes, 24 h 01 after it is refused', () => {
    when(talking, send(after(-1))).givesLike([{ type: 'MessageSent' }]);
    when(talking, send(after(1))).refuses('ERR_WINDOW_CLOSED', closed);
  });
  test('what the company writes on its phone does not open it again', () => {
    const sentAt = '2026-01-01T20:00:00Z';
    const mirrored: ConversationEvent = {
      type: 'MessageMirrored',
      data: { ticketId: t1, messageId: f.s1, body: 'Da loja', channelId: 'p1', quotedId: null, sentAt },
    };
    when([...talking, mirrored], send(after(-1))).givesLike([{ type: 'MessageSent' }]);
    when([...talking, mirrored], send(after(1))).refuses('ERR_WINDOW_CLOSED', closed);
  });
  test('a customer who never wrote can only be sent a template', () =>
    when(f.open, send(cloud())).refuses('ERR_WINDOW_CLOSED', closed));
  test('on Messenger one waits until the customer writes again', () =>
    when(talking, send(f.through('facebook', { now: saidAt + 25 * HOUR }))).refuses('ERR_WINDOW_CLOSED', { wayOut: 'wait' }));
  describe('what a person writes on Messenger and Instagram, where the app may send it for longer', () => {
    const DAY = 24 * HOUR;
    const late = (minutes: number, more: Partial<Through> = { hasHumanAgent: true }, channel = 'facebook') =>
      f.through(channel, { now: saidAt + minutes * 60_000, ...more });
    const [in24h, in7d] = [DAY / 60_000, (7 * DAY) / 60_000];
    test('23 h 59, 24 h 01 and 6 d 23 h 59 after the customer it goes, 7 d 1 min after it is refused; without the permission after 24 h', () => {
      for (const channel of ['facebook', 'instagram'])
        for (const minutes of [in24h - 1, in24h + 1, in7d - 1])
          when(talking, send(late(minutes, { hasHumanAgent: true }, channel))).givesLike([{ type: 'MessageSent' }]);
      when(talking, send(late(in7d + 1))).refuses('ERR_WINDOW_CLOSED', { wayOut: 'wait' });
      when(talking, send(late(in24h - 1, {}))).givesLike([{ type: 'MessageSent' }]);
      when(talking, send(late(in24h + 1, {}))).refuses('ERR_WINDOW_CLOSED', { wayOut: 'wait' });
      when(talking, send(cloud({ now: saidAt + DAY + 60_000, hasHumanAgent: true }))).refuses('ERR_WINDOW_CLOSED', closed);
    });
    test('nothing automatic goes after 24 hours: no schedule, no closing text, and no automatic message that is tried again', () => {
      const reach = { do: 'reach out', userId: 'ana', body: 'Rua', clientId: null, connectionId, contactId } as const;
      const scheduled = (minutes: number) => f.command({ ...reach, origin: 'schedule', through: late(minutes) });
      when(talking, scheduled(in24h - 1)).givesLike([{ type: 'MessageSent' }]);
      when(talking, scheduled(in24h + 1)).refuses('ERR_WINDOW_CLOSED');
      when(talking, f.command({ ...reach, origin: 'forward', through: late(in24h + 1) })).givesLike([{ type: 'MessageSent' }]);
      const closingTexts = [{ origin: 'closing' as const, body: 'Até logo' }];
      const close = f.change(ana, { status: 'closed' }, { closingTexts, through: late(in24h + 1) });
      when(talking, close).givesLike([{ type: 'TicketClosed' }]);
      const failed = { type: 'MessageFailed', data: { ticketId: t1, messageId: f.s1, attempt: 1, reason: 'window' } } as const;
      const written = f.sent(ana) as Extract<ConversationEvent, { type: 'MessageSent' }>;
      const greeting: ConversationEvent = { ...written, data: { ...written.data, origin: 'greeting', userId: null } };
      const retry = f.command({ do: 'retry message', messageId: f.s1, by: ana, through: late(in24h + 1) });
      when([...talking, written, failed], retry).givesLike([{ type: 'MessageRetried' }]);
      when([...talking, greeting, failed], retry).refuses('ERR_WINDOW_CLOSED');
    });
  });
  test('other channels have no such limit', () =>
    when(f.open, send(f.through('whatsapp', { now: saidAt + 900 * HOUR }))).givesLike([{ type: 'MessageSent' }]));
  test('a message that arrives late, or with a clock that is ahead, does not move it', () => {
    const at = (sentAt: string): ConversationEvent => {
      const { type, data } = f.received(`${f.m1.slice(0, -1)}0`) as Extract<ConversationEvent, { type: 'MessageReceived' }>;
      return { type, data: { ...data, sentAt } };
    };
    when([...talking, at('2025-12-31T00:00:00Z')], send(after(-1))).givesLike([{ type: 'MessageSent' }]);
    // The event itself is of 00:04.
    when([...talking, at('2026-03-01T00:00:00Z')], send(after(3))).givesLike([{ type: 'MessageSent' }]);
    when([...talking, at('2026-03-01T00:00:00Z')], send(after(5))).refuses('ERR_WINDOW_CLOSED');
  });
  test('neither a retry nor a forward goes after it', () => {
    const failed = { type: 'MessageFailed', data: { ticketId: t1, messageId: f.s1, attempt: 1, reason: 'window' } } as const;
    const retry = (through: Through) => f.command({ do: 'retry message', messageId: f.s1, by: ana, through });
    const sent = [...talking, f.sent(ana), failed];
    when(sent, retry(after(-1))).givesLike([{ type: 'MessageRetried' }]);
    when(sent, retry(after(1))).refuses('ERR_WINDOW_CLOSED');
    const forward = {
      do: 'reach out',
      origin: 'forward',
      userId: 'ana',
      body: 'Rua',
      clientId: null,
      connectionId,
      contactId,
    } as const;
    when(talking, f.command({ ...forward, through: after(-1) })).givesLike([{ type: 'MessageSent' }]);
    when(talking, f.command({ ...forward, through: after(1) })).refuses('ERR_WINDOW_CLOSED');
  });
  test('nothing automatic goes after it: a ticket is closed in silence, and asks for no rating', () => {
    const closingTexts = [{ origin: 'rating' as const, body: 'De 1 a 3?' }];
    const close = (through: Through) => f.change(ana, { status: 'closed' }, { closingTexts, through });
    when(talking, close(after(-1))).givesLike([{ type: 'MessageSent' }, { type: 'TicketClosed', data: { ratingAsked: true } }]);
    when(talking, close(after(1))).givesLike([{ type: 'TicketClosed', data: { ratingAsked: false } }]);
  });
  test('a first message that comes a day late is not greeted', () => {
    const message = { messageId: f.m1, body: 'Oi', channelId: 'm1', quotedId: null, sentAt: '2026-01-01T00:00:00Z' };
    const receive = (through: Through) =>
      f.command({
        do: 'receive message',
        ...message,
        now: through.now,
        opens: { ticketId: t1, protocol: '1', queueId: q1 },
        bot: f.bot({ through }),
        ...f.where,
      });
    when([], receive(after(-1))).givesLike([{}, {}, { type: 'MessageReceived' }, { type: 'MessageSent' }]);
    when([], receive(after(1))).givesLike([{}, {}, { type: 'MessageReceived' }]);
    expect(() => when([], receive(after(1))).givesLike([{}, {}, {}, {}])).toThrow();
  });
});
