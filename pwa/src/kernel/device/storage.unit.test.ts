import { expect, test } from '@jest/globals';
import { textStore } from './storage.ts';

const full = (): Storage => {
  const setItem = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  return { getItem: () => 'old', setItem, removeItem: () => undefined, clear: () => undefined } as unknown as Storage;
};

test('texts are stored in the browser and found by prefix', () => {
  sessionStorage.clear();
  const store = textStore(() => sessionStorage);
  store.set('draft:1', 'a');
  store.set('other', 'b');
  expect(sessionStorage.getItem('draft:1')).toBe('a');
  expect(store.names('draft:')).toEqual(['draft:1']);
  store.remove('draft:1');
  expect(store.get('draft:1')).toBeNull();
});

test.each([
  ['is forbidden', () => undefined],
  [
    'throws',
    () => {
      throw new DOMException('no cookies', 'SecurityError');
    },
  ],
  ['is full', full],
])('if the browser’s storage %s, values stay in memory', (_, place) => {
  const store = textStore(place as () => Storage | undefined);
  store.set('draft:1', 'new');
  expect(store.get('draft:1')).toBe('new');
  expect(store.names('draft:')).toEqual(['draft:1']);
  store.clear();
  expect(store.names('draft:')).toEqual([]);
});
