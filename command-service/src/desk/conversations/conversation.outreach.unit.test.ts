import { type Cards, childId, type MediaFacts, type OfCampaign } from '@prosa/contracts';
import { given, metaOf } from '../../kernel/given.ts';
import type { ConversationEvent } from '../conversation-kernel/conversation.state.ts';
import { conversation } from './conversation.decider.ts';
import * as f from './conversation.fixture.ts';

const { ana, carla, stranger, t1, t2, s1, key, connectionId, contactId } = f;
const when = (events: readonly ConversationEvent[], command: ReturnType<typeof f.command>) =>
  given(conversation, events).when(command);
const now = metaOf(0).at.getTime();
const file: MediaFacts = {
  mediaId: '00000000-0000-7000-8000-0000000000f1',
  kind: 'document',
  mime: 'application/pdf',
  bytes: 9,
  name: 'nota.pdf',
  sha256: 'a1',
  width: null,
  height: null,
  durationMs: null,
  thumbnail: false,
};

const outreach = (lastTicketId: string | null = t1): ConversationEvent => ({
  type: 'OutreachSent',
  data: { messageId: s1, lastTicketId, contactId, body: 'Endereço', userId: 'ana', origin: 'forward', clientId: null },
});
const acknowledged = (ack: number): ConversationEvent => ({ type: 'OutreachAcknowledged', data: { messageId: s1, ack } });
const failed: ConversationEvent = { type: 'OutreachFailed', data: { messageId: s1, attempt: 1, reason: 'refused' } };

describe('forward', () => {
  const saying = (said: { body: string; media?: MediaFacts; mediaOf?: string; cards?: Cards }, through = f.through(), by = ana) =>
    f.command(
      { do: 'reach out', origin: 'forward', userId: by.userId, clientId: null, connectionId, contactId, through, ...said },
      's1',
    );
  const forward = (by = ana) => saying({ body: 'Endereço' }, f.through(), by);
  const inTicket = { body: 'Endereço', origin: 'forward', ticketId: t1, messageId: s1, signature: null };
  test('into the open ticket', () => when(f.open, forward()).givesLike([{ type: 'MessageSent', data: inTicket }]));
  test('into the pending one', () => when(f.pending, forward()).givesLike([{ type: 'MessageSent', data: inTicket }]));
  test('also by users who do not see the ticket: the contact belongs to the company', () =>
    when(f.open, forward(stranger)).givesLike([{ type: 'MessageSent', data: { userId: 'dora' } }]));
  test('outside of any ticket if none is unfinished, without opening one', () => when(f.done, forward()).gives([outreach()]));
  test('naming the newest ticket', () => when([...f.done, f.opened(t2), f.closed(ana, t2)], forward()).gives([outreach(t2)]));
  test('no place where the channel has none, not even as a text', () => {
    const through = f.through();
    through.abilities = { ...through.abilities, sends: { contacts: 'as-is' } };
    const withCards = (cards: Cards) => saying({ body: '', cards }, through);
    when(f.open, withCards({ place: { latitude: 1, longitude: 2, name: null, address: null } })).refuses('ERR_CHANNEL_CANNOT');
    const contacts = [{ name: 'Rui', numbers: [] }];
    when(f.open, withCards({ contacts })).givesLike([{ type: 'MessageSent', data: { contacts } }]);
  });
  test('a file, as its copy for the contact; a copy for somebody else is refused', () => {
    const withFile = (mediaOf: string) => saying({ body: '', media: file, mediaOf });
    when(f.open, withFile(contactId)).givesLike([{ type: 'MessageSent', data: { media: file, ticketId: t1, body: '' } }]);
    when(f.done, withFile(contactId)).givesLike([{ type: 'OutreachSent', data: { media: file, contactId } }]);
    when(f.open, withFile('somebody else')).refuses('ERR_NO_MEDIA_FOUND');
  });
  test('to a contact to whom nobody has ever written', () => when([], forward()).gives([f.started, outreach(null)]));
});

describe('after an outreach message', () => {
  const told = (outcome: 'taken' | 'failed' | 'unsure', attempt = 1) =>
    f.command({ do: 'conclude sending', messageId: s1, connectionId, attempt, outcome, reason: 'refused' });
  const sent = [...f.done, outreach()];
  test('its acks are recorded by events of their own', () => {
    when(sent, told('taken')).gives([acknowledged(2)]);
    when([...sent, acknowledged(2)], f.command({ do: 'acknowledge', messageId: s1, connectionId, ack: 4 })).gives([
      acknowledged(4),
    ]);
    when(sent, told('failed')).gives([failed]);
    when(sent, told('unsure')).gives([{ type: 'OutreachUnsure', data: { messageId: s1, attempt: 1 } }]);
  });
  test('it can be retried without any open ticket', () =>
    when([...sent, failed], f.command({ do: 'retry message', messageId: s1, by: ana, through: f.through() })).givesLike([
      { type: 'OutreachRetried', data: { messageId: s1, attempt: 2, userId: 'ana' } },
    ]));
  test('it can be deleted, and a failed deletion on the channel is recorded', () => {
    const deleted: ConversationEvent = { type: 'OutreachDeleted', data: { messageId: s1, userId: 'ana' } };
    when(sent, f.command({ do: 'delete message', messageId: s1, by: ana, within: 1_000, now })).gives([deleted]);
    when([...sent, deleted], told('failed', 0)).gives([
      { type: 'OutreachDeletionFailed', data: { messageId: s1, reason: 'refused' } },
    ]);
  });
  test('users who see none of the conversation’s tickets do not see it', () => {
    const remove = (by: typeof ana) => f.command({ do: 'delete message', messageId: s1, by, within: 1_000, now });
    when(sent, remove(stranger)).refuses('ERR_NO_MESSAGE_FOUND');
    when([f.started, outreach(null)], remove(ana)).refuses('ERR_NO_MESSAGE_FOUND');
    when([f.started, outreach(null)], remove(carla)).givesLike([{ type: 'OutreachDeleted' }]);
  });
});

test('the company edits and deletes it on its phone; the customer does not', () => {
  const sentAt = '2026-01-01T00:05:00Z';
  const change = (own: boolean, what: { do: 'edit message'; body: string } | { do: 'revoke message' }) =>
    f.command({ ...what, messageId: s1, connectionId, contactId, own, sentAt });
  const sent = [...f.done, outreach()];
  const revoked: ConversationEvent = { type: 'OutreachRevoked', data: { messageId: s1, sentAt } };
  when(sent, change(true, { do: 'edit message', body: 'Novo' })).gives([
    { type: 'OutreachEdited', data: { messageId: s1, body: 'Novo', sentAt } },
  ]);
  when(sent, change(true, { do: 'revoke message' })).gives([revoked]);
  when([...sent, revoked], change(true, { do: 'revoke message' })).gives([]);
  when(sent, change(false, { do: 'revoke message' })).gives([]);
  when(sent, change(false, { do: 'edit message', body: 'x' })).gives([]);
});

test('the customer’s answer opens a ticket, and may quote the message', () => {
  const answer = f.command({
    do: 'receive message',
    messageId: childId(key, 'in:a'),
    body: 'Obrigada',
    channelId: 'a',
    quotedId: s1,
    sentAt: '2026-01-01T00:00:00Z',
    now: Date.parse('2026-01-01T00:00:00Z'),
    opens: { ticketId: t2, protocol: '000002', queueId: f.q1 },
    ...f.where,
  });
  when([...f.done, outreach()], answer).givesLike([
    { type: 'TicketOpened', data: { ticketId: t2 } },
    { type: 'MessageReceived', data: { ticketId: t2, quotedId: s1 } },
  ]);
});

describe('campaign', () => {
  const of = (more: Partial<OfCampaign> = {}): OfCampaign => ({
    campaignId: '00000000-0000-7000-8000-0000000000c1',
    recipientId: '00000000-0000-7000-8000-0000000000c2',
    phase: 'confirmation',
    run: 0,
    queueId: null,
    ...more,
  });
  const said = (campaign: OfCampaign): ConversationEvent => ({
    type: 'OutreachSent',
    data: {
      messageId: s1,
      lastTicketId: null,
      contactId,
      body: 'Oi',
      userId: null,
      origin: 'campaign',
      clientId: null,
      campaign,
    },
  });
  const send = (campaign: OfCampaign) =>
    f.command(
      {
        do: 'reach out',
        origin: 'campaign',
        userId: null,
        clientId: null,
        connectionId,
        contactId,
        through: f.through(),
        body: 'Oi',
        campaign,
      },
      's2',
    );
  const withdrawn: ConversationEvent = { type: 'OutreachFailed', data: { messageId: s1, attempt: 1, reason: 'withdrawn' } };
  const before = [f.started, said(of())];

  test('a recipient gets each phase once, whoever sends it and in whichever run', () => {
    when(before, send(of())).gives([]);
    when(before, send(of({ run: 1 }))).gives([]);
    when(before, send(of({ phase: 'message' }))).givesLike([{ type: 'OutreachSent' }]);
  });
  test('what was withdrawn is sent anew, and cannot be tried again by hand', () => {
    when([...before, withdrawn], send(of({ run: 1 }))).givesLike([{ type: 'OutreachSent', data: { campaign: of({ run: 1 }) } }]);
    when([...before, withdrawn], f.command({ do: 'retry message', messageId: s1, by: carla, through: f.through() })).refuses(
      'ERR_NO_MESSAGE_FOUND',
    );
  });

  const answer = (body: string, more: object = {}) =>
    f.command({
      do: 'receive message',
      ...f.where,
      messageId: f.m1,
      channelId: 'm1',
      body,
      quotedId: null,
      sentAt: new Date(now).toISOString(),
      now,
      brings: {},
      forwarded: false,
      context: null,
      bot: null,
      opens: { ticketId: t1, protocol: '1', queueId: f.q2 },
      ...more,
    } as Parameters<typeof f.command>[0]);
  test('a yes to a request for confirmation opens no ticket', () =>
    when(before, answer('Sim')).givesLike([{ type: 'OutreachAnswered', data: { answer: 'yes', body: 'Sim', messageId: s1 } }]));
  test('in an unfinished ticket it is a message there too', () =>
    when([...f.open, said(of())], answer('Sim')).givesLike([
      { type: 'MessageReceived', data: { ticketId: t1 } },
      { type: 'OutreachAnswered', data: { answer: 'yes' } },
    ]));
  test('anything else opens one, as does a yes to a message, or one that comes after three days', () => {
    const opens = (kind: string) => [
      { type: 'TicketOpened' as const, data: { queueId: f.q2 } },
      { type: 'MessageReceived' as const },
      { type: 'OutreachAnswered' as const, data: { answer: kind } },
    ];
    when(before, answer('Agora não')).givesLike(opens('other') as never);
    when([f.started, said(of({ phase: 'message' }))], answer('Sim')).givesLike(opens('other') as never);
    const late = now + 73 * 3_600_000;
    when(before, answer('Sim', { now: late, sentAt: new Date(late).toISOString() })).givesLike(
      opens('other').slice(0, 2) as never,
    );
  });
  test('a word that ends all campaigns is noted with the campaign, and opens none', () =>
    when(before, answer('SAIR')).givesLike([{ type: 'OutreachAnswered', data: { answer: 'stop' } }]));
  test('only the first answer counts', () => {
    const answered: ConversationEvent = {
      type: 'OutreachAnswered',
      data: {
        messageId: s1,
        campaign: of(),
        answer: 'other',
        answerId: f.m1,
        channelId: 'm0',
        sentAt: new Date(now).toISOString(),
      },
    };
    when([...f.open, said(of()), answered], answer('Sim', { messageId: t2 })).givesLike([{ type: 'MessageReceived' }]);
  });
});
