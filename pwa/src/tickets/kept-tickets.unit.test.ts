import { expect, test } from '@jest/globals';
import { ticketsRestored, ticketsSlice } from './state/tickets.slice.ts';
import { feature } from './tickets.feature.ts';

test('a page that has loaded no list keeps nothing, so that what the device has stays; one that has loaded some keeps them', () => {
  const begun = ticketsSlice.reducer(undefined, { type: 'begun' });
  expect(feature.keeps?.parts({ tickets: begun } as never)).toEqual({});
  const { open } = begun.lists;
  const kept = { lists: { open: { ...open, live: { ...open.live, asOf: '5' } } }, known: {}, counts: begun.counts };
  const loaded = ticketsSlice.reducer(begun, ticketsRestored(kept));
  expect(feature.keeps?.parts({ tickets: loaded } as never)).toEqual({ all: loaded });
});
