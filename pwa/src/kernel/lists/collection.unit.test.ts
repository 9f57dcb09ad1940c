/** @jest-environment ../infra/testing/native/environment.ts */
import { aPush, frozen } from '../../testing/records.ts';
import { type Collection, collection, type ListPage } from './collection.ts';

type Item = { id: string; rank: number };
type Filter = { most: number };
const list = collection<Item, Filter>({
  channel: 'tag',
  compare: (a, b) => a.rank - b.rank,
  belongs: ({ most }, { rank }) => rank <= most,
});
const item = (rank: number): Item => ({ id: `t${rank}`, rank });
const SIZE = 3;
/** A page by its number, as the server returns it from these records. */
const pageOf = (ranks: number[], number: number, position: number): ListPage<Item> => {
  const records = ranks.slice((number - 1) * SIZE, number * SIZE).map(item);
  const hasMore = ranks.length > number * SIZE;
  const upTo = (number - 1) * SIZE + records.length;
  return { records, hasMore, cursor: hasMore ? `${number + 1}` : null, count: ranks.length, position: String(position), upTo };
};
const shown = ({ live }: Collection<Item, Filter>) => live.ids.map((id) => live.byId[id]!.rank);
const first = list.withPages(list.empty({ most: 99 }), [pageOf([10, 20, 30, 40, 50, 60, 70], 1, 10)], []);
const gone = (rank: number, position: number) => aPush('tag', 'delete', { id: `t${rank}` }, position);

test('up to its last loaded record the list is complete, whatever is pushed: the offset of the next page is counted from that', () => {
  expect(list.countUpTo(first, first.end)).toBe(3);
  const less = list.foldFrame(frozen(first), gone(20, 11));
  expect([shown(less), list.countUpTo(less, less.end)]).toEqual([[10, 30], 2]);
  const more = list.foldFrame(frozen(first), aPush('tag', 'create', item(15), 11));
  expect([shown(more), list.countUpTo(more, more.end)]).toEqual([[10, 15, 20, 30], 4]);
  const moved = list.foldFrame(frozen(first), aPush('tag', 'update', { id: 't20', rank: 55 }, 11));
  expect([shown(moved), list.countUpTo(moved, moved.end)]).toEqual([[10, 30, 55], 2]);
});

test('a page that continues the list is added; a page shifted by other changes is detected, and the list is fetched again', () => {
  const joined = list.withNextPage(frozen(first), pageOf([10, 20, 30, 40, 50, 60, 70], 2, 10), []);
  expect(joined).toMatchObject({ stale: false, status: 'ready' });
  expect(shown(joined)).toEqual([10, 20, 30, 40, 50, 60]);
  // 20 was deleted before the second page was read: 40 is on the first page now.
  const shifted = list.withNextPage(frozen(first), pageOf([10, 30, 40, 50, 60, 70, 80], 2, 11), [gone(20, 11)]);
  expect(shown(shifted)).toEqual([10, 30, 50, 60, 70]);
  expect(shifted.stale).toBe(true);
});

test('a push that was too large for its record and came before the answer has the list fetched again', () => {
  const large = aPush('tag', 'update', { id: 't20', partial: true }, 11);
  const page = pageOf([10, 20, 30], 1, 10);
  expect(list.withPages(frozen(first), [page], [large])).toMatchObject({ stale: true, status: 'ready' });
  expect(list.withPages(frozen({ ...first, stale: true }), [page], []).stale).toBe(false);
});

test('keyset pages, which cannot shift, are not counted', () => {
  const { upTo: _, ...page } = pageOf([10, 30, 40, 50, 60, 70, 80], 2, 11);
  expect(list.withNextPage(frozen(first), page, [gone(20, 11)]).stale).toBe(false);
});

test('while there are more pages, a record after the last loaded one waits for its page', () => {
  const beyond = aPush('tag', 'create', item(60), 11);
  const same = list.foldFrame(frozen(first), beyond);
  expect(same.live).toBe(first.live);
  const whole = list.withNextPage(frozen(same), pageOf([10, 20, 30, 40], 2, 10), [beyond]);
  expect(shown(whole)).toEqual([10, 20, 30, 40, 60]);
});

test('a record too large for a frame is marked to be fetched', () => {
  expect(list.foldFrame(frozen(first), aPush('tag', 'update', { id: 't20', partial: true }, 11)).stale).toBe(true);
});
