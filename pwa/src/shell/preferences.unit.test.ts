import { beforeEach, expect, test } from '@jest/globals';
import { configureStore } from '@reduxjs/toolkit';
import { followPreferences, nextOpeningChosen, preferencesReducer, selectOpensNext } from './preferences.slice.ts';

beforeEach(() => localStorage.clear());

const start = () => {
  const store = configureStore({ reducer: { preferences: preferencesReducer } });
  followPreferences(store);
  return {
    choose: (userId: string, opens: boolean) => store.dispatch(nextOpeningChosen({ userId, opens })),
    opens: (userId: string) => selectOpensNext(userId)(store.getState()),
  };
};

test('that the next ticket opens is switched off for one person of a device, and stays so', () => {
  const first = start();
  expect([first.opens('ana'), first.opens('bruno')]).toEqual([true, true]);
  first.choose('ana', false);
  first.choose('ana', false);
  const second = start();
  expect([second.opens('ana'), second.opens('bruno')]).toEqual([false, true]);
  second.choose('ana', true);
  expect(start().opens('ana')).toBe(true);
});
