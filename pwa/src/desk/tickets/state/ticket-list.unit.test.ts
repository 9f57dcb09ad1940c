import { expect, test } from '@jest/globals';
import type { PushFrame, TicketView, Viewer } from '@prosa/contracts';
import { answered } from '../../../kernel/lists/live-list.ts';
import { aPush, aTicket, at, childOf, dice, frozen, idOf } from '../../../testing/records.ts';
import { aWorld, isNewestFirst, placeOf } from '../world.fixture.ts';
import { countRules, foldCounts, sumOf } from './ticket-counts.ts';
import { emptyTicketList, foldFrame, refiltered, type TicketList, unseen, withNextPage, withPages } from './ticket-list.ts';
import { everyTicket, type ListFilter } from './tickets.filters.ts';

const admin: Viewer = { userId: idOf(1, 1), profile: 'admin', queueIds: [idOf(2, 1)], seesGrey: false };
const attendant: Viewer = { ...admin, profile: 'user', queueIds: [idOf(2, 1), idOf(2, 2)] };
const filters: [name: string, viewer: Viewer, filter: ListFilter][] = [
  ['every ticket', admin, everyTicket],
  ['open ones', admin, { ...everyTicket, status: 'open' }],
  ['pending ones of an attendant', attendant, { ...everyTicket, status: 'pending' }],
  ['closed ones with VerFilaCinza', { ...attendant, seesGrey: true }, { ...everyTicket, status: 'closed' }],
  ['those with unread messages', attendant, { ...everyTicket, unread: true }],
  ['chosen queues', admin, { ...everyTicket, queueIds: [idOf(2, 2), 'none'] }],
  ['an administrator who does not show all', admin, { ...everyTicket, narrowedTo: admin }],
  ['a tag', admin, { ...everyTicket, tagIds: [idOf(5, 1)] }],
  ['an attendant', admin, { ...everyTicket, userIds: [idOf(1, 2)] }],
  ['the oldest first', admin, { ...everyTicket, sort: 'oldest' }],
  ['the longest waiting first', attendant, { ...everyTicket, sort: 'waiting' }],
  ['open ones that are not snoozed', admin, { ...everyTicket, status: 'open', snoozed: false }],
  ['snoozed ones', admin, { ...everyTicket, status: 'open', snoozed: true }],
  ['unanswered ones', attendant, { ...everyTicket, status: 'open', unanswered: true, snoozed: false }],
  ['pending ones, the longest waiting first', admin, { ...everyTicket, status: 'pending', sort: 'waiting' }],
];

const isLoaded = ({ end, filter }: TicketList, ticket: TicketView): boolean => {
  if (end === null) return true;
  const [place, last] = [placeOf(filter, ticket), placeOf(filter, end)];
  return isNewestFirst(filter) ? place >= last : place <= last;
};
/** The result of a GET, as far as the list is loaded. */
const loaded = (list: TicketList, world: ReturnType<typeof aWorld>) =>
  world.list(list.filter).filter((ticket) => isLoaded(list, ticket));
const rows = ({ live: { ids, byId } }: TicketList) => ids.map((id) => byId[id]);
/** The rows as far as the list is loaded: in other orders one may have moved to where it is not. */
const shown = (list: TicketList) =>
  isNewestFirst(list.filter) ? rows(list) : rows(list).filter((row) => row && isLoaded(list, row));
const fold = (list: TicketList, frames: PushFrame[]) =>
  frames.reduce((now, frame) => foldFrame(frozen(now), frozen(frame)), list);

test.each(filters)('%s: the earlier list plus the pushes equals the later list, whatever happens', (_, viewer, filter) => {
  for (const size of [4, 1000]) {
    const roll = dice(size);
    const world = aWorld(viewer, roll);
    for (let n = 0; n < 14; n += 1) world.act('opened');
    for (let n = 0; n < 30; n += 1) world.act(pick(roll, ['accepted', 'closed', 'tagged', 'read']));
    const first = world.page(filter, size);
    let list = withPages(emptyTicketList(filter), [first], []);
    let late: PushFrame[] = [];
    for (let step = 0; step < 250; step += 1) {
      const frames = world.act(pick(roll, world.names));
      list = fold(list, frames);
      late = [...late, ...frames];
      expect(shown(list)).toEqual(loaded(list, world));
      expect(list.unsure || list.total === world.list(filter).length).toBe(true);
      expect(fold(list, frames)).toEqual(list); // a repeated frame changes nothing
      if (step % 60 === 59 && list.cursor !== null) {
        list = withNextPage(frozen(list), world.page(filter, size, list.cursor), []);
        expect(shown(list)).toEqual(loaded(list, world));
      }
    }
    // An answer that arrives after all those pushes is combined with them again.
    const slow = withPages(emptyTicketList(filter), [first], late);
    expect(shown(slow)).toEqual(loaded(slow, world));
    expect(list.stale).toBe(false);
  }
});

test.each([
  ['an administrator', admin],
  ['an attendant', attendant],
])('the earlier counts of %s plus the pushes equal the later counts', (_, viewer) => {
  const roll = dice(7);
  const world = aWorld(viewer, roll);
  for (let n = 0; n < 10; n += 1) world.act('opened');
  let counts = answered(countRules, { records: world.counts(), hasMore: false, position: world.position(), frames: [] });
  for (let step = 0; step < 200; step += 1) {
    for (const frame of world.act(pick(roll, world.names))) counts = foldCounts(frozen(counts), frame);
    for (const status of ['open', 'pending'] as const)
      expect(sumOf(counts, status, everyTicket)).toBe(world.list({ ...everyTicket, status }).length);
    expect(sumOf(counts, 'pending', { narrowedTo: null, queueIds: ['none', idOf(2, 1)] })).toBe(
      world.list({ ...everyTicket, status: 'pending', queueIds: ['none', idOf(2, 1)] }).length,
    );
  }
});

test('another filter immediately shows the loaded tickets that match', () => {
  const tickets = [aTicket({ id: childOf(1, 1) }), aTicket({ id: childOf(2, 1), queueId: idOf(2, 2) })];
  const page = { records: tickets, hasMore: false, cursor: null, count: 2, position: '10' };
  const list = withPages(emptyTicketList(), [page], []);
  expect(refiltered(frozen(list), { ...everyTicket, queueIds: [idOf(2, 2)] }).live.ids).toEqual([childOf(2, 1)]);
});

test('a search that only the server can evaluate is fetched again', () => {
  const page = { records: [aTicket()], hasMore: false, cursor: null, count: 1, position: '10' };
  const list = withPages(emptyTicketList({ ...everyTicket, text: 'bom dia' }), [page], []);
  const other = aPush('ticket', 'update', aTicket({ lastMessage: 'Obrigado', updatedAt: at(9) }), 11);
  expect(foldFrame(list, other).stale).toBe(true);
  const matching = aPush('ticket', 'update', aTicket({ lastMessage: 'bom dia, de novo', updatedAt: at(9) }), 11);
  expect(foldFrame(list, matching)).toMatchObject({
    stale: false,
    live: { byId: { [aTicket().id]: { lastMessage: 'bom dia, de novo' } } },
  });
  expect(foldFrame(list, aPush('contact', 'update', { id: idOf(4, 9), name: 'Bom Dia', number: '1' }, 11)).stale).toBe(true);
});

test('a ticket that is not loaded was already counted: if it moves up it is not counted twice, and the count is uncertain', () => {
  const page = { records: [aTicket()], hasMore: true, cursor: 'next', count: 30, position: '10' };
  const list = withPages(emptyTicketList(), [page], []);
  const moved = foldFrame(list, aPush('ticket', 'update', aTicket({ id: childOf(2, 1), updatedAt: at(9) }), 11));
  expect(moved).toMatchObject({ total: 30, unsure: true, live: { ids: [childOf(2, 1), childOf(1, 1)] } });
  const made = foldFrame(list, aPush('ticket', 'create', aTicket({ id: childOf(2, 1), updatedAt: at(9) }), 11));
  expect(made).toMatchObject({ total: 31, unsure: true });
  const gone = foldFrame(list, aPush('ticket', 'delete', { id: childOf(1, 1) }, 11));
  expect(gone).toMatchObject({ total: 29, unsure: false });
});

test('a hidden list does not grow: it is truncated, and the rest is loaded with its page', () => {
  const closed = { ...everyTicket, status: 'closed' as const };
  const page = { records: [], hasMore: false, cursor: null, count: 0, position: '1' };
  let list = withPages(emptyTicketList(closed), [page], []);
  for (let n = 1; n <= 1_000; n += 1) {
    const ticket = aTicket({ id: childOf(n, 1), status: 'closed', updatedAt: at(n) });
    list = unseen(foldFrame(list, aPush('ticket', 'update', ticket, n + 1)));
    expect(list.live.ids.length).toBeLessThanOrEqual(200);
  }
  expect(list).toMatchObject({ unsure: true, cursor: null, live: { hasMore: true } });
  expect(list.live.ids[0]).toBe(childOf(1_000, 1));
  const below = aPush('ticket', 'update', aTicket({ id: childOf(3, 1), status: 'closed', updatedAt: at(3) }), 2_000);
  expect(foldFrame(list, below).live.ids).toEqual(list.live.ids);
});

const pick = <Item>(roll: () => number, items: Item[]): Item => items[Math.floor(roll() * items.length)]!;
