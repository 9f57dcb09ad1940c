import { childId, type MediaFacts, type MediaFailure } from '@prosa/contracts';
import { given } from '../../kernel/given.ts';
import { KNOWN_FILES, KNOWN_MESSAGES } from '../conversation-kernel/conversation.known.ts';
import type { ConversationEvent } from '../conversation-kernel/conversation.state.ts';
import { conversation, Moved } from './conversation.decider.ts';
import * as f from './conversation.fixture.ts';

const { ana, t1, m1, s1, key, connectionId } = f;
const when = (events: readonly ConversationEvent[], command: ReturnType<typeof f.command>) =>
  given(conversation, events).when(command);
const mediaId = '00000000-0000-7000-8000-0000000000f1';
const announced = { mediaId, kind: 'image', mime: 'image/jpeg', bytes: 10, name: 'praia.jpg' } as const;
const facts: MediaFacts = { ...announced, sha256: 'ab', width: 2, height: 1, durationMs: null, thumbnail: true };
const withFile = (messageId = m1): ConversationEvent => {
  const { data } = f.received(messageId) as Extract<ConversationEvent, { type: 'MessageReceived' }>;
  return { type: 'MessageReceived', data: { ...data, media: announced } };
};
const came = [...f.open, withFile()];
const stored: ConversationEvent = { type: 'MediaStored', data: { ticketId: t1, messageId: m1, media: facts } };
const failed = (attempt = 1, reason: MediaFailure = 'gone'): ConversationEvent => ({
  type: 'MediaFailed',
  data: { ticketId: t1, messageId: m1, attempt, reason },
});
const retried: ConversationEvent = {
  type: 'MediaRetried',
  data: { ticketId: t1, messageId: m1, attempt: 2, userId: 'ana', receivedRevision: f.open.length },
};
const conclude = (of: { media?: MediaFacts; reason?: MediaFailure; attempt?: number; on?: string }) =>
  f.command({
    do: 'conclude fetching',
    messageId: m1,
    connectionId: of.on ?? connectionId,
    attempt: of.attempt ?? 1,
    media: of.media ?? null,
    reason: of.reason ?? null,
  });
const retry = (by = ana, messageId = m1) => f.command({ do: 'retry message', messageId, by, through: f.through() });

describe('a customer’s file', () => {
  const receive = (body: string, opens: object | null = null) =>
    f.command({
      do: 'receive message',
      now: Date.parse('2026-01-01T00:05:00Z'),
      messageId: m1,
      body,
      channelId: 'm1',
      quotedId: null,
      sentAt: '2026-01-01T00:05:00Z',
      opens: opens as never,
      brings: { media: announced },
      ...f.where,
    });
  test('is recorded with what its channel reports about it', () =>
    when(f.open, receive('A praia')).givesLike([
      { type: 'MessageReceived', data: { messageId: m1, body: 'A praia', media: announced } },
    ]));
  test('opens a ticket, and its caption is never a rating', () => {
    const asked = [...f.open, { ...f.closed(ana), data: { ...f.closed(ana).data, ratingAsked: true } }] as ConversationEvent[];
    return when(asked, receive('2', { ticketId: f.t2, protocol: '000002', queueId: f.q1 })).givesLike([
      { type: 'TicketOpened', data: { ticketId: f.t2 } },
      { type: 'MessageReceived', data: { ticketId: f.t2, media: announced } },
    ]);
  });
});

describe('the result of a fetch', () => {
  test('is recorded once: a repeated report changes nothing', () => {
    when(came, conclude({ media: facts })).gives([stored]);
    when([...came, stored], conclude({ media: facts })).gives([]);
    when([...came, stored], conclude({ reason: 'gone' })).gives([]);
    when(came, conclude({ reason: 'gone' })).gives([failed()]);
    when([...came, failed()], conclude({ reason: 'gone' })).gives([]);
  });
  test('of an older attempt counts only if the file is stored', () => {
    when([...came, failed(), retried], conclude({ reason: 'unavailable' })).gives([]);
    when([...came, failed(), retried], conclude({ media: facts })).gives([stored]);
    when([...came, failed()], conclude({ media: facts })).gives([stored]);
    when([...came, failed(), retried], conclude({ reason: 'gone', attempt: 2 })).gives([failed(2)]);
  });
  test('from another connection is refused, and for a message without a file ignored', () => {
    when(came, conclude({ media: facts, on: f.q1 })).refuses('ERR_NO_MESSAGE_FOUND');
    when([...f.open, f.received()], conclude({ media: facts })).gives([]);
  });
  test('is recorded for a deleted message, a deleted ticket, and a merged contact', () => {
    const revoked: ConversationEvent = {
      type: 'MessageRevoked',
      data: { ticketId: t1, messageId: m1, sentAt: '2026-01-01T00:05:00Z' },
    };
    const deleted: ConversationEvent = { type: 'TicketDeleted', data: { ticketId: t1, userId: 'carla', contactId: f.contactId } };
    const merged: ConversationEvent = { type: 'ConversationContinued', data: { in: 'another' } };
    for (const event of [revoked, deleted, merged]) when([...came, event], conclude({ media: facts })).gives([stored]);
  });
  test('is recorded however many messages were written meanwhile', () => {
    const many = Array.from({ length: KNOWN_MESSAGES + 1 }, (_, n) => f.received(childId(key, `in:x${n}`)));
    when([...came, ...many], conclude({ media: facts })).gives([stored]);
    const files = Array.from({ length: KNOWN_FILES }, (_, n) => withFile(childId(key, `in:x${n}`)));
    when([...came, ...files], conclude({ media: facts })).gives([]);
  });
});

describe('another try', () => {
  test('of a failed fetch is requested once', () => {
    when([...came, failed()], retry()).gives([retried]);
    when([...came, failed(), retried], retry()).gives([]);
  });
  test('of what did not come may help; of what came broken or too large it is refused', () => {
    for (const reason of ['gone', 'unavailable'] as const) when([...came, failed(1, reason)], retry()).gives([retried]);
    for (const reason of ['refused', 'too-large'] as const)
      when([...came, failed(1, reason)], retry()).refuses('ERR_MEDIA_UNUSABLE');
    when([...came, failed(), retried, failed(2, 'refused')], retry()).refuses('ERR_MEDIA_UNUSABLE');
    when([...came, failed(1, 'refused'), stored], retry()).gives([]);
  });
  test('of what is on its way or here does nothing', () => {
    when(came, retry()).gives([]);
    when([...came, stored], retry()).gives([]);
  });
  test('works for a closed ticket too, and is refused for a message without a file, a deleted one or an invisible one', () => {
    when([...came, failed(), f.closed(ana)], retry()).gives([retried]);
    when([...f.open, f.received()], retry()).refuses('ERR_NO_MESSAGE_FOUND');
    const revoked: ConversationEvent = {
      type: 'MessageRevoked',
      data: { ticketId: t1, messageId: m1, sentAt: '2026-01-01T00:05:00Z' },
    };
    when([...came, failed(), revoked], retry()).refuses('ERR_NO_MESSAGE_FOUND');
    when([...came, failed()], retry(f.stranger)).refuses('ERR_NO_MESSAGE_FOUND');
    when([...came, failed()], retry(ana, s1)).refuses('ERR_NO_MESSAGE_FOUND');
  });
  test('is requested in the conversation where the file arrived, also for a merged contact', () => {
    const merged: ConversationEvent = { type: 'ConversationContinued', data: { in: 'another' } };
    when([...came, failed(), merged], retry()).gives([retried]);
    expect(() => when([...came, stored, merged], retry()).gives([])).toThrow(Moved);
  });
});
