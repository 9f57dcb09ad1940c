import { childId, type MessageContext } from '@prosa/contracts';
import { given } from '../../kernel/given.ts';
import type { ConversationEvent } from '../conversation-kernel/conversation.state.ts';
import { conversation } from './conversation.decider.ts';
import * as f from './conversation.fixture.ts';

const { key, t1, m1, connectionId, contactId } = f;
const now = Date.parse('2026-01-01T00:05:00Z');
const sentAt = '2026-01-01T00:05:00Z';
const m2 = childId(key, 'in:m2');
const unknown = childId(key, 'in:unknown');
const words = (kind: MessageContext['kind']): MessageContext => ({ kind, words: 'Bolo de cenoura', gist: null });
const said = { messageId: m2, body: 'Quero', channelId: 'm2', sentAt };
const wrote = (quotedId: string | null, context: MessageContext) =>
  f.command({ do: 'receive message', ...f.where, ...said, quotedId, context, now, opens: null });
const received = (quotedId: string | null, context: { context?: MessageContext }): ConversationEvent[] => [
  { type: 'MessageReceived', data: { ticketId: t1, ...said, quotedId, ...context } },
];
const talking = [...f.open, f.received()];

describe('the words of what a message answers', () => {
  test('are kept where that message is not here', () =>
    given(conversation, talking)
      .when(wrote(unknown, words('message')))
      .gives(received(unknown, { context: words('message') })));
  test('are left out where it is here', () =>
    given(conversation, talking)
      .when(wrote(m1, words('message')))
      .gives(received(m1, {})));
  test.each(['status', 'product', 'referral'] as const)('are always kept of a %s', (kind) =>
    given(conversation, talking)
      .when(wrote(m1, words(kind)))
      .gives(received(m1, { context: words(kind) })),
  );
  test('are kept of what the company answers on its phone', () =>
    given(conversation, f.open)
      .when(f.command({ do: 'mirror message', connectionId, contactId, ...said, quotedId: unknown, context: words('status') }))
      .gives([{ type: 'MessageMirrored', data: { ticketId: t1, ...said, quotedId: unknown, context: words('status') } }]));
});
