import { childId } from '@prosa/contracts';
import { given } from '../../kernel/given.ts';
import { KNOWN_LINES, KNOWN_MESSAGES } from '../conversation-kernel/conversation.known.ts';
import type { ConversationEvent } from '../conversation-kernel/conversation.state.ts';
import { conversation } from './conversation.decider.ts';
import * as f from './conversation.fixture.ts';

const { ana, t1, m1, s1, connectionId, contactId, key } = f;
const when = (events: readonly ConversationEvent[], command: ReturnType<typeof f.command>) =>
  given(conversation, events).when(command);
const sentAt = '2026-01-01T00:05:00Z';
const p1 = childId(key, 'in:p1');
const said = { messageId: p1, body: 'Da loja', channelId: 'p1', quotedId: null, sentAt };
const mirror = (more: object = {}) => f.command({ do: 'mirror message', connectionId, contactId, ...said, ...more });
const mirrored: ConversationEvent = { type: 'MessageMirrored', data: { ticketId: t1, ...said } };
const place = { latitude: -23.5, longitude: -46.6, name: 'Padaria', address: null };

describe('C16: what the company writes on its phone', () => {
  test('belongs to the unfinished ticket, which counts as read', () =>
    when([...f.open, f.received()], mirror()).gives([
      mirrored,
      { type: 'MessagesRead', data: { ticketId: t1, upTo: m1, messageIds: [m1], unread: 0 } },
    ]));
  test('reads nothing that is read already', () =>
    when(
      [...f.pending, f.received(), { type: 'MessagesRead', data: { ticketId: t1, upTo: m1, messageIds: [m1], unread: 0 } }],
      mirror(),
    ).gives([mirrored]));
  test('counts once', () => when([...f.open, mirrored], mirror()).gives([]));
  test.each([
    ['begins a conversation', [], [f.started], null],
    ['opens no ticket', f.done, [], t1],
  ] as const)('without a ticket it %s: it is a message outside of any', (_, before, begun, lastTicketId) =>
    when(before, mirror()).gives([
      ...begun,
      {
        type: 'OutreachSent',
        data: { messageId: p1, lastTicketId, contactId, body: 'Da loja', userId: null, origin: 'phone', clientId: null },
      },
    ]),
  );
  test('says then too that it was forwarded', () =>
    when(f.done, mirror({ forwarded: true })).gives([
      {
        type: 'OutreachSent',
        data: {
          messageId: p1,
          lastTicketId: t1,
          contactId,
          body: 'Da loja',
          userId: null,
          origin: 'phone',
          clientId: null,
          forwarded: true,
        },
      },
    ]));
  test('what is no text is then a line', () =>
    when(f.done, mirror({ body: '', brings: { place } })).gives([
      {
        type: 'OutreachSent',
        data: {
          messageId: p1,
          lastTicketId: t1,
          contactId,
          body: '',
          userId: null,
          origin: 'phone',
          clientId: null,
          line: 'phone-only',
        },
      },
    ]));
  test('is not deleted by Prosa, nor sent again', () => {
    const by = ana;
    when([...f.open, mirrored], f.command({ do: 'delete message', messageId: p1, by, within: 1, now: 0 })).refuses(
      'ERR_DELETE_WAPP_MSG',
    );
    when([...f.open, mirrored], f.command({ do: 'retry message', messageId: p1, by, through: f.through() })).refuses(
      'ERR_NO_MESSAGE_FOUND',
    );
  });
  test.each([
    ['the company', true, 1],
    ['the customer', false, 0],
  ] as const)('is edited by %s: own is %s', (_, own, changes) =>
    when(
      [...f.open, mirrored],
      f.command({ do: 'edit message', messageId: p1, body: 'Da loja!', connectionId, contactId, own, sentAt }),
    ).gives(changes ? [{ type: 'MessageEdited', data: { ticketId: t1, messageId: p1, body: 'Da loja!', sentAt } }] : []),
  );
  test('the company revokes what it sent by Prosa, and never the customer’s', () => {
    const revoke = (messageId: string) =>
      f.command({ do: 'revoke message', messageId, connectionId, contactId, own: true, sentAt });
    when([...f.open, f.received(), f.sent(ana)], revoke(s1)).gives([
      { type: 'MessageRevoked', data: { ticketId: t1, messageId: s1, sentAt } },
    ]);
    when([...f.open, f.received(), f.sent(ana)], revoke(m1)).gives([]);
  });
});

describe('C18: a message that could not be read', () => {
  const receive = (brings: object, body = '') =>
    f.command({
      do: 'receive message',
      messageId: m1,
      body,
      channelId: 'm1',
      quotedId: null,
      sentAt,
      now: Date.parse(sentAt),
      opens: null,
      brings,
      ...f.where,
    });
  const waiting: ConversationEvent = {
    type: 'MessageReceived',
    data: { ticketId: t1, messageId: m1, body: '', channelId: 'm1', quotedId: null, sentAt, line: 'undecrypted' },
  };
  test('is a line in its place', () => when(f.open, receive({ line: 'undecrypted' })).gives([waiting]));
  test('is filled when it comes again, once', () => {
    const filled: ConversationEvent = {
      type: 'MessageFilled',
      data: { ticketId: t1, messageId: m1, body: 'Oi', quotedId: null, sentAt },
    };
    when([...f.open, waiting], receive({}, 'Oi')).gives([filled]);
    when([...f.open, waiting, filled], receive({}, 'Oi')).gives([]);
  });
  test('stays a line if it still cannot be read, or was deleted meanwhile', () => {
    when([...f.open, waiting], receive({ line: 'undecrypted' })).gives([]);
    const revoked: ConversationEvent = { type: 'MessageRevoked', data: { ticketId: t1, messageId: m1, sentAt } };
    when([...f.open, waiting, revoked], receive({}, 'Oi')).gives([]);
  });
  test('is filled however many messages were written meanwhile, and by a later release too', () => {
    const filled: ConversationEvent = {
      type: 'MessageFilled',
      data: { ticketId: t1, messageId: m1, body: 'Oi', quotedId: null, sentAt },
    };
    const fill = f.command({ do: 'fill message', messageId: m1, body: 'Oi', sentAt, quotedId: null, brings: {} });
    const many = Array.from({ length: KNOWN_MESSAGES + 1 }, (_, n) => f.received(childId(key, `in:x${n}`)));
    const unsupported = { ...waiting, data: { ...waiting.data, line: 'unsupported' } } as ConversationEvent;
    for (const line of [waiting, unsupported]) {
      when([...f.open, line, ...many], receive({}, 'Oi')).gives([filled]);
      when([...f.open, line, ...many], fill).gives([filled]);
      when([...f.open, line, ...many, filled], fill).gives([]);
    }
    // Bounded like everything that the rules know.
    const lines = Array.from({ length: KNOWN_LINES }, (_, n): ConversationEvent => {
      const id = childId(key, `in:y${n}`);
      return { ...waiting, data: { ...waiting.data, messageId: id } } as ConversationEvent;
    });
    when([...f.open, waiting, ...lines], fill).gives([]);
    when([...f.open, ...many], fill).gives([]);
  });
  test('a line that comes after its message changes nothing', () =>
    when([...f.open, f.received()], receive({ line: 'undecrypted' })).gives([]));
});

describe('C15: in a group', () => {
  const [carla, rui] = ['00000000-0000-7000-8000-0000000000c1', '00000000-0000-7000-8000-0000000000c2'];
  const group = [...f.open, { ...f.received(), data: { ...f.received().data, authorId: carla } } as ConversationEvent];
  const revoke = (authorId: string) =>
    f.command({ do: 'revoke message', messageId: m1, connectionId, contactId, own: false, authorId, sentAt });
  test('only the author deletes a message', () => {
    when(group, revoke(rui)).gives([]);
    when(group, revoke(carla)).gives([{ type: 'MessageRevoked', data: { ticketId: t1, messageId: m1, sentAt } }]);
  });
  test('a reaction is its author’s', () =>
    when(
      group,
      f.command({
        do: 'react to message',
        messageId: m1,
        emoji: '👍',
        connectionId,
        contactId,
        own: false,
        authorId: rui,
        sentAt,
      }),
    ).gives([{ type: 'MessageReacted', data: { ticketId: t1, messageId: m1, emoji: '👍', contactId: rui, sentAt } }]));
});
