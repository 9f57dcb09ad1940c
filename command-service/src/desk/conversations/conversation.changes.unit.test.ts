import { childId } from '@prosa/contracts';
import { given } from '../../kernel/given.ts';
import type { ConversationEvent } from '../conversation-kernel/conversation.state.ts';
import { conversation, Moved } from './conversation.decider.ts';
import * as f from './conversation.fixture.ts';

const { ana, t1, m1, s1, key, connectionId, contactId } = f;
const when = (events: readonly ConversationEvent[], command: ReturnType<typeof f.command>) =>
  given(conversation, events).when(command);
const sentAt = '2026-01-01T00:05:00Z';
const who = { connectionId, contactId, own: false, sentAt };
const edit = (messageId = m1, more: object = {}) =>
  f.command({ do: 'edit message', messageId, body: 'Oi, tudo bem?', ...who, ...more });
const revoke = (messageId = m1, more: object = {}) => f.command({ do: 'revoke message', messageId, ...who, ...more });
const react = (messageId = m1, emoji = '👍', more: object = {}) =>
  f.command({ do: 'react to message', messageId, emoji, ...who, ...more });
const note = childId(key, 'out:note');
const noted: ConversationEvent = {
  type: 'MessageObserved',
  data: { ticketId: t1, messageId: note, body: 'Cliente antiga', userId: 'ana', clientId: null },
};
const talked = [...f.open, f.received(), f.sent(ana), noted];
const revoked: ConversationEvent = { type: 'MessageRevoked', data: { ticketId: t1, messageId: m1, sentAt } };

describe('a message that is neither text nor file', () => {
  const place = { latitude: -23.5, longitude: -46.6, name: 'Padaria', address: null };
  const receive = (brings: object, opens: object | null = null) =>
    f.command({
      do: 'receive message',
      now: Date.parse(sentAt),
      messageId: m1,
      body: '',
      channelId: 'm1',
      quotedId: null,
      sentAt,
      opens: opens as never,
      brings,
      ...f.where,
    });
  test.each([
    ['a place', { place }],
    ['contacts', { contacts: [{ name: 'Tarcísio', numbers: ['5511900008826'] }] }],
    ['a missed call', { call: { kind: 'video' } }],
    ['a choice', { choice: { id: '2', title: 'Entregas' } }],
  ])('%s is stored', (_, brings) =>
    when(f.open, receive(brings)).gives([
      {
        type: 'MessageReceived',
        data: { ticketId: t1, messageId: m1, body: '', channelId: 'm1', quotedId: null, sentAt, ...brings },
      } as ConversationEvent,
    ]),
  );
  test('opens a ticket like any message', () =>
    when(f.done, receive({ place }, { ticketId: f.t2, protocol: '000002', queueId: f.q1 })).givesLike([
      { type: 'TicketOpened', data: { ticketId: f.t2 } },
      { type: 'MessageReceived', data: { ticketId: f.t2, place } },
    ]));
  test('is refused where there is no ticket and none can be opened', () =>
    when(f.done, receive({ place })).refuses('ERR_CREATING_TICKET'));
});

describe('edit', () => {
  const edited = { type: 'MessageEdited', data: { ticketId: t1, messageId: m1, body: 'Oi, tudo bem?', sentAt } } as const;
  test('its author changes the text of a message', () => when(talked, edit()).gives([edited]));
  test('again, and after the ticket was closed, which opens none', () =>
    when([...talked, edited, f.closed(ana)], edit()).gives([edited]));
  test('not a message of ours or of the team', () => {
    when(talked, edit(s1)).gives([]);
    when(talked, edit(note)).gives([]);
  });
  test('not an unknown or deleted message', () => {
    when(f.open, edit()).gives([]);
    when([], edit()).gives([]);
    when([...talked, revoked], edit()).gives([]);
  });
  test('not by another customer, nor on another connection', () => {
    when(talked, edit(m1, { contactId: f.q2 })).gives([]);
    when(talked, edit(m1, { connectionId: f.q2 })).gives([]);
  });
});

describe('of one person’s changes to one message', () => {
  const [early, late] = ['2026-01-01T00:04:00Z', '2026-01-01T00:06:00Z'];
  const edited = (at: string): ConversationEvent => ({
    type: 'MessageEdited',
    data: { ticketId: t1, messageId: m1, body: 'x', sentAt: at },
  });
  const reacted = (emoji: string, at: string, by: string | null = contactId): ConversationEvent => ({
    type: 'MessageReacted',
    data: { ticketId: t1, messageId: m1, emoji, contactId: by, sentAt: at },
  });
  test('an edit that comes late changes nothing if a later one has come', () => {
    when([...talked, edited(late)], edit()).gives([]);
    when([...talked, edited(early)], edit()).givesLike([{ type: 'MessageEdited' }]);
    when([...talked, edited(sentAt)], edit()).givesLike([{ type: 'MessageEdited' }]);
  });
  test('a withdrawn reaction does not return', () => {
    when([...talked, reacted('', late)], react()).gives([]);
    when([...talked, reacted('❤️', early)], react()).givesLike([{ data: { emoji: '👍' } }]);
  });
  test('others’ changes are not concerned', () => {
    when([...talked, reacted('👍', late, null)], react()).givesLike([{ data: { emoji: '👍' } }]);
    when([...talked, reacted('👍', late)], revoke()).givesLike([{ type: 'MessageRevoked' }]);
  });
});

describe('revoke', () => {
  test('its author deletes a message, once', () => {
    when(talked, revoke()).gives([revoked]);
    when([...talked, revoked], revoke()).gives([]);
  });
  test('not a message of ours, nor by others', () => {
    when(talked, revoke(s1)).gives([]);
    when(talked, revoke(note)).gives([]);
    when(talked, revoke(m1, { contactId: f.q2 })).gives([]);
    when(f.open, revoke()).gives([]);
  });
});

describe('react', () => {
  const reacted = (messageId: string, by: string | null = contactId) => ({
    type: 'MessageReacted',
    data: { ticketId: t1, messageId, emoji: '👍', contactId: by, sentAt },
  });
  test('the customer reacts to our messages and to their own', () => {
    when(talked, react(s1)).givesLike([reacted(s1)]);
    when(talked, react(m1)).givesLike([reacted(m1)]);
  });
  test('the company reacts on its phone', () => when(talked, react(m1, '👍', { own: true })).givesLike([reacted(m1, null)]));
  test('the company removes its reaction', () => when(talked, react(s1, '')).givesLike([{ data: { emoji: '' } }]));
  test('not to an observation, nor to a deleted message', () => {
    when(talked, react(note)).gives([]);
    when([...talked, revoked], react()).gives([]);
    when(f.open, react()).gives([]);
  });
  test('not by a participant of another chat', () => when(talked, react(s1, '👍', { contactId: f.q2 })).gives([]));
});

test('of a merged conversation: messages that it contains are changed here, all others in the conversation that continues it', () => {
  const there = childId('000000000000000', 'ticket:x');
  const moved: ConversationEvent[] = [...talked, { type: 'ConversationContinued', data: { in: there } }];
  when(moved, edit()).givesLike([{ type: 'MessageEdited' }]);
  expect(() => when(moved, edit(childId(key, 'in:other'))).gives([])).toThrow(Moved);
});
