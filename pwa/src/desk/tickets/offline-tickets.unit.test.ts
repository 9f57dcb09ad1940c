import { expect, test } from '@jest/globals';
import { ticketsSlice } from './state/tickets.slice.ts';
import { feature } from './tickets.feature.ts';

const { parts, packed, restored } = feature.keeps!;
const begun = ticketsSlice.reducer(undefined, { type: 'begun' });
const asOf = (position: string) => ({ ...begun.lists.open, live: { ...begun.lists.open.live, asOf: position } });
const keptOf = (tickets: typeof begun) =>
  Object.fromEntries(Object.entries(parts({ tickets } as never)).map(([name, part]) => [name, packed(part as never, name)]));

test('a page keeps what it has loaded, by list, so that of the others the device has what an earlier page kept', () => {
  expect(keptOf(begun)).toEqual({});
  const failed = { at: '1', ticket: null, failure: { code: 'ERR_NO_TICKET_FOUND', status: 404, details: {} } };
  const whole = {
    ...begun,
    lists: { ...begun.lists, open: asOf('5'), pending: asOf('6'), search: asOf('7') },
    known: { a: { at: '5', ticket: { id: 'a' }, failure: null }, b: failed },
    counts: { ...begun.counts, asOf: '5' },
  } as unknown as typeof begun;
  const kept = keptOf(whole);
  expect(Object.keys(kept).sort()).toEqual(['counts', 'known', 'list/open', 'list/pending']);
  const half = keptOf({ ...begun, lists: { ...begun.lists, pending: asOf('9') }, known: { b: failed } as never });
  expect(Object.keys(half)).toEqual(['list/pending']);
  const later = ticketsSlice.reducer(begun, restored({ ...kept, ...half }));
  expect([later.lists.open.live.asOf, later.lists.pending.live.asOf, later.lists.closed.live.asOf]).toEqual(['5', '9', null]);
  expect([Object.keys(later.known), later.counts.asOf]).toEqual([['a'], '5']);
  expect(ticketsSlice.reducer(begun, restored(half))).toMatchObject({ known: {}, counts: begun.counts });
});
