import { isOthersWork, roomOfChats, roomsOfTicket, roomsOfUser, type Seen, sees, type Viewer } from './sees.ts';

const viewers: Viewer[] = (['admin', 'supervisor', 'user', 'auditor'] as const).flatMap((profile) =>
  [false, true].flatMap((seesGrey) =>
    [[], ['q1'], ['q1', 'q2']].map((queueIds) => ({ userId: 'ana', profile, queueIds, seesGrey })),
  ),
);
const tickets: Seen[] = (['pending', 'open', 'closed'] as const).flatMap((status) =>
  [null, 'q1', 'q3'].flatMap((queueId) => [null, 'ana', 'bruno'].map((userId) => ({ status, queueId, userId }))),
);

test('a ticket is heard in the rooms of exactly those who see it', () => {
  for (const viewer of viewers) {
    const rooms = roomsOfUser('c', viewer);
    for (const ticket of tickets)
      expect({ viewer, ticket, hears: roomsOfTicket('c', ticket).some((room) => rooms.includes(room)) }).toEqual({
        viewer,
        ticket,
        hears: sees(viewer, ticket),
      });
  }
});

test('an auditor hears no secrets, which administrators hear, and no chats', () => {
  const auditor = { userId: 'vera', profile: 'auditor', queueIds: [], seesGrey: false } as const;
  const rooms = roomsOfUser('c', auditor);
  expect(rooms).toContain('auditors:c');
  expect(rooms.filter((room) => room === 'admins:c' || room === roomOfChats('vera'))).toEqual([]);
  expect(roomsOfUser('c', { ...auditor, profile: 'user' })).toContain(roomOfChats('vera'));
});

test.each([
  ['own queue', { status: 'pending', queueId: 'q1', userId: null }, false, true],
  ['own ticket in a foreign queue', { status: 'open', queueId: 'q9', userId: 'ana' }, false, true],
  ['foreign queue', { status: 'pending', queueId: 'q9', userId: null }, true, false],
  ['no queue', { status: 'pending', queueId: null, userId: null }, false, false],
  ['no queue with VerFilaCinza', { status: 'pending', queueId: null, userId: null }, true, true],
  ['closed of a foreign queue with VerFilaCinza', { status: 'closed', queueId: 'q9', userId: 'bruno' }, true, true],
] as const)('%s', (_, ticket, seesGrey, expected) => {
  expect(sees({ userId: 'ana', profile: 'user', queueIds: ['q1'], seesGrey }, ticket)).toBe(expected);
});

test('an administrator looks at the work of others where no attendant in their place would see the ticket; a program always does', () => {
  const admin = { userId: 'carla', profile: 'admin', queueIds: ['q1'], seesGrey: false } as const;
  const of = (queueId: string | null, userId: string | null) => ({ status: 'open', queueId, userId }) as const;
  expect(isOthersWork(admin, of('q9', 'ana'))).toBe(true);
  expect(isOthersWork(admin, of(null, null))).toBe(true);
  expect(isOthersWork(admin, of('q1', 'ana'))).toBe(false);
  expect(isOthersWork(admin, of('q9', 'carla'))).toBe(false);
  expect(isOthersWork({ ...admin, seesGrey: true, scopes: ['read'] }, { ...of('q1', null), status: 'closed' })).toBe(true);
});
