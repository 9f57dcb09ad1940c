/** @jest-environment ../infra/testing/native/environment.ts */
import { RecentMap } from './recent-map.ts';

test('the oldest entry is forgotten, and one that is set again is the newest', () => {
  const map = new RecentMap<string, number>(2).set('a', 1).set('b', 2).set('a', 3).set('c', 4);
  expect([...map]).toEqual([
    ['a', 3],
    ['c', 4],
  ]);
});
