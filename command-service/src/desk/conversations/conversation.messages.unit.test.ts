import { serialize } from 'node:v8';
import { childId } from '@prosa/contracts';
import { given, metaOf, stateAfter } from '../../kernel/given.ts';
import { foldIn, nothingLoaded, trim } from '../../kernel/loaded.ts';
import type { ConversationEvent } from '../conversation-kernel/conversation.state.ts';
import { conversation, Moved } from './conversation.decider.ts';
import * as f from './conversation.fixture.ts';

const { ana, bruno, carla, stranger, t1, t2, m1, s1, key } = f;
const when = (events: readonly ConversationEvent[], command: ReturnType<typeof f.command>) =>
  given(conversation, events).when(command);
const opens = { ticketId: t2, protocol: '000002', queueId: f.q1 };
const hello = (more: object = {}) =>
  f.command({
    do: 'receive message',
    messageId: m1,
    body: 'Oi',
    channelId: 'm1',
    quotedId: null,
    sentAt: '2026-01-01T00:00:00Z',
    now: Date.UTC(2026, 0, 1),
    opens,
    bot: f.bot(),
    ...f.where,
    ...more,
  });

describe('receive', () => {
  test('the first message starts the conversation, opens a ticket and is greeted', () =>
    when([], hello()).givesLike([
      f.started,
      { type: 'TicketOpened', data: { ticketId: t2, status: 'pending', userId: null, queueId: f.q1 } },
      { type: 'MessageReceived', data: { ticketId: t2, messageId: m1 } },
      { type: 'MessageSent', data: { origin: 'greeting', body: 'Bem-vindo', messageId: childId(key, 'out:c1:greeting') } },
    ]));
  test('a message joins the unfinished ticket', () => when(f.open, hello()).gives([f.received()]));
  test('after a closed ticket it opens another one', () =>
    when(f.done, hello()).givesLike([{ type: 'TicketOpened' }, { type: 'MessageReceived' }, { type: 'MessageSent' }]));
  test('a message received before changes nothing', () => when([...f.open, f.received()], hello()).gives([]));
  test('a quote from another conversation is omitted', () =>
    when(f.open, hello({ quotedId: childId('000000000000000', 'in:x') })).givesLike([{ data: { quotedId: null } }]));
  test('who writes only that they want no campaigns opens no ticket', () => {
    when([], hello({ body: 'SAIR.' })).gives([]);
    when(f.done, hello({ body: 'sair', brings: { choice: { id: 'x', title: 'Sair' } } })).gives([]);
  });
  test('it shows in an unfinished ticket', () =>
    when(f.open, hello({ body: 'SAIR.' })).gives([{ ...f.received(), data: { ...f.received().data, body: 'SAIR.' } } as never]));
  test('in a group, and under a picture, it is a word like others', () => {
    for (const more of [{ authorId: f.q2 }, { brings: { media: { kind: 'image' } } }])
      when([], hello({ body: 'sair', bot: null, ...more })).givesLike([
        f.started,
        { type: 'TicketOpened' },
        { type: 'MessageReceived' },
      ]);
  });
  test('another customer with the same key is refused', () =>
    when(f.open, hello({ contactId: f.q2 })).refuses('ERR_IDENTITY_COLLISION'));
});

describe('send', () => {
  const send = (by = ana, more: object = {}) =>
    f.command(
      {
        do: 'send message',
        ticketId: t1,
        by,
        body: 'Olá',
        quotedId: null,
        clientId: 'k',
        signature: null,
        through: f.through(),
        ...more,
      },
      's1',
    );
  test('on an open ticket', () => when(f.open, send()).gives([f.sent(ana)]));
  test('also by others who see the ticket', () => when(f.open, send(carla)).gives([f.sent(carla)]));
  test('not on a pending one', () => when(f.pending, send()).refuses('ERR_TICKET_NOT_OPEN'));
  test('not on a closed one', () => when(f.done, send()).refuses('ERR_TICKET_NOT_OPEN'));
  test('not by those who do not see it', () => when(f.open, send(stranger)).refuses('ERR_NO_TICKET_FOUND'));
  test('not through a connection whose session is off', () =>
    when(f.open, send(ana, { through: f.through('simulator', { isOff: true }) })).refuses('ERR_WAPP_NOT_INITIALIZED'));
  test('with a quote of this conversation', () =>
    when([...f.open, f.received()], send(ana, { quotedId: m1 })).givesLike([{ data: { quotedId: m1 } }]));
  test('not with a quote of another conversation', () =>
    when(f.open, send(ana, { quotedId: childId('000000000000000', 'in:m1') })).refuses('ERR_NO_MESSAGE_FOUND'));
  test('not with a quote of an unknown message', () => when(f.open, send(ana, { quotedId: m1 })).refuses('ERR_NO_MESSAGE_FOUND'));
  test('not with a quote of a ticket that they do not see', () => {
    const elsewhere: ConversationEvent = { type: 'TicketTransferred', data: { ticketId: t1, queueId: f.q2, userId: 'dora' } };
    const events = [...f.open, f.received(), elsewhere, f.closed(stranger), f.opened(t2), f.accepted(ana, t2)];
    when(events, send(ana, { ticketId: t2, quotedId: m1 })).refuses('ERR_NO_MESSAGE_FOUND');
    when(events, send(carla, { ticketId: t2, quotedId: m1 })).givesLike([{ data: { quotedId: m1 } }]);
  });
  const note: ConversationEvent = {
    type: 'MessageObserved',
    data: { ticketId: t1, messageId: s1, body: 'Nota', userId: 'ana', clientId: null },
  };
  test('not with a quote of an observation: the customer would see it', () =>
    when([...f.open, note], send(ana, { quotedId: s1 })).refuses('ERR_CREATING_MESSAGE'));
});

describe('observe', () => {
  const observe = (body: string) => f.command({ do: 'observe', ticketId: t1, by: bruno, body, clientId: null });
  test('the team writes an observation', () =>
    when(f.open, observe('cliente antigo')).givesLike([{ type: 'MessageObserved', data: { userId: 'bruno' } }]));
  test('not an empty one', () =>
    when(f.open, observe(' ')).refuses('ERR_VALIDATION', { body: 'O campo de texto da observação não pode estar vazio.' }));
  test('not one that is too short', () =>
    when(f.open, observe('oi  ')).refuses('ERR_VALIDATION', {
      body: 'O campo de texto da observação deve conter mais de 5 caracteres.',
    }));
});

describe('acks', () => {
  const ack = (value: number, connectionId = f.connectionId) =>
    f.command({ do: 'acknowledge', messageId: s1, connectionId, ack: value });
  const acknowledged = (value: number): ConversationEvent => ({
    type: 'MessageAcknowledged',
    data: { ticketId: t1, messageId: s1, ack: value },
  });
  const sent = [...f.open, f.sent(ana)];
  test('increase', () => when(sent, ack(3)).gives([acknowledged(3)]));
  test('never decrease', () => when([...sent, acknowledged(4)], ack(3)).gives([]));
  test('of an unknown message are ignored', () => when(f.open, ack(3)).gives([]));
  test('are accepted only from the conversation’s own connection', () =>
    when(sent, ack(3, f.q2)).refuses('ERR_NO_MESSAGE_FOUND'));
  test('of a customer’s message are ignored', () =>
    when([...f.open, f.received()], f.command({ do: 'acknowledge', messageId: m1, connectionId: f.connectionId, ack: 3 })).gives(
      [],
    ));

  const told = (outcome: 'taken' | 'failed' | 'unsure', attempt = 1) =>
    f.command({ do: 'conclude sending', messageId: s1, connectionId: f.connectionId, attempt, outcome, reason: 'offline' });
  const failed: ConversationEvent = {
    type: 'MessageFailed',
    data: { ticketId: t1, messageId: s1, attempt: 1, reason: 'offline' },
  };
  const retried: ConversationEvent = {
    type: 'MessageRetried',
    data: { ticketId: t1, messageId: s1, attempt: 2, userId: 'ana', sentRevision: 3 },
  };
  test('accepted by the channel is ack 2', () => when(sent, told('taken')).gives([acknowledged(2)]));
  test('accepted after delivered changes nothing', () => when([...sent, acknowledged(3)], told('taken')).gives([]));
  test('failed keeps its reason', () => when(sent, told('failed')).gives([failed]));
  test('unsure is a state of its own', () => when(sent, told('unsure')).givesLike([{ type: 'MessageUnsure' }]));
  test('unsure after failed, which is more certain, changes nothing', () => when([...sent, failed], told('unsure')).gives([]));
  test('an older attempt’s failure changes nothing', () => when([...sent, failed, retried], told('failed')).gives([]));
  test('what the channel had accepted can fail, and is then sent again as if it had not been accepted', () => {
    when([...sent, acknowledged(2)], told('failed')).gives([failed]);
    when([...sent, acknowledged(2)], told('unsure')).gives([]);
    when([...sent, acknowledged(2), failed, retried], told('taken', 2)).gives([acknowledged(2)]);
  });
  test('a failure after the delivery changes nothing', () => when([...sent, acknowledged(3)], told('failed')).gives([]));
  test('an ack proves that an unsure message was sent', () =>
    when([...sent, { type: 'MessageUnsure', data: { ticketId: t1, messageId: s1, attempt: 1 } }], ack(2)).gives([
      acknowledged(2),
    ]));

  const retry = f.command({ do: 'retry message', messageId: s1, by: ana, through: f.through() });
  test('a failed message is sent again', () => when([...sent, failed], retry).gives([retried]));
  test('a second retry changes nothing', () => when([...sent, failed, retried], retry).gives([]));
  test('not on a closed ticket', () => when([...sent, failed, f.closed(ana)], retry).refuses('ERR_TICKET_NOT_OPEN'));
});

describe('delete', () => {
  /** The time of the last event of `sent`. */
  const now = metaOf(4).at.getTime();
  const rules = { within: 60_000, now };
  const remove = (messageId: string, by = ana, more: { within?: null; now?: number } = {}) =>
    f.command({ do: 'delete message', messageId, by, ...rules, ...more });
  const arrived: ConversationEvent = { type: 'MessageAcknowledged', data: { ticketId: t1, messageId: s1, ack: 2 } };
  const sent = [...f.open, f.received(), f.sent(ana)];
  const deleted: ConversationEvent = {
    type: 'MessageDeleted',
    data: { ticketId: t1, messageId: s1, userId: 'ana', outgoing: true },
  };
  test('an own message is deleted', () => when(sent, remove(s1)).gives([deleted]));
  test('a second time changes nothing', () => when([...sent, deleted], remove(s1)).gives([]));
  test('not the customer’s message', () => when(sent, remove(m1)).refuses('ERR_DELETE_WAPP_MSG'));
  test('not by those who do not see it', () => when(sent, remove(s1, stranger)).refuses('ERR_NO_MESSAGE_FOUND'));
  test('a delivered message can be deleted as long as the channel allows it', () => {
    when([...sent, arrived], remove(s1, ana, { now: now + 60_000 })).gives([deleted]);
    when([...sent, arrived], remove(s1, ana, { now: now + 60_001 })).refuses('ERR_FETCH_WAPP_MSG');
    when([...sent, arrived], remove(s1, ana, { within: null })).refuses('ERR_DELETE_WAPP_MSG');
  });
  test('so can one that may have been delivered', () => {
    const unsure: ConversationEvent = { type: 'MessageUnsure', data: { ticketId: t1, messageId: s1, attempt: 1 } };
    when([...sent, unsure], remove(s1, ana, { within: null })).refuses('ERR_DELETE_WAPP_MSG');
  });
  test('a message that was never sent can be withdrawn at any age', () => {
    const failed: ConversationEvent = { type: 'MessageFailed', data: { ticketId: t1, messageId: s1, attempt: 1, reason: '' } };
    for (const events of [sent, [...sent, failed]])
      when(events, remove(s1, ana, { within: null, now: now + 1e9 })).gives([deleted]);
  });
  test('so can an observation, which is never sent', () => {
    const note = { ticketId: t1, messageId: s1, body: 'Nota fiscal', userId: 'ana', clientId: null };
    const events: ConversationEvent[] = [...f.open, { type: 'MessageObserved', data: note }];
    when(events, remove(s1, ana, { within: null })).givesLike([{ type: 'MessageDeleted', data: { outgoing: false } }]);
  });
  test('a failed deletion on the channel is recorded, after the message was deleted', () => {
    const told = f.command({
      do: 'conclude sending',
      messageId: s1,
      connectionId: f.connectionId,
      attempt: 0,
      outcome: 'failed',
      reason: 'refused',
    });
    const data = { ticketId: t1, messageId: s1, reason: 'refused' };
    when([...sent, arrived, deleted], told).gives([{ type: 'MessageDeletionFailed', data }]);
    when([...sent, arrived], told).gives([]);
  });
  test('a message beyond the known ones is too old', () => {
    const many = Array.from({ length: 1_000 }, (_, n) => f.received(childId(key, `in:x${n}`)));
    when([...sent, ...many], remove(s1)).refuses('ERR_FETCH_WAPP_MSG');
  });
});

describe('a continued conversation', () => {
  const moved: ConversationEvent[] = [...f.done, f.sent(ana), { type: 'ConversationContinued', data: { in: 'fffffffffffffff' } }];
  const state = () => stateAfter(conversation, moved);
  test('passes every command on', () => expect(() => conversation.decide(hello(), state())).toThrow(Moved));
  test('except acks', () =>
    when(moved, f.command({ do: 'acknowledge', messageId: s1, connectionId: f.connectionId, ack: 3 })).givesLike([
      { data: { ack: 3 } },
    ]));
});

test('after 100,000 messages and 2,000 tickets the state is smaller than 300 kB', () => {
  const loaded = nothingLoaded(conversation);
  let revision = 0;
  const fold = (event: ConversationEvent) => {
    const meta = { ...metaOf(revision), commandId: childId(key, `command ${revision}`), commandHash: 'h'.repeat(22) };
    foldIn(conversation, loaded, event, meta);
    trim(loaded.recent);
    revision += 1;
  };
  fold(f.started);
  for (let ticket = 0; ticket < 2_000; ticket += 1) {
    const ticketId = childId(key, `ticket:${ticket}`);
    fold(f.opened(ticketId));
    fold(f.accepted(ana, ticketId));
    for (let n = 0; n < 50; n += 1) {
      const messageId = childId(key, `in:${ticket}/${n}`);
      fold(n % 2 ? f.received(messageId, ticketId) : f.sent(ana, messageId, ticketId));
    }
    fold(f.closed(ana, ticketId));
  }
  const { state, recent } = loaded;
  expect(state.count).toBe(100_000);
  const text = JSON.stringify([[...state.tickets.values()], [...state.messages], [...recent.commands]], (_, value) =>
    typeof value === 'bigint' ? Number(value) : value,
  );
  expect(Math.max(serialize({ state, commands: recent.commands }).byteLength, text.length)).toBeLessThan(300_000);
  expect(recent.commands.size).toBe(32);
  expect(recent.older.size).toBe(revision - 32);
});
