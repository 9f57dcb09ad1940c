import { childId } from '@prosa/contracts';
import { given } from '../../kernel/given.ts';
import type { ConversationEvent } from '../conversation-kernel/conversation.state.ts';
import { conversation } from './conversation.decider.ts';
import * as f from './conversation.fixture.ts';

const { ana, bruno, carla, stranger, t1, t2, q1, q2 } = f;
const when = (events: readonly ConversationEvent[], command: ReturnType<typeof f.command>) =>
  given(conversation, events).when(command);
const create = (by: typeof ana, queueId: string | null = q1, userId = by.userId) =>
  f.command({ do: 'create ticket', by, queueId, userId, protocol: '000002', through: f.through(), ...f.where });

describe('create', () => {
  test('a ticket is opened for its creator', () =>
    when([], create(ana)).gives([
      f.started,
      {
        type: 'TicketOpened',
        data: {
          ticketId: childId(f.key, 'ticket:c1'),
          protocol: '000002',
          status: 'open',
          queueId: q1,
          userId: 'ana',
          ...f.where,
        },
      },
    ]));
  test('not while another ticket is unfinished', () =>
    when(f.open, create(bruno)).refuses('ERR_OTHER_OPEN_TICKET', { userId: 'ana' }));
  test('a closed ticket does not prevent it', () => when(f.done, create(bruno)).givesLike([{ type: 'TicketOpened' }]));
  test('an attendant must choose a queue', () =>
    when([], create(ana, null)).refuses('ERR_QUEUE_REQUIRED', { queueId: 'Selecione uma fila' }));
  test('only one of their own', () => when([], create(ana, q2)).refuses('ERR_NO_PERMISSION'));
  test('and only for themselves', () => when([], create(ana, q1, 'bruno')).refuses('ERR_NO_PERMISSION'));
  test('an administrator needs no queue', () =>
    when([], create(carla, null, 'ana')).givesLike([f.started, { data: { userId: 'ana' } }]));
  test('another connection and contact with the same key are refused', () =>
    when(
      f.done,
      f.command({
        do: 'create ticket',
        by: ana,
        queueId: q1,
        userId: 'ana',
        protocol: '1',
        through: f.through(),
        ...f.where,
        contactId: q2,
      }),
    ).refuses('ERR_IDENTITY_COLLISION'));
});

describe('accept', () => {
  test('the first user who accepts gets the ticket', () =>
    when(f.pending, f.change(ana, { status: 'open' })).gives([f.accepted(ana)]));
  test('the second one learns who has it', () =>
    when(f.open, f.change(bruno, { status: 'open', userId: 'bruno' })).refuses('ERR_OTHER_OPEN_TICKET', { userId: 'ana' }));
  test('repeating it changes nothing', () => when(f.open, f.change(ana, { status: 'open' })).gives([]));
  test('a user who does not see the ticket gets "not found"', () =>
    when(f.pending, f.change(stranger, { status: 'open' })).refuses('ERR_NO_TICKET_FOUND'));
  test('an unknown ticket is not found', () =>
    when(f.pending, f.change(ana, { status: 'open' }, {}, t2)).refuses('ERR_NO_TICKET_FOUND'));
  test('accepting and transferring in one call is refused', () =>
    when(f.pending, f.change(ana, { status: 'open', queueId: q1 })).refuses('ERR_VALIDATION'));
});

describe('return', () => {
  test('a ticket returns to its queue', () =>
    when(f.open, f.change(ana, { status: 'pending' })).gives([{ type: 'TicketReturned', data: { ticketId: t1 } }]));
  test('a pending one stays', () => when(f.pending, f.change(ana, { status: 'pending' })).gives([]));
  test('a closed one cannot be returned', () => when(f.done, f.change(ana, { status: 'pending' })).refuses('ERR_TRANSITION'));
  test('then another user can accept it', () =>
    when([...f.open, { type: 'TicketReturned', data: { ticketId: t1 } }], f.change(bruno, { status: 'open' })).gives([
      f.accepted(bruno),
    ]));
});

describe('close', () => {
  const closing = [
    { origin: 'closing' as const, body: 'Até logo' },
    { origin: 'rating' as const, body: 'Que nota?' },
  ];
  test('the user who closes is recorded', () => when(f.open, f.change(bruno, { status: 'closed' })).gives([f.closed(bruno)]));
  test('the company’s texts are sent before it', () =>
    when(f.open, f.change(ana, { status: 'closed' }, { closingTexts: closing })).givesLike([
      { type: 'MessageSent', data: { origin: 'closing', body: 'Até logo', userId: null } },
      { type: 'MessageSent', data: { origin: 'rating' } },
      { type: 'TicketClosed', data: { ratingAsked: true } },
    ]));
  test('empty texts are not sent', () =>
    when(f.open, f.change(ana, { status: 'closed' }, { closingTexts: [{ origin: 'rating', body: ' ' }] })).gives([
      f.closed(ana),
    ]));
  test('in a company that requires tags a ticket without one cannot be closed', () =>
    when(f.open, f.change(ana, { status: 'closed' }, { tagForce: true })).refuses('ERR_TAG_REQUIRED'));
  test('with a tag it can be closed', () =>
    when(
      [...f.open, { type: 'TicketTagged', data: { ticketId: t1, tagIds: [q2] } }],
      f.change(ana, { status: 'closed' }, { tagForce: true }),
    ).gives([f.closed(ana)]));
  test('a pending ticket must be accepted first', () =>
    when(f.pending, f.change(ana, { status: 'closed' })).refuses('ERR_TRANSITION'));
  test('a closed one stays closed', () => when(f.done, f.change(bruno, { status: 'closed' })).gives([]));
});

describe('reopen', () => {
  const reopened = { type: 'TicketReopened', data: { ticketId: t1, queueId: q1, userId: 'bruno' } } as const;
  test('the user who reopens gets the ticket', () =>
    when(f.done, f.change(bruno, { status: 'open', queueId: q1 })).gives([reopened]));
  test('a queue must be chosen', () => when(f.done, f.change(bruno, { status: 'open' })).refuses('ERR_QUEUE_REQUIRED'));
  test('which exists', () =>
    when(f.done, f.change(bruno, { status: 'open', queueId: q1 }, { queueExists: false })).refuses('ERR_NO_QUEUE_FOUND'));
  test('and is their own', () => when(f.done, f.change(bruno, { status: 'open', queueId: q2 })).refuses('ERR_NO_PERMISSION'));
  test('not on a deleted connection', () =>
    when(f.done, f.change(bruno, { status: 'open', queueId: q1 }, { connectionExists: false })).refuses('ERR_NO_WAPP_FOUND'));
  test('not while another one is unfinished', () =>
    when([...f.done, f.opened(t2)], f.change(bruno, { status: 'open', queueId: q1 })).refuses('ERR_OTHER_OPEN_TICKET', {
      userId: null,
    }));
  test('the second user learns who has it', () =>
    when([...f.done, reopened], f.change(ana, { status: 'open', queueId: q1 })).refuses('ERR_OTHER_OPEN_TICKET', {
      userId: 'bruno',
    }));
  test('repeating it changes nothing', () =>
    when([...f.done, reopened], f.change(bruno, { status: 'open', queueId: q1 })).gives([]));
});

describe('transfer', () => {
  const transferred = (queueId: string | null, userId: string | null) =>
    [{ type: 'TicketTransferred', data: { ticketId: t1, queueId, userId } }] as const;
  test('to a queue: pending there', () => when(f.open, f.change(ana, { queueId: q2 })).gives(transferred(q2, null)));
  test('to a user: open, in the same queue', () =>
    when(f.open, f.change(ana, { userId: 'bruno' })).gives(transferred(q1, 'bruno')));
  test('to both', () => when(f.open, f.change(ana, { queueId: q2, userId: 'bruno' })).gives(transferred(q2, 'bruno')));
  test('not to nobody', () => when(f.open, f.change(ana, { userId: null })).refuses('ERR_QUEUE_REQUIRED'));
  test('not to an unknown queue', () =>
    when(f.open, f.change(ana, { queueId: q2 }, { queueExists: false })).refuses('ERR_NO_QUEUE_FOUND'));
  test('not to an unknown user', () =>
    when(f.open, f.change(ana, { userId: 'x' }, { userExists: false })).refuses('ERR_NO_USER_FOUND'));
  test('only an open ticket', () => when(f.pending, f.change(ana, { queueId: q2 })).refuses('ERR_TRANSITION'));
  test('to its current place changes nothing', () => when(f.open, f.change(ana, { queueId: q1, userId: 'ana' })).gives([]));
});

describe('delete', () => {
  const remove = (by = carla, ticketId = t1) => f.command({ do: 'delete ticket', ticketId, by });
  const deleted: ConversationEvent = {
    type: 'TicketDeleted',
    data: { ticketId: t1, userId: 'carla', contactId: f.contactId },
  };
  test('an administrator deletes a ticket in any status, without a message to the customer', () => {
    for (const before of [f.pending, f.open, f.done]) when(before, remove()).gives([deleted]);
  });
  test('nobody else can', () => {
    when(f.open, remove(ana)).refuses('ERR_NO_PERMISSION');
    when(f.open, remove(stranger)).refuses('ERR_NO_TICKET_FOUND');
  });
  test('all tickets of the test customer are deleted at once, whatever their status; again, none is left', () => {
    const all = f.command({ do: 'delete tickets', userId: 'carla' });
    for (const before of [f.pending, f.open, f.done]) when(before, all).gives([deleted]);
    when([...f.open, deleted], all).gives([]);
    when([], all).gives([]);
  });
  test('afterwards it is not found', () => {
    const gone = [...f.open, f.received(), f.sent(ana), deleted];
    for (const command of [
      remove(),
      f.change(carla, { status: 'closed' }),
      f.command({ do: 'tag ticket', ticketId: t1, by: carla, tagIds: [] }),
    ])
      when(gone, command).refuses('ERR_NO_TICKET_FOUND');
    when(gone, f.command({ do: 'delete message', messageId: f.s1, by: carla, within: null, now: 0 })).refuses(
      'ERR_NO_MESSAGE_FOUND',
    );
  });
  test('a customer who writes again gets a new ticket, and the channel’s later reports on the old one are recorded', () => {
    const gone = [...f.open, f.sent(ana), deleted];
    const opens = { ticketId: t2, protocol: '2', queueId: q1 };
    const message = { messageId: f.m1, body: 'Oi', channelId: 'm1', quotedId: null, sentAt: '2026-01-01T00:00:00Z', now: 0 };
    when(gone, f.command({ do: 'receive message', ...message, opens, ...f.where })).givesLike([
      { type: 'TicketOpened', data: { ticketId: t2 } },
      { type: 'MessageReceived' },
    ]);
    when(gone, f.command({ do: 'acknowledge', messageId: f.s1, connectionId: f.connectionId, ack: 3 })).givesLike([
      { type: 'MessageAcknowledged', data: { ticketId: t1, ack: 3 } },
    ]);
  });
});

describe('a deleted owner', () => {
  test('a queue: its ticket has none any more', () =>
    when(f.open, f.command({ do: 'leave queue', ticketId: t1, queueId: q1 })).gives([
      { type: 'TicketLeftQueue', data: { ticketId: t1 } },
    ]));
  test('a ticket that has left it meanwhile stays unchanged', () =>
    when(f.open, f.command({ do: 'leave queue', ticketId: t1, queueId: q2 })).gives([]));
  test('a user: their ticket is pending again', () =>
    when(f.open, f.command({ do: 'leave user', ticketId: t1, userId: 'ana' })).gives([
      { type: 'TicketReturned', data: { ticketId: t1 } },
    ]));
  test('a connection: the ticket is closed', () =>
    when(f.pending, f.command({ do: 'leave connection', ticketId: t1 })).givesLike([
      { data: { reason: 'connection-deleted', userId: null } },
    ]));
  test('closed tickets stay unchanged', () =>
    when(f.done, f.command({ do: 'leave queue', ticketId: t1, queueId: q1 })).gives([]));
});

describe('notes', () => {
  const add = (by = ana, contactId: string | null = null) =>
    f.command({ do: 'add note', ticketId: t1, by, note: 'Prefere boleto', contactId });
  const noteId = childId(f.key, 'note:c1');
  const added: ConversationEvent = {
    type: 'TicketNoteAdded',
    data: { ticketId: t1, noteId, note: 'Prefere boleto', userId: 'ana' },
  };
  const remove = (by = ana) => f.command({ do: 'delete note', noteId, by });
  test('a user who sees the ticket adds one, in any status', () => {
    for (const before of [f.pending, f.open, f.done]) when(before, add()).gives([added]);
    when(f.open, add(stranger)).refuses('ERR_NO_TICKET_FOUND');
  });
  test('its contact is the ticket’s', () => {
    when(f.open, add(ana, f.where.contactId)).gives([added]);
    when(f.open, add(ana, q1)).refuses('ERR_NO_CONTACT_FOUND');
  });
  test('a user who sees the ticket deletes one, once', () => {
    const deleted: ConversationEvent = { type: 'TicketNoteDeleted', data: { ticketId: t1, noteId, userId: 'bruno' } };
    when([...f.open, added], remove(bruno)).gives([deleted]);
    when([...f.open, added], remove(stranger)).refuses('ERR_NO_NOTE_FOUND');
    when([...f.open, added, deleted], remove()).refuses('ERR_NO_NOTE_FOUND');
    when(f.open, remove()).refuses('ERR_NO_NOTE_FOUND');
  });
});

describe('tags and reading', () => {
  const tag = (...tagIds: string[]) => f.command({ do: 'tag ticket', ticketId: t1, by: ana, tagIds });
  test('the complete set is stored, without duplicates', () =>
    when(f.open, tag(q1, q2, q1)).gives([{ type: 'TicketTagged', data: { ticketId: t1, tagIds: [q1, q2] } }]));
  test('the same set changes nothing', () =>
    when([...f.open, { type: 'TicketTagged', data: { ticketId: t1, tagIds: [q1, q2] } }], tag(q2, q1)).gives([]));
  const read = f.command({ do: 'read messages', ticketId: t1, by: ana, upTo: f.m1 });
  const m2 = childId(f.key, 'in:m2');
  test('messages after it are unread', () =>
    when([...f.open, f.received(), f.received(m2)], read).gives([
      { type: 'MessagesRead', data: { ticketId: t1, upTo: f.m1, messageIds: [f.m1], unread: 1 } },
    ]));
  test('the read position never decreases', () =>
    when(
      [
        ...f.open,
        f.received(),
        f.received(m2),
        { type: 'MessagesRead', data: { ticketId: t1, upTo: m2, messageIds: [f.m1, m2], unread: 0 } },
      ],
      read,
    ).gives([]));
  test('an unknown message is refused', () => when(f.open, read).refuses('ERR_NO_MESSAGE_FOUND'));
});

test('a ticket without a queue is visible to users who may see grey ones', () => {
  const grey = [f.started, f.opened(t1, null)];
  when(grey, f.change(ana, { status: 'open' })).refuses('ERR_NO_TICKET_FOUND');
  when(grey, f.change({ ...ana, seesGrey: true }, { status: 'open' })).gives([f.accepted(ana)]);
});

describe('give', () => {
  const give = (more: { ticketId?: string; queueId?: string; userId?: string } = {}) =>
    f.command({ do: 'give ticket', ticketId: t1, queueId: q1, userId: 'ana', ...more });
  const given = { type: 'TicketAccepted', data: { ticketId: t1, userId: 'ana', distributed: true } } as const;
  test('a waiting ticket of a queue goes to somebody', () => when(f.pending, give()).gives([given]));
  test('not one that somebody has, or that is closed', () => {
    when(f.open, give({ userId: 'bruno' })).gives([]);
    when(f.done, give()).gives([]);
    when([...f.pending, given], give({ userId: 'bruno' })).gives([]);
  });
  test('not one of another queue, or that is not there', () => {
    when(f.pending, give({ queueId: q2 })).gives([]);
    when(f.pending, give({ ticketId: t2 })).gives([]);
    when([], give()).gives([]);
  });
  test('not while its customer is at a menu', () => {
    const shown: ConversationEvent = {
      type: 'MenuShown',
      data: { ticketId: t1, queueId: q1, parentId: null, choices: [], wrong: 0 },
    };
    when([...f.pending, shown], give()).gives([]);
    when([...f.pending, shown, { type: 'MenuLeft', data: { ticketId: t1, reason: 'timeout' } }], give()).gives([given]);
  });
});
