import { given, stateAfter } from '../kernel/given.ts';
import type { Through } from './conversation.commands.ts';
import { conversation } from './conversation.decider.ts';
import * as f from './conversation.fixture.ts';
import type { ConversationEvent } from './conversation.state.ts';

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
    const forward = { do: 'forward', by: ana, body: 'Rua', clientId: null, connectionId, contactId } as const;
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
