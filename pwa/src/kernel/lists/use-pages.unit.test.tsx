import { expect, test } from '@jest/globals';
import { act, renderHook, waitFor } from '@testing-library/react';
import { usePages } from './use-pages.ts';
import '../../testing/queries.ts';

type Item = { id: string };
type Answer = { items: Item[]; hasMore: boolean; told: number };
type Asked = { ask: string; page: number; after: string | undefined; answer: (answer: Answer) => void; fail: () => void };

const setup = () => {
  const asked: Asked[] = [];
  const { result, unmount } = renderHook(() =>
    usePages<string, Item, number>(
      (ask, { page, after }, signal) =>
        new Promise((answer, reject) => {
          asked.push({ ask, page, after, answer, fail: () => reject(new Error('no')) });
          signal.addEventListener('abort', () => reject(signal.reason));
        }),
    ),
  );
  const ids = () => result.current.items.map(({ id }) => id).join('');
  const answered = async (at: number, letters: string, hasMore = false) =>
    act(async () => asked[at]!.answer({ items: [...letters].map((id) => ({ id })), hasMore, told: letters.length }));
  const does = (what: (pages: typeof result.current) => void) => act(() => what(result.current));
  return { asked, ids, answered, does, now: () => result.current, unmount };
};

test('pages follow one another; an item that comes twice is shown once, and the end is detected', async () => {
  const { asked, ids, answered, does, now } = setup();
  expect(now().status).toBe('idle');
  does(({ first }) => first('x'));
  expect(now().status).toBe('loading');
  does(({ more }) => more()); // there is no page to continue from yet
  await answered(0, 'ab', true);
  expect([ids(), now().status, now().told, now().answered]).toEqual(['ab', 'ready', 2, 'x']);
  does(({ more }) => more());
  does(({ more }) => more()); // a page is being fetched
  expect(now().status).toBe('more');
  await answered(1, 'bc');
  expect(ids()).toBe('abc');
  does(({ more }) => more());
  expect(asked.map(({ page, after }) => [page, after])).toEqual([
    [1, undefined],
    [2, 'b'],
  ]);
});

test('an older answer never replaces a newer one; until that one arrives the previous items stay', async () => {
  const { ids, answered, does, now, asked } = setup();
  does(({ first }) => first('x'));
  await answered(0, 'ab');
  does(({ first }) => first('y'));
  does(({ first }) => first('z'));
  expect([ids(), now().answered]).toEqual(['ab', 'x']);
  await answered(2, 'c');
  await answered(1, 'ab');
  expect([ids(), now().answered, asked.length]).toEqual(['c', 'z', 3]);
});

test('a failed page can be fetched again, alone or with the whole list', async () => {
  const { asked, ids, answered, does, now } = setup();
  does(({ first }) => first('x'));
  await answered(0, 'ab', true);
  does(({ more }) => more());
  await act(async () => asked[1]!.fail());
  await waitFor(() => expect(now().status).toBe('failed'));
  expect([ids(), now().failure === null]).toEqual(['ab', false]);
  does(({ again }) => again());
  await answered(2, 'c', true);
  expect([ids(), now().failure]).toEqual(['abc', null]);
  does(({ renew }) => renew());
  await answered(3, 'ad', true);
  expect(ids()).toBe('ad');
  expect(asked.map(({ page, after }) => `${page}${after ?? ''}`)).toEqual(['1', '2b', '2b', '1']);
  does(({ clear }) => clear());
  expect([ids(), now().status]).toEqual(['', 'idle']);
});
