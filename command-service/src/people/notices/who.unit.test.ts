import { childId, noticeLimits, type Seen } from '@prosa/contracts';
import type { ConversationEvent } from '../../desk/conversation-kernel/conversation.state.ts';
import { conversation } from '../../desk/conversations/conversation.decider.ts';
import * as f from '../../desk/conversations/conversation.fixture.ts';
import { stateAfter } from '../../kernel/given.ts';
import { isNotified, situationOf, type Told, wordsOf } from './who.ts';

const { ana, bruno, carla, stranger, t1, m1 } = f;
const received: ConversationEvent = {
  type: 'MessageReceived',
  data: { ticketId: t1, messageId: m1, body: 'Oi', channelId: 'm1', quotedId: null, sentAt: '2026-01-01T00:00:00Z' },
};
const accepted: ConversationEvent = { type: 'TicketAccepted', data: { ticketId: t1, userId: 'ana' } };
const begun = [f.started, f.opened(), received];
const situation = (events: ConversationEvent[], why: Told['why'] = 'message', seq = 2) =>
  situationOf(stateAfter(conversation, events), t1, { why, seq, by: null });

test('an unread message is notified, with the number of unread messages', () => {
  expect(situation(begun)).toEqual({
    ticket: { status: 'pending', queueId: f.q1, userId: null },
    contactId: f.contactId,
    unread: 1,
    newTo: [],
  });
});

test('the number is that of all unread messages, however many they are', () => {
  const many = Array.from({ length: 1_500 }, (_, n) => f.received(childId(f.key, `in:x${n}`)));
  expect(situation([f.started, f.opened(), ...many], 'waiting')).toMatchObject({ unread: 1_500 });
});

test.each<[string, ConversationEvent[]]>([
  ['read', [{ type: 'MessagesRead', data: { ticketId: t1, upTo: m1, messageIds: [m1], unread: 0 } }]],
  ['taken back', [{ type: 'MessageRevoked', data: { ticketId: t1, messageId: m1, sentAt: '2026-01-01T00:00:00Z' } }]],
  [
    'of a closed ticket',
    [accepted, { type: 'TicketClosed', data: { ticketId: t1, userId: 'ana', reason: 'resolved', ratingAsked: false } }],
  ],
  ['of a deleted ticket', [{ type: 'TicketDeleted', data: { ticketId: t1, userId: 'ana', contactId: f.contactId } }]],
  ['of a conversation that goes on elsewhere', [{ type: 'ConversationContinued', data: { in: 'x' } }]],
])('a message that is %s by now is not notified', (_, events) => {
  expect(situation([...begun, ...events])).toBeNull();
});

test('a ticket that no longer waits is not notified as waiting, and a transferred one is', () => {
  expect(situation(begun, 'waiting', 1)).not.toBeNull();
  expect(situation([...begun, accepted], 'waiting', 1)).toBeNull();
  expect(situation([...begun, accepted], 'transferred', 3)).toMatchObject({ ticket: { userId: 'ana' } });
});

test('everyone who sees a waiting ticket is notified, only the attendant of an open one, and never the user who caused the event, or an auditor', () => {
  const auditor = { ...carla, userId: 'vera', profile: 'auditor' } as const;
  const told = (ticket: Seen, by: string | null = null) =>
    [ana, bruno, carla, stranger, auditor]
      .filter((viewer) => isNotified(viewer, { ticket, newTo: [] }, { why: 'message', seq: 2, by }))
      .map(({ userId }) => userId);
  const waiting = { status: 'pending', queueId: f.q1, userId: null } as const;
  expect(told(waiting)).toEqual(['ana', 'bruno', 'carla']);
  expect(told(waiting, 'bruno')).toEqual(['ana', 'carla']);
  expect(told({ ...waiting, status: 'open', userId: 'ana' })).toEqual(['ana']);
  expect(told({ ...waiting, status: 'open', userId: 'ana' }, 'ana')).toEqual([]);
  expect(told({ ...waiting, status: 'closed' })).toEqual([]);
  const grey = { ticket: { ...waiting, queueId: null }, newTo: [] };
  expect(isNotified({ ...stranger, seesGrey: true }, grey, { why: 'waiting', seq: 1, by: null })).toBe(true);
});

test('of a mention who is named is notified, whoever serves the ticket, until they have opened it or see it no more', () => {
  const named = (...userIds: string[]): ConversationEvent => ({
    type: 'MessageObserved',
    data: {
      ticketId: t1,
      messageId: f.s1,
      body: '@bruno',
      userId: 'ana',
      clientId: null,
      mentions: userIds.map((userId) => ({ userId, at: 0, length: 6 })),
    },
  });
  const told = (...events: ConversationEvent[]) => {
    const now = situation([...begun, accepted, ...events], 'mentioned', 4);
    return [ana, bruno, carla, stranger]
      .filter((viewer) => now && isNotified(viewer, now, { why: 'mentioned', seq: 4, by: 'ana' }))
      .map(({ userId }) => userId);
  };
  expect(told(named('ana', 'bruno', 'dora'))).toEqual(['bruno']);
  expect(told(named('bruno', 'carla'), { type: 'TicketSeen', data: { ticketId: t1, userId: 'bruno' } })).toEqual(['carla']);
  const deleted: ConversationEvent = { type: 'MessageDeleted', data: { ticketId: t1, messageId: f.s1, userId: 'ana' } };
  expect(told(named('bruno'), deleted)).toEqual([]);
  const closed = { ticketId: t1, userId: 'ana', reason: 'resolved' as const, ratingAsked: false };
  expect(told(named('bruno'), { type: 'TicketClosed', data: closed })).toEqual(['bruno']);
});

test('so is who is named in a note on the ticket, as long as it stands', () => {
  const note = { ticketId: t1, noteId: f.s1, userId: 'ana' };
  const added: ConversationEvent = {
    type: 'TicketNoteAdded',
    data: { ...note, note: '@bruno', mentions: [{ userId: 'bruno', at: 0, length: 6 }] },
  };
  const told: Told = { why: 'mentioned', seq: 4, by: 'ana', noteId: f.s1 };
  const now = (...events: ConversationEvent[]) =>
    situationOf(stateAfter(conversation, [...begun, accepted, ...events]), t1, told);
  expect(isNotified(bruno, now(added)!, told)).toBe(true);
  expect(now(added, { type: 'TicketNoteDeleted', data: note })).toBeNull();
});

test('long texts are cut between characters', () => {
  const { name, text } = wordsOf('Ana', { kind: null, text: '👍'.repeat(noticeLimits.text + 1) });
  expect([name, [...text!].length, text!.isWellFormed(), text!.endsWith('…')]).toEqual(['Ana', noticeLimits.text, true, true]);
  expect(wordsOf(null, { kind: 'audio', text: '' })).toEqual({ name: null, kind: 'audio', text: '' });
});
