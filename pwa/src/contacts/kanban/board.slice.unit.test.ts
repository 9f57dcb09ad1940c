import { expect, test } from '@jest/globals';
import type { CardView, PushAction, PushChannel } from '@prosa/contracts';
import { liveFrame } from '../../kernel/live/live.slice.ts';
import { aPush, idOf } from '../../testing/records.ts';
import {
  answered,
  type BoardState,
  boardReducer,
  filterChosen,
  moreAnswered,
  moveBegun,
  moveEnded,
  selectLanes,
} from './board.slice.ts';
import { aCard, aLane, done, offer } from './kanban.fixture.ts';

type Action = Parameters<typeof boardReducer>[1];
const after = (...actions: Action[]): BoardState => actions.reduce(boardReducer, boardReducer(undefined, { type: 'begin' }));
const lanes = [aLane(null, { count: 2 }), aLane(offer), aLane(done)];
const board = answered({ pages: [{ cards: [aCard(2), aCard(1)], lanes, position: '100' }], frames: [] });
const push = (channel: PushChannel, action: PushAction, record: object, position: string): Action =>
  liveFrame(aPush(channel, action, record as never, position));
/** The numbers of the cards in each lane. */
const shown = (kanban: BoardState): number[][] =>
  selectLanes({ kanban }).map(({ cards }) => cards.map(({ contact }) => Number(contact.name?.split(' ')[1])));
const moved = (card: CardView, tagId: string | null, position: string): CardView => ({ ...card, tagId, place: position });

test('a card that is moved goes to the head of its lane; a new one appears, a removed one leaves', () => {
  expect(shown(after(board))).toEqual([[2, 1], [], []]);
  const state = after(
    board,
    push('card', 'update', moved(aCard(1), offer, '101'), '101'),
    push('card', 'create', moved(aCard(3), offer, '102'), '102'),
    push('card', 'delete', { id: aCard(2).id }, '103'),
  );
  expect(shown(state)).toEqual([[], [3, 1], []]);
});

test('what the user moves is there at once, stays where the server put it, and comes back when that is refused', () => {
  const begun = after(board, moveBegun({ id: aCard(1).id, tagId: offer }));
  expect(shown(begun)).toEqual([[2], [1], []]);
  const ended = (position: string | null) => boardReducer(begun, moveEnded({ id: aCard(1).id, tagId: offer, position }));
  expect(shown(ended('101'))).toEqual([[2], [1], []]);
  expect(shown(ended(null))).toEqual([[2, 1], [], []]);
  // Somebody else was later, and the push of that came before the answer.
  const later = boardReducer(begun, push('card', 'update', moved(aCard(1), done, '102'), '102'));
  expect(shown(boardReducer(later, moveEnded({ id: aCard(1).id, tagId: offer, position: '101' })))).toEqual([[2], [], [1]]);
});

test('of two moves of one card the later is shown until it is answered', () => {
  const id = aCard(1).id;
  const both = after(board, moveBegun({ id, tagId: offer }), moveBegun({ id, tagId: done }));
  const first = boardReducer(both, moveEnded({ id, tagId: offer, position: '101' }));
  expect(shown(first)).toEqual([[2], [], [1]]);
  expect(shown(boardReducer(first, moveEnded({ id, tagId: done, position: '102' })))).toEqual([[2], [], [1]]);
});

test('the sums of a lane follow their pushes, in cents; an older one changes nothing', () => {
  const tally = { tagId: offer, count: 1, budgeted: 123_456, negotiated: 7 };
  const state = after(board, push('laneTally', 'update', tally, '101'));
  expect(state.lanes[1]).toMatchObject({ count: 1, budgetedValue: 1234.56, negotiatedValue: 0.07 });
  const older = boardReducer(state, push('laneTally', 'update', { ...tally, count: 9 }, '99'));
  expect(older.lanes[1]?.count).toBe(1);
});

test('a filter’s cards and sums are the server’s to tell: a push that may change them has them fetched again', () => {
  const filtered = after(board, filterChosen({ searchParam: 'ana', userIds: [], tagIds: [] }));
  expect(boardReducer(filtered, push('card', 'create', aCard(3), '101'))).toMatchObject({ stale: true });
  expect(shown(boardReducer(filtered, push('card', 'create', aCard(3), '101')))).toEqual([[2, 1], [], []]);
  expect(boardReducer(filtered, push('card', 'update', aCard(1, { description: 'Mesa' }), '101')).stale).toBe(true);
});

test('lanes are renamed in place; a new one, or one that is no more, has the board fetched again; messages do not', () => {
  const tag = { id: offer, name: 'Oferta', color: '#AA0000', kanban: 1 };
  const renamed = after(board, push('tag', 'update', tag, '101'));
  expect(renamed.lanes[1]).toMatchObject({ name: 'Oferta', color: '#AA0000' });
  expect(renamed.stale).toBe(false);
  expect(after(board, push('tag', 'delete', { id: offer }, '101')).stale).toBe(true);
  expect(after(board, push('tag', 'update', { ...tag, kanban: 0 }, '101')).stale).toBe(true);
  expect(after(board, push('tag', 'create', { ...tag, id: idOf(6, 9) }, '101')).stale).toBe(true);
  expect(after(board, push('tag', 'create', { ...tag, id: idOf(6, 9), kanban: 0 }, '101')).stale).toBe(false);
  expect(after(board, push('tag', 'new-message', { ...tag, name: 'Nova' }, '101')).lanes[1]?.name).toBe('Proposta');
});

test('a long lane goes on with its next page; a pushed card that belongs behind its end waits for it', () => {
  const first = { cards: [aCard(9), aCard(8)], lanes: [aLane(null, { count: 4, cursor: '8' }), aLane(offer)], position: '100' };
  const long = answered({ pages: [first], frames: [] });
  expect(shown(after(long, push('card', 'update', aCard(5), '101')))).toEqual([[9, 8], []]);
  const page = { cards: [aCard(5), aCard(4)], lanes: [aLane(null, { count: 4 })], position: '101' };
  const whole = after(long, moreAnswered({ page, frames: [] }));
  expect(shown(whole)).toEqual([[9, 8, 5, 4], []]);
  expect(whole.lanes[0]?.cursor).toBeNull();
});

test('a card whose lane is not known is in the first one', () => {
  expect(shown(after(board, push('card', 'update', aCard(2, { tagId: idOf(6, 9) }), '101')))).toEqual([[2, 1], [], []]);
});

test('names in cards follow the pushes of contacts and users', () => {
  const contact = { id: aCard(1).id, name: 'Cliente 7', number: null, profilePicUrl: null };
  expect(shown(after(board, push('contact', 'update', contact, '101')))).toEqual([[2, 7], [], []]);
});
