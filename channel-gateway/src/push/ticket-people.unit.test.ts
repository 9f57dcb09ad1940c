import { afterEach, expect, jest, test } from '@jest/globals';
import { newId, roomsOfTicket, roomsOfUser, type Seen, type ServerFrame, sees, type TicketPerson } from '@prosa/contracts';
import { silent, until } from '../testing/gateway.fixture.ts';
import type { Change, Entry } from './entry.ts';
import { NO_SEAT } from './hub.machine.ts';
import type { LiveSocket } from './live.socket.ts';
import { ticketPeople } from './ticket-people.ts';
import type { LiveViewer } from './viewer.ts';

const companyId = newId();
const [sales, support] = [newId(), newId()];
const ticketId = newId();
const SILENT_MS = 60_000;
afterEach(() => {
  jest.restoreAllMocks();
});

const viewer = (more: Partial<LiveViewer> = {}): LiveViewer => ({
  userId: newId(),
  companyId,
  profile: 'user',
  queueIds: [sales],
  seesGrey: false,
  super: false,
  version: 1,
  ...more,
});
type Screen = LiveSocket & { last: () => TicketPerson[] | undefined; heard: () => number; of: LiveViewer };
const screenOf = (of: LiveViewer): Screen => {
  const frames: ServerFrame[] = [];
  const told = () => frames.flatMap((frame) => (frame.type === 'ticketPeople' ? [frame.people] : []));
  return {
    of,
    token: of.userId,
    rooms: new Set(roomsOfUser(of.companyId, of)),
    seat: { ...NO_SEAT, now: { is: 'inside', viewer: of, expiresAt: 0 } },
    send: (frame: ServerFrame) => void frames.push(frame),
    last: () => told().at(-1),
    heard: () => told().length,
  } as Partial<Screen> as Screen;
};
const person = ({ of: { userId } }: Screen, writing = false): TicketPerson => ({ userId, writing });
const inOrder = (...people: TicketPerson[]) => people.toSorted((a, b) => (a.userId < b.userId ? -1 : 1));

/** Instances that hear each other while `isJoined`, and a ticket of sales. */
const world = (instances = 1) => {
  let ticket: Seen = { queueId: sales, userId: null, status: 'open' };
  let position = 10n;
  let isJoined = true;
  const asked: string[] = [];
  const people = new Map<string, LiveViewer>();
  const hubs: ReturnType<typeof ticketPeople>[] = Array.from({ length: instances }, () =>
    ticketPeople({
      askTicket: async (token) => {
        asked.push(token);
        const of = people.get(token)!;
        return of.companyId === companyId && sees(of, ticket) ? { rooms: roomsOfTicket(companyId, ticket), position } : null;
      },
      tell: (text) => {
        if (isJoined) for (const hub of hubs) hub.heard(text);
      },
      silentMs: SILENT_MS,
      ending: new AbortController().signal,
      log: silent,
    }),
  );
  return {
    hubs,
    asked,
    part: () => {
      isJoined = false;
    },
    opens: (of: LiveViewer, hub = hubs[0]!, isWriting = false): Screen => {
      const screen = screenOf(of);
      people.set(of.userId, of);
      hub.shows(screen, { ticketId, isWriting });
      return screen;
    },
    entry: (after: Seen): Entry => {
      ticket = after;
      position += 1n;
      const change = { channel: 'ticket', id: ticketId, before: [], after: roomsOfTicket(companyId, after), record: null };
      return { position, companyId, changes: [change as Change], bytes: 0 };
    },
    lost: (): Entry => {
      position += 1n;
      return { position, companyId, changes: 'refetch', bytes: 0 };
    },
    turn: (after: Seen) => {
      ticket = after;
    },
  };
};
const both = async (...screens: Screen[]) => {
  const all = inOrder(...screens.map((one) => person(one)));
  await until('all see each other', () => screens.every((one) => JSON.stringify(one.last()) === JSON.stringify(all)));
};

test('those who have a ticket open hear of each other, of who writes, and of who leaves', async () => {
  const { hubs, opens } = world();
  const [ana, bruno] = [opens(viewer()), opens(viewer())];
  await both(ana, bruno);
  hubs[0]!.shows(bruno, { ticketId, isWriting: true });
  expect(ana.last()).toEqual(inOrder(person(ana), person(bruno, true)));
  hubs[0]!.shows(bruno, { ticketId, isWriting: false });
  expect(ana.last()).toEqual(inOrder(person(ana), person(bruno)));
  hubs[0]!.shows(bruno, { ticketId: newId(), isWriting: false });
  expect(ana.last()).toEqual([person(ana)]);
  const before = bruno.heard();
  hubs[0]!.leave(ana);
  expect(bruno.heard()).toBe(before);
});

test('who may not see the ticket hears nothing and is not shown, of another queue or another company', async () => {
  const { opens } = world();
  const foreign = opens(viewer({ queueIds: [support] }));
  const elsewhere = opens(viewer({ companyId: newId(), profile: 'admin' }));
  const [ana, admin] = [opens(viewer()), opens(viewer({ profile: 'admin', queueIds: [] }))];
  await both(ana, admin);
  const late = opens(viewer({ queueIds: [support] }));
  expect([foreign, elsewhere, late].map((one) => one.heard())).toEqual([0, 0, 0]);
  expect(ana.last()).toEqual(inOrder(person(ana), person(admin)));
});

test('an auditor who reads a ticket is shown to nobody', async () => {
  const { opens } = world();
  const auditor = opens(viewer({ profile: 'auditor', queueIds: [] }));
  const [ana, bruno] = [opens(viewer()), opens(viewer())];
  await both(ana, bruno);
  expect(auditor.last()).toEqual(inOrder(person(ana), person(bruno)));
});

test('a transfer to another queue takes away who may see it no more, and a moved user comes with the new queues', async () => {
  const { hubs, opens, entry } = world();
  const [ana, admin] = [opens(viewer()), opens(viewer({ profile: 'admin', queueIds: [] }))];
  await both(ana, admin);
  const heard = ana.heard();
  hubs[0]!.pushed(entry({ queueId: support, userId: null, status: 'open' }));
  expect(admin.last()).toEqual([person(admin)]);
  expect(ana.heard()).toBe(heard);
  ana.rooms = new Set(roomsOfUser(companyId, { ...ana.of, queueIds: [support] }));
  hubs[0]!.moved(ana);
  expect([ana, admin].map((one) => one.last())).toEqual(Array(2).fill(inOrder(person(ana), person(admin))));
});

test('after lost pushes nobody hears until it is known again who may see the ticket', async () => {
  const { hubs, opens, lost, turn, asked } = world();
  const [ana, admin] = [opens(viewer()), opens(viewer({ profile: 'admin', queueIds: [] }))];
  await both(ana, admin);
  turn({ queueId: support, userId: null, status: 'open' });
  const heard = ana.heard();
  hubs[0]!.pushed(lost());
  hubs[0]!.shows(admin, { ticketId, isWriting: true });
  await until('it is known again', () => JSON.stringify(admin.last()) === JSON.stringify([person(admin, true)]));
  expect(ana.heard()).toBe(heard);
  expect(asked.length).toBeGreaterThan(1);
});

test('instances tell each other what their screens show; one that falls silent is forgotten, and heard again when it is back', async () => {
  const { hubs, opens, part } = world(2);
  const ana = opens(viewer(), hubs[0]);
  await until('she sees herself', () => ana.heard() > 0);
  const bruno = opens(viewer(), hubs[1]);
  await both(ana, bruno);
  hubs[1]!.shows(bruno, { ticketId, isWriting: true });
  expect(ana.last()).toEqual(inOrder(person(ana), person(bruno, true)));
  part();
  hubs[1]!.leave(bruno);
  hubs[0]!.beat();
  expect(ana.last()).toHaveLength(2);
  const now = Date.now();
  jest.spyOn(Date, 'now').mockReturnValue(now + SILENT_MS + 1_000);
  hubs[0]!.beat();
  expect(ana.last()).toEqual([person(ana)]);
});

test('what an instance told earlier does not come back when notifications arrive in another order', async () => {
  const held: string[] = [];
  const { hubs, opens } = world(1);
  const ana = opens(viewer());
  await until('she sees herself', () => ana.heard() > 0);
  const userId = newId();
  const from = newId();
  const told = (n: number, writing: boolean) =>
    JSON.stringify({ from, n, companyId, ticketId, people: [{ userId, writing }], asks: false });
  held.push(told(2, false), told(1, true));
  for (const text of held) hubs[0]!.heard(text);
  expect(ana.last()).toEqual(inOrder(person(ana), { userId, writing: false }));
  for (const text of ['?', '{}', JSON.stringify({ from, n: 3 })]) hubs[0]!.heard(text);
  expect(ana.last()).toHaveLength(2);
});

test('one user is there once, with two screens, and writes if one of them writes', async () => {
  const { hubs, opens } = world();
  const of = viewer();
  const [first, second] = [opens(of), opens(of)];
  await until('heard', () => second.heard() > 0);
  hubs[0]!.shows(second, { ticketId, isWriting: true });
  expect(first.last()).toEqual([person(first, true)]);
  hubs[0]!.leave(second);
  expect(first.last()).toEqual([person(first)]);
});
