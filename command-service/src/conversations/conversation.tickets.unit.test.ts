import { childId } from '@prosa/contracts';
import { given } from '../kernel/given.ts';
import { conversation } from './conversation.decider.ts';
import * as f from './conversation.fixture.ts';
import type { ConversationEvent } from './conversation.state.ts';

const { ana, bruno, carla, stranger, t1, t2, q1, q2 } = f;
const when = (events: readonly ConversationEvent[], command: ReturnType<typeof f.command>) =>
  given(conversation, events).when(command);
const create = (by: typeof ana, queueId: string | null = q1, userId = by.userId) =>
  f.command({ do: 'create ticket', by, queueId, userId, protocol: '000002', ...f.where });

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
  test('not beside an unfinished one', () => when(f.open, create(bruno)).refuses('ERR_OTHER_OPEN_TICKET', { userId: 'ana' }));
  test('a closed one is no hindrance', () => when(f.done, create(bruno)).givesLike([{ type: 'TicketOpened' }]));
  test('an attendant chooses a queue', () =>
    when([], create(ana, null)).refuses('ERR_QUEUE_REQUIRED', { queueId: 'Selecione uma fila' }));
  test('of their own', () => when([], create(ana, q2)).refuses('ERR_NO_PERMISSION'));
  test('and only for themselves', () => when([], create(ana, q1, 'bruno')).refuses('ERR_NO_PERMISSION'));
  test('an administrator needs no queue', () =>
    when([], create(carla, null, 'ana')).givesLike([f.started, { data: { userId: 'ana' } }]));
  test('another pair under the same key is refused', () =>
    when(
      f.done,
      f.command({ do: 'create ticket', by: ana, queueId: q1, userId: 'ana', protocol: '1', ...f.where, contactId: q2 }),
    ).refuses('ERR_IDENTITY_COLLISION'));
});

describe('accept', () => {
  test('the first who accepts has it', () => when(f.pending, f.change(ana, { status: 'open' })).gives([f.accepted(ana)]));
  test('the second is told whose it is', () =>
    when(f.open, f.change(bruno, { status: 'open', userId: 'bruno' })).refuses('ERR_OTHER_OPEN_TICKET', { userId: 'ana' }));
  test('the same again changes nothing', () => when(f.open, f.change(ana, { status: 'open' })).gives([]));
  test('who does not see it finds none', () =>
    when(f.pending, f.change(stranger, { status: 'open' })).refuses('ERR_NO_TICKET_FOUND'));
  test('an unknown ticket is none', () =>
    when(f.pending, f.change(ana, { status: 'open' }, {}, t2)).refuses('ERR_NO_TICKET_FOUND'));
  test('accepting and transferring at once means nothing', () =>
    when(f.pending, f.change(ana, { status: 'open', queueId: q1 })).refuses('ERR_VALIDATION'));
});

describe('return', () => {
  test('a ticket goes back to its queue', () =>
    when(f.open, f.change(ana, { status: 'pending' })).gives([{ type: 'TicketReturned', data: { ticketId: t1 } }]));
  test('one that is there stays', () => when(f.pending, f.change(ana, { status: 'pending' })).gives([]));
  test('a closed one cannot', () => when(f.done, f.change(ana, { status: 'pending' })).refuses('ERR_TRANSITION'));
  test('and is taken by another then', () =>
    when([...f.open, { type: 'TicketReturned', data: { ticketId: t1 } }], f.change(bruno, { status: 'open' })).gives([
      f.accepted(bruno),
    ]));
});

describe('close', () => {
  const closing = [
    { origin: 'closing' as const, body: 'Até logo' },
    { origin: 'rating' as const, body: 'Que nota?' },
  ];
  test('who closes is kept', () => when(f.open, f.change(bruno, { status: 'closed' })).gives([f.closed(bruno)]));
  test('with the texts of the company before it', () =>
    when(f.open, f.change(ana, { status: 'closed' }, { closingTexts: closing })).givesLike([
      { type: 'MessageSent', data: { origin: 'closing', body: 'Até logo', userId: null } },
      { type: 'MessageSent', data: { origin: 'rating' } },
      { type: 'TicketClosed', data: { ratingAsked: true } },
    ]));
  test('empty texts are not said', () =>
    when(f.open, f.change(ana, { status: 'closed' }, { closingTexts: [{ origin: 'rating', body: ' ' }] })).gives([
      f.closed(ana),
    ]));
  test('a company that asks for tags: none, no closing', () =>
    when(f.open, f.change(ana, { status: 'closed' }, { tagForce: true })).refuses('ERR_TAG_REQUIRED'));
  test('with a tag it closes', () =>
    when(
      [...f.open, { type: 'TicketTagged', data: { ticketId: t1, tagIds: [q2] } }],
      f.change(ana, { status: 'closed' }, { tagForce: true }),
    ).gives([f.closed(ana)]));
  test('a pending one is accepted first', () => when(f.pending, f.change(ana, { status: 'closed' })).refuses('ERR_TRANSITION'));
  test('a closed one stays', () => when(f.done, f.change(bruno, { status: 'closed' })).gives([]));
});

describe('reopen', () => {
  const reopened = { type: 'TicketReopened', data: { ticketId: t1, queueId: q1, userId: 'bruno' } } as const;
  test('who reopens has it', () => when(f.done, f.change(bruno, { status: 'open', queueId: q1 })).gives([reopened]));
  test('a queue is chosen', () => when(f.done, f.change(bruno, { status: 'open' })).refuses('ERR_QUEUE_REQUIRED'));
  test('that is there', () =>
    when(f.done, f.change(bruno, { status: 'open', queueId: q1 }, { queueExists: false })).refuses('ERR_NO_QUEUE_FOUND'));
  test('and own', () => when(f.done, f.change(bruno, { status: 'open', queueId: q2 })).refuses('ERR_NO_PERMISSION'));
  test('not on a deleted connection', () =>
    when(f.done, f.change(bruno, { status: 'open', queueId: q1 }, { connectionExists: false })).refuses('ERR_NO_WAPP_FOUND'));
  test('not beside another unfinished one', () =>
    when([...f.done, f.opened(t2)], f.change(bruno, { status: 'open', queueId: q1 })).refuses('ERR_OTHER_OPEN_TICKET', {
      userId: null,
    }));
  test('the second is told whose it is', () =>
    when([...f.done, reopened], f.change(ana, { status: 'open', queueId: q1 })).refuses('ERR_OTHER_OPEN_TICKET', {
      userId: 'bruno',
    }));
  test('the same again changes nothing', () =>
    when([...f.done, reopened], f.change(bruno, { status: 'open', queueId: q1 })).gives([]));
});

describe('transfer', () => {
  const transferred = (queueId: string | null, userId: string | null) =>
    [{ type: 'TicketTransferred', data: { ticketId: t1, queueId, userId } }] as const;
  test('to a queue: pending there', () => when(f.open, f.change(ana, { queueId: q2 })).gives(transferred(q2, null)));
  test('to a person: open with them, in the same queue', () =>
    when(f.open, f.change(ana, { userId: 'bruno' })).gives(transferred(q1, 'bruno')));
  test('to both', () => when(f.open, f.change(ana, { queueId: q2, userId: 'bruno' })).gives(transferred(q2, 'bruno')));
  test('to nobody', () => when(f.open, f.change(ana, { userId: null })).refuses('ERR_QUEUE_REQUIRED'));
  test('to a queue that is not there', () =>
    when(f.open, f.change(ana, { queueId: q2 }, { queueExists: false })).refuses('ERR_NO_QUEUE_FOUND'));
  test('to a person who is not there', () =>
    when(f.open, f.change(ana, { userId: 'x' }, { userExists: false })).refuses('ERR_NO_USER_FOUND'));
  test('only of an open ticket', () => when(f.pending, f.change(ana, { queueId: q2 })).refuses('ERR_TRANSITION'));
  test('to where it is changes nothing', () => when(f.open, f.change(ana, { queueId: q1, userId: 'ana' })).gives([]));
});

describe('what is deleted', () => {
  test('a queue: its ticket is without one', () =>
    when(f.open, f.command({ do: 'leave queue', ticketId: t1, queueId: q1 })).gives([
      { type: 'TicketLeftQueue', data: { ticketId: t1 } },
    ]));
  test('one that is elsewhere by now stays', () =>
    when(f.open, f.command({ do: 'leave queue', ticketId: t1, queueId: q2 })).gives([]));
  test('a user: the ticket waits again', () =>
    when(f.open, f.command({ do: 'leave user', ticketId: t1, userId: 'ana' })).gives([
      { type: 'TicketReturned', data: { ticketId: t1 } },
    ]));
  test('a connection: the ticket is closed', () =>
    when(f.pending, f.command({ do: 'leave connection', ticketId: t1 })).givesLike([
      { data: { reason: 'connection-deleted', userId: null } },
    ]));
  test('closed tickets stay as they are', () =>
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
  test('who sees the ticket adds one, whatever its status', () => {
    for (const before of [f.pending, f.open, f.done]) when(before, add()).gives([added]);
    when(f.open, add(stranger)).refuses('ERR_NO_TICKET_FOUND');
  });
  test('the contact that is named is the ticket’s', () => {
    when(f.open, add(ana, f.where.contactId)).gives([added]);
    when(f.open, add(ana, q1)).refuses('ERR_NO_CONTACT_FOUND');
  });
  test('one is deleted by who sees the ticket, once', () => {
    const deleted: ConversationEvent = { type: 'TicketNoteDeleted', data: { ticketId: t1, noteId, userId: 'bruno' } };
    when([...f.open, added], remove(bruno)).gives([deleted]);
    when([...f.open, added], remove(stranger)).refuses('ERR_NO_NOTE_FOUND');
    when([...f.open, added, deleted], remove()).refuses('ERR_NO_NOTE_FOUND');
    when(f.open, remove()).refuses('ERR_NO_NOTE_FOUND');
  });
});

describe('tags and reading', () => {
  const tag = (...tagIds: string[]) => f.command({ do: 'tag ticket', ticketId: t1, by: ana, tagIds });
  test('the whole set is kept, each once', () =>
    when(f.open, tag(q1, q2, q1)).gives([{ type: 'TicketTagged', data: { ticketId: t1, tagIds: [q1, q2] } }]));
  test('the same set changes nothing', () =>
    when([...f.open, { type: 'TicketTagged', data: { ticketId: t1, tagIds: [q1, q2] } }], tag(q2, q1)).gives([]));
  const read = f.command({ do: 'read messages', ticketId: t1, by: ana, upTo: f.m1 });
  const m2 = childId(f.key, 'in:m2');
  test('what came after it is unread', () =>
    when([...f.open, f.received(), f.received(m2)], read).gives([
      { type: 'MessagesRead', data: { ticketId: t1, upTo: f.m1, messageIds: [f.m1], unread: 1 } },
    ]));
  test('reading never goes back', () =>
    when(
      [
        ...f.open,
        f.received(),
        f.received(m2),
        { type: 'MessagesRead', data: { ticketId: t1, upTo: m2, messageIds: [f.m1, m2], unread: 0 } },
      ],
      read,
    ).gives([]));
  test('an unknown message is none', () => when(f.open, read).refuses('ERR_NO_MESSAGE_FOUND'));
});

test('a ticket without a queue is seen by those who may see grey ones', () => {
  const grey = [f.started, f.opened(t1, null)];
  when(grey, f.change(ana, { status: 'open' })).refuses('ERR_NO_TICKET_FOUND');
  when(grey, f.change({ ...ana, seesGrey: true }, { status: 'open' })).gives([f.accepted(ana)]);
});
