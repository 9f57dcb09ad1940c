import { expect, test } from '@jest/globals';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { plain } from './plain.ts';

test('the result of a reducer is not traversed', () => {
  let reads = 0;
  const many = (): Record<string, number> =>
    Object.defineProperty({}, 'one', {
      enumerable: true,
      get: () => {
        reads += 1;
        return 1;
      },
    });
  const { reducer, actions } = createSlice({
    name: 'list',
    initialState: { byId: {} as Record<string, number>, count: 0 },
    reducers: {
      answered: plain<{ byId: Record<string, number>; count: number }, PayloadAction<number>>((_, { payload }) => ({
        byId: many(),
        count: payload,
      })),
    },
  });
  const state = reducer(undefined, actions.answered(3));
  expect([state.count, Object.isFrozen(state), reads]).toEqual([3, true, 0]);
});
